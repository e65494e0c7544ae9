"""Group commit: feed events, look at the instructions."""

from dataclasses import dataclass

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from memoryd.core.group import GATHERING_CYCLES, MAX_GATHERING, SWEEP_EVERY, Commit, Expire, Group


@dataclass(eq=False)
class Request:
    """A request as far as the machine looks at it."""

    name: str
    deadline: float = 0.0
    is_settled: bool = False

    def __repr__(self) -> str:
        return self.name


def requests(names: str, deadline: float = 0.0) -> list[Request]:
    """One for each letter."""
    return [Request(name, deadline) for name in names]


Instructions = list[Commit[str, Request] | Expire[Request]]


def submitted(group: Group[str, Request], file: str, request: Request, now: float) -> Instructions:
    """A request arrives by itself."""
    group.submitted(file, request)
    return group.tick(now)


def finished(
    group: Group[str, Request], now: float, took: float, answered: int, parked: tuple[str, ...]
) -> Instructions:
    """The cycle under way ends, and nothing else happens at that moment."""
    group.finished(now, took, answered, parked)
    return group.tick(now)


def unparked(group: Group[str, Request], file: str, now: float) -> Instructions:
    """A lock came, and nothing else at that moment."""
    group.unparked(file)
    return group.tick(now)


def test_a_request_that_comes_alone_is_committed_at_once() -> None:
    """There is nothing to wait for."""
    group: Group[str, Request] = Group()
    (a,) = requests("a")

    assert submitted(group, "f", a, 0.0) == [Commit({"f": [a]})]
    assert group.underway


def test_what_arrives_at_one_moment_is_committed_together() -> None:
    """The loop takes all of it in before it asks what to do."""
    group: Group[str, Request] = Group()
    a, b, c = requests("abc")
    group.submitted("f", a)
    group.submitted("g", b)
    group.submitted("f", c)

    assert group.tick(0.0) == [Commit({"f": [a, c], "g": [b]})]
    assert group.tick(0.0) == []


def test_what_arrives_during_a_commit_is_committed_together_and_in_order() -> None:
    """For all files in one cycle."""
    group: Group[str, Request] = Group()
    a, b, c, d = requests("abcd")
    submitted(group, "f", a, 0.0)

    assert submitted(group, "f", b, 0.1) == []
    assert submitted(group, "g", c, 0.2) == []
    assert submitted(group, "f", d, 0.3) == []
    assert group.due() is None
    assert finished(group, 1.0, 1.0, 1, ()) == []
    assert group.tick(1.0 + MAX_GATHERING) == [Commit({"f": [b, d], "g": [c]})]


def test_a_single_client_never_waits() -> None:
    """Each of its requests is committed at the moment it arrives."""
    group: Group[str, Request] = Group()
    for number in range(5):
        request = Request(str(number))
        assert submitted(group, "f", request, float(number)) == [Commit({"f": [request]})]
        assert finished(group, number + 0.5, 0.5, 1, ()) == []


def test_a_cycle_waits_for_the_clients_that_were_just_answered() -> None:
    """As soon as they all asked again it starts, without waiting for its time."""
    group: Group[str, Request] = Group()
    a, b, c, d = requests("abcd")
    submitted(group, "f", a, 0.0)
    submitted(group, "f", b, 0.0)
    finished(group, 0.010, 0.010, 1, ())

    assert submitted(group, "f", c, 0.0105) == [Commit({"f": [b, c]})]
    finished(group, 0.020, 0.010, 2, ())
    assert submitted(group, "f", d, 0.0205) == []
    assert group.due() == 0.020 + MAX_GATHERING
    assert group.tick(0.020 + 0.99 * MAX_GATHERING) == []
    assert group.tick(0.020 + 1.01 * MAX_GATHERING) == [Commit({"f": [d]})]


def test_quick_cycles_gather_for_a_short_time() -> None:
    """Waiting much longer than a commit takes would cost more than it gives."""
    group: Group[str, Request] = Group()
    a, b = requests("ab")
    submitted(group, "f", a, 0.0)
    submitted(group, "f", b, 0.0)
    finished(group, 1.0, 0.0001, 1, ())

    assert group.due() == 1.0 + GATHERING_CYCLES * 0.0001


def test_a_parked_file_delays_no_other() -> None:
    """Its requests wait by themselves until its lock came."""
    group: Group[str, Request] = Group()
    a, b, c, d = requests("abcd")
    submitted(group, "held", a, 0.0)
    finished(group, 0.1, 0.1, 0, ("held",))

    assert submitted(group, "held", b, 0.2) == []
    assert group.due() is None
    assert submitted(group, "free", c, 0.3) == [Commit({"free": [c]})]
    assert unparked(group, "held", 0.4) == []
    assert submitted(group, "held", d, 0.5) == []
    finished(group, 0.6, 0.3, 1, ())
    assert group.tick(0.7) == [Commit({"held": [b, d]})]


def test_an_unparked_file_goes_on_at_once_if_nothing_is_under_way() -> None:
    """Nobody else has to ask first."""
    group: Group[str, Request] = Group()
    a, b = requests("ab")
    submitted(group, "held", a, 0.0)
    finished(group, 0.1, 0.1, 0, ("held",))
    submitted(group, "held", b, 0.2)

    assert unparked(group, "held", 0.3) == [Commit({"held": [b]})]


def test_a_request_expires_at_its_deadline_wherever_it_waits() -> None:
    """Behind a commit, in a parked file, or in the commit itself: whoever holds it decides whether it is too late."""
    group: Group[str, Request] = Group()
    (a,), (b,), (c,) = requests("a", 5.0), requests("b", 3.0), requests("c")
    submitted(group, "f", a, 0.0)
    submitted(group, "f", b, 0.0)
    submitted(group, "f", c, 0.0)

    assert group.due() == 3.0
    assert group.tick(2.9) == []
    assert group.tick(3.0) == [Expire(b)]
    assert group.due() == 5.0
    assert group.tick(6.0) == [Expire(a)]
    assert group.due() is None
    assert group.tick(7.0) == []


def test_a_request_that_was_answered_does_not_expire() -> None:
    """Its deadline is nobody's business any more."""
    group: Group[str, Request] = Group()
    (a,) = requests("a", 5.0)
    submitted(group, "f", a, 0.0)
    a.is_settled = True
    finished(group, 0.1, 0.1, 1, ())

    assert group.tick(9.0) == []


def test_a_deadline_that_has_passed_expires_with_the_next_tick() -> None:
    """Which is due at once."""
    group: Group[str, Request] = Group()
    (a,), (b,) = requests("a"), requests("b", 1.0)
    submitted(group, "f", a, 2.0)
    group.submitted("f", b)

    assert group.due() == 1.0
    assert group.tick(2.0) == [Expire(b)]


def test_deadlines_of_answered_requests_are_forgotten() -> None:
    """A daemon that answers a million requests a minute does not keep them until they would have expired."""
    group: Group[str, Request] = Group()
    for number in range(2 * SWEEP_EVERY):
        request = Request(str(number), 1e9)
        submitted(group, "f", request, 0.0)
        request.is_settled = True
        if group.underway:
            finished(group, 0.0, 0.001, 1, ())

    assert len(group._deadlines) <= SWEEP_EVERY


class Committing(RuleBasedStateMachine):
    """Any clients, files, locks held elsewhere and moments; instructions are carried out as the store does."""

    files = ("f", "g", "h")

    def __init__(self) -> None:
        super().__init__()
        self.group: Group[str, Request] = Group()
        self.now = 0.0
        self.arrived: dict[str, list[Request]] = {file: [] for file in self.files}
        self.committed: dict[str, list[Request]] = {file: [] for file in self.files}
        self.under_way: dict[str, list[Request]] | None = None
        self.parked: dict[str, list[Request]] = {}
        self.expired: list[Request] = []
        self.count = 0

    def follow(self, instructions: list[Commit[str, Request] | Expire[Request]]) -> None:
        """Carry out what the machine says, as the service does."""
        for one in instructions:
            if isinstance(one, Expire):
                assert one.request.deadline <= self.now
                assert not one.request.is_settled
                one.request.is_settled = True
                self.expired.append(one.request)
            else:
                assert self.under_way is None, "two cycles at once"
                assert all(one.jobs.values()), "a file without requests"
                assert not set(one.jobs) & set(self.parked), "a parked file was committed"
                self.under_way = one.jobs

    @rule(file=st.sampled_from(files), patience=st.sampled_from([0.0, 0.001, 0.01, 5.0]))
    def submit(self, file: str, patience: float) -> None:
        """A client asks."""
        self.count += 1
        request = Request(f"{file}{self.count}", self.now + patience if patience else 0.0)
        self.arrived[file].append(request)
        alone = self.under_way is None and not any(self.group.waiting.values()) and self.group._expected <= 1
        self.group.submitted(file, request)
        instructions = self.group.tick(self.now)
        if alone and file not in self.parked:
            assert instructions == [Commit({file: [request]})], "a request without company waited"
        self.follow(instructions)

    @precondition(lambda self: self.under_way is not None)
    @rule(took=st.sampled_from([0.0001, 0.001, 0.1]), locked=st.sets(st.sampled_from(files)))
    def finish(self, took: float, locked: set[str]) -> None:
        """The cycle ends; some of its files turned out to be locked by another program."""
        jobs, self.under_way = self.under_way or {}, None
        parked = {file: requests for file, requests in jobs.items() if file in locked}
        self.parked |= parked
        answered = sum(self.answer(file, jobs[file]) for file in jobs if file not in parked)
        self.now += took
        self.group.finished(self.now, took, answered, parked)
        self.follow(self.group.tick(self.now))

    @precondition(lambda self: bool(self.parked))
    @rule(choice=st.integers(0, 2))
    def unlock(self, choice: int) -> None:
        """The other program lets go, and the file is committed by itself."""
        file = list(self.parked)[choice % len(self.parked)]
        self.answer(file, self.parked.pop(file))
        self.group.unparked(file)
        self.follow(self.group.tick(self.now))

    @rule(seconds=st.sampled_from([0.0005, 0.002, 1.0, 10.0]))
    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.now += seconds
        self.follow(self.group.tick(self.now))

    @rule()
    def wait_until_due(self) -> None:
        """The loop sleeps exactly until there is something to do."""
        due = self.group.due()
        if due is not None:
            self.now = max(self.now, due)
            self.follow(self.group.tick(self.now))
            again = self.group.due()
            assert again is None or again > self.now, "the loop would spin"

    def answer(self, file: str, requests: list[Request]) -> int:
        """Commit what still stands."""
        standing = [request for request in requests if not request.is_settled]
        for request in standing:
            request.is_settled = True
        self.committed[file].extend(requests)
        return len(standing)

    @invariant()
    def nothing_is_lost_and_order_is_kept(self) -> None:
        """For each file: committed, parked or under way, waiting, is the order of arrival of all but who gave up."""
        for file in self.files:
            under_way = (self.under_way or {}).get(file, [])
            waiting = self.group.waiting.get(file, [])
            line = [*self.committed[file], *self.parked.get(file, []), *under_way, *waiting]
            assert line == [one for one in self.arrived[file] if one in line or one not in self.expired]

    @invariant()
    def whoever_waits_has_a_reason(self) -> None:
        """A cycle under way, a lock held elsewhere, or company that is expected within a moment."""
        if self.under_way is not None:
            assert self.group.underway
            return
        ready = [file for file, requests in self.group.waiting.items() if requests and file not in self.parked]
        if ready:
            due = self.group.due()
            assert due is not None
            assert due <= self.now + MAX_GATHERING

    @invariant()
    def no_deadline_is_missed(self) -> None:
        """Whoever is not settled has its deadline watched."""
        for requests in self.arrived.values():
            for request in requests:
                if request.deadline and not request.is_settled:
                    due = self.group.due()
                    assert due is not None
                    assert due <= request.deadline


Committing.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestCommitting = pytest.mark.slow(Committing.TestCase)
