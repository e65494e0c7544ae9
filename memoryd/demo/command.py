"""``memoryd demo``, as a whole."""

import dataclasses
import shutil
import tempfile
import time
from dataclasses import dataclass

from memoryd.demo import ledger, verdict
from memoryd.demo.screen import Screen
from memoryd.demo.stage import Failed, Stage
from memoryd.demo.verdict import Account, Verdict

FRAME_SECONDS = 0.1
EXIT_BROKEN = 1


@dataclass(frozen=True, slots=True)
class Played:
    """What is printed as JSON: how it went, and how each writer fared."""

    held: bool
    seconds: float
    restart_seconds: float
    acknowledged: int
    found: int
    lost: int
    twice: int
    home: str
    writers: tuple[Account, ...]


def demo(seconds: float, agents: int, *, as_json: bool) -> int:
    """Play it on a new home, which is removed afterwards unless something went wrong; returns the exit code."""
    home = tempfile.mkdtemp(prefix="memoryd-demo-")
    screen = Screen(quiet=as_json)
    try:
        with Stage(home, agents) as stage:
            restarted_in = play(stage, seconds, screen)
            text = stage.finish()
        found = verdict.judge(text, {name: ledger.read(path) for name, path in stage.ledgers.items()})
    except KeyboardInterrupt:
        shutil.rmtree(home, ignore_errors=True)
        raise
    except Failed as error:
        screen.failed(str(error), as_json=as_json)
        return EXIT_BROKEN
    if found.held:
        shutil.rmtree(home)
    if as_json:
        screen.print_json(dataclasses.asdict(summary(found, seconds, restarted_in, home)))
    else:
        screen.result(found, home)
    return 0 if found.held else EXIT_BROKEN


def play(stage: Stage, seconds: float, screen: Screen) -> float:
    """Let them write for some seconds, with a kill half-way; returns how many seconds the restart took."""
    screen.say(f"a throw-away home: {stage.home}")
    screen.say(f"the daemon serves it after {stage.start_daemon():.2f} s")
    stage.start_actors()
    screen.say(f"{len(stage.ledgers) - 1} agents and an editor are writing {stage.file}")
    _watch(stage, seconds / 2, screen)
    stage.kill_daemon()
    screen.say("the daemon is killed with SIGKILL; the agents and the editor go on")
    restarted_in = stage.start_daemon()
    screen.say(f"the daemon serves again after {restarted_in:.2f} s")
    _watch(stage, seconds / 2, screen)
    screen.say("everybody settles and stops; then the file is compared with their ledgers")
    return restarted_in


def summary(found: Verdict, seconds: float, restart_seconds: float, home: str) -> Played:
    """The figures of all writers together, and each one's own."""
    return Played(
        held=found.held,
        seconds=seconds,
        restart_seconds=restart_seconds,
        acknowledged=sum(one.acknowledged for one in found.accounts),
        found=sum(one.found for one in found.accounts),
        lost=sum(one.lost for one in found.accounts),
        twice=sum(one.twice for one in found.accounts),
        home="" if found.held else home,
        writers=found.accounts,
    )


def _watch(stage: Stage, seconds: float, screen: Screen) -> None:
    until = time.monotonic() + seconds
    with screen.live():
        while (left := until - time.monotonic()) > 0:
            stage.require_actors()
            screen.progress(stage.counts())
            time.sleep(min(FRAME_SECONDS, left))
        screen.progress(stage.counts())
