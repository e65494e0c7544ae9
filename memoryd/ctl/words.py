"""Moments, lengths of time, people and numbers, as a person reads them."""

from datetime import datetime

from memoryd_client.messages import Actor


def counted(number: int, what: str) -> str:
    """A number with its noun: ``1 entry``, ``1,200 entries``."""
    plural = what[:-1] + "ies" if what.endswith("y") else what + "s"
    return f"{number:,} {what if number == 1 else plural}"


def clock_time(seconds: float) -> str:
    """A moment in this machine's time zone."""
    return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def who(actor: Actor) -> str:
    """Who made a change: the agent's name, its session, its process."""
    if not actor.pid and not actor.agent:
        return "another program"
    parts = [actor.agent or "unnamed", f"pid {actor.pid}"]
    if actor.session:
        parts.append(f"session {actor.session}")
    return ", ".join(parts)
