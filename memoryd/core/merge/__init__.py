"""Three-way merging of what other programs wrote into a memory file with what was acknowledged meanwhile.

``versions`` keeps every content that had the file's name, in that order; ``base`` finds the version that an outside
edit began from; ``threeway`` applies the outside edit's own changes to our state.
"""

from memoryd.core.merge.base import Sighting, choose_base
from memoryd.core.merge.threeway import Merged, is_torn, merge
from memoryd.core.merge.versions import Origin, Version, VersionLog

__all__ = ["Merged", "Origin", "Sighting", "Version", "VersionLog", "choose_base", "is_torn", "merge"]
