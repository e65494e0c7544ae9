"""The service manager's side."""

import os
import pwd
import sys
from collections.abc import Iterator

from memoryd.ctl.doctor.case import Case
from memoryd.ctl.doctor.finding import Finding
from memoryd.ctl.units import Manager, NoManager, manager_of
from memoryd_client.errors import MemorydError

LINGER = "/var/lib/systemd/linger"


def unit(case: Case) -> Iterator[Finding]:
    """Whether the daemon is a service, and whether that is in order."""
    try:
        manager = manager_of(case.home)
    except NoManager as error:
        yield Finding("service", "note", str(error))
        return
    if not manager.is_installed():
        what = f"{manager.name} is not installed: the first client starts the daemon"
        yield Finding("service", "note", what, "if it should always run: memoryctl service install")
        return
    outdated = manager.outdated(sys.executable)
    for path in outdated:
        what = f"{path} is not what this installation would write: it was changed, or another version wrote it"
        yield Finding("service", "warning", what, "memoryctl service install", path)
    yield from _running(case, manager)
    if manager.kind == "systemd" and not os.path.exists(os.path.join(LINGER, pwd.getpwuid(os.geteuid()).pw_name)):
        what = "it ends when you log out, and starts again with the next client"
        yield Finding("service", "note", what, "if it should stay: loginctl enable-linger")


def _running(case: Case, manager: Manager) -> Iterator[Finding]:
    try:
        state = manager.state()
    except MemorydError as error:
        what = f"{manager.kind} does not tell how {manager.name} is: {error}"
        yield Finding("service", "warning", what, "log in as this user, not through sudo or su, and ask again")
        return
    now = state.get("ActiveState") or state.get("state", "unknown")
    main = state.get("MainPID") or state.get("pid", "0")
    if now == "failed":
        what = f"{manager.name} failed: {state.get('Result', '')} after {state.get('NRestarts', '?')} restarts"
        yield Finding("service", "error", what, "memoryctl service logs says why; then: memoryctl service start")
    elif case.status and main not in ("0", str(case.status.pid)):
        what = f"{manager.name} runs process {main}, and process {case.status.pid} answers"
        yield Finding("service", "warning", what, "memoryctl stop, then memoryctl service start")
    elif case.status and main == "0":
        what = f"process {case.status.pid} answers, and was not started by {manager.name}, which is {now}"
        yield Finding("service", "warning", what, "memoryctl service install takes it over")
    else:
        yield Finding("service", "ok", f"{manager.name} is {now}")
