"""Memory as a document of its own: out of a home, and into one, entry by entry or from a backup."""

import json
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from memoryd.core.document import NotText, parse
from memoryd.ctl.asked import EXIT_REFUSED, Asked
from memoryd.ctl.checking import Checked, check
from memoryd.ctl.options import Command
from memoryd.ctl.words import counted
from memoryd_client.errors import InvalidText, MemorydError
from memoryd_client.messages import Edited

if TYPE_CHECKING:
    from memoryd.ctl.page import Page

FORMAT = "memoryd-export"
BACKUP_FORMAT = "memoryd-backup"
VERSION = 1
MANIFEST = "memoryd-backup.json"


@dataclass(frozen=True, slots=True)
class Exported:
    """Every target's entries."""

    format: str
    version: int
    targets: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of each entry; ``changed`` tells the changes, which can be undone one by one."""

    done: bool
    entries: tuple[Checked, ...]
    changed: tuple[Edited, ...]


class NewerArchive(MemorydError):
    """The archive was written by a newer memoryd."""

    code = "newer_archive"


@click.command(cls=Command)
@click.argument("file", metavar="[FILE]", type=click.Path(dir_okay=False), required=False)
@click.pass_obj
def export(asked: Asked, /, file: str | None) -> None:
    """Write every target's entries as JSON, to FILE or standard output. As they are, for a person."""
    names = [
        one.target for one in asked.client.status().files if one.profile == (asked.profile or asked.client.home.profile)
    ]
    found = Exported(FORMAT, VERSION, {name: asked.operator.read_raw(name, **asked.whose).entries for name in names})
    document = json.dumps({"format": found.format, "version": found.version, "targets": found.targets}, indent=2)
    if file is None:
        click.echo(document)
        return
    with click.open_file(file, "x", encoding="utf-8") as stream:
        stream.write(document + "\n")
    asked.answer(found, lambda page, one: _show_exported(page, one, file))


@click.command("import", cls=Command)
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False))
@click.option("--replace", is_flag=True, help="Each target holds what the file has for it, and nothing else.")
@click.pass_context
def import_(context: click.Context, /, file: str, *, replace: bool) -> None:
    """Add the entries of an export or a backup. Scanned, counted, and undoable; all of them or none.

    Each entry is reported. If one may not be memory, or they do not fit, nothing is changed and the exit code is 1.
    """
    asked: Asked = context.obj
    targets = _loaded(file)
    found = check(asked, targets, replace=replace)
    if any(one.problem for one in found):
        asked.answer(Imported(done=False, entries=found, changed=()), _show_imported)
        context.exit(EXIT_REFUSED)
    asked.answer(Imported(done=True, entries=found, changed=_applied(asked, targets, replace=replace)), _show_imported)


def _applied(asked: Asked, targets: Mapping[str, tuple[str, ...]], *, replace: bool) -> tuple[Edited, ...]:
    """One change for each target; if one is refused after all, those before it are taken back."""
    done: list[Edited] = []
    try:
        for target, entries in targets.items():
            now = asked.operator.read_raw(target, **asked.whose)
            wanted = entries if replace else tuple(dict.fromkeys((*now.entries, *entries)))
            if wanted != now.entries:
                done.append(asked.operator.rewrite(target, wanted, now.digest, **asked.whose))
    except MemorydError:
        for reply in reversed(done):
            asked.operator.undo(reply.seq, **asked.whose)
        raise
    return tuple(done)


def _loaded(path: str) -> dict[str, tuple[str, ...]]:
    """Each target's entries in a file; raises `InvalidText` for what is none of ours, `NewerArchive`."""
    if tarfile.is_tarfile(path):
        return _of_backup(path)
    try:
        with open(path, encoding="utf-8") as stream:
            found = json.load(stream)
        _require_known(found, FORMAT, path)
        return {str(target): tuple(map(_text, entries)) for target, entries in found["targets"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidText(f"{path} is no export of memoryd: {error}", path=path) from error


def _of_backup(path: str) -> dict[str, tuple[str, ...]]:
    """The files of the root's own profile, by what the archive's settings call them."""
    try:
        with tarfile.open(path) as archive:
            manifest = archive.extractfile(MANIFEST)
            _require_known(json.load(manifest) if manifest else {}, BACKUP_FORMAT, path)
            found: dict[str, tuple[str, ...]] = {}
            for name in archive.getnames():
                directory, _, file = name.rpartition("/")
                member = archive.extractfile(name)
                if directory == "memories" and file.endswith(".md") and member is not None:
                    found[file.removesuffix(".md").lower()] = parse(member.read()).entries
            return found
    except (OSError, KeyError, ValueError, NotText, tarfile.TarError) as error:
        raise InvalidText(f"{path} is no backup of memoryd: {error}", path=path) from error


def _require_known(found: Mapping[str, Any], wanted: str, path: str) -> None:
    if found.get("format") != wanted:
        raise ValueError(f"its format is {found.get('format')!r}, not {wanted!r}")
    if int(found["version"]) > VERSION:
        raise NewerArchive(f"{path} has version {found['version']}, this memoryd knows {VERSION}; install a newer one")


def _text(entry: object) -> str:
    if not isinstance(entry, str):
        raise TypeError(f"an entry is {type(entry).__name__}, not text")
    return entry


def _show_exported(page: "Page", found: Exported, file: str) -> None:
    total = sum(map(len, found.targets.values()))
    page.line(("written ", "green"), file, (f"  {counted(total, 'entry')}", "dim"))


def _show_imported(page: "Page", found: Imported) -> None:
    for one in found.entries:
        mark, colour = ("✗", "bold red") if one.problem else ("·", "dim") if one.is_known else ("+", "green")
        page.line((mark, colour), f" {one.target}  {one.preview}", (f"  {one.problem}", "red"))
    for reply in found.changed:
        page.line(f"{reply.target}: change {reply.seq}", (f"  to take it back: memoryctl undo {reply.seq}", "dim"))
    if not found.done:
        page.line(("nothing was changed", "bold"))
