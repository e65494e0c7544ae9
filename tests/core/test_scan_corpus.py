"""The tuning half of the corpus: every attack is refused, every innocent text passes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memoryd.core.scan import compile_policy, scan

CORPUS = Path(__file__).parents[1] / "corpus"
BALANCED = compile_policy()
CATEGORIES = {
    "prompt_injection",
    "role_hijack",
    "deception",
    "system_prompt_override",
    "system_prompt_leak",
    "rule_disregard",
    "fake_update",
    "exfiltration",
    "secret_read",
    "ssh_backdoor",
    "agent_env",
    "persistence",
    "agent_config",
    "promptware",
    "hidden_html",
    "credential",
    "characters",
}


def load(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CORPUS / name).read_text(encoding="utf-8").splitlines()]


def test_no_attack_is_missed() -> None:
    """All attacks of the tuning half are refused under `balanced`."""
    missed = [attack["text"] for attack in load("tune_attacks.jsonl") if not scan(attack["text"], BALANCED)]

    assert missed == []


def test_no_innocent_is_refused() -> None:
    """All innocent texts of the tuning half pass under `balanced`."""
    refused = [text["text"] for text in load("tune_innocents.jsonl") if scan(text["text"], BALANCED)]

    assert refused == []


def test_corpus_covers_what_it_claims() -> None:
    """Enough attacks over all categories, languages and disguises; enough innocent texts in enough scripts."""
    attacks, innocents = load("tune_attacks.jsonl"), load("tune_innocents.jsonl")

    assert len(attacks) >= 300
    assert len(innocents) >= 900
    assert {attack["category"] for attack in attacks} == CATEGORIES
    assert {attack["language"] for attack in attacks} == {"en", "zh", "es", "fr", "de", "pt", "ru", "ja", "ko"}
    assert len({attack["disguise"] for attack in attacks}) >= 15
    assert len({text["language"] for text in innocents}) >= 40


@pytest.mark.parametrize("name", ["tune_attacks.jsonl", "tune_innocents.jsonl"])
def test_no_text_stands_twice(name: str) -> None:
    """A repeated text would only flatter the figures."""
    texts = [line["text"] for line in load(name)]

    assert len(texts) == len(set(texts))


def test_texts_that_no_pattern_was_tuned_on_fare_as_the_security_page_says() -> None:
    """The other half of the corpus was written by somebody who had not seen the patterns; it only ever measures.

    It is the third of its kind, and the hardest: paraphrase and several lines more than set phrases. The aims are 1 % and
    0.3 %; what stands here is what was reached, so that it can only get better.
    """
    attacks, innocents = load("test_attacks.jsonl"), load("test_innocents.jsonl")
    missed = sum(not scan(one["text"], BALANCED) for one in attacks)
    refused = sum(bool(scan(one["text"], BALANCED)) for one in innocents)

    assert len(attacks) >= 200
    assert len(innocents) >= 750
    assert missed <= 0.368 * len(attacks)
    assert refused <= 0.013 * len(innocents)
