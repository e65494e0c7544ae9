"""Secrets are cut out of what leaves; what only speaks of them stays."""

import pytest

from memoryd.core.redact import MASK, OVERLAP, WINDOW, redacted
from memoryd.core.scan.patterns.credentials import ROWS

HITS = [(row.id, text) for row in ROWS for text in row.hits]
PASSES = [text for row in ROWS for text in row.passes]
KEY = "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEpAIBAAKCAQEA7bq0kq9x8J2vYp3l\n" * 20 + "-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(("row", "text"), HITS, ids=[f"{row}-{index}" for index, (row, _) in enumerate(HITS)])
def test_whatever_the_scanner_refuses_as_a_secret_is_cut(row: str, text: str) -> None:
    """There is one table: each row's own examples lose their secret, and the sentence around it stays."""
    found = redacted(f"Before {text} after")

    assert MASK in found
    assert found.startswith("Before")
    assert redacted(found) == found, row


@pytest.mark.parametrize("text", PASSES)
def test_whatever_it_lets_pass_stays(text: str) -> None:
    """To the letter."""
    assert redacted(text) == text


def test_rows_are_of_the_kind_that_can_be_cut() -> None:
    """On the plain view, without excuses; another kind would need another way of cutting."""
    assert {(row.view, row.mentions) for row in ROWS} == {("plain", False)}


@pytest.mark.parametrize("text", [KEY, KEY.replace("\n", "\\n")], ids=["as it is", "within JSON"])
def test_a_private_key_goes_whole(text: str) -> None:
    """Not only its first line."""
    assert redacted(f"a {text} b") == f"a {MASK} b"


@pytest.mark.parametrize("place", [0, WINDOW - 20, WINDOW - 1, WINDOW + OVERLAP - 10, 3 * WINDOW])
def test_no_window_hides_a_secret(place: int) -> None:
    """A long text is looked at in parts, and a secret may lie across two of them."""
    text = ("x " * (4 * WINDOW))[:place] + " password: Tiger2024!x " + "y " * WINDOW

    assert "Tiger2024" not in redacted(text)
    assert len(redacted(text)) == len(text) - len("Tiger2024!x") + len(MASK)
