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
    """Ask the daemon to end. It answers what it was asked, and takes nothing more.

    Where a service manager holds its socket, the next client starts it again; `memoryctl service stop` stops both.
    """
    stopping = asked.onlooker.stop()
    asked.close()  # a connection that comes back would start the next daemon where the socket is a service manager's
    wait_until_gone(stopping.pid, asked.timeout)

    def show(page: "Page", gone: Stopping) -> None:
        page.line(f"stopped: process {gone.pid} is gone, and the files stay where they are")

    asked.answer(stopping, show)


def wait_until_gone(pid: int, timeout: float) -> None:
    """Wait for the end of a daemon that said it is leaving; raises `NoAnswer` if that takes too long."""
    until = time.monotonic() + timeout
    while pid != os.getpid() and is_alive(pid):  # a test has both in one process
        if time.monotonic() > until:
            raise NoAnswer(
                f"process {pid} said that it is leaving and is still there after {timeout:g} s; "
                "a write may hang on the disk, look with: memoryctl status"
            )
        time.sleep(0.02)


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
