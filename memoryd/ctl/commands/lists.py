"""Several changes at once, given as a JSON list."""

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.commands.edits import show
from memoryd.ctl.options import Command, edit_options, given, target_argument
from memoryd.ctl.texts import STDIN, json_list
from memoryd_client.calls import CallOptions


@click.command(cls=Command)
@target_argument()
@click.argument("operations", metavar="[OPERATIONS]", default=STDIN)
@edit_options
@click.pass_obj
def batch(asked: Asked, /, target: str, operations: str, **options: str) -> None:
    """Apply several operations, all or nothing. Only their final state must fit.

    OPERATIONS is a JSON list, given here or on standard input, of objects like {"action": "add", "content": "..."},
    {"action": "replace", "old_text": "...", "content": "..."} and {"action": "remove", "old_text": "..."}.
    """
    listed = json_list(operations, "operations")
    asked.answer(asked.client.batch(target, listed, **given(asked, **options)), show)


@click.command(cls=Command)
@target_argument()
@click.argument("entries", metavar="[ENTRIES]", default=STDIN)
@click.option("--base", "--base-digest", "base", required=True, metavar="DIGEST", help="The digest that read gave.")
@click.option("--request-id", default="", metavar="ID", help="Name this change, or ask again about one.")
@click.pass_obj
def rewrite(asked: Asked, /, target: str, entries: str, base: str, request_id: str) -> None:
    """Replace all entries. But only if nothing changed since the digest was read.

    ENTRIES is a JSON list, given here or on standard input, of texts and of {"id": "id:..."}, which keeps an entry.
    """
    listed = json_list(entries, "entries")
    who: CallOptions = {"profile": asked.profile, "principal": asked.user, "request_id": request_id}
    asked.answer(asked.client.rewrite(target, listed, base, **who), show)
