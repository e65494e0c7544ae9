"""Anthropic's memory tool over the daemon: its six commands on ``/memories``, as budgeted and scanned edits.

The tool believes in a directory of files that it may edit anywhere. Here there is one file for each target of the
session, and a file is a list of entries; what that cannot express is refused with the reason. A file is shown as it
stands on the disk: entries with a line ``§`` between them. The command names, argument names and the paths are those
of Anthropic's tool type ``memory_20250818``.
"""

from collections.abc import Mapping
from typing import Any

from memoryd_client._session import Session
from memoryd_client.errors import Conflict, InvalidRequest, MemorydError
from memoryd_client.messages import Content

TOOL: Mapping[str, str] = {"type": "memory_20250818", "name": "memory"}
"""What goes into the ``tools`` of a request to the API."""

ROOT = "/memories"
SEPARATOR = "\n§\n"
TRIES = 3
"""How often an edit is made again, on what is there by then, if another agent wrote between reading and writing."""

_FIELDS: Mapping[str, tuple[str, ...]] = {
    "view": ("path",),
    "create": ("path", "file_text"),
    "str_replace": ("path", "old_str", "new_str"),
    "insert": ("path", "insert_line", "insert_text"),
    "delete": ("path",),
    "rename": ("old_path", "new_path"),
}
_OPTIONAL = frozenset(("new_str", "view_range"))


class MemoryTool:
    """Carries out what a model asks of Anthropic's memory tool.

    Args:
        session: Whose targets are the files.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._files = {f"{ROOT}/{one.target.upper()}.md": one.target for one in session.targets}

    def call(self, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """Carry out one command; never raises for what a model asked.

        Args:
            arguments: The tool's input, with ``command`` and that command's fields.

        Returns:
            What goes into the tool result, and whether it is an error.
        """
        for attempt in range(TRIES):
            try:
                return self._carried_out(arguments), False
            except Conflict as error:
                if attempt + 1 == TRIES:
                    return f"Error ({error.code}): {error.message}", True
            except MemorydError as error:
                return f"Error ({error.code}): {error.message}", True
        raise AssertionError("the last try returns")

    def _carried_out(self, arguments: Mapping[str, Any]) -> str:
        given = _checked(arguments)
        match given.pop("command"):
            case "view":
                return self._view(given["path"], given.get("view_range"))
            case "create":
                return self._create(given["path"], given["file_text"])
            case "str_replace":
                return self._replace(given["path"], given["old_str"], given.get("new_str", ""))
            case "insert":
                return self._insert(given["path"], given["insert_line"], given["insert_text"])
            case "delete":
                return self._delete(given["path"])
        raise InvalidRequest(
            f"files cannot be renamed: {ROOT} holds {', '.join(self._files)}, and which there are a person sets; "
            "to move an entry, insert it into the other file, then remove it here"
        )

    # --- commands -----------------------------------------------------------------------------------------------------

    def _view(self, path: str, lines: object) -> str:
        if path.rstrip("/") == ROOT:
            shown = [f"{path}\t{usage.chars} of {usage.limit} characters" for path, usage in self._usages()]
            return "\n".join((f"{ROOT} holds:", *shown))
        text = _text(self._content(path)).split("\n")
        first, last = _range(lines, len(text))
        return "\n".join(f"{number:6}\t{line}" for number, line in enumerate(text[first - 1 : last], first))

    def _create(self, path: str, text: str) -> str:
        content = self._content(path)
        entries = _entries(text)
        if set(content.entries) - set(entries):
            raise InvalidRequest(
                f"{path} holds {len(content.entries)} entries that the new text does not keep; look at them with view, "
                "then change single ones with str_replace, or delete the file's content first with delete"
            )
        return self._written(path, content, entries)

    def _replace(self, path: str, old: str, new: str) -> str:
        content = self._content(path)
        text = _text(content)
        found = text.count(old) if old else 0
        if found != 1:
            raise InvalidRequest(
                f"old_str stands {found} times in {path}, it must stand there once; look at the file with view"
                if old
                else "old_str is empty; give the text to replace"
            )
        return self._written(path, content, _entries(text.replace(old, new)))

    def _insert(self, path: str, line: int, text: str) -> str:
        """A text that is inserted beside a separator, or at either end, becomes an entry; elsewhere a line of one."""
        content = self._content(path)
        before = _text(content).split("\n") if content.entries else []
        if not 0 <= line <= len(before):
            raise InvalidRequest(f"insert_line is {line}, {path} has {len(before)} lines", field="insert_line")
        above, below = before[:line], before[line:]
        inserted = text.strip("\n").split("\n")
        opens = not above or above[-1].strip() == "§" or not below or below[0].strip() == "§"
        around = ["§"] if opens else []
        lines = [*above, *(around if above else []), *inserted, *(around if below else []), *below]
        return self._written(path, content, _entries("\n".join(lines)))

    def _delete(self, path: str) -> str:
        content = self._content(path)
        self._session.rewrite(content.target, [], content.digest)
        return f"{path} is empty now; the file itself stays."

    # --- the files ----------------------------------------------------------------------------------------------------

    def _content(self, path: str) -> Content:
        target = self._files.get(path)
        if target is None:
            raise InvalidRequest(f"there is no file {path!r}; there are {', '.join(self._files)}", field="path")
        return self._session.read(target)

    def _usages(self) -> list[tuple[str, Any]]:
        return [(path, self._session.read(target).usage) for path, target in self._files.items()]

    def _written(self, path: str, content: Content, entries: list[str]) -> str:
        """Rewrite, keeping by its id what has not changed: also an entry that is shown as withheld."""
        ids = dict(zip(content.entries, content.ids, strict=True))
        kept = [{"id": ids[entry]} if entry in ids else entry for entry in entries]
        reply = self._session.rewrite(content.target, kept, content.digest)
        return f"{path} is saved: {reply.usage.chars:,} of {reply.usage.limit:,} characters."


def _checked(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a known command, each of its type."""
    given = {key: value for key, value in arguments.items() if value is not None}
    command = given.get("command")
    if not isinstance(command, str) or command not in _FIELDS:
        raise InvalidRequest(f"command is {command!r}; there are {', '.join(_FIELDS)}", field="command")
    known = {"command", *_FIELDS[command], *(("view_range",) if command == "view" else ())}
    for key, value in given.items():
        if key not in known:
            raise InvalidRequest(f"{command} has no field {key!r}; it has {', '.join(_FIELDS[command])}", field=key)
        wanted = int if key == "insert_line" else list if key == "view_range" else str
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise InvalidRequest(f"{key} must be {wanted.__name__}", field=key)
    for key in _FIELDS[command]:
        if key not in given and key not in _OPTIONAL:
            raise InvalidRequest(f"{command} needs {key}", field=key)
    return given


def _range(lines: object, count: int) -> tuple[int, int]:
    if lines is None:
        return 1, count
    if isinstance(lines, list) and len(lines) == 2 and all(isinstance(one, int) for one in lines):
        first, last = lines[0], count if lines[1] == -1 else lines[1]
        if 1 <= first <= last:
            return first, last
    raise InvalidRequest("view_range must be two line numbers, first and last, or -1 for the end", field="view_range")


def _text(content: Content) -> str:
    return SEPARATOR.join(content.entries)


def _entries(text: str) -> list[str]:
    """The entries of a file's text: its parts between lines that hold only ``§``, empty ones left out."""
    parts: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line.strip() == "§":
            parts.append([])
        else:
            parts[-1].append(line)
    return list(dict.fromkeys(entry for part in parts if (entry := "\n".join(part).strip())))
