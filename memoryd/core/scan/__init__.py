"""Whether a text may become memory. Pure: a text and a policy in, findings out."""

from __future__ import annotations

from memoryd.core.scan.explain import explain
from memoryd.core.scan.folding import Folded, fold
from memoryd.core.scan.policy import Mode, Policy, compile_policy
from memoryd.core.scan.scanner import MAX_CHARS, Scanner, scan

__all__ = ["MAX_CHARS", "Folded", "Mode", "Policy", "Scanner", "compile_policy", "explain", "fold", "scan"]
