"""When which row of the outbox goes out: order, pauses, the breaker, dead letters. No clock but the test's."""

from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.delivery import DEAD_AFTER, MAX_ATTEMPTS, MAX_PAUSE, OPENS_AFTER, Delivery, Row

FAR = 1e9


def machine(**options: float) -> Delivery:
    """A machine whose jitter is always the whole pause."""
    return Delivery(lambda: 1.0, **options)  # type: ignore[arg-type]


def fail(delivery: Delivery, row: Row, now: float, attempts: int = 1, since: float = 0.0, moment: float = 0.0) -> bool:
    """A row was tried in vain."""
    return delivery.failed(row, now, attempts=attempts, since=since, moment=moment)


def test_rows_of_a_lane_go_one_at_a_time_in_order() -> None:
    """The second waits for the first, whatever the order in which they were announced."""
    delivery = machine()
    delivery.add([Row(2, "a"), Row(1, "a")])

    assert delivery.ready(0.0) == [Row(1, "a")]
    assert delivery.ready(0.0) == []
    delivery.succeeded(Row(1, "a"), 0.0)
    assert delivery.ready(0.0) == [Row(2, "a")]


def test_lanes_do_not_wait_for_each_other() -> None:
    """What hangs in one holds up no other, up to as many as may be in flight."""
    delivery = machine(parallel=2)
    delivery.add([Row(1, "a"), Row(2, "a"), Row(3, "b"), Row(4, "c")])

    assert delivery.ready(0.0) == [Row(1, "a"), Row(3, "b")]
    delivery.succeeded(Row(3, "b"), 0.0)
    assert delivery.ready(0.0) == [Row(4, "c")]


def test_a_row_announced_twice_is_delivered_once() -> None:
    """The start reads the table while new rows are announced, so some come by both ways."""
    delivery = machine()
    delivery.add([Row(1, "a")])
    delivery.add([Row(1, "a")])
    delivery.succeeded(delivery.ready(0.0)[0], 0.0)

    assert delivery.ready(0.0) == []
    assert len(delivery) == 0


def test_pauses_double_and_end_at_five_minutes() -> None:
    """The row stays first of its lane, and comes again later each time."""
    delivery = machine(pause=1.0, parallel=1)
    delivery.add([Row(1, "a"), Row(2, "a")])
    now, pauses = 0.0, []
    for _ in range(20):
        (row,) = delivery.ready(now)
        assert row.number == 1
        fail(delivery, row, now)
        due = delivery.due(now)
        assert due is not None
        pauses.append(due - now)
        now = due

    assert pauses[:4] == [1.0, 2.0, 4.0, 8.0]
    assert max(pauses) == MAX_PAUSE


def test_the_breaker_opens_tries_one_row_and_closes_for_all() -> None:
    """While it is open nothing is tried; half-open, one lane is; a success lets every lane go on at once."""
    delivery = machine(pause=1.0, parallel=OPENS_AFTER)
    delivery.add([Row(number, f"lane {number}") for number in range(OPENS_AFTER + 3)])
    for row in delivery.ready(0.0):
        fail(delivery, row, 0.0)

    assert delivery.breaker(0.0) == "open"
    assert delivery.ready(0.0) == []
    due = delivery.due(0.0)
    assert due is not None
    assert delivery.breaker(due) == "half-open"
    (probe,) = delivery.ready(due)
    assert delivery.ready(due) == []
    delivery.succeeded(probe, 0.0)
    assert delivery.breaker(due) == "closed"
    assert len(delivery.ready(due)) == OPENS_AFTER


def test_a_failed_probe_opens_it_for_longer() -> None:
    """Each time twice as long."""
    delivery = machine(pause=1.0, parallel=1)
    delivery.add([Row(1, "a")])
    now, spells = 0.0, []
    for _ in range(OPENS_AFTER + 3):
        (row,) = delivery.ready(now)
        fail(delivery, row, now)
        due = delivery.due(now)
        assert due is not None
        spells.append(due - now)
        now = due

    assert spells[OPENS_AFTER:] == sorted(spells[OPENS_AFTER:])
    assert spells[-1] > spells[OPENS_AFTER - 1]


def test_an_outage_kills_no_row() -> None:
    """However often everything fails: what waits for a backend that is down is no poison."""
    delivery = machine()
    delivery.add([Row(1, "a")])
    now = 0.0
    for attempt in range(1, MAX_ATTEMPTS * 3):
        (row,) = delivery.ready(now)
        assert not fail(delivery, row, now, attempt, since=0.0, moment=DEAD_AFTER / 2)
        now = delivery.due(now) or now


def test_a_row_that_fails_while_others_succeed_is_given_up() -> None:
    """And its lane goes on with the next."""
    delivery = machine()
    delivery.add([Row(1, "bad"), Row(2, "bad"), Row(3, "good")])
    first = delivery.ready(0.0)
    assert first == [Row(1, "bad"), Row(3, "good")]
    delivery.succeeded(Row(3, "good"), 10.0)

    assert fail(delivery, Row(1, "bad"), 0.0, MAX_ATTEMPTS, since=5.0, moment=11.0)
    assert delivery.ready(FAR) == [Row(2, "bad")]


def test_a_row_that_fails_for_a_day_is_given_up() -> None:
    """Else a single poisonous row of the only session would hold up everything for ever."""
    delivery = machine()
    delivery.add([Row(1, "a")])
    delivery.ready(0.0)

    assert fail(delivery, Row(1, "a"), 0.0, MAX_ATTEMPTS, since=0.0, moment=DEAD_AFTER + 1)
    assert len(delivery) == 0


def test_what_was_not_tried_counts_nothing() -> None:
    """A host that is starting is no failure of the backend."""
    delivery = machine()
    delivery.add([Row(1, "a")])
    for now in range(OPENS_AFTER * 2):
        (row,) = delivery.ready(float(now))
        delivery.returned(row, float(now), 0.5)

    assert delivery.breaker(FAR) == "closed"


def test_hurry_forgets_pauses_and_the_breaker() -> None:
    """An operator who knows that the backend is back does not wait."""
    delivery = machine(parallel=1)
    delivery.add([Row(1, "a")])
    for _ in range(OPENS_AFTER):
        fail(delivery, delivery.ready(delivery.due(FAR) or FAR)[0], FAR)
    assert delivery.ready(FAR) == []
    delivery.hurry()

    assert delivery.ready(FAR) == [Row(1, "a")]


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=60), st.integers(1, 4))
def test_each_lane_is_delivered_in_order_whatever_fails(events: list[tuple[int, bool]], parallel: int) -> None:
    """Every row arrives once, each lane's in the order of its numbers, and no more are in flight than may be."""
    delivery = machine(parallel=parallel)
    delivery.add(Row(number, f"{lane}") for number, (lane, _) in enumerate(events))
    fails = {number for number, (_, fails) in enumerate(events) if fails}
    arrived: list[Row] = []
    now = 0.0
    while len(delivery):
        rows = delivery.ready(now)
        assert delivery.in_flight <= parallel
        for row in rows:
            if row.number in fails:
                fails.discard(row.number)
                fail(delivery, row, now)
            else:
                delivery.succeeded(row, now)
                arrived.append(row)
        now = max(now, delivery.due(now) or now)

    assert sorted(row.number for row in arrived) == list(range(len(events)))
    for lane in {row.lane for row in arrived}:
        numbers = [row.number for row in arrived if row.lane == lane]
        assert numbers == sorted(numbers)
