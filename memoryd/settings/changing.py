"""Changing settings in ``config.toml``, as a person would: the rest of the file stays as it is, comments too."""

import os
import re

from memoryd.settings.loading import decode
from memoryd_client.errors import StoreError

Value = str | int | bool


def set_value(path: str, section: str, key: str, value: Value) -> None:
    """Give a setting a value.

    Raises:
        BadSettings: The file would not be one that the daemon takes; it stays as it is.
        StoreError: It cannot be read or written.
    """
    try:
        before = _read(path)
        after = with_value(before, section, key, value)
        decode(after, {}, path)
        if after != before:
            _write(path, after)
    except OSError as error:
        raise StoreError(f"{path} cannot be changed: {error.strerror}", path=path) from error


def with_value(content: str, section: str, key: str, value: Value) -> str:
    """The content of the file with the setting in it."""
    line = f"{key} = {_toml(value)}"
    header = re.search(rf"^[ \t]*\[[ \t]*{re.escape(section)}[ \t]*\][^\n]*$", content, re.MULTILINE)
    if header is None:
        return f"{content.rstrip()}\n\n[{section}]\n{line}\n".lstrip("\n")
    following = re.search(r"^[ \t]*\[", content[header.end() :], re.MULTILINE)
    end = header.end() + following.start() if following else len(content)
    body = content[header.end() : end]
    known = re.search(rf"^[ \t]*{re.escape(key)}[ \t]*=[^\n]*$", body, re.MULTILINE)
    if known is None:
        return f"{content[: header.end()]}\n{line}{body}{content[end:]}"
    return content[: header.end()] + body[: known.start()] + line + body[known.end() :] + content[end:]


def _toml(value: Value) -> str:
    if isinstance(value, str):
        quoted = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{quoted}"'
    return str(value).lower()


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def _write(path: str, content: str) -> None:
    """Through any link, so that a settings file that is kept elsewhere stays there; readers see the old or the new."""
    target = os.path.realpath(path)
    os.makedirs(os.path.dirname(target), 0o700, exist_ok=True)
    mode = os.stat(target).st_mode & 0o777 if os.path.exists(target) else 0o600
    temp = f"{target}.new"
    fd = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        os.write(fd, content.encode())
        os.fchmod(fd, mode)
        os.fsync(fd)
    finally:
        os.close(fd)
    os.replace(temp, target)
