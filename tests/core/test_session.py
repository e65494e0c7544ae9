"""A session as values: what an identity may do, and the turns."""

import pytest

from memoryd.core.session import Identity, Turn, counts
from memoryd_client.errors import SessionTaken


@pytest.mark.parametrize("context", ["cli", "worktree", "subagent", "gateway", "api", "cron"])
@pytest.mark.parametrize("memory", ["on", "read_only", "off"])
@pytest.mark.parametrize("principal", ["", "ada"])
def test_missing_identity_narrows_access(context: str, memory: str, principal: str) -> None:
    """Nobody among many has no person's file; a job by itself and a read-only session do not write; off is off."""
    who = Identity(context, principal=principal, memory=memory)

    assert who.may_read == (memory != "off")
    assert who.may_write == (memory == "on" and context != "cron")
    assert who.is_anonymous == (context in {"gateway", "api"} and not principal)


@pytest.mark.parametrize("field", ["context", "profile", "principal", "repository", "memory"])
def test_an_identity_is_the_same_in_every_field(field: str) -> None:
    """The refusal names the field that differs."""
    mine = Identity("cli")
    mine.require_same("s", Identity("cli"))
    with pytest.raises(SessionTaken) as caught:
        mine.require_same("s", Identity(**{"context": "cli", field: "other"}))

    assert caught.value.details.field == field


def test_counters_die_with_their_turn() -> None:
    """A success or another turn begins anew; a late refusal of another turn counts there."""
    turn = Turn()
    assert [turn.refused(1), turn.refused(1), turn.refused(2), turn.refused(2)] == [1, 2, 1, 2]
    turn.succeeded(1)
    assert turn.refused(2) == 3
    turn.succeeded(2)

    assert turn.refused(2) == 1


def test_a_turn_begins_once_for_each_request() -> None:
    """A resend is the same turn."""
    turn = Turn()

    assert [turn.begin("a"), turn.begin("a"), turn.begin("b"), turn.begin("c")] == [1, 1, 2, 3]


@pytest.mark.parametrize(
    ("code", "counted"),
    [
        ("entry_not_found", True),
        ("budget_exceeded", True),
        ("threat_found", True),
        ("invalid_text", True),
        ("unknown_target", True),
        ("not_allowed", True),
        ("busy", False),
        ("expired", False),
        ("no_space", False),
        ("locked_elsewhere", False),
        ("a_code_of_a_newer_daemon", False),
    ],
)
def test_only_what_a_model_can_do_better_is_counted(code: str, *, counted: bool) -> None:
    """Trouble of the disk or the daemon is not its own."""
    assert counts(code) == counted
