"""Looking at a home from the outside, whether a daemon serves it or not, and saying what is wrong and what helps.

Each module has the checks of one subject: functions from a case to findings. They change nothing. What may be repaired
without a person stands in ``repairs``, and only there.
"""

from memoryd.ctl.doctor.case import Case, opened
from memoryd.ctl.doctor.examination import examine
from memoryd.ctl.doctor.finding import Finding, Level
from memoryd.ctl.doctor.repairs import repair

__all__ = ["Case", "Finding", "Level", "examine", "opened", "repair"]
