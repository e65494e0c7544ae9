"""The example of the README: remember two facts, correct one, read, be refused. It needs a running memoryd."""

from memoryd_client import Client, MemorydError

with Client(agent="quickstart") as memory:
    memory.add("memory", "The staging database is called db-stage-2.")
    memory.add("user", "Prefers short answers.")
    memory.replace("memory", "db-stage-2", "The staging database is called db-stage-3.")
    found = memory.read("memory")
    print(found.entries, f"{found.usage.chars} of {found.usage.limit} characters")
    try:
        memory.remove("memory", "something nobody wrote down")
    except MemorydError as error:
        print(error.code, "-", error)
