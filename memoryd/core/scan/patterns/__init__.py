"""The tables, one module a subject, and the lists that policies are made of."""

from __future__ import annotations

from typing import Final

from memoryd.core.scan.patterns import (
    agent_files,
    chinese,
    cover,
    credentials,
    deception,
    exfiltration,
    files,
    german_russian,
    guards,
    hidden,
    hijack,
    indirect,
    injection,
    japanese_korean,
    loosening,
    persistence,
    promptware,
    romance,
    strict,
    system_prompt,
    targets,
)
from memoryd.core.scan.patterns.row import Row

BALANCED: Final[tuple[Row, ...]] = (
    *injection.ROWS,
    *system_prompt.ROWS,
    *hijack.ROWS,
    *guards.ROWS,
    *deception.ROWS,
    *loosening.ROWS,
    *cover.ROWS,
    *indirect.ROWS,
    *targets.ROWS,
    *romance.ROWS,
    *german_russian.ROWS,
    *chinese.ROWS,
    *japanese_korean.ROWS,
    *exfiltration.ROWS,
    *files.ROWS,
    *persistence.ROWS,
    *agent_files.ROWS,
    *promptware.ROWS,
    *hidden.ROWS,
    *credentials.ROWS,
)
STRICT: Final[tuple[Row, ...]] = strict.ROWS

__all__ = ["BALANCED", "STRICT", "Row"]
