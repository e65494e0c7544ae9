"""One call as a state machine: moments in, steps out; no socket and no clock."""

import pytest

from memoryd_client import wire
from memoryd_client.calls import Call, Meeting, Step, edit
from memoryd_client.errors import BudgetExceeded, InvalidRequest, MemorydError, NoAnswer, ProtocolMismatch, Restarted
from memoryd_client.messages import Add, Batch, Ping, Pong, Reply, Rewrite, Welcome


def meeting(instance: str = "one", clock: float = 1000.0, now: float = 0.0) -> Meeting:
    welcome = Welcome(protocol=1, version="9", instance=instance, clock=clock, max_request_bytes=10_000)
    return Meeting.concluded(welcome, now)


def call(*, timeout: float = 5.0, made_id: bool = True) -> Call:
    return Call(Add(target="memory", content="x"), "id-1", made_id=made_id, now=0.0, timeout=timeout)


def sent(one: Call, now: float = 0.0) -> wire.RequestHeader:
    return wire.decode_request_header(one.frames(now)[0])


def reply(content: Reply | MemorydError, request_id: str = "id-1") -> tuple[wire.ReplyHeader, bytes]:
    if isinstance(content, MemorydError):
        return wire.ReplyHeader(id=request_id, status="failed"), wire.encode_reply(content.failure())
    return wire.ReplyHeader(id=request_id), wire.encode_reply(content)


def test_a_call_greets_then_sends_then_waits() -> None:
    """Nothing is sent to a daemon that was not met."""
    one, met = call(), meeting()

    assert one.step(0.0, None) is Step.GREET
    assert one.step(0.1, met) is Step.SEND
    sent(one, 0.1)
    assert one.step(0.2, met) is Step.WAIT


def test_a_call_without_a_reply_greets_anew_and_resends_with_longer_patience() -> None:
    """Every sending has the same id; only the first says that the id is fresh."""
    one, met = call(), meeting()
    one.step(0.0, met)
    first = sent(one, 0.0)
    patience = one.wake

    assert one.step(patience, met) is Step.GREET
    again = meeting()
    assert one.step(patience, again) is Step.SEND
    second = sent(one, patience)
    assert (first.id, first.fresh, second.id, second.fresh) == ("id-1", True, "id-1", False)
    assert one.wake - patience == pytest.approx(2 * patience)


def test_an_id_that_the_caller_chose_is_never_fresh() -> None:
    """It may have an outcome already, so the daemon must look."""
    one = call(made_id=False)
    one.step(0.0, meeting())

    assert not sent(one).fresh


def test_the_deadline_is_told_on_the_daemons_clock_and_a_little_early() -> None:
    """So that the daemon's verdict arrives before the caller gives up."""
    one = call(timeout=5.0)
    one.step(0.0, meeting(clock=1000.0))

    assert sent(one).deadline == pytest.approx(1000.0 + 5.0 - 0.25)


def test_a_reply_to_another_request_does_not_end_the_call() -> None:
    """It may be the late answer to an earlier sending."""
    one = call()
    one.step(0.0, meeting())
    sent(one)

    assert not one.receive(*reply(Pong(), "another"))
    assert one.receive(*reply(Pong()))
    assert one.outcome() == Pong()


def test_a_refusal_is_raised_with_its_details_and_the_request_id() -> None:
    """The same class and values that the daemon raised."""
    one = call()
    one.step(0.0, meeting())
    sent(one)

    assert one.receive(*reply(BudgetExceeded("too much", excess=7)))
    with pytest.raises(BudgetExceeded, match="too much") as caught:
        one.outcome()
    assert (caught.value.details.excess, caught.value.request_id) == (7, "id-1")


def test_a_restarted_daemon_is_greeted_and_asked_again() -> None:
    """The caller never sees it."""
    one, met = call(), meeting()
    one.step(0.0, met)
    sent(one)

    assert not one.receive(*reply(Restarted("another instance")))
    assert one.step(0.1, met) is Step.GREET
    assert one.step(0.1, meeting("two")) is Step.SEND
    assert sent(one).instance == "two"


def test_at_the_deadline_the_caller_learns_how_to_settle_the_doubt() -> None:
    """The error carries the request id, whether or not anything was sent."""
    one = call(timeout=1.0)
    assert one.step(1.0, None) is Step.GIVE_UP
    assert "was not sent" in str(one.give_up())
    other = call(timeout=1.0)
    other.step(0.0, meeting())
    sent(other)

    with pytest.raises(NoAnswer, match="request_id='id-1'") as caught:
        other.outcome()
    assert isinstance(caught.value, TimeoutError)


def test_a_protocol_that_nobody_asked_for_is_refused() -> None:
    """Both versions are named."""
    with pytest.raises(ProtocolMismatch, match="protocol 9"):
        Meeting.concluded(Welcome(protocol=9, version="2", instance="x", clock=0, max_request_bytes=1), 0.0)


def test_an_edit_is_built_from_plain_values() -> None:
    """Dictionaries become operations and kept entries; what is unknown or mistyped is named."""
    batch = edit(Batch, "p", {}, target="memory", operations=({"action": "add", "content": "x"},))
    rewrite = edit(Rewrite, "", {"base_digest": "d"}, target="memory", entries=("a", {"id": "id:1"}))

    assert (batch.profile, batch.operations[0].content) == ("p", "x")
    assert rewrite.base_digest == "d"
    for operations in (({"action": "drop"},), ({"action": "add", "text": "x"},), ("add",)):
        with pytest.raises(InvalidRequest, match="batch"):
            edit(Batch, "", {}, target="memory", operations=operations)


def test_a_ping_needs_no_options() -> None:
    """Requests without texts go the same way."""
    one = Call(Ping(), "id-1", made_id=True, now=0.0, timeout=1.0)
    one.step(0.0, meeting())

    assert sent(one).type == "ping"
