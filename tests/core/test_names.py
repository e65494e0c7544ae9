"""Who a name means, and which directory is a person's."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core import names
from memoryd_client.errors import InvalidName

PEOPLE = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zs", "Zl", "Zp", "Mn")), min_size=1, max_size=64)


def folded(scope: str) -> str:
    """What a file system that folds case and normal forms makes of a name."""
    return unicodedata.normalize("NFD", scope).casefold()


@given(PEOPLE, PEOPLE)
def test_two_people_never_share_a_directory(one: str, other: str) -> None:
    """Not even on a file system that folds case and normal forms."""
    first, second = names.principal(one), names.principal(other)
    same = folded(names.principal_scope(first)) == folded(names.principal_scope(second))

    assert same == (first == second)


@given(PEOPLE)
def test_a_directory_is_one_plain_name(person: str) -> None:
    """Of characters that every file system has, no longer than any takes, and never a way up."""
    name = names.principal(person)
    kind, _, directory = names.principal_scope(name).partition("/")

    assert names.principal_of(directory) == ("" if "~" in directory else name)
    assert kind == "users"
    assert directory.isascii()
    assert "/" not in directory
    assert not directory.startswith(".")
    assert 0 < len(directory) <= 200


@pytest.mark.parametrize(
    ("person", "directory"),
    [
        ("ada", "ada"),
        ("Ada", "%41da"),
        ("u_12-3", "u_12-3"),
        ("a.b@example.org", "a.b%40example.org"),
        ("..", "%2e."),
        ("../x", "%2e.%2fx"),
        ("telegram/12", "telegram%2f12"),
        ("é", "%c3%a9"),
        ("a b", "a%20b"),
        ("a%20b", "a%2520b"),
    ],
)
def test_directories_can_be_read_by_people(person: str, directory: str) -> None:
    """Small letters and digits stay as they are, the rest is percent-encoded."""
    assert names.principal_scope(names.principal(person)) == f"users/{directory}"


def test_other_normal_forms_are_one_person() -> None:
    """Composed and decomposed accents are the same name."""
    assert names.principal("Rene\u0301") == names.principal("Ren\u00e9") == "Ren\u00e9"


def test_long_names_end_in_a_hash() -> None:
    """No encoding of a name that is allowed is too long for a file system, and no two are the same."""
    scopes = {names.principal_scope("ä" * count) for count in range(1, 129)}

    assert len(scopes) == 128
    assert max(map(len, scopes)) <= len("users/") + 200


@pytest.mark.parametrize(
    "given",
    [
        "\0",
        "a\0b",
        "a\nb",
        " a",
        "a ",
        "\u3000a",
        "a\u200bb",
        "\u202ea",
        "x" * 257,
        "ä" * 129,
        "\ud800",
        "a\u0301" + "\u0301" * 40,
    ],
    ids=repr,
)
def test_what_cannot_be_a_name_is_refused(given: str) -> None:
    """Before anything is looked up under it."""
    for read, field in ((names.principal, "principal"), (names.session_id, "session")):
        with pytest.raises(InvalidName) as caught:
            read(given)
        assert caught.value.details.field == field


def test_a_session_needs_a_name_and_a_person_may_be_nobody() -> None:
    """The empty principal is no principal; an empty session id is a mistake."""
    with pytest.raises(InvalidName):
        names.session_id("")

    assert names.principal("") == names.repository("") == ""


@pytest.mark.parametrize("given", ["/a/b/.git", "/a/b/.git/", "//a/b/.git", "/a/./c/../b/.git"])
def test_a_repository_has_one_spelling(given: str) -> None:
    """However its path is written, and so one directory."""
    assert names.repository(given) == "/a/b/.git"


@pytest.mark.parametrize("given", [".git", "a/.git", "/a\0", "/" + "x" * 4_096])
def test_what_cannot_be_a_repository_is_refused(given: str) -> None:
    """A relative path would mean another one in every directory."""
    with pytest.raises(InvalidName):
        names.repository(given)


def test_repositories_have_directories_of_their_own() -> None:
    """16 hex digits under ``repos``."""
    one, other = names.repository_scope("/a/.git"), names.repository_scope("/b/.git")

    assert one != other
    assert one.startswith("repos/")
    assert len(one) == len("repos/") + 16


@pytest.mark.parametrize("directory", ["%", "%4", "%zz", "%ff", "Ada", "%61", ".x", "a~b", "é", "a b"])
def test_a_directory_of_another_making_is_nobodys(directory: str) -> None:
    """It is not spelled as ours are."""
    assert names.principal_of(directory) == ""
