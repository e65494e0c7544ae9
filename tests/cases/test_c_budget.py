"""Budget and matching (table C): one number for size, one entry or nothing for a selector, refusals that help.

Each test bears the id of the case that it retells and goes through the kind of it.
"""

import unicodedata
from pathlib import Path

import pytest
from memories import DOORS, TEXTLESS, doors_that_exist, held, join, path_of, put, seen

from memoryd.testing import running_daemon
from memoryd_client import Client, MemorydError
from memoryd_client.errors import BudgetExceeded, EntryAmbiguous, EntryNotFound
from memoryd_client.messages import Usage

NEAR = (
    "The user prefers short answers, with code first and explanations only where something is surprising or risky; "
    "no emoji, no apologies, and no summaries at the end"
)


# --- selectors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["replace", "remove", "batch"])
def test_b22_a_near_quote_is_never_applied(client: Client, home: Path, kind: str) -> None:
    """One comma off, six times: each refusal lists the entries with ids, names the nearest, and changes nothing."""
    client.batch("user", [{"action": "add", "content": text} for text in ("vim", NEAR, "lives in Bremen")])
    before, ids = held(home, "user"), client.read("user").ids
    wrong = NEAR.replace("answers,", "answers")
    for _ in range(6):
        with pytest.raises(EntryNotFound) as caught:
            {
                "replace": lambda: client.replace("user", wrong, "x"),
                "remove": lambda: client.remove("user", wrong),
                "batch": lambda: client.batch("user", [{"action": "remove", "old_text": wrong}]),
            }[kind]()
        details = caught.value.details
        assert tuple(one.id for one in details.entries) == ids
        assert details.nearest is not None
        assert details.nearest.id == ids[1]
        assert held(home, "user") == before
    client.replace("user", details.nearest.id, "short answers")

    assert client.read("user").entries == ("vim", "short answers", "lives in Bremen")


def test_b22_an_add_over_the_limit_says_by_how_much_and_what_is_there(client: Client, home: Path) -> None:
    """The figures are exact, and following them succeeds."""
    client.add("user", "u" * 1_370)
    before = held(home, "user")
    with pytest.raises(BudgetExceeded) as caught:
        client.add("user", "x" * 40)
    details = caught.value.details

    assert details.usage == Usage(1_370, 1_375)
    assert details.excess == 1_370 + 3 + 40 - 1_375
    assert [one.chars for one in details.entries] == [1_370]
    assert held(home, "user") == before
    client.batch(
        "user",
        [
            {"action": "replace", "old_text": details.entries[0].id, "content": "u" * (1_370 - details.excess)},
            {"action": "add", "content": "x" * 40},
        ],
    )
    assert client.read("user").usage.chars == 1_375


def test_b23_failures_of_one_client_do_not_affect_another(daemon: Path) -> None:
    """Nor its own next success."""
    with Client(daemon, agent="one") as one, Client(daemon, agent="two") as other:
        one.add("memory", "there")
        for _ in range(5):
            with pytest.raises(EntryNotFound):
                one.replace("memory", "absent", "x")
        assert other.add("memory", "ok").changed
        assert one.add("memory", "also ok").changed


@pytest.mark.parametrize(
    ("entries", "wanted"),
    [
        (("test", "echo-reply tests pass"), "test"),
        (("echo-reply tests pass", "test"), "test"),
        ((";", "alpha;beta"), ";"),
        (("a", "aa", "aaa"), "aa"),
        (("§ 1", "see § 1"), "§ 1"),
        (("line\nline", "line\nline\nline"), "line\r\nline"),
        (("café", "café menu"), unicodedata.normalize("NFD", "café")),
    ],
)
def test_b24_equality_with_a_whole_entry_wins_over_a_part(
    client: Client, entries: tuple[str, ...], wanted: str
) -> None:
    """Ambiguity exists among parts alone."""
    for text in entries:
        client.add("memory", text)
    chosen = client.remove("memory", wanted).effects[0].discarded

    assert chosen == unicodedata.normalize("NFC", wanted.replace("\r\n", "\n"))
    assert client.read().entries == tuple(text for text in entries if text != chosen)


def test_b24_a_part_of_several_entries_selects_none(client: Client, home: Path) -> None:
    """The refusal names exactly those, and an id of one of them selects it."""
    client.batch("memory", [{"action": "add", "content": text} for text in ("red apple", "pear", "green apple")])
    before, ids = held(home), client.read().ids
    for attempt in (
        lambda: client.remove("memory", "apple"),
        lambda: client.replace("memory", "apple", "fruit"),
        lambda: client.batch("memory", [{"action": "remove", "old_text": "apple"}]),
    ):
        with pytest.raises(EntryAmbiguous) as caught:
            attempt()
        assert tuple(one.id for one in caught.value.details.entries) == (ids[0], ids[2])
        assert held(home) == before

    assert client.remove("memory", ids[2]).effects[0].discarded == "green apple"


def test_b24_every_id_that_a_read_shows_selects_its_entry(client: Client) -> None:
    """Whatever texts the others have, ids among them."""
    client.add("memory", "plain")
    client.add("memory", f"about {client.read().ids[0]}")
    client.add("memory", "id:00000000")
    content = client.read()
    for entry, name in zip(content.entries, content.ids, strict=True):
        assert client.remove("memory", name).effects[0].discarded == entry

    assert client.read().entries == ()


@pytest.mark.parametrize("form", ["single", "batch", "by id"])
def test_b26_replace_takes_the_whole_entry_and_says_what_was_there(client: Client, form: str) -> None:
    """A part of an entry selects it; it is not a search and replace within it."""
    whole = "## A\na\n## B\nb\n## C\nc"
    client.add("memory", whole)
    old = client.read().ids[0] if form == "by id" else "## B\nb"
    if form == "batch":
        reply = client.batch("memory", [{"action": "replace", "old_text": old, "content": "## B\nB2"}])
    else:
        reply = client.replace("memory", old, "## B\nB2")

    assert client.read().entries == ("## B\nB2",)
    assert [effect.discarded for effect in reply.effects] == [whole]
    assert reply.effects[0].id == client.read().ids[0]


@pytest.mark.parametrize(
    "wanted",
    [
        unicodedata.normalize("NFD", "café menu"),
        "CAFÉ  MENU",
        "café\u00a0 menu.",
        "cafe\u0301\u00a0menu",
        "café\nmenu",
    ],
)
def test_b33_a_near_miss_is_offered_and_not_applied(client: Client, home: Path, wanted: str) -> None:
    """Spacing, case, normal form, a full stop: the refusal says so and gives the id that would do it."""
    client.batch("memory", [{"action": "add", "content": text} for text in ("other", "“café”  menu", "café  menu")])
    before = held(home)
    with pytest.raises(EntryNotFound, match="differs from it only") as caught:
        client.remove("memory", wanted)

    assert held(home) == before
    assert caught.value.details.nearest is not None
    assert client.remove("memory", caught.value.details.nearest.id).effects[0].discarded == "café  menu"


def test_b33_an_exact_match_comes_before_any_folding(client: Client) -> None:
    """What is there as it was written is what was meant."""
    client.batch("memory", [{"action": "add", "content": text} for text in ("it's so", "it\u2019s so", "It's so.")])

    assert client.remove("memory", "it\u2019s so").effects[0].discarded == "it\u2019s so"


# --- the one number ---------------------------------------------------------------------------------------------------


def test_b29_the_limit_is_exact_and_separators_count_three(client: Client) -> None:
    """Ten entries of 2,173 characters and nine separators are 2,200: they fit, and one character more does not."""
    texts = [f"{number}" * 217 for number in range(9)] + ["9" * 220]
    assert sum(map(len, texts)) == 2_173
    for text in texts:
        client.add("memory", text)

    assert client.read().usage == Usage(2_200, 2_200)
    assert len(join(*client.read().entries)) == 2_200
    with pytest.raises(BudgetExceeded) as caught:
        client.replace("memory", texts[0], texts[0] + "0")
    assert caught.value.details.excess == 1
    with pytest.raises(BudgetExceeded) as caught:
        client.add("memory", "x")
    assert caught.value.details.excess == 4


def test_b29_a_batch_is_judged_by_its_final_state(client: Client, home: Path) -> None:
    """In whatever order its operations come; an overflow in between is none."""
    client.add("memory", "a" * 100)
    client.add("memory", "b" * 2_087)
    assert client.read().usage.chars == 2_190
    add, remove = {"action": "add", "content": "c" * 110}, {"action": "remove", "old_text": "a" * 100}
    assert client.batch("memory", [add, remove]).usage.chars == 2_200
    before = held(home)
    with pytest.raises(BudgetExceeded):
        client.batch("memory", [{"action": "remove", "old_text": "c" * 110}, {"action": "add", "content": "d" * 111}])

    assert held(home) == before


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("👨\u200d👩\u200d👧", 5),
        ("e\u0301", 2),
        ("广西", 2),
        ("a\r\nb", 3),
        ("  padded \n", 6),
        ("\u0645\u06cc\u200c\u062e", 4),
    ],
)
def test_b29_code_points_are_counted_as_stored(client: Client, text: str, size: int) -> None:
    """Neither bytes nor graphemes, after line ends and surrounding space are settled."""
    assert client.add("memory", text).usage.chars == size
    assert client.read().usage.chars == size


def test_b29_a_text_of_full_width_fits_the_budget_in_characters(client: Client, home: Path) -> None:
    """A limit of 1,375 characters is not one of bytes."""
    client.add("user", "广" * 1_375)

    assert len(held(home, "user")) == 3 * 1_375
    with pytest.raises(BudgetExceeded):
        client.add("user", "西")


def test_b30_over_the_limit_everything_that_does_not_grow_is_allowed(home: Path) -> None:
    """The state is shown, nothing is cut, an add is refused by its exact excess, and memory can shrink back."""
    put(home, join("a" * 2_000, "b" * 1_000, "c" * 455), "user")
    config = "[targets.user]\nlimit = 2500\n"
    with running_daemon(home, config=config), Client(home) as client:
        content = client.read("user")
        assert (content.state, content.usage) == ("over_limit", Usage(3_461, 2_500))
        assert [len(entry) for entry in content.entries] == [2_000, 1_000, 455]
        with pytest.raises(BudgetExceeded) as caught:
            client.add("user", "new")
        assert caught.value.details.excess == 3_461 + 3 + 3 - 2_500
        with pytest.raises(BudgetExceeded):
            client.replace("user", "ccc", "c" * 456)
        assert client.replace("user", "ccc", "d" * 455).usage.chars == 3_461
        assert client.replace("user", "ddd", "d" * 255).usage.chars == 3_261
        assert client.add("user", "d" * 255).changed is False
        assert client.batch("user", [{"action": "add", "content": "n"}, {"action": "remove", "old_text": "ddd"}])
        assert client.remove("user", "bbb").usage.chars == 2_004
        assert client.read("user").state == "parsed"
        assert client.add("user", "new").changed


def test_b31_the_doors_that_are_tried_are_all_doors_that_exist() -> None:
    """A door that comes later must join these tests."""
    assert {name.partition(" ")[0] for name in DOORS} | set(TEXTLESS) == doors_that_exist()


@pytest.mark.parametrize("door", DOORS)
def test_b31_every_door_has_the_same_limit(client: Client, home: Path, door: str) -> None:
    """What is one character too much is refused alike and changes nothing; what fits exactly passes."""
    client.add("memory", "there")
    client.add("memory", "f" * 1_000)
    left = 2_200 - 1_000 - 3 - (0 if "replace" in door else 8)
    before = held(home)
    with pytest.raises(BudgetExceeded) as caught:
        DOORS[door](client, "memory", "x" * (left + 1))

    assert caught.value.details.excess == 1
    assert caught.value.details.usage == Usage(1_008, 2_200)
    assert held(home) == before
    assert DOORS[door](client, "memory", "x" * left).usage == Usage(2_200, 2_200)


def test_b31_an_outside_edit_over_the_limit_is_adopted_and_then_only_shrinks(client: Client, home: Path) -> None:
    """It is a person's file: nothing is dropped or cut, the state says so, and no door lets it grow."""
    client.add("memory", "there")
    with path_of(home).open("ab") as file:
        file.write(b"\n\xc2\xa7\n" + b"p" * 3_000)
    content = seen(client, lambda now: len(now.entries) == 2)

    assert (content.state, content.usage.chars) == ("over_limit", 3_008)
    for door in DOORS.values():
        with pytest.raises(BudgetExceeded):
            door(client, "memory", "more than was there")
    assert held(home) == b"there\n\xc2\xa7\n" + b"p" * 3_000


def test_b31_a_split_of_what_is_over_the_limit_only_cuts(home: Path) -> None:
    """It may add separators, and nothing else."""
    text = "\n".join(f"## {number}\n" + f"{number} " * 150 for number in range(10))
    put(home, text)
    with running_daemon(home), Client(home) as client:
        client.split("memory", apply=True)
        entries = client.read().entries

    assert len(entries) == 10
    assert "".join("".join(entries).split()) == "".join(text.split())


def test_b32_every_reply_carries_the_live_number(client: Client) -> None:
    """Edit, read, status and refusal agree, before and after a batch that halves the memory."""
    for number in range(10):
        client.add("memory", f"{number}" * 200)
    digests = set()
    for operations in (
        [{"action": "add", "content": "x" * 100}],
        [{"action": "remove", "old_text": f"{number}" * 200} for number in range(6)],
        [{"action": "add", "content": "x" * 100}],
    ):
        reply = client.batch("memory", operations)
        content = client.read()
        (status,) = (file for file in client.status().files if file.target == "memory")
        with pytest.raises(MemorydError) as caught:
            client.add("memory", "y" * 5_000)
        assert reply.usage == content.usage == status.usage == caught.value.details.usage
        assert reply.digest == content.digest == status.digest
        assert reply.usage.chars == len(join(*content.entries))
        digests.add(reply.digest)

    assert len(digests) == 2


def test_b32_nothing_is_evicted_to_make_room(client: Client) -> None:
    """However often an add is refused, what is there stays there."""
    client.add("memory", "old" * 700)
    for number in range(5):
        with pytest.raises(BudgetExceeded):
            client.add("memory", f"{number}" * 500)

    assert client.read().entries == ("old" * 700,)
