"""A look at a memory file that is not in use: what it holds, and nothing kept of it but that.

Of persons and repositories there may be thousands, and a session that opens only wants to see one. As long as nobody
edits a file through us, nothing about it is in memory alone: what is under the name is the durable state. Whatever is
odd (somebody is writing it, it cannot be read, its name leads astray) is left to the ordinary way of opening a file.
"""

from memoryd.core.document import NotText, parse
from memoryd.core.guard import Guard
from memoryd.store.layout import FileKey, Layout
from memoryd.store.name import PinnedName
from memoryd.store.syscalls import Disk, Fingerprint
from memoryd.store.view import View, view_of


def glance(disk: Disk, layout: Layout, key: FileKey, guard: Guard) -> View | None:
    """What readers are to see of a file that is not open; None if it takes more than a glance."""
    path = layout.path(key)
    try:
        name = PinnedName(path)
        if name.find(disk) is None:
            return None
        fd = disk.open_read(name.real)
        try:
            if not disk.lease(fd):  # somebody is writing it
                return None
            data = disk.read(fd)
            fingerprint = Fingerprint.of(disk.fstat(fd))
        finally:
            disk.close(fd)  # and with it the lease
        return view_of(key, path, layout.limit(key), parse(data), guard, fingerprint=fingerprint)
    except (OSError, NotText):
        return None
