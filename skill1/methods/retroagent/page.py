"""RetroAgent's page of a report: how its reflections did, and what they left in the memory."""

from __future__ import annotations

from skill1.methods.retroagent.progress import METRICS
from skill1.report.method_page import Chart, MethodFiles, MethodPage

SAYS = (
    "After each attempt the policy tells which subtasks it did and how it ended. Lessons of reflections that were "
    "right enter the memory; what an attempt did beyond the best group so far is an intrinsic reward."
)
CHARTS = (
    Chart(
        "Reflections",
        "Means over the episodes of a step.",
        tuple((key, key.partition("/")[2]) for metric in METRICS for key in metric.keys),
    ),
)


def page(files: MethodFiles) -> MethodPage:
    """From the library and the metrics."""
    active = [skill for skill in files.skills if skill.status == "active"]
    used = sum(skill.selected > 0 for skill in active)
    facts = (("lessons", str(len(active))), ("of them shown to an actor", str(used)))
    return MethodPage("RetroAgent's reflections", SAYS, facts, charts=CHARTS)
