"""People and profiles (table J, without search): who and where are fixed at open, canonical, and checked each time."""

from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd_client import Client, MemorydError
from memoryd_client.messages import Failure

Look = Callable[[Client, str], str]

LOOKS: dict[str, Look] = {
    "block": lambda client, who: client.open_session(f"look {who}", context="gateway", principal=who).block,
    "read": lambda client, who: str(client.open_session("read", context="gateway", principal=who).read("user")),
    "preview": lambda client, who: client.show_session(context="gateway", principal=who).block,
    "refusal": lambda client, who: str(refusal(client, who)),
}


def refusal(client: Client, who: str) -> Failure:
    """What is said about an entry that is not there."""
    session = client.open_session("refused", context="gateway", principal=who)
    with pytest.raises(MemorydError) as caught:
        session.remove("user", "secret")
    return caught.value.failure()


@pytest.mark.parametrize("look", LOOKS)
def test_b85_what_one_person_said_is_shown_to_nobody_else(client: Client, look: str) -> None:
    """Not to another person, not to nobody, by whatever way of looking."""
    client.open_session("1", context="gateway", principal="u1").add("user", "secret A of u1")
    client.add("user", "secret of the owner")

    assert "secret A" not in (seen := LOOKS[look](client, "u2"))
    assert "secret of the owner" not in seen


@pytest.mark.parametrize("context", ["gateway", "api"])
def test_b85_nobody_in_particular_has_no_persons_file(client: Client, context: str) -> None:
    """Not even an empty one to write to."""
    client.add("user", "secret of the owner")
    session = client.open_session("1", context=context)  # type: ignore[arg-type]
    codes = []
    for act in (lambda: session.read("user"), lambda: session.add("user", "x")):
        with pytest.raises(MemorydError) as caught:
            act()
        codes.append(caught.value.code)

    assert codes == ["no_principal", "no_principal"]
    assert "secret" not in session.block


@pytest.mark.parametrize(
    ("one", "other"),
    [("u1", "U1"), ("ß", "ss"), ("Ⅳ", "IV"), ("a/b", "a%2fb"), ("a", "a."), ("..", "."), ("ﬁ", "fi"), ("İ", "i̇")],
)
def test_names_that_some_file_system_takes_for_one_are_two_people(client: Client, one: str, other: str) -> None:
    """Neither sees the other's."""
    client.add("user", "mine", principal=one)
    client.add("user", "theirs", principal=other)

    assert client.read("user", principal=one).entries == ("mine",)
    assert client.read("user", principal=other).entries == ("theirs",)


def test_profiles_have_people_of_their_own(client: Client, home: Path) -> None:
    """The same name in two profiles is two files."""
    (home / "profiles" / "work").mkdir(parents=True)
    client.add("user", "at home", principal="u1")
    work = client.open_session("1", context="gateway", profile="work", principal="u1")

    assert work.block == ""
    work.add("user", "at work")
    assert client.read("user", principal="u1").entries == ("at home",)
    assert client.read("user", principal="u1", profile="work").entries == ("at work",)


def test_the_home_of_a_profile_is_that_profile(client: Client, home: Path) -> None:
    """A client whose home is a profile's directory acts in it, in sessions too."""
    (home / "profiles" / "work").mkdir(parents=True)
    with Client(home / "profiles" / "work") as at_work:
        at_work.open_session("1", context="cli").add("memory", "at work")

    assert client.read("memory").entries == ()
    assert client.read("memory", profile="work").entries == ("at work",)
