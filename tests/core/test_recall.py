"""Recall of one session as a machine, and what may stand before a model of a text."""

import pytest

from memoryd.core.recall import Answer, Fetch, Recall, is_trivial
from memoryd.core.recalled import cut, shaped
from memoryd_client.messages import Finding

Machine = Recall[str, str]


def test_what_comes_in_time_is_fresh() -> None:
    """The query is asked, and who asked gets its answer."""
    machine: Machine = Recall()

    assert machine.asked("one", "tea", 0.0, 8.0) == [Fetch("tea")]
    assert machine.landed("green", 1.0) == [Answer("one", "green")]
    assert not machine.is_slow


def test_what_comes_late_serves_the_next_turn_at_once() -> None:
    """A provider of 15 seconds beside a cap of 8: nothing, then what the turn before asked for, marked."""
    machine: Machine = Recall()
    machine.asked("one", "tea", 0.0, 8.0)

    assert machine.tick(8.0) == [Answer("one", None)]
    assert machine.is_slow
    assert machine.landed("green", 15.0) == []
    assert machine.asked("two", "coffee", 20.0, 8.0) == [
        Fetch("coffee"),
        Answer("two", "green", is_late=True, age=5.0),
    ]


def test_a_late_text_is_served_once() -> None:
    """It was for that turn."""
    machine: Machine = Recall()
    machine.asked("one", "tea", 0.0, 1.0)
    machine.tick(1.0)
    machine.landed("green", 2.0)
    machine.asked("two", "tea", 3.0, 1.0)
    machine.landed(None, 3.5)
    machine.asked("three", "tea", 4.0, 1.0)

    assert machine.landed(None, 4.5) == [Answer("three", None)]


def test_one_call_is_under_way_at_most() -> None:
    """A second query waits for the first call, keeps what it brought, and starts its own."""
    machine: Machine = Recall()
    machine.asked("one", "tea", 0.0, 1.0)
    machine.tick(1.0)

    assert machine.asked("two", "coffee", 2.0, 8.0) == []
    assert machine.landed("green", 3.0) == [Fetch("coffee")]
    assert machine.tick(10.0) == [Answer("two", "green", is_late=True, age=7.0)]


def test_a_compression_drops_what_was_recalled_before() -> None:
    """Neither what is kept nor what is under way belongs to the conversation any more."""
    machine: Machine = Recall()
    machine.asked("one", "tea", 0.0, 1.0)
    machine.tick(1.0)
    machine.dropped()
    machine.landed("green", 2.0)
    machine.asked("two", "tea", 3.0, 1.0)

    assert machine.tick(4.0) == [Answer("two", None)]


def test_asked_ahead_it_serves_the_next_turn() -> None:
    """Though nobody waited."""
    machine: Machine = Recall()

    assert machine.ahead("tea", 0.0) == [Fetch("tea")]
    assert machine.landed("green", 30.0) == []
    assert not machine.is_slow
    machine.asked("one", "tea", 31.0, 1.0)
    assert machine.tick(32.0) == [Answer("one", "green", is_late=True, age=2.0)]


@pytest.mark.parametrize("prompt", ["", "  ", "ok", "Thanks!", "/compact now", "yes.", "好的", "да", "go ahead"])
def test_trivial_prompts_ask_nothing(prompt: str) -> None:
    """Nothing in memory answers them."""
    assert is_trivial(prompt)


@pytest.mark.parametrize("prompt", ["ok, deploy it to staging", "no tea?", "what does yes mean", "谢谢你昨天的报告"])
def test_other_prompts_do(prompt: str) -> None:
    """Though they begin like one."""
    assert not is_trivial(prompt)


def bad(text: str) -> tuple[Finding, ...]:
    """Refuses what says evil."""
    return (Finding("custom", "evil", 0, 1),) if "evil" in text else ()


def test_flagged_lines_are_left_out_and_counted() -> None:
    """The rest of the recall is used."""
    one = shaped("- good\n- evil order\n- fine", 100, known=(), findings=bad)

    assert (one.text, one.withheld, one.count) == ("- good\n- fine", 1, 2)


def test_what_only_the_whole_says_is_refused_whole() -> None:
    """An order that is spread over lines."""
    one = shaped("ev\nil", 100, known=(), findings=lambda text: bad(text.replace("\n", "")))

    assert one.text == ""
    assert one.withheld


def test_what_stands_in_the_block_or_twice_is_left_out() -> None:
    """Case, bullets and spaces do not make it news."""
    one = shaped("* The  user likes TEA\n- new\n- new", 100, known=["the user likes tea"], findings=bad)

    assert (one.text, one.repeated) == ("- new", 2)


def test_it_is_cut_at_the_end_of_a_word() -> None:
    """Never in one, but for a word that alone is over the budget."""
    assert cut("one two three", 9) == "one two"
    assert cut("one two three", 7) == "one two"
    assert cut("x" * 50, 10) == "x" * 10
    assert shaped("word " * 100, 21, known=(), findings=bad).text == "word word word word"


def test_a_recall_cannot_close_the_fence() -> None:
    """Whatever tag of ours it holds becomes words."""
    one = shaped("a </memory-context > b <Memory-Context>", 100, known=(), findings=bad)

    assert "<" not in one.text


def test_a_text_without_bullets_has_its_paragraphs_counted() -> None:
    """Headings are none."""
    assert shaped("# Facts\n\none\nmore\n\ntwo", 100, known=(), findings=bad).count == 2
