"""The threads of the archive together: the one that records, and the one that owns the process that searches."""

from collections.abc import Callable

from memoryd.archive.archivist import Archivist
from memoryd.archive.process import WorkerProcess
from memoryd.logs import Logger


class ArchiveThreads:
    """Started in order, stopped in the mirror image.

    Args:
        directory: Where archive and index stand.
        keep_days: Sessions that nobody spoke in for so long are erased; 0: never.
        log: Where trouble is told.
        told: Gets a sentence when something happened to the files.
    """

    def __init__(self, directory: str, log: Logger, *, keep_days: float, told: Callable[[str], object]) -> None:
        self.archivist = Archivist(directory, log, keep_days=keep_days, told=told)
        self.searching = WorkerProcess("search", directory, log)

    def start(self) -> None:
        """Begin; no process is started before it is needed."""
        self.archivist.start()
        self.searching.start()

    def stop(self) -> None:
        """Record what is waiting, answer what is being searched, and end."""
        self.searching.stop()
        self.archivist.stop()

    def join(self) -> None:
        """Wait until both ended."""
        self.searching.join()
        self.archivist.join()
