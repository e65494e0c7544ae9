"""The system calls of one write, in the order in which the kernel saw them."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memoryd_client import Client

STEPS = (
    (r"openat\(.*\.MEMORY\.md\.memoryd-\w+-2\".*O_EXCL", "create the temp file"),
    (r"write\(\d+<.*\.MEMORY\.md\.memoryd-", "write it"),
    (r"fsync\(\d+<.*\.MEMORY\.md\.memoryd-", "fsync it"),
    (r"pwrite64\(\d+<.*memoryd\.db-wal", "journal"),
    (r"renameat2\(.*\.memoryd-.*RENAME_EXCHANGE", "exchange"),
    (r"fsync\(\d+<.*memories>", "fsync the directory"),
    (r"unlink\(.*\.MEMORY\.md\.memoryd-", "remove what was displaced"),
    (r"pwrite64\(\d+<.*memoryd\.db-wal", "done mark"),
)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_a_write_makes_its_calls_in_the_documented_order(home: Path, tmp_path: Path) -> None:
    """Temp file, fsync, journal, exchange, fsync of the directory, done mark."""
    trace = tmp_path / "trace"
    calls = "openat,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlink,flock,fcntl"
    command = ["strace", "-f", "-y", "-e", f"trace={calls}", "-o", str(trace)]
    daemon = subprocess.Popen(
        [*command, sys.executable, "-m", "memoryd", "--home", str(home)], stdout=subprocess.PIPE, text=True
    )
    assert daemon.stdout
    if "memoryd serves" not in daemon.stdout.readline():
        pytest.skip("strace may not trace here")
    with Client(home, timeout=20) as client:
        client.add("memory", "there before")
        client.add("memory", "the traced one")
        os.kill(client.status().pid, signal.SIGTERM)  # strace itself would not pass it on
    daemon.communicate(timeout=20)

    lines = iter(trace.read_text().splitlines())
    for pattern, step in STEPS:
        assert any(re.search(pattern, line) for line in lines), f"not in its place: {step}"
