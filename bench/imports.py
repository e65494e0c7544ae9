"""What it costs to have memoryd at all: importing the client, starting the daemon, and the daemon doing nothing.

Importing ``memoryd_client`` takes turns with importing ``zmq`` and ``msgspec`` alone, each in a new interpreter; so do
starting a daemon, until its first answered ping, and starting an interpreter that does nothing.
"""

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from _harness import ENVIRONMENT, Process, arguments, daemon, keep, machine, make_home, scratch, spread
from _writer import entry

from memoryd_client import Client
from memoryd_client.errors import NoDaemon

LOOK_AGAIN = 0.001
START_SECONDS = 20.0
TIMED_IMPORT = "import time; began = time.perf_counter(); import {}; print(time.perf_counter() - began)"


def import_ms(modules: str) -> float:
    """Milliseconds that a new interpreter takes to import these."""
    command = [sys.executable, "-c", TIMED_IMPORT.format(modules)]
    result = subprocess.run(command, env=ENVIRONMENT, check=True, capture_output=True, text=True)
    return float(result.stdout) * 1000


def interpreter_ms() -> float:
    """Milliseconds from starting to the end of an interpreter that does nothing."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], env=ENVIRONMENT, check=True)
    return (time.perf_counter() - began) * 1000


def start_ms(home: Path) -> float:
    """Milliseconds from starting a daemon to its first answered ping."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "memoryd", "--home", str(home)]
    with Process(command, ENVIRONMENT), Client(home) as client:
        while time.perf_counter() - began < START_SECONDS:
            try:
                client.ping()
            except NoDaemon:
                time.sleep(LOOK_AGAIN)
            else:
                return (time.perf_counter() - began) * 1000
    raise SystemExit(f"no daemon answered within {START_SECONDS:g} s")


def resident_mib(pid: int) -> float:
    """Resident memory of a process."""
    return int(_field(Path(f"/proc/{pid}/status"), "VmRSS").split()[0]) / 1024


def wakeups(pid: int) -> int:
    """How often any thread of a process has gone to sleep of its own accord: once for each time that it woke."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int(_field(task / "status", "voluntary_ctxt_switches")) for task in tasks)


def _field(path: Path, name: str) -> str:
    return next(line.partition(":")[2] for line in path.read_text().splitlines() if line.startswith(f"{name}:"))


def idle(home: Path, seconds: float) -> dict[str, float]:
    """A daemon that has answered once and then is left alone."""
    with daemon(home) as process:
        with Client(home) as client:
            client.read()
        time.sleep(1.0)  # what answering left to do is not idleness
        woke, cpu = wakeups(process.pid), process.cpu_seconds()
        time.sleep(seconds)
        return {
            "rss_mib": resident_mib(process.pid),
            "wakeups_per_second": (wakeups(process.pid) - woke) / seconds,
            "cpu_us_per_second": (process.cpu_seconds() - cpu) / seconds * 1e6,
        }


def main() -> None:
    """Run and print the figures."""
    parser = arguments(__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=5.0, help="for which the idle daemon is watched")
    given = parser.parse_args()
    took: dict[str, list[float]] = {"client": [], "libraries": [], "daemon": [], "interpreter": []}
    with scratch(given.dir) as root:
        home = make_home(root / "home", [entry("seed", number) for number in range(20)])
        for number in range(given.rounds + 1):
            found = import_ms("memoryd_client"), import_ms("zmq, msgspec"), start_ms(home), interpreter_ms()
            for times, one in zip(took.values(), found, strict=True):
                if number:  # the first round fills the caches
                    times.append(one)
        resting = idle(home, given.seconds)
    beyond = [a - b for a, b in zip(took["daemon"], took["interpreter"], strict=True)]
    print(f"{machine()}; {given.rounds} rounds; median (least-greatest)\n")
    print(f"import memoryd_client        {spread(took['client'])} ms")
    print(f"import zmq, msgspec          {spread(took['libraries'])} ms")
    print(f"  ratio of medians           {median(took['client']) / median(took['libraries']):.2f}")
    print(f"daemon to first ping         {spread(took['daemon'])} ms")
    print(f"  beyond a bare interpreter  {spread(beyond)} ms")
    print(f"idle daemon, resident        {resting['rss_mib']:.1f} MiB")
    print(f"idle daemon, wakeups         {resting['wakeups_per_second']:.2f} a second")
    print(f"idle daemon, CPU             {resting['cpu_us_per_second']:.0f} us a second")
    keep(given.json, {"machine": machine(), "milliseconds": took, "idle": resting})


if __name__ == "__main__":
    main()
