"""What a search finds, in what order, and what it says of what it does not show."""

import dataclasses

import pytest
from archive_world import World

from memoryd.archive import retrieval
from memoryd.archive.index import current, file
from memoryd.archive.recording import Recording, Said, Whose
from memoryd_client.errors import UnknownSession

TEXTS = {
    "cjk": "我们去广西桂林旅游",
    "mixed": "修改youer服务端的计划",
    "path": "see gateway/run.py and user@host, 50% of .env",
    "code": "C:\\Users\\me> rm -rf build; getUserName(x)",
    "note": "it's TODO: fix the wrong-book before group-commit",
    "thai": "ไปเที่ยวเชียงใหม่",
    "arabic": "كتبت رسالة إلى المدير",
    "hindi": "मुझे हिन्दी किताबें पसंद हैं",
    "accents": "Ångström's café in Zürich",
}


@pytest.fixture(params=["indexed", "not indexed"])
def scripts(world: World, request: pytest.FixtureRequest) -> World:
    """One session of each kind, in the index or not yet."""
    for name, text in TEXTS.items():
        world.say(name, "hello", text, "bye")
    if request.param == "indexed":
        world.index()
    return world


@pytest.mark.parametrize(
    ("query", "session"),
    [
        ("广西", "cjk"),
        ("桂", "cjk"),
        ("广西 OR 桂林", "cjk"),
        ("youer", "mixed"),
        ("服务端 计划", "mixed"),
        ("修改youer服务端", "mixed"),
        ("gateway/run.py", "path"),
        ("user@host", "path"),
        ("50%", "path"),
        (".env", "path"),
        ("C:\\Users", "code"),
        ("rm -rf", "code"),
        ("username", "code"),
        ("user name", "code"),
        ("it's", "note"),
        ("TODO: fix", "note"),
        ("错题本 OR wrong-book OR mistakes", "note"),
        ("group-commit?", "note"),
        ("fixes, committing", "note"),
        ("เชียงใหม่", "thai"),
        ("رسائل المدير", "arabic"),
        ("किताब", "hindi"),
        ("angstrom", "accents"),
        ("CAFÉ", "accents"),
        ("zuri", "accents"),
        ("ngstr", "accents"),
    ],
)
def test_what_contains_the_words_is_found_first(scripts: World, query: str, session: str) -> None:
    """In every script and mix, the same from the index and from what is not in it yet."""
    assert scripts.found(query)[0] == session


@pytest.mark.parametrize("query", ["%", "->", "(x)", '"', "@"])
def test_punctuation_alone_is_looked_for_as_it_stands(world: World, query: str) -> None:
    """It is not indexed, and found all the same."""
    world.say("other", "nothing of that")
    world.say("session", 'a -> b (x) 5% @ "c"')
    world.index()

    assert world.found(query) == ["session"]


def test_a_hit_has_the_match_what_is_around_it_and_both_ends(world: World) -> None:
    """Real messages, whole or with what was cut counted."""
    world.say("s", "first", "second", *[f"filler {at}" for at in range(5)], "the needle is here", "x" * 5_000, "last")
    world.index()

    (hit,) = world.search("needle", window=1).hits

    assert (hit.message, hit.snippet, hit.missing) == (7, "the **needle** is here", ())
    assert [one.id for one in hit.window] == [6, 7, 8]
    assert (len(hit.window[2].text), hit.window[2].cut) == (2_000, 3_000)
    assert [one.text for one in hit.opening] == ["first", "second"]
    assert [one.text for one in hit.ending] == ["last"]


def test_the_whole_query_comes_before_parts_of_it(world: World) -> None:
    """Also where a part occurs oftener; what is missing is named."""
    world.say("part", "docker docker docker docker")
    world.say("whole", "a long text about many things, one of which is docker and another the network of the house")
    world.index()

    hits = world.search("docker network").hits

    assert [(hit.session.id, hit.missing) for hit in hits] == [("whole", ()), ("part", ("network",))]


def test_an_answer_is_found_by_its_question(world: World) -> None:
    """A message is understood from those around it."""
    world.say("right", "what is the password hint for the router?", "the name of our first dog", "thanks")
    world.say("wrong", "dogs have names", "cats, too")
    world.index()

    window = world.search("router password hint").hits[0].window

    assert "the name of our first dog" in [one.text for one in window]


def test_newer_wins_among_equals(world: World) -> None:
    """Recency breaks ties, and is the order if asked for."""
    for name in ("old", "middle", "new"):
        world.say(name, "the zebra crossed")
    world.say("best", "zebra")
    world.say("newest", "some zebra among a lot of other words of the same evening")
    world.index()

    assert world.found("zebra crossing")[:3] == ["new", "middle", "old"]
    assert world.found("zebra", newest_first=True)[0] == "newest"


def test_a_line_of_sessions_is_one_hit(world: World) -> None:
    """A session and those that continue it, in whatever order they came, are one; also over three generations."""
    world.say("grandchild", "zebra in the third", parent="child")
    world.say("child", "zebra in the second", parent="root")
    world.say("root", "zebra in the first")
    world.say("other", "zebra elsewhere")
    world.index()

    hits = world.search("zebra").hits

    assert sorted(hit.session.line for hit in hits) == ["other", "root"]
    assert next(hit.others for hit in hits if hit.session.line == "root") == 2


def test_people_come_before_automation(world: World) -> None:
    """What a timer said is found, below what people said."""
    world.say("job", "zebra zebra zebra", source="cron")
    world.say("person", "a longer remark in which a zebra is named among other things", source="cli")
    world.index()

    hits = world.search("zebra").hits

    assert [(hit.session.id, hit.session.automated) for hit in hits] == [("person", False), ("job", True)]


def test_filters_apply_before_the_limit(world: World) -> None:
    """Role, source, time and the asker's own session narrow what is ranked."""
    for number in range(30):
        world.say(f"noise{number}", "zebra zebra", source="telegram")
    wanted = world.say("wanted", "zebra once in a long sentence about the weather", role="assistant", source="cli")
    world.index()
    assert wanted.new

    assert world.found("zebra", limit=1, sources=("cli",)) == ["wanted"]
    assert world.found("zebra", limit=1, roles=("assistant",)) == ["wanted"]
    assert world.found("zebra", limit=1, after=1.7e9 + 30.5) == ["wanted"]
    assert "wanted" not in world.found("zebra", limit=50, before=1.7e9 + 30.5)
    assert "wanted" not in world.found("zebra", limit=50, without="wanted")


def test_a_date_in_the_query_means_the_time_of_the_message(world: World) -> None:
    """Messages of the day that a query names come before others with the same words."""
    for day, at in (("earlier", 1_683_000_000.0), ("that", 1_683_540_000.0), ("later", 1_690_000_000.0)):
        said = (Said("user", "we had lunch together", at),)
        world.transcripts.record(Recording(f"op {day}", day, Whose(), said))
    world.index()

    assert world.found("lunch on 8 May 2023")[0] == "that"


def test_very_common_words_say_that_they_are_bounded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest are ranked, the answer names the word, and nobody takes that for all there is."""
    monkeypatch.setattr(retrieval, "MOST_POSTINGS", 100)
    monkeypatch.setattr(retrieval, "LEAST_POSTINGS", 100)
    monkeypatch.setattr(file, "BLOCK", 50)
    for number in range(60):
        world.say(f"s{number}", *["a zebra"] * 20)
    world.index()

    found = world.search("zebra", limit=50)

    assert found.bounded == ("zebra",)
    assert found.notes
    assert {hit.session.id for hit in found.hits} <= {f"s{number}" for number in range(30, 60)}
    assert found.hits


def test_what_is_not_indexed_yet_is_searched_and_the_rest_counted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new message is found at once; what nobody looked at is said to be missing."""
    monkeypatch.setattr(current, "MOST_UNINDEXED", 10)
    world.say("old", *["a giraffe"] * 20)
    world.say("new", "a zebra")

    found = world.search("zebra")

    assert [hit.session.id for hit in found.hits] == ["new"]
    assert found.partial == 11
    world.index()
    assert world.search("giraffe").partial == 0
    assert world.found("giraffe") == ["old"]


def test_a_rewind_hides_and_a_restore_shows_again(world: World) -> None:
    """At once, before the index has heard of it, and after."""
    world.say("s", "keep the lion", "take back the zebra", "and the gnu")
    world.index()

    assert world.transcripts.rewind(Whose(), "s", 1) == 2
    assert (world.found("zebra"), world.found("lion")) == ([], ["s"])
    world.index()
    assert world.found("gnu") == []
    assert [one.text for one in world.scroll("s").messages] == ["keep the lion"]
    assert world.transcripts.restore(Whose(), "s", 1) == 2
    assert world.found("zebra") == ["s"]
    world.index()
    assert world.found("gnu") == ["s"]


def test_scrolling_shows_whole_messages_and_counts_the_rest(world: World) -> None:
    """Around a message, at the end, and past it."""
    world.say("s", *[f"message {number} {'x' * 3_000}" for number in range(30)])

    middle, end, beyond = world.scroll("s", 10, window=2), world.scroll("s", window=1), world.scroll("s", 999)

    assert [one.id for one in middle.messages] == [8, 9, 10, 11, 12]
    assert (middle.before, middle.after) == (8, 17)
    assert all(len(one.text) > 3_000 and not one.cut for one in middle.messages)
    assert [one.id for one in end.messages] == [27, 28, 29]
    assert beyond.messages[-1].id == 29


def test_browsing_lists_the_latest_first_and_goes_on(world: World) -> None:
    """With how each began."""
    for number in range(5):
        world.say(f"s{number}", f"opening {number}", "more", source="cli" if number % 2 else "cron")

    first = world.browse(limit=2)
    second = world.browse(limit=10, before=first.sessions[-1].latest)

    assert [one.id for one in first.sessions] == ["s4", "s3"]
    assert first.openings == ("opening 4", "opening 3")
    assert (first.more, second.more) == (True, False)
    assert [one.id for one in second.sessions] == ["s2", "s1", "s0"]
    assert [one.id for one in world.browse(sources=("cli",)).sessions] == ["s3", "s1"]


def test_nobody_finds_or_reads_what_is_somebody_elses(world: World) -> None:
    """Foreign and unknown sessions are the same: not found; their words do not change what others get."""
    one, other = Whose("", "u1"), Whose("", "u2")
    world.say("mine", "the secret zebra", whose=one)
    world.say("theirs", "an open zebra", whose=other)
    world.index()

    assert world.found("zebra", whose=one) == ["mine"]
    assert world.found("secret", whose=other) == []
    assert world.found("zebra") == []
    assert world.found("zebra", whose=dataclasses.replace(one, profile="work")) == []
    assert [one.id for one in world.browse(whose=other).sessions] == ["theirs"]
    with pytest.raises(UnknownSession) as foreign:
        world.scroll("mine", whose=other)
    with pytest.raises(UnknownSession) as unknown:
        world.scroll("nobody's", whose=other)
    assert str(foreign.value).replace("mine", "X") == str(unknown.value).replace("nobody's", "X").replace('"', "'")


def test_the_same_id_of_two_owners_is_two_sessions(world: World) -> None:
    """An id belongs to its owner."""
    world.say("s", "the zebra of one", whose=Whose("", "u1"))
    world.say("s", "the gnu of the other", whose=Whose("", "u2"))
    world.index()

    assert [one.text for one in world.scroll("s", whose=Whose("", "u2")).messages] == ["the gnu of the other"]
    assert world.found("zebra", whose=Whose("", "u2")) == []
