"""File format and external edits (table B): any bytes end in a visible state, and a write changes what it names.

Each test bears the id of the case that it retells and goes through the kind of it.
"""

import errno
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from memories import DOORS, TEXTLESS, copies, doors_that_exist, held, join, path_of, put, seen

from memoryd.store.syscalls import Disk
from memoryd.testing import running_daemon
from memoryd_client import Client, MemorydError
from memoryd_client.errors import BudgetExceeded, InvalidText, ReadFailed, Unreadable
from memoryd_client.messages import Edited, Proposed

BREAKERS = [
    "Deploy checklist:\n§\nrun the migration first",
    "tail\n§",
    "§\nhead",
    "§",
    "a\r§\rb",
    "a\r\n§\r\nb",
    "a\n  § \t\nb",
    "a\n\u3000§\u00a0\nb",
    "a\n\ufeff§\nb",
]

HARMLESS = [
    "§ 12 of the lease ends in May",
    "see §§ 3 and 4",
    "a § b",
    "ends with §",
    "\u00a0§\u00a0 as a word",
    "a\u2028§\u2028b",
]


def test_b10_the_doors_that_are_tried_are_all_doors_that_exist() -> None:
    """A door that comes later must join these tests."""
    assert {name.partition(" ")[0] for name in DOORS} | set(TEXTLESS) == doors_that_exist()


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("text", BREAKERS)
def test_b10_b11_a_text_with_a_separator_line_is_refused_at_every_door(
    client: Client, home: Path, door: str, text: str
) -> None:
    """Before a byte is written, whatever ends its lines and surrounds its separator."""
    client.add("memory", "an entry that is there")
    before = held(home)
    with pytest.raises(InvalidText, match="§"):
        DOORS[door](client, "memory", text)

    assert held(home) == before


def test_b10_b11_what_was_accepted_reads_back_after_a_restart(home: Path) -> None:
    """Whatever texts were added, in one or several edits, with whatever line ends."""
    texts = [*HARMLESS, "line\nline", "windows\r\nlines", "old\rmac", "  stripped \n", "tail\n\n§ tail"]
    with running_daemon(home), Client(home) as client:
        for text in texts:
            client.add("memory", text)
        acknowledged = client.read().entries
    with running_daemon(home), Client(home) as client:
        assert client.read().entries == acknowledged
        assert len(acknowledged) == len(texts)
        client.add("memory", "beta")
    with running_daemon(home), Client(home) as client:
        assert client.read().entries == (*acknowledged, "beta")


# --- line ends, byte order marks, spacing -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"one\r\n\xc2\xa7\r\ntwo\r\n\xc2\xa7\r\nthree", b"one\r\n\xc2\xa7\r\n2\r\n\xc2\xa7\r\nthree"),
        (b"one\r\n\xc2\xa7\r\ntwo\r\n\xc2\xa7\r\nthree\r\n", b"one\r\n\xc2\xa7\r\n2\r\n\xc2\xa7\r\nthree\r\n"),
        (b"one\n\xc2\xa7\ntwo\n\xc2\xa7\nthree\n", b"one\n\xc2\xa7\n2\n\xc2\xa7\nthree\n"),
        (b"a\r\nb\n\xc2\xa7\ntwo\n\xc2\xa7\nthree", b"a\r\nb\n\xc2\xa7\n2\n\xc2\xa7\nthree"),
        (b"a\rb\n\xc2\xa7\ntwo\n\xc2\xa7\nthree", b"a\rb\n\xc2\xa7\n2\n\xc2\xa7\nthree"),
        (b"a\nb\r\n\xc2\xa7\r\ntwo\r\n\xc2\xa7\r\nthree", b"a\nb\r\n\xc2\xa7\r\n2\r\n\xc2\xa7\r\nthree"),
    ],
    ids=["crlf", "crlf-final", "lf-final", "crlf-inside", "cr-inside", "lf-inside"],
)
def test_b12_only_the_named_entry_changes_its_bytes(home: Path, before: bytes, after: bytes) -> None:
    """Neither the file's line ends nor those inside other entries are touched."""
    put(home, before)
    with running_daemon(home), Client(home) as client:
        assert len(client.read().entries) == 3
        client.replace("memory", "two", "2")

    assert held(home) == after


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_b12_new_lines_are_written_in_the_style_of_the_file(home: Path, newline: str) -> None:
    """A new entry with several lines, sent with whatever line ends, looks like its neighbours."""
    put(home, f"one{newline}§{newline}two")
    with running_daemon(home), Client(home) as client:
        client.add("memory", "first\nsecond\r\nthird")

    assert held(home) == newline.join(["one", "§", "two", "§", "first", "second", "third"]).encode()


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf"])
@pytest.mark.parametrize("text", ["prefers dark mode\n§\nuses vim", "prefers dark mode\r\n§\r\nuses vim\r\n"])
def test_b14_a_byte_order_mark_is_no_part_of_the_first_entry(home: Path, mark: bytes, text: str) -> None:
    """It matches by its text, is noted, and the mark is gone with the next write."""
    put(home, mark + text.encode())
    with running_daemon(home), Client(home) as client:
        content = client.read()
        assert content.entries == ("prefers dark mode", "uses vim")
        assert content.state == "parsed"
        assert any("byte order mark" in note for note in content.notes)
        reply = client.replace("memory", "prefers dark mode", "prefers light mode")
        assert reply.effects[0].discarded == "prefers dark mode"

    assert held(home) == text.replace("dark", "light").encode()


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b"caf\xe9 mode\n\xc2\xa7\nsecond", 3),
        (b"\xef\xbb\xbfcaf\xe9", 6),
        ("text".encode("utf-16"), 0),
        (b"fine\n\xc2\xa7\ncut \xe2\x82", 12),
        (b"\x00\xff", 1),
    ],
)
@pytest.mark.parametrize("target", ["memory", "user"])
def test_b15_what_is_not_text_is_unreadable_and_never_empty(home: Path, target: str, data: bytes, offset: int) -> None:
    """The file stays untouched, the place is named, writes are refused, and the last good copy is served, marked."""
    put(home, "last good\n§\nsecond", target)
    with running_daemon(home), Client(home) as client:
        good = client.read(target)
        put(home, data, target)
        content = seen(client, lambda now: now.state == "unreadable", target)
        assert content.entries == good.entries
        assert any(f"offset {offset}" in note for note in content.notes)
        for door in DOORS.values():
            with pytest.raises(Unreadable, match=f"offset {offset}") as caught:
                door(client, target, "x")
            assert caught.value.details.path == str(path_of(home, target))
        with pytest.raises(Unreadable):
            client.remove(target, "second")
        files = {file.target: file.state for file in client.status().files}
        assert files[target] == "unreadable"
        assert held(home, target) == data
        put(home, "repaired", target)
        client.add(target, "x")
        assert client.read(target).entries == ("repaired", "x")


def test_b15_an_unreadable_file_at_start_is_not_an_empty_memory(home: Path) -> None:
    """Without a good copy there is nothing to show, but the state says why."""
    data = put(home, b"caf\xe9 mode")
    with running_daemon(home), Client(home) as client:
        assert client.read().state == "unreadable"
        with pytest.raises(Unreadable):
            client.add("memory", "x")

    assert held(home) == data


class Unopenable(Disk):
    """A disk on which some files cannot be opened."""

    def __init__(self) -> None:
        self.name = ""
        self.error = 0

    def open_read(self, path: str) -> int:
        """Fail as told."""
        if self.name and os.path.basename(path) == self.name:
            raise OSError(self.error, os.strerror(self.error), path)
        return super().open_read(path)


@pytest.mark.parametrize("code", [errno.EACCES, errno.EIO, errno.EMFILE, errno.ENOMEM])
@pytest.mark.parametrize("target", ["memory", "user"])
def test_b16_only_no_such_file_means_empty(home: Path, target: str, code: int) -> None:
    """Any other failure to read refuses writes and leaves the file byte-identical, also at the first look."""
    data = put(home, "one\n§\ntwo", target)
    disk = Unopenable()
    disk.name, disk.error = path_of(home, target).name, code
    with running_daemon(home, disk=disk), Client(home) as client:
        with pytest.raises(ReadFailed, match=os.strerror(code)) as caught:
            client.add(target, "x")
        assert caught.value.details.path == str(path_of(home, target))
        assert client.read(target).state == "read_failed"
        assert held(home, target) == data
        disk.name = ""
        client.add(target, "x")
        assert client.read(target).entries == ("one", "two", "x")


@pytest.mark.parametrize("code", [errno.EACCES, errno.EIO, errno.EMFILE])
def test_b16_a_file_that_was_replaced_by_one_that_cannot_be_read(home: Path, code: int) -> None:
    """What was known of the file before it must not be written over it."""
    put(home, "one")
    disk = Unopenable()
    with running_daemon(home, disk=disk), Client(home) as client:
        assert client.read().entries == ("one",)
        disk.name, disk.error = "MEMORY.md", code
        data = put(home, "from another machine")
        with pytest.raises(ReadFailed):
            client.add("memory", "x")
        assert held(home) == data


WITHOUT_PERMISSIONS = """
import os, sys
from pathlib import Path
from memoryd.testing import running_daemon
from memoryd_client import Client
from memoryd_client.errors import ReadFailed

with running_daemon() as home, Client(home) as client:
    client.add("memory", "loads every module that is needed")
home, target = Path(sys.argv[1]), sys.argv[2]
if os.geteuid() == 0:  # the superuser may read every file
    os.setgid(65534)
    os.setuid(65534)
path = home / "memories" / f"{target.upper()}.md"
path.parent.mkdir(parents=True)
path.write_bytes(b"one")
with running_daemon(home), Client(home) as client:
    client.read(target)
    path.chmod(0)
    try:
        client.add(target, "x")
    except ReadFailed as error:
        print(error.code)
    path.chmod(0o600)
    assert path.read_bytes() == b"one"
    client.add(target, "x")
    assert client.read(target).entries == ("one", "x")
"""


@pytest.mark.slow
@pytest.mark.parametrize("target", ["memory", "user"])
def test_b16_a_file_without_permissions_is_left_alone(target: str) -> None:
    """Also if the daemon has it open already: whoever takes the permissions away means it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as parent:
        os.chmod(parent, 0o777)  # noqa: S103 - for whoever has no rights
        done = subprocess.run(
            [sys.executable, "-c", WITHOUT_PERMISSIONS, f"{parent}/home", target],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=False,
            text=True,
        )

    assert (done.stdout.split(), done.returncode) == (["read_failed"], 0), done.stderr


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["directory", "fifo"])
def test_b16_what_is_no_regular_file_is_not_read(home: Path, make: Callable[[Path], None]) -> None:
    """It is neither replaced nor waited for."""
    path = path_of(home)
    path.parent.mkdir(parents=True)
    make(path)
    kind = stat.S_IFMT(path.lstat().st_mode)
    with running_daemon(home), Client(home) as client, pytest.raises(ReadFailed, match="not a regular file"):
        client.add("memory", "x")

    assert stat.S_IFMT(path.lstat().st_mode) == kind


@pytest.mark.parametrize(
    "text",
    [
        "one\n\n§\ntwo",
        "one\n§ \ntwo",
        "one\n§\ntwo\n\n",
        "one\n§\ntwo",
        "\n\n one \n\n \u3000§\t\n\n\ntwo  \n \n",
        "§\none\n§\n§\ntwo\n§",
        "one\r§\rtwo\r",
        "one\n§\r\ntwo",
    ],
)
def test_b17_spacing_that_a_person_can_type_is_tolerated(home: Path, text: str) -> None:
    """Every kind of write works afterwards, and no text is lost."""
    put(home, text)
    with running_daemon(home), Client(home) as client:
        assert client.read().entries == ("one", "two")
        client.add("memory", "three")
        client.replace("memory", "one", "1")
        client.remove("memory", "two")
        assert client.read().entries == ("1", "three")
    with running_daemon(home), Client(home) as client:
        assert client.read().entries == ("1", "three")


def test_b17_duplicates_in_a_file_count_once(home: Path) -> None:
    """They are noted; a selector of theirs is not ambiguous."""
    put(home, join("a", "b", "a", "c", "b"))
    with running_daemon(home), Client(home) as client:
        assert client.read().entries == ("a", "b", "c")
        assert any("duplicates" in note for note in client.read().notes)
        client.remove("memory", "a")
        assert client.read().entries == ("b", "c")


# --- one large entry --------------------------------------------------------------------------------------------------

SECTIONS = [f"## Part {number}\n- daily check {number}\n" + "- an item of the plan\n" * 12 for number in range(10)]
PLAIN_MARKDOWN = "\n".join(SECTIONS)


def test_b18_a_plain_markdown_file_is_shown_and_can_be_split(home: Path) -> None:
    """It is one entry over the limit: shown whole; an add names the way out; the split keeps a copy of everything."""
    data = put(home, PLAIN_MARKDOWN)
    with running_daemon(home), Client(home) as client:
        content = client.read()
        assert content.entries == (PLAIN_MARKDOWN.strip(),)
        assert content.state == "over_limit"
        with pytest.raises(BudgetExceeded, match="split") as caught:
            client.add("memory", "x")
        assert caught.value.details.command == "memoryctl split"
        assert held(home) == data

        proposed = client.split("memory")
        assert isinstance(proposed, Proposed)
        assert held(home) == data
        assert "".join("".join(proposed.entries).split()) == "".join(PLAIN_MARKDOWN.split())

        edited = client.split("memory", apply=True)
        assert isinstance(edited, Edited)
        assert client.read().entries == proposed.entries
        assert copies(home) == [data]
        assert any("copy" in note for note in edited.notes)
        reply = client.remove("memory", "daily check 3")
        assert reply.effects[0].discarded.startswith("## Part 3")


def test_b18_an_entry_over_the_limit_can_be_removed_as_a_whole_with_a_copy(home: Path) -> None:
    """It was a person's whole document."""
    data = put(home, PLAIN_MARKDOWN)
    with running_daemon(home), Client(home) as client:
        reply = client.remove("memory", "daily check 3")
        assert reply.effects[0].discarded == PLAIN_MARKDOWN.strip()

    assert copies(home) == [data]


def test_b19_repeated_refusals_make_no_copies(home: Path) -> None:
    """The same refused replace five times leaves file and disk as they are, and names entry and fix each time."""
    data = put(home, join("small", "x" * 3_000))
    with running_daemon(home), Client(home) as client:
        for _ in range(5):
            with pytest.raises(BudgetExceeded, match="split") as caught:
                client.replace("memory", "small", "larger than it was")
            assert caught.value.details.entries
            assert caught.value.details.command

    assert held(home) == data
    assert copies(home) == []


@pytest.mark.parametrize("length", [20, 2_500])
def test_b19_the_same_replace_five_times_keeps_one_copy_of_each_content(home: Path, length: int) -> None:
    """What was there before a large entry was replaced is kept once, however often somebody asks."""
    data = put(home, "x" * 3_000)
    with running_daemon(home), Client(home) as client:
        for number in range(5):
            reply = client.replace("memory", "xxx", "xxx" + "y" * length)
            assert reply.changed == (number == 0)
    kept = copies(home)

    assert kept.count(data) == 1
    assert len(set(kept)) == len(kept)


# --- nobody is locked out ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        "§\n§".encode(),
        b"\x00",
        "\u2028".encode(),
        b"one line without end",
        ("word " * 5_000).encode(),
        "\n§\n".join(f"entry {number}" for number in range(400)).encode(),
        "\ufeff".encode(),
        ("e" + "\u0301" * 200).encode(),
        b"# not ours\r\n\r\n* a list\r* with every\n* line end\r\n",
    ],
)
def test_b_whatever_a_person_leaves_in_the_file_can_be_used_or_removed(home: Path, data: bytes) -> None:
    """No text locks anybody out: it is read, an entry can be removed, and what is removed makes room."""
    put(home, data)
    with running_daemon(home), Client(home) as client:
        content = client.read()
        assert content.state in {"parsed", "over_limit"}
        if content.entries:
            client.rewrite("memory", [{"id": content.ids[0]}], content.digest)
            client.remove("memory", content.ids[0])
        client.add("memory", "there is room")
        assert client.read().entries == ("there is room",)


def test_b_a_removed_file_is_an_empty_memory(client: Client, home: Path) -> None:
    """Only "no such file" means empty, and it does mean that."""
    client.add("memory", "one")
    path_of(home).unlink()

    assert seen(client, lambda now: not now.entries).state == "parsed"
    client.add("memory", "two")
    assert held(home) == b"two"


@pytest.mark.parametrize(
    "append", ["\n§\nfrom a shell", "\n§\nfrom a shell\n", "\r\n§\r\nfrom a shell", "\n\n § \n\nfrom a shell\n\n"]
)
def test_b_a_line_appended_by_a_shell_is_an_entry(client: Client, home: Path, append: str) -> None:
    """Beside edits before and after it."""
    client.add("memory", "one")
    with path_of(home).open("ab") as file:
        file.write(append.encode())
    client.add("memory", "two")

    assert client.read().entries == ("one", "from a shell", "two")


def test_b_errors_are_errors_of_the_one_tree(client: Client, home: Path) -> None:
    """Each with a code, whatever bytes are in the way."""
    put(home, b"\xff")
    with pytest.raises(MemorydError) as caught:
        client.add("memory", "x")

    assert caught.value.code == "unreadable"
    assert isinstance(caught.value, OSError)
