"""Ending the daemon."""

import os
import time
from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command
from memoryd_client.errors import NoAnswer
from memoryd_client.messages import Stopping

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@click.command(cls=Command)
@click.pass_obj
def stop(asked: Asked, /) -> None:
    """Ask the daemon to end. It answers what it was asked, and takes nothing more."""
    stopping = asked.client.stop()
    until = time.monotonic() + asked.timeout
    while stopping.pid != os.getpid() and is_alive(stopping.pid):  # a test has both in one process
        if time.monotonic() > until:
            raise NoAnswer(
                f"process {stopping.pid} said that it is leaving and is still there after {asked.timeout:g} s; "
                "a write may hang on the disk, look with: memoryctl status"
            )
        time.sleep(0.02)

    def show(page: "Page", gone: Stopping) -> None:
        page.line(f"stopped: process {gone.pid} is gone, and the files stay where they are")

    asked.answer(stopping, show)


def is_alive(pid: int) -> bool:
    """Whether a process of this user exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"  # ended, and its parent has not looked yet
    except OSError:
        return True
