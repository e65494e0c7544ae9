"""Each call of each way of publishing, made to fail in every way that the kernel knows, or to be the last one."""

import pytest
from ordeal import SCENARIOS, observations
from table import methods, rendered, written

CALLS = ("create", "write", "set_times", "fsync", "open_read", "fstat", "close", "exchange", "lease", "stat", "unlink")
CALLS_OF = {
    "exchange": CALLS,
    "new file": (*CALLS, "rename_new"),
    "in place": (*CALLS, "open_write", "read", "reserve", "overwrite"),
    "two files": CALLS,
}


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "method"), [(name, method) for name in SCENARIOS for method in CALLS_OF[name]])
def test_after_any_fault_the_answer_is_true_and_all_goes_on(scenario: str, method: str) -> None:
    """The file is old or new as the caller was told; reads, the resend and the next edit work; nothing is left over."""
    seen = observations(scenario, method)

    assert [complaint for one in seen for complaint in one.complaints()] == []
    assert all(one.reached for one in seen if not one.ended), "a fault that strikes nothing proves nothing"


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_call_of_a_publication_is_made_to_fail(scenario: str) -> None:
    """A call that is new in the publication needs its faults here."""
    known = {*CALLS_OF[scenario], "unlease"}

    assert set(methods(scenario)) <= known


@pytest.mark.slow
def test_a_file_that_keeps_failing_does_not_stop_the_other() -> None:
    """Of two files in one cycle, the one whose disk is sound is written."""
    seen = observations("two files", "fsync")

    assert {one.other for one in seen if one.fault.kind == "errno" and one.fault.point.what == "temp file"} == {"ok"}


@pytest.mark.slow
def test_the_page_tells_what_was_observed() -> None:
    """If not: ``python tests/faults/table.py --write``."""
    assert written() == rendered()
