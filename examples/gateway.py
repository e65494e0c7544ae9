"""One process, many people: each has a USER.md of their own beside the shared MEMORY.md.

A gateway asserts who is speaking; the daemon does not check that. All calls go over one connection.
"""

import asyncio

from memoryd_client import AsyncClient

PEOPLE = {"ada": "Likes proofs.", "grace": "Likes ships.", "alan": "Likes running."}


async def serve(client: AsyncClient, person: str, fact: str) -> str:
    """One conversation: what is learned about this person is kept for this person alone."""
    async with await client.open_session(f"chat-{person}", context="gateway", principal=person) as session:
        await session.turn_start()
        await session.add("user", fact)
        await session.turn_end([{"role": "user", "content": fact}])
        return (await session.read("user")).entries[0]


async def main() -> None:
    """All of them at once."""
    async with AsyncClient(agent="example-gateway", autostart=True) as client:
        known = await asyncio.gather(*(serve(client, person, fact) for person, fact in PEOPLE.items()))
    for person, entry in zip(PEOPLE, known, strict=True):
        print(f"{person}: {entry}")


if __name__ == "__main__":
    asyncio.run(main())
