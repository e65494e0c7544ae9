"""What ``register(ctx)`` gets: a place to put the provider, and a model to ask, if the operator named one."""

import json
import os
import urllib.request
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

LLM_VARIABLES = ("MEMORYD_LLM_URL", "MEMORYD_LLM_MODEL", "MEMORYD_LLM_KEY")
"""How ``[provider] llm_url``, ``llm_model`` and the key reach this process."""
LLM_SECONDS = 60.0


class Registering:
    """A plugin's context.

    Args:
        name: The plugin's name.
    """

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.provider: Any = None
        self.llm = Model()

    def register_memory_provider(self, provider: object) -> None:
        """Take the provider; the first one counts."""
        if self.provider is None:
            self.provider = provider

    def register_auxiliary_task(self, *_: object, **__: object) -> None:
        """Named tasks choose among models; here there is one at most."""

    def register_skill(self, *_: object, **__: object) -> None:
        """Skills are the agent's own."""


class Model:
    """The model at ``[provider] llm_url``, spoken to as OpenAI's API has it."""

    def complete_structured(
        self,
        instructions: str,
        input: Any,  # noqa: A002, ANN401 - the name that plugins use; text, or parts
        json_schema: Mapping[str, Any] | None = None,
        *,
        temperature: float = 0.0,
        max_tokens: int = 2_048,
        **_: Any,  # noqa: ANN401 - purpose, task, and other choices that are not to be made here
    ) -> SimpleNamespace:
        """Ask for JSON; the answer is ``.parsed``, and ``.text`` as it came.

        Raises:
            RuntimeError: No model was named.
            OSError: It could not be asked.
            ValueError: It answered something else.
        """
        url, model, key = (os.environ.get(name, "") for name in LLM_VARIABLES)
        if not url:
            raise RuntimeError("the operator named no model for providers: provider.llm_url")
        asked = {
            "model": model,
            "temperature": temperature,
            "max_tokens": max_tokens,
            "messages": [{"role": "system", "content": instructions}, {"role": "user", "content": as_text(input)}],
        }
        if json_schema is not None:
            asked["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "answer", "schema": dict(json_schema)},
            }
        text = _post(f"{url.rstrip('/')}/chat/completions", asked, key)["choices"][0]["message"]["content"]
        return SimpleNamespace(parsed=json.loads(text), text=text, model=model)


def as_text(given: object) -> str:
    """A text, or the texts of the parts that some plugins give."""
    if isinstance(given, str):
        return given
    if isinstance(given, Mapping):
        return str(given.get("text") or given.get("content") or json.dumps(dict(given), ensure_ascii=False))
    if isinstance(given, Sequence):
        return "\n".join(as_text(part) for part in given)
    return str(given)


def _post(url: str, body: object, key: str) -> Any:  # noqa: ANN401 - JSON
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310 - the operator's own URL
    with urllib.request.urlopen(request, timeout=LLM_SECONDS) as answer:  # noqa: S310 - as above
        return json.load(answer)
