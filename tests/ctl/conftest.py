"""memoryctl in this process, against a daemon in this process."""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest


@dataclass(frozen=True)
class Said:
    """What one invocation left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:  # noqa: ANN401 - whatever JSON holds
        """Standard output as the one JSON document that it must be."""
        return json.loads(self.out)


@pytest.fixture
def ctl(daemon: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """Run memoryctl on the daemon's home, or on another one."""
    from memoryd.ctl.root import run  # noqa: PLC0415 - needs what the client alone does not install

    def call(*arguments: str, stdin: bytes = b"", home: Path = daemon) -> Said:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        code = run(["--home", str(home), *arguments])
        return Said(code, *capsys.readouterr())

    return call
