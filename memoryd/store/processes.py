"""What the kernel tells of a process beyond its number, which is used again."""

import os
import time


def start_of(pid: int) -> float:
    """When a process began, in seconds since 1970; 0 where the kernel does not tell, or once it has ended.

    From its ``stat``, which has clock ticks since boot behind the name, which may hold anything.
    """
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            ticks = int(file.read().rpartition(")")[2].split()[19])
    except (OSError, ValueError, IndexError):
        return 0.0
    booted = time.time() - time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
    return round(booted + ticks / os.sysconf("SC_CLK_TCK"), 2)
