"""Success at the K-th task of a sequence, with a library that starts empty and takes in every task before the next.

SkillRise (arXiv 2607.26784) reports such sequences for K = 2, 4 and 6. Ours are the held-out families of the household
world, a type of task in one home: all tasks of a family hang on the same facts, so what one task teaches can serve the
next. A family's sequence is its first six tasks, the same for every arm and seed. Other worlds have no splits of
families, and no sequences.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from skill1.evaluate.statistics import bootstrap_difference
from skill1.evaluate.storage import Contestant, evaluate_once
from skill1_envs.household.tasks import TYPES, homes

LENGTH = 6
SHOWN = (1, 2, 4, 6)  # K; before the first task there is nothing to retrieve
MARKS = {None: "-", True: "1", False: "0"}
VALUES = {"-": math.nan, "1": 1.0, "0": 0.0}


def families_of(world: str, heldout: str) -> list[str]:
    """The splits of one (home, type) each, ``heldout:elm-lane:heat``; none of a world without such splits."""
    if world != "household":
        return []
    return [f"{heldout}:{home.name.slug}:{type_}" for home, type_ in itertools.product(homes(heldout), TYPES)]


def played(contestant: Contestant, families: Sequence[str], library: str) -> dict[str, object] | None:
    """Success at K = 1, 2, 4, 6, and each family's six successes in order (1, 0, - for an error); None of no family.

    Args:
        library: ``fresh``, or ``none`` for a method that has no library.
    """
    if not families:
        return None
    players = [player_of(contestant, place) for place in range(len(families))]
    pairs = zip(players, families, strict=True)
    return summed([marks_of(evaluate_once(player, family, library)) for player, family in pairs])


def player_of(contestant: Contestant, place: int) -> Contestant:
    """The policy, one task a round. An evaluation's draws follow from its seed and the task's place in its split.

    So with one seed the K-th tasks of all families would share their draws, and 36 families tell little more than one.
    """
    config = contestant.config
    rounds = replace(config.eval, round_tasks=1, limit=LENGTH)
    return replace(contestant, config=replace(config, seed=config.seed + place, eval=rounds))


def marks_of(result: Mapping) -> str:
    """Success of each task, in the split's order: 1, 0, or - for an error."""
    return "".join(MARKS[row["success"]] for row in result["results"])


def summed(sequences: Sequence[str]) -> dict[str, object]:
    """The record's entry: ``at`` is the mean over families."""
    at = np.nanmean(values_of(sequences), axis=0)
    return {"at": {str(k): round(float(at[k - 1]), 4) for k in SHOWN}, "successes": list(sequences)}


def values_of(sequences: Sequence[str]) -> np.ndarray:
    """(families, six) of 1, 0 and NaN."""
    return np.array([[VALUES[mark] for mark in sequence] for sequence in sequences])


def over_seeds(records: Sequence[Mapping]) -> dict[str, object] | None:
    """Mean over seeds at each K, and the gain of the K-th over the first task with its 95 % interval.

    The interval is of a paired bootstrap over seeds and families. None if a record has no sequences.
    """
    entries = [record.get("sequence") for record in records]
    if not all(entries):
        return None
    values_SFK = np.stack([values_of(entry["successes"]) for entry in entries])
    return {
        str(k): {
            "mean": statistics.fmean(entry["at"][str(k)] for entry in entries),
            "over_first": gain(values_SFK, k),
        }
        for k in SHOWN
    }


def gain(values_SFK: np.ndarray, k: int) -> dict[str, object]:
    """Success at the ``k``-th less at the first task, and its interval."""
    later_SF, first_SF = values_SFK[:, :, k - 1], values_SFK[:, :, 0]
    return {
        "difference": float(np.nanmean(later_SF) - np.nanmean(first_SF)),
        "interval_95": bootstrap_difference(later_SF, first_SF, same_seeds=True),
    }
