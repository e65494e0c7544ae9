"""Everything at once for two minutes; `soak.py` does the same for as long as one likes."""

from collections.abc import Callable

import pytest
from soak import AGENTS, soak

Record = Callable[[str, object], None]


@pytest.mark.slow
@pytest.mark.timeout(540)
def test_two_minutes_of_everything(record_property: Record) -> None:
    """Nothing acknowledged is lost, memory and descriptors stay, and every error has an explanation."""
    found = soak(120)
    record_property("operations", found.operations)
    record_property("growth_mib", found.growth_mib)

    assert found.operations > AGENTS * 10
    assert len(found.disturbances) >= 5
    assert not found.lost
    assert not found.came_back
    assert not found.twice
    assert not found.errors
    assert found.rss_mib
    assert found.growth_mib < 64
    assert found.growth_files < 64
