"""All checks, in the order in which a person would look."""

from collections.abc import Callable, Iterator

from memoryd.ctl.doctor import daemon, disks, leftovers, memories, neighbours, permissions, service
from memoryd.ctl.doctor.case import Case
from memoryd.ctl.doctor.finding import Finding

Check = Callable[[Case], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    permissions.home,
    daemon.chosen_settings,
    daemon.endpoint,
    daemon.ownership,
    daemon.version,
    daemon.troubles,
    daemon.descriptors,
    permissions.private,
    disks.space,
    disks.file_system,
    memories.files,
    memories.ways,
    leftovers.journal,
    leftovers.temp_files,
    leftovers.copies,
    leftovers.records,
    service.unit,
    neighbours.locks,
    neighbours.hermes,
)


def examine(case: Case) -> list[Finding]:
    """What every check finds; one that fails says so and stops none of the others."""
    found: list[Finding] = []
    for check in CHECKS:
        name = check.__name__.replace("_", " ")
        try:
            found += check(case)
        except OSError as error:
            found.append(
                Finding(name, "error", f"could not be looked at: {error}", "see the message", f"{error.filename}")
            )
    return found
