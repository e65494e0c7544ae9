"""The house as drawn: who may import whom, and why not; how large a room may be; where files are written.

Checked over the syntax trees of all modules, and by what an import really brings along.
"""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import memoryd_client

pytest.importorskip("structlog", reason="the rules are about the daemon's modules too")

import memoryd

MAX_LINES = 300


@dataclass(frozen=True)
class Ban:
    """Modules under ``where`` never import these, and the reason why."""

    where: str
    modules: tuple[str, ...]
    reason: str
    except_in: tuple[str, ...] = ()


IMPURE = (
    "os",
    "pathlib",
    "io",
    "shutil",
    "tempfile",
    "glob",
    "fcntl",
    "ctypes",
    "time",
    "datetime",
    "random",
    "secrets",
    "uuid",
    "threading",
    "multiprocessing",
    "subprocess",
    "asyncio",
    "socket",
    "select",
    "signal",
    "logging",
    "structlog",
    "zmq",
    "sqlite3",
    "filelock",
    "click",
    "rich",
)

BANS = (
    Ban(
        "memoryd_client", ("memoryd",), "an agent installs the client alone; the daemon's modules may be missing there"
    ),
    Ban("memoryd_client.messages", ("zmq", "os", "socket"), "the vocabulary is values; both ends and core import it"),
    Ban(
        "memoryd_client.errors", ("zmq", "os", "socket"), "core raises these; a socket behind them would make it impure"
    ),
    Ban("memoryd_client.wire", ("zmq", "socket"), "frames are bytes; the protocol is testable without a connection"),
    Ban("memoryd_client.calls", ("zmq", "socket", "time"), "one state machine for blocking and async drivers: no I/O"),
    Ban("memoryd.core", IMPURE, "values in, values out: what core decides can be tested, replayed and trusted"),
    Ban("memoryd.core", ("memoryd_client.wire", "memoryd_client.endpoint"), "core knows the words, not the transport"),
    Ban("memoryd.store", ("memoryd.service", "memoryd.server", "memoryd.daemon"), "the disk knows nobody who asks"),
    Ban("memoryd.store", ("memoryd.outcomes", "memoryd.commands", "memoryd.testing"), "the disk knows nobody who asks"),
    Ban("memoryd.store", ("zmq",), "the committer answers through the function it was given, not through a socket"),
    Ban(
        "memoryd.archive", ("memoryd.service", "memoryd.server", "memoryd.daemon"), "the archive knows nobody who asks"
    ),
    Ban("memoryd.archive", ("zmq",), "it answers through the function it was given; a worker speaks on its pipe alone"),
    Ban(
        "memoryd.service", ("memoryd.server", "memoryd.daemon"), "services are called by the server, never the reverse"
    ),
    Ban("memoryd.service", ("zmq", "sqlite3", "filelock"), "a service decides; sockets and disks are others' rooms"),
    Ban(
        "memoryd.providers.host",
        ("msgspec", "zmq", "structlog", "memoryd_client", "memoryd.core", "memoryd.store", "memoryd.providers.worker"),
        "it runs in the interpreter of a provider's SDK, where nothing but the standard library is sure to be",
    ),
    Ban("memoryd.providers.contract", ("memoryd_client", "msgspec"), "the same: plugins import it there"),
    Ban("memoryd.providers", ("memoryd.service", "memoryd.server", "zmq", "sqlite3"), "it knows nobody who asks"),
    Ban("memoryd.service", ("time", "threading"), "it runs on the loop thread and gets its clock as an argument"),
    Ban("memoryd.server", ("memoryd.daemon", "sqlite3"), "the loop never waits on a disk"),
    Ban("memoryd.outcomes", ("zmq", "sqlite3", "time"), "a table in memory; the journal is the store's"),
    Ban("memoryd.settings", ("memoryd.store", "memoryd.service", "memoryd.core"), "settings are read before all else"),
    Ban("memoryd.testing", ("pytest", "hypothesis", "unittest"), "agents' own tests may use another framework"),
    Ban(
        "memoryd.mcp_server",
        ("memoryd.store", "memoryd.service", "memoryd.server", "memoryd.daemon", "memoryd.ctl"),
        "it serves what any agent may have, through AsyncClient",
    ),
    Ban(
        "memoryd.ctl",
        ("memoryd.store", "memoryd.service", "memoryd.server", "memoryd.daemon"),
        "the diagnostics client changes things only through Client, like any agent",
        except_in=("memoryd.ctl.doctor.case", "memoryd.ctl.doctor.leftovers"),  # they look at what stands on the disk
    ),
    Ban(
        "memoryd.ctl.doctor",
        ("memoryd.store.publish", "memoryd.store.journal", "memoryd.store.committer", "memoryd.store.locks"),
        "a doctor looks: where things stand is all that it may know of the store",
    ),
    Ban(
        "",
        ("logging",),
        "structlog is the one way to log; logs.py alone turns a level's name into its number",
        except_in=("memoryd.logs",),
    ),
    Ban("", ("pytest", "hypothesis"), "shipped code never needs the test tools"),
)

ORDER = (
    ("memoryd_client", "everybody's vocabulary"),
    ("memoryd.core", "pure"),
    ("memoryd.settings", "values, from a file and the environment"),
    ("memoryd.logs", "needs the settings of logging alone"),
    ("memoryd.policy", "what the settings ask of the scanner"),
    ("memoryd.store", "disk"),
    ("memoryd.sockets", "where clients connect to"),
    ("memoryd.supervision", "what a service manager is told"),
    ("memoryd.vitals", "how this process is"),
    ("memoryd.pressure", "what happens when memory or descriptors become scarce"),
    ("memoryd.signals", "the process's, for a while"),
    ("memoryd.reloading", "settings and policy, read again"),
    ("memoryd.archive", "transcripts and their index, on disk and in worker processes"),
    ("memoryd.providers", "external memory, in processes of its own"),
    ("memoryd.outcomes", "what was answered"),
    ("memoryd.processes", "which processes live: the kernel's word"),
    ("memoryd.service", "what a request does"),
    ("memoryd.server", "the loop over them"),
    ("memoryd.routes", "who answers what"),
    ("memoryd.insight", "builds what looks inside"),
    ("memoryd.people", "builds what gives people control"),
    ("memoryd.external", "builds what belongs to external memory"),
    ("memoryd.daemon", "builds all of the above"),
    ("memoryd.testing", "a daemon for tests: composes nothing itself"),
    ("memoryd.commands", "the command line"),
    ("memoryd.__main__", "the outermost"),
)
"""Each may import those before it, never those after it."""

BESIDE = {
    "memoryd": "the package itself, which is empty",
    "memoryd.extra": "says what to install; imported by entry points before anything else is there",
    "memoryd.ctl": "a client like any other, kept out of the daemon's rooms by a ban",
    "memoryd.mcp_server": "a client like any other, that speaks another protocol to others",
    "memoryd.demo": "a program about the daemon, not a part of it",
}
"""Modules outside of the order, with the reason."""

TOO_LARGE: dict[str, str] = {
    "memoryd.daemon": "the one place that builds things: a line more for each service, read from top to bottom",
    "memoryd_client.messages": "names alone: imported, joined into the two unions, and listed",
}
"""Modules over `MAX_LINES` lines, each with the reason; none may pass 400."""

WRITING_CALLS = frozenset(("exchange", "rename", "rename_new", "replace", "renames", "link", "truncate", "ftruncate"))

WRITERS = {
    "memoryd.store.publish": "gives a prepared file its name: the one place that writes memory files",
    "memoryd.store.syscalls": "makes the calls themselves, and decides nothing",
    "memoryd.store.backup": "gives an archive its name, where nothing is yet",
    "memoryd.store.aside": "writes copies into a directory of our own, never a memory file",
    "memoryd.store.ways": "tries out an exchange with two files of its own, removed at once",
    "memoryd.store.journal_health": "moves a broken journal out of the way",
    "memoryd.ctl.units.manager": "writes the files of a service manager, whole or not at all",
    "memoryd.logs": "gives a full log file another name",
    "memoryd.store.overwrite": "writes a memory file in place, where its name cannot be given to another",
    "memoryd.settings.changing": "writes the settings, when a person changes one by a command",
    "memoryd.providers.host.provided.json_files": "a function for plugins, in their own process, for their own files",
    "memoryd.demo.editor": "plays an outsider who saves as editors do, in a home that is thrown away",
}
"""The modules that may rename or cut files."""


def _modules() -> dict[str, Path]:
    """All modules of both packages by name."""
    found = {}
    for package in (memoryd_client, memoryd):
        root = Path(package.__file__ or "").parent
        for path in root.rglob("*.py"):
            parts = (root.name, *path.relative_to(root).with_suffix("").parts)
            found[".".join(part for part in parts if part != "__init__")] = path
    return found


MODULES = _modules()
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def _imports(tree: ast.Module) -> Iterator[str]:
    """The full names of everything that a module imports, wherever in it the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "relative imports hide who imports whom"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _within(name: str, package: str) -> bool:
    """Whether a module is the package or in it."""
    return not package or name == package or name.startswith(f"{package}.")


@pytest.mark.parametrize("ban", BANS, ids=lambda ban: f"{ban.where or 'all'}-{ban.modules[0]}")
def test_banned_imports_are_not_made(ban: Ban) -> None:
    """Each for the reason that stands beside it."""
    broken = [
        f"{name} imports {imported}"
        for name, tree in TREES.items()
        if _within(name, ban.where) and name not in ban.except_in
        for imported in _imports(tree)
        if any(_within(imported, module) for module in ban.modules)
    ]

    assert broken == [], ban.reason


def test_imports_point_one_way() -> None:
    """From the outer rooms to the inner ones, as the list of rooms has them."""
    rooms = [room for room, _ in ORDER]
    broken = []
    for name, tree in TREES.items():
        places = [index for index, room in enumerate(rooms) if _within(name, room)]
        if not places:
            continue
        later = rooms[places[0] + 1 :]
        broken += [f"{name} imports {one}" for one in _imports(tree) for room in later if _within(one, room)]

    assert broken == []


def test_every_room_is_on_the_list() -> None:
    """A new module finds its place in the order before it finds imports."""
    rooms = [*(room for room, _ in ORDER), *(room for room in BESIDE if room != "memoryd")]
    homeless = {name for name in MODULES if name not in BESIDE and not any(_within(name, room) for room in rooms)}

    assert homeless == set()


def test_the_bans_speak_of_modules_that_exist() -> None:
    """A ban on a renamed module would hold for ever and mean nothing."""
    wheres = {ban.where for ban in BANS if ban.where}
    ours = {module for ban in BANS for module in ban.modules if module.startswith("memoryd")}

    assert {one for one in wheres | ours if one not in MODULES} == set()


def _brought_along(statement: str) -> set[str]:
    """The modules that a statement loads in a fresh interpreter."""
    script = f"{statement}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    paths = {str(Path(package.__file__ or "").parent.parent) for package in (memoryd_client, memoryd)}
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sorted(paths))}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, env=environment)
    return set(json.loads(done.stdout))


@pytest.mark.slow
def test_the_client_brings_along_nothing_but_zmq_and_msgspec() -> None:
    """Proven by what is loaded, so that no import inside a function or a dependency escapes."""
    bare = _brought_along("import sys")
    allowed = bare | _brought_along("import zmq, msgspec")
    more = {name.partition(".")[0] for name in _brought_along("import memoryd_client; memoryd_client.Client") - allowed}

    assert more - set(sys.stdlib_module_names) == {"memoryd_client"}


@pytest.mark.slow
@pytest.mark.parametrize("module", ["memoryd.core.edits", "memoryd.core.group", "memoryd.core.merge"])
def test_core_brings_along_no_other_room(module: str) -> None:
    """Neither by itself nor through what it imports; zmq comes with the client's package, of which core uses values."""
    loaded = _brought_along(f"import {module}")

    assert loaded & {"sqlite3", "structlog", "filelock", "click", "rich"} == set()
    assert {name for name in loaded if name.startswith("memoryd.") and not _within(name, "memoryd.core")} == set()


@pytest.mark.parametrize("name", sorted(MODULES))
def test_modules_have_one_subject_and_its_size(name: str) -> None:
    """Over 300 lines needs a reason, over 400 needs another module."""
    lines = len(MODULES[name].read_text(encoding="utf-8").splitlines())

    assert lines <= MAX_LINES or (name in TOO_LARGE and lines <= 400)


def test_reasons_for_size_are_still_needed() -> None:
    """A module that shrank needs no excuse."""
    lines = {name: len(MODULES[name].read_text(encoding="utf-8").splitlines()) for name in TOO_LARGE}

    assert {name for name, count in lines.items() if count <= MAX_LINES} == set()


def _calls(tree: ast.AST) -> Iterator[str]:
    """The names of the methods and functions that are called, but for those of structs and texts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value)
            if owner == "os" or owner.lstrip("_").split(".")[-1].lstrip("_") == "disk":
                yield node.func.attr


def test_there_is_one_place_that_writes_memory_files() -> None:
    """Only publishing gives a file a memory file's name; whoever else renames or cuts files is listed with a reason."""
    writers = {name for name, tree in TREES.items() if WRITING_CALLS & set(_calls(tree))}

    assert writers == set(WRITERS)


def test_only_the_cycle_publishes() -> None:
    """So that every change of memory is planned, journalled and made durable by one commit."""
    publishing = {name for name, tree in TREES.items() if {"memoryd.store.publish"} & set(_imports(tree))}
    swapping = {
        name
        for name, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("publish.swap", "swap")
    }

    assert swapping == {"memoryd.store.cycle"}
    assert all(_within(name, "memoryd.store") for name in publishing)


def test_memory_files_are_opened_for_writing_nowhere() -> None:
    """``open`` for writing is used for nothing but our own files."""
    writing = set()
    for name, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "open":
                modes = [*node.args[1:2], *(word.value for word in node.keywords if word.arg == "mode")]
                if any(not isinstance(mode, ast.Constant) or set("wax+") & set(str(mode.value)) for mode in modes):
                    writing.add(name)

    assert {name for name in writing if _within(name, "memoryd.store") or _within(name, "memoryd.service")} == set()


def test_the_public_face_of_the_client_is_a_list_of_names() -> None:
    """The package's first file imports and lists; nothing computes there."""
    allowed = (ast.Import, ast.ImportFrom, ast.Expr, ast.Assign)
    tree = TREES["memoryd_client"]

    assert all(isinstance(node, allowed) for node in tree.body)
    assert sorted(memoryd_client.__all__) == list(memoryd_client.__all__)
