"""The threads of the archive together: the one that records, and the one that owns the process that searches."""

from collections.abc import Callable

from memoryd.archive.archivist import Archivist
from memoryd.archive.process import WorkerProcess
from memoryd.logs import Logger
from memoryd.store.layout import Layout


class ArchiveThreads:
    """Started in order, stopped in the mirror image.

    Args:
        layout: Where archive and index stand, and for how long sessions are kept.
        log: Where trouble is told.
        told: Gets a sentence when something happened to the files.
    """

    def __init__(self, layout: Layout, log: Logger, told: Callable[[str], object]) -> None:
        directory = layout.home.state_dir
        self.archivist = Archivist(directory, log, keep_days=layout.settings.archive.keep_days, told=told)
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
