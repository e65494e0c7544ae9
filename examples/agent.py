"""A complete agent around a model: what goes into the prompt, the tool, the turns, a compression, the end.

Run it with a daemon or without one: it starts one. The model is a stand-in that follows a script, so that nothing is
needed but memoryd; put yours in the place of `model`.
"""

import json
import uuid
from collections.abc import Iterator
from typing import Any

from memoryd_client import Client

Message = dict[str, Any]

SCRIPT: Iterator[Message] = iter(
    [
        {
            "role": "assistant",
            "tool": "memory",
            "arguments": {"action": "add", "target": "user", "content": "Prefers answers in one sentence."},
        },
        {"role": "assistant", "content": "Noted: one sentence from now on."},
        {"role": "assistant", "content": "The build host is called anvil."},
    ]
)


def model(messages: list[Message], tools: list[dict[str, Any]]) -> Message:
    """The model's answer: a text, or a call of a tool."""
    del messages, tools
    return next(SCRIPT)


def system_prompt(block: str) -> str:
    """The memory goes last: what stands before it stays in the model's cache however often the memory changes."""
    return f"You are a helpful agent.\n\n{block}"


def main() -> None:
    """Two turns, with a compression between them."""
    with Client(agent="example", autostart=True) as client:
        session = client.open_session(f"example-{uuid.uuid4()}", context="cli")
        messages: list[Message] = [{"role": "system", "content": system_prompt(session.block)}]
        for said in ("Please keep your answers short from now on.", "What is the build host called?"):
            session.turn_start()
            # What an external memory provider recalls goes to the user's message, never into the frozen prompt; without
            # a provider it is empty.
            recalled = session.prefetch(said)
            turn: list[Message] = [{"role": "user", "content": f"{recalled.text}\n\n{said}".strip()}]
            answer = model(messages + turn, session.tools())
            while "tool" in answer:  # what it asked for, done or refused, is for the model to read
                turn.append(answer)
                turn.append({"role": "tool", "content": session.call(answer["tool"], json.dumps(answer["arguments"]))})
                answer = model(messages + turn, session.tools())
            turn.append(answer)
            session.turn_end(turn)
            messages += turn
            print(f"user:  {said}\nagent: {answer['content']}")

            # The context got long: what was said becomes a summary, and the memory is frozen anew.
            session = session.switch(f"{session.id}-compressed", "compression")
            messages = [
                {"role": "system", "content": system_prompt(session.block)},
                {"role": "user", "content": "Summary of what was said so far: ..."},
            ]
        session.end()


if __name__ == "__main__":
    main()
