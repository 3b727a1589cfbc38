"""Quickstarts of generated worlds (``skill1.recipes.worlds``): lessons, games and evaluations are the same in all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# 32 decks of 48 games in training, one deck of 144 in the same worlds, and eight rounds of 108 in worlds of their own.
# Then those that ``--smoke`` makes.
GAMES = {"seed": 0, "train": 1536, "seen": 144, "unseen": 864}
SMOKE_GAMES = {"seed": 0, "train": 24, "seen": 24, "unseen": 96}


@dataclass(frozen=True)
class GeneratedWorld:
    """What one environment calls its splits and shows above the columns of the table."""

    configs: str  # folder of the configurations
    seen: str  # split of other games in the worlds trained on
    unseen: str  # split of games in worlds of its own
    unseen_title: str
    seen_title: str
    with_model: str  # folder of the configurations for a packaged language model
    # Games of worlds of their own, in eight rounds: those of a language model take long.
    unseen_with_model: int = 144
    # What a packaged language model is shown: experts, and the demonstrations that each of them plays.
    lessons_with_model: tuple[tuple[str, int], ...] = (("explorer", 1440), ("wary", 192))
    passes_with_model: int | None = None  # what all of it takes, in passes of that model over PASS_TOKENS tokens

    def quickstart(self) -> dict[str, Any]:
        """The data for a tiny policy, without what the manifest of its games says."""
        seen, unseen = self.seen, self.unseen
        return {
            "configs": self.configs,
            # Expert, its episodes, those with ``--smoke``, and the configuration. The expert without mistakes comes
            # first: among mistakes a tiny policy does not learn to copy facts.
            "lessons": (
                ("explorer", 12_000, 256, f"{self.configs}/cold_start_explorer"),
                ("sloppy", 2400, 64, f"{self.configs}/cold_start_sloppy"),
            ),
            "heldout": unseen,
            # Policy, split and mode of the library.
            "evaluations": (
                ("cold_start", unseen, "none"),
                ("cold_start", unseen, "fresh"),
                ("grpo", unseen, "none"),
                ("grpo", seen, "none"),
                ("skill1", unseen, "none"),
                ("skill1", unseen, "fresh"),
                ("skill1", seen, "none"),
                ("skill1", seen, "frozen"),
            ),
            # Title, evaluation, and which part of its rounds; None: all.
            "columns": (
                *self._unseen_columns(),
                (f"{self.seen_title},\nfrozen", f"{seen}-frozen", None),
                (f"{self.seen_title},\nnone", f"{seen}-none", None),
            ),
            "games": GAMES,
            "smoke_games": SMOKE_GAMES,
            "differences": (
                (f"skill1/{unseen}-fresh", f"cold_start/{unseen}-fresh"),
                (f"skill1/{unseen}-fresh", f"grpo/{unseen}-none"),
            ),
        }

    def with_models(self) -> Mapping[str, Mapping[str, Any]]:
        """Packaged model → what differs with it: fewer demonstrations and games, in the environment's own words."""
        unseen = self.unseen
        return {
            "smollm2-135m": {
                "configs": self.with_model,
                # The second one leaves RL one thing to find out: that skills are worth following. All mistakes of a
                # sloppy expert at once were too many for the few steps of RL that a language model has here.
                "lessons": tuple(
                    (expert, episodes, 16, f"{self.with_model}/cold_start_{expert}")
                    for expert, episodes in self.lessons_with_model
                ),
                "evaluations": (
                    ("cold_start", unseen, "fresh"),
                    ("grpo", unseen, "none"),
                    ("skill1", unseen, "fresh"),
                ),
                "columns": self._unseen_columns(),
                "games": {**GAMES, "unseen": self.unseen_with_model},
                "passes": self.passes_with_model,
            },
        }

    def _unseen_columns(self) -> tuple[tuple[str, str, str | None], ...]:
        return (
            (f"{self.unseen_title},\nfresh,\nlate", f"{self.unseen}-fresh", "last_rounds"),
            (f"{self.unseen_title},\nfresh,\nall", f"{self.unseen}-fresh", None),
            (f"{self.unseen_title},\nnone", f"{self.unseen}-none", None),
        )
