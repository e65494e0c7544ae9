"""The tables, one module a subject, and the lists that policies are made of."""

from __future__ import annotations

from typing import Final

from memoryd.core.scan.patterns import (
    acts_chinese,
    acts_chinese_orders,
    acts_deceit,
    acts_foothold,
    acts_foreign,
    acts_orders,
    acts_retired,
    acts_secrets,
    acts_sending,
    acts_ssh,
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
    *acts_secrets.ROWS,
    *acts_sending.ROWS,
    *acts_ssh.ROWS,
    *acts_foothold.ROWS,
    *acts_orders.ROWS,
    *acts_retired.ROWS,
    *acts_foreign.ROWS,
    *acts_chinese.ROWS,
    *acts_chinese_orders.ROWS,
    *acts_deceit.ROWS,
)
STRICT: Final[tuple[Row, ...]] = strict.ROWS

__all__ = ["BALANCED", "STRICT", "Row"]
