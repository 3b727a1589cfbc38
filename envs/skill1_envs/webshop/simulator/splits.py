"""Which goals are for testing, evaluating and training: the official split, one by product, and one that leaks.

A split is named by positions in the shuffled list of goals, so that recordings and manifests can speak of it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from skill1.errors import DataError
from skill1_envs.webshop.simulator.goals import SHUFFLE_SEED, Goal

TEST_GOALS = 500  # baseline_models/env.py of princeton-nlp/WebShop 64fa2a5
EVAL_GOALS = 1000
LARGEST_SHARE = 4  # product_disjoint: test and eval each are full at one goal in so many
VERL_TRAIN_WORKERS = 16  # verl-agent's WebShop scripts
VERL_VAL_WORKERS = 128
VERL_VAL_SEED = 1000  # of the first validation worker; the first training worker has 0


@dataclass(frozen=True, slots=True)
class Splits:
    """Positions of goals by split name, what they are in a sentence, and a warning or ""."""

    positions: Mapping[str, tuple[int, ...]]
    text: str
    warning: str = ""


def official(goals: Sequence[Goal]) -> Splits:
    """The original's: the first 500 goals are ``test``, the next 1,000 ``eval``, the rest ``train``.

    Raises:
        DataError: no goal is left to train on.
    """
    first_train = TEST_GOALS + EVAL_GOALS
    # The original, given fewer products, takes all goals for every split; here that is refused.
    if len(goals) <= first_train:
        raise DataError(
            f"the official split of WebShop tests on {TEST_GOALS} goals, evaluates on {EVAL_GOALS} and trains on the "
            f"rest; got {len(goals)} goals in all. Use a bigger catalogue, or a split such as product_disjoint_test."
        )
    places = tuple(range(len(goals)))
    positions = {
        "test": places[:TEST_GOALS],
        "eval": places[TEST_GOALS:first_train],
        "train": places[first_train:],
    }
    num_twins = len(twins(goals, positions["test"], positions["train"]))
    text = f"official split, seed {SHUFFLE_SEED}; {num_twins} of {TEST_GOALS} test goals have a twin in training"
    return Splits(MappingProxyType(positions), text)


def product_disjoint(goals: Sequence[Goal]) -> Splits:
    """Splits that share no product: a product's goals all go where its first one goes.

    Products come in the order of their first goals. They fill ``test`` to 500 goals or a quarter of all, then
    ``eval`` to 1,000 or a quarter, then ``train``; the last product of each may go over.
    """
    of_product: dict[str, list[int]] = {}
    # In the order of the shuffled goals, so that ``test`` is a random part of the products.
    for place, goal in enumerate(goals):
        of_product.setdefault(goal.asin, []).append(place)
    quarter = len(goals) // LARGEST_SHARE
    # ``train`` is never full, so every product finds a place.
    wanted = {"test": min(TEST_GOALS, quarter), "eval": min(EVAL_GOALS, quarter), "train": len(goals)}
    filled: dict[str, list[int]] = {name: [] for name in wanted}
    for places in of_product.values():
        name = next(name for name in wanted if len(filled[name]) < wanted[name])
        filled[name].extend(places)
    positions = {name: tuple(sorted(places)) for name, places in filled.items()}
    return Splits(MappingProxyType(positions), f"no product in two splits; {len(of_product)} products")


def verl_agent(goals: Sequence[Goal]) -> Splits:
    """What verl-agent and its descendants train and validate on, for comparison with their numbers.

    Each of their workers shuffles the goals by a seed of its own and then splits by position: below 500 for
    validation, the rest for training. ``train`` holds what any of 16 training workers can draw; ``test`` what each of
    128 validation workers draws first, so it may hold a goal twice.

    Raises:
        DataError: there are no more than 500 goals.
    """
    if len(goals) <= TEST_GOALS:
        raise DataError(f"the split verl_agent needs more than {TEST_GOALS} goals; got {len(goals)}.")
    # A goal that any of the workers may draw is a training goal, whatever the others may do.
    train: set[int] = set()
    for worker in range(VERL_TRAIN_WORKERS):
        train.update(_order(len(goals), worker)[TEST_GOALS:])
    # numpy's old generator, because it is theirs.
    draws = np.random.RandomState(VERL_VAL_SEED).choice(range(TEST_GOALS), size=VERL_VAL_WORKERS, replace=False)
    # Each worker draws by position in its own order; here all positions are turned into ours.
    test = [_order(len(goals), VERL_VAL_SEED + worker)[draw] for worker, draw in enumerate(draws)]
    num_leaked = sum(place in train for place in test)
    positions = {"test": tuple(test), "train": tuple(sorted(train))}
    return Splits(
        MappingProxyType(positions),
        f"verl-agent's split, seed 0: {len(train)} of {len(goals)} goals in training",
        f"verl-agent's split leaks: {num_leaked} of {len(test)} test goals are training goals too. Use it only to "
        "compare with numbers obtained that way.",
    )


def twins(goals: Sequence[Goal], test: Sequence[int], train: Sequence[int]) -> tuple[int, ...]:
    """The positions in ``test`` whose goal has a twin in ``train``.

    Twins ask for the same product with the same set of attributes and the same set of options; words, order and
    price cap may differ.
    """
    trained = {_wish(goals[place]) for place in train}
    return tuple(place for place in test if _wish(goals[place]) in trained)


def manifest(splits: Splits, goals: Sequence[Goal]) -> dict[str, Any]:
    """What tells two data sets apart, ready for JSON: per split its goals, products and a hash over what is asked.

    ``twins``: test goals that have one in training.
    """
    test, train = (splits.positions.get(name, ()) for name in ("test", "train"))
    parts = {name: [goals[place] for place in places] for name, places in splits.positions.items()}
    return {
        "text": splits.text,
        "warning": splits.warning,
        "twins": len(twins(goals, test, train)),
        "splits": {
            name: {
                "goals": len(part),
                "products": len({goal.asin for goal in part}),
                "sha256": fingerprint(part),
            }
            for name, part in parts.items()
        },
    }


def fingerprint(goals: Sequence[Goal]) -> str:
    """SHA-256 over index, product and instruction of each goal, in order."""
    lines = (f"{goal.index}\t{goal.asin}\t{goal.instruction_text}\n" for goal in goals)
    # surrogatepass: a data set may hold half surrogate pairs.
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def _wish(goal: Goal) -> tuple[str, frozenset[str], frozenset]:
    options = goal.goal_options
    chosen = options.items() if isinstance(options, Mapping) else options
    return goal.asin, frozenset(goal.attributes), frozenset(chosen)


def _order(num_goals: int, seed: int) -> list[int]:
    """Our positions of the goals in the order of a worker that shuffles them by ``seed``."""
    # Both shuffle the same list, each by a seed of its own.
    ours, theirs = list(range(num_goals)), list(range(num_goals))
    random.Random(SHUFFLE_SEED).shuffle(ours)
    random.Random(seed).shuffle(theirs)
    # Both lists hold numbers of the unshuffled goals, by which one order is turned into the other.
    position = {unshuffled: place for place, unshuffled in enumerate(ours)}
    return [position[unshuffled] for unshuffled in theirs]
