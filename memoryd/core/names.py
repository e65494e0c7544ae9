"""Who a name means: one spelling for each person, and a directory name that no file system confuses with another.

Rules of this module. Two names are one person if they are equal in normal form C; case tells people apart, as it does
in the ids of chat services. A directory is named by the principal's UTF-8 bytes, where all but small letters, digits
and ``_ - .`` are percent-encoded, capitals included: so file systems that fold case or normal forms keep them apart.
"""

import hashlib
import posixpath
import unicodedata

from memoryd.core.text import MAX_COMBINING_RUN, longest_combining_run, nfc, strip
from memoryd_client.errors import InvalidName

MAX_NAME_BYTES = 256
"""Of a session id or a principal: chat services use less, and both are kept in tables."""

MAX_PATH_BYTES = 4_096
MAX_DIRECTORY = 200
"""Characters of a principal's directory; NAME_MAX is 255, and encrypting file systems have 143 of their own."""

KEPT_OF_LONG = 100
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_-.")


def session_id(given: str) -> str:
    """A session id as it is compared; raises `InvalidName`."""
    return _checked(given, "session", MAX_NAME_BYTES)


def principal(given: str) -> str:
    """A principal in the spelling that means this person, empty for nobody; raises `InvalidName`."""
    return nfc(_checked(given, "principal", MAX_NAME_BYTES)) if given else ""


def repository(given: str) -> str:
    """The path of a repository's common git directory, in one spelling, empty for none; raises `InvalidName`."""
    if not given:
        return ""
    path = _checked(given, "repository", MAX_PATH_BYTES)
    if not path.startswith("/"):
        raise InvalidName(
            f"the repository {path!r} is not an absolute path; give that of git's common directory", field="repository"
        )
    return "/" + posixpath.normpath(path).strip("/")


def principal_scope(name: str) -> str:
    """The directory of a person's own files, under a profile's memories."""
    raw = name.encode()
    plain = "".join(
        chr(byte) if byte in _PLAIN and (at or byte != ord(".")) else f"%{byte:02x}" for at, byte in enumerate(raw)
    )
    if len(plain) > MAX_DIRECTORY:
        plain = (
            f"{plain[:KEPT_OF_LONG].rpartition('%')[0] or plain[:KEPT_OF_LONG]}~{hashlib.sha256(raw).hexdigest()[:32]}"
        )
    return f"users/{plain}"


def principal_of(directory: str) -> str:
    """Whose directory this is; empty where its name ends in a hash, or is none of ours."""
    raw = bytearray()
    at = 0
    while at < len(directory):
        step = 3 if directory[at] == "%" else 1
        try:
            raw.append(int(directory[at + 1 : at + 3], 16) if step == 3 else ord(directory[at]))
        except ValueError:
            return ""
        at += step
    try:
        name = raw.decode()
    except UnicodeDecodeError:
        return ""
    return name if principal_scope(name) == f"users/{directory}" else ""


def repository_scope(path: str) -> str:
    """The directory of a repository's own files, under a profile's memories."""
    return f"repos/{hashlib.sha256(path.encode()).hexdigest()[:16]}"


def _checked(given: str, field: str, most: int) -> str:
    try:
        size = len(given.encode())
    except UnicodeEncodeError as error:
        raise InvalidName(f"the {field} holds half of a surrogate pair", field=field) from error
    if not 0 < size <= most:
        raise InvalidName(f"a {field} has 1 to {most} bytes, this one has {size}", field=field)
    if given != strip(given):
        raise InvalidName(f"the {field} {given!r} begins or ends with white space; leave that away", field=field)
    for character in given:
        if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp"):
            raise InvalidName(
                f"the {field} holds U+{ord(character):04X}, a character that nobody sees; leave it away", field=field
            )
    if longest_combining_run(given) > MAX_COMBINING_RUN:
        raise InvalidName(f"the {field} has more than {MAX_COMBINING_RUN} combining marks in a row", field=field)
    return given
