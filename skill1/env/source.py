"""Which tasks a split really has, as the suite itself says it: for the header of a run or an evaluation."""

from __future__ import annotations

from collections.abc import Sequence

from skill1.env.protocol import Suite
from skill1.errors import DataError, EnvironmentFault
from skill1.schema import Task

Source = tuple[str, str]  # which tasks, in the environment's words, and a warning; each may be empty


def tasks_of(suite: Suite, env: str, split: str) -> Sequence[Task]:
    """The tasks of a split, of which there is at least one.

    Raises:
        DataError: there is none; names the splits and their sizes.
    """
    tasks = suite.tasks(split)
    if not tasks:
        sizes = ", ".join(f"{name} {size}" for name, size in suite.splits().items())
        raise DataError(
            f"split {split!r} of {env} has no tasks, so there is nothing to play. Its splits and sizes: {sizes}. Type: "
            "skill1 doctor, to see whether the environment's data is complete."
        )
    return tasks


def split_source(suite: Suite, split: str) -> Source:
    """What the suite says of a split; two empty texts if it says nothing."""
    said = suite.split_source(split) if hasattr(suite, "split_source") else ("", "")
    if not isinstance(said, tuple | list) or len(said) != 2:
        raise EnvironmentFault(
            f"split_source({split!r}) gave {said!r:.80}; expected two texts, which may be empty."
        )
    return str(said[0]), str(said[1])


def tell_source(console, env: str, split: str, source: Source) -> None:
    """Prints it, a warning in yellow; ``console`` is a rich console or None."""
    text, warning = source
    if console is not None and text:
        console.print(f"{env} {split}: {text}", markup=False, soft_wrap=True)
    if console is not None and warning:
        console.print(f"warning: {warning}", style="yellow", markup=False, soft_wrap=True)
