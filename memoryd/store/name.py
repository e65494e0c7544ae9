"""The name of a memory file: where it leads is settled when it is first seen, and what it leads to must be a file."""

import os
import stat

from memoryd.store.syscalls import Disk
from memoryd_client.errors import LinkChanged, ReadFailed


class PinnedName:
    """A path that may be a symbolic link.

    Attributes:
        path: As it is configured.
        real: What it led to when it was first seen, every link resolved.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.real = os.path.realpath(path)

    def find(self, disk: Disk) -> os.stat_result | None:
        """The file under the name, or None if there is none.

        Raises:
            ReadFailed: It is not a regular file.
            LinkChanged: It leads elsewhere than at first, or to a file of another user.
            OSError: The kernel does not say.
        """
        try:
            found = os.lstat(self.path)
            if stat.S_ISLNK(found.st_mode) or self.real != self.path:
                self._require_same()
                found = disk.stat(self.real)
        except FileNotFoundError:
            return None
        if not stat.S_ISREG(found.st_mode):
            raise ReadFailed(f"{self.path} is not a regular file; move it away", path=self.path)
        if self.real != self.path and found.st_uid != os.geteuid():
            raise LinkChanged(
                f"{self.path} leads to {self.real}, which belongs to another user, who could change it; "
                "link to a file of your own",
                path=self.path,
            )
        return found

    def _require_same(self) -> None:
        leads_to = os.path.realpath(self.path)
        if leads_to != self.real:
            raise LinkChanged(
                f"{self.path} leads to {leads_to} now and to {self.real} when it was first seen; "
                "restore the link, or restart the daemon to accept it",
                path=self.path,
            )
