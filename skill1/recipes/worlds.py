"""The worlds that a quickstart knows: what is taught, trained, evaluated and shown in each.

Plain data. A world of generated games also says how many it takes; how they are made is the environment's business.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from skill1.errors import ConfigError
from skill1.policy.tiny import TinyShape

METHODS = ("skill1", "grpo")


@dataclass(frozen=True)
class Lesson:
    """One supervised pass: whose demonstrations, how many episodes, and the configuration with the learning rate."""

    expert: str
    episodes: int
    smoke_episodes: int
    config: str


@dataclass(frozen=True)
class GamesPlan:
    """Games to generate: how many of each split. The seed is the same for every run: all play the same games."""

    seed: int
    train: int
    seen: int
    unseen: int


@dataclass(frozen=True)
class World:
    """One quickstart. Its folders are ``<label>-cold-start``, ``<label>-skill1`` and so on."""

    name: str  # of the environment
    configs: str  # folder of the configurations: one for each method, and smoke
    lessons: tuple[Lesson, ...]
    heldout: str  # split whose hidden facts training never sees
    # (who, split, library). The cold start and Skill1 play with the same recipe; GRPO never has a library.
    evaluations: tuple[tuple[str, str, str], ...]
    # Of the table: title, evaluation, part of it; of the growing library only the last rounds count.
    columns: tuple[tuple[str, str, str | None], ...]
    shape: TinyShape = field(default_factory=TinyShape)
    games: GamesPlan | None = None
    smoke_games: GamesPlan | None = None
    games_mark: str = "homes"  # what the manifest of such games tells of
    games_splits: tuple[str, str, str] = ("train", "valid_seen", "valid_unseen")  # names of the plan's three
    # Pairs of evaluations, better and baseline, whose paired difference is shown; with them, success by task type.
    differences: tuple[tuple[str, str], ...] = ()
    model: str | None = None  # packaged language model that the cold start teaches; None: a tiny policy is made

    @property
    def label(self) -> str:
        """The environment, and the model's family where it is no tiny policy."""
        return self.name if self.model is None else f"{self.name}-{self.model.partition('-')[0]}"

    @property
    def cold_start_folder(self) -> str:
        return f"{self.label}-cold-start"

    @property
    def games_folder(self) -> str:
        return f"{self.label}-games"

    @property
    def summary_file(self) -> str:
        return f"{self.label}-summary.json"

    def plan(self, *, smoke: bool) -> GamesPlan | None:
        """The games to make, if any."""
        return self.smoke_games if smoke else self.games


HOUSEHOLD = World(
    name="household",
    configs="household",
    lessons=(
        Lesson("oracle", 16_000, 256, "household/cold_start_oracle"),
        Lesson("sloppy", 2400, 64, "household/cold_start_sloppy"),
    ),
    heldout="heldout",
    evaluations=(
        ("cold_start", "heldout", "none"),
        ("cold_start", "heldout", "fresh"),
        ("cold_start", "seen", "none"),
        ("grpo", "heldout", "none"),
        ("grpo", "seen", "none"),
        ("skill1", "heldout", "none"),
        ("skill1", "heldout", "frozen"),
        ("skill1", "heldout", "fresh"),
        ("skill1", "seen", "none"),
        ("skill1", "seen", "frozen"),
    ),
    columns=(
        ("held-out\nhomes,\nfresh", "heldout-fresh", "last_rounds"),
        ("held-out\nhomes,\nfrozen", "heldout-frozen", None),
        ("held-out\nhomes,\nnone", "heldout-none", None),
        ("training\nhomes,\nfrozen", "seen-frozen", None),
        ("training\nhomes,\nnone", "seen-none", None),
    ),
)

ALFWORLD = World(
    name="alfworld",
    configs="alfworld/homes",
    lessons=(
        Lesson("explorer", 12_000, 256, "alfworld/homes/cold_start_explorer"),
        Lesson("sloppy", 2400, 64, "alfworld/homes/cold_start_sloppy"),
    ),
    heldout="valid_unseen",
    evaluations=(
        ("cold_start", "valid_unseen", "none"),
        ("cold_start", "valid_unseen", "fresh"),
        ("grpo", "valid_unseen", "none"),
        ("grpo", "valid_seen", "none"),
        ("skill1", "valid_unseen", "none"),
        ("skill1", "valid_unseen", "fresh"),
        ("skill1", "valid_seen", "none"),
        ("skill1", "valid_seen", "frozen"),
    ),
    columns=(
        ("held-out\nhomes,\nfresh,\nlate", "valid_unseen-fresh", "last_rounds"),
        ("held-out\nhomes,\nfresh,\nall", "valid_unseen-fresh", None),
        ("held-out\nhomes,\nnone", "valid_unseen-none", None),
        ("training\nhomes,\nfrozen", "valid_seen-frozen", None),
        ("training\nhomes,\nnone", "valid_seen-none", None),
    ),
    games=GamesPlan(seed=0, train=1536, seen=144, unseen=864),
    smoke_games=GamesPlan(seed=0, train=24, seen=24, unseen=96),
    differences=(
        ("skill1/valid_unseen-fresh", "cold_start/valid_unseen-fresh"),
        ("skill1/valid_unseen-fresh", "grpo/valid_unseen-none"),
    ),
)

WEBSHOP = World(
    name="webshop",
    configs="webshop/makers",
    lessons=(
        Lesson("explorer", 12_000, 256, "webshop/makers/cold_start_explorer"),
        Lesson("sloppy", 2400, 64, "webshop/makers/cold_start_sloppy"),
    ),
    heldout="test",
    evaluations=(
        ("cold_start", "test", "none"),
        ("cold_start", "test", "fresh"),
        ("grpo", "test", "none"),
        ("grpo", "eval", "none"),
        ("skill1", "test", "none"),
        ("skill1", "test", "fresh"),
        ("skill1", "eval", "none"),
        ("skill1", "eval", "frozen"),
    ),
    columns=(
        ("test\ngoals,\nfresh,\nlate", "test-fresh", "last_rounds"),
        ("test\ngoals,\nfresh,\nall", "test-fresh", None),
        ("test\ngoals,\nnone", "test-none", None),
        ("training\nmakers,\nfrozen", "eval-frozen", None),
        ("training\nmakers,\nnone", "eval-none", None),
    ),
    games=GamesPlan(seed=0, train=1536, seen=144, unseen=864),
    smoke_games=GamesPlan(seed=0, train=24, seen=24, unseen=96),
    games_mark="makers",
    games_splits=("train", "eval", "test"),
    differences=(
        ("skill1/test-fresh", "cold_start/test-fresh"),
        ("skill1/test-fresh", "grpo/test-none"),
    ),
)

ALFWORLD_SMOLLM2 = replace(
    ALFWORLD,
    configs="alfworld/smollm2",
    model="smollm2-135m",
    lessons=(
        Lesson("explorer", 1600, 16, "alfworld/smollm2/cold_start_explorer"),
        Lesson("sloppy", 320, 16, "alfworld/smollm2/cold_start_sloppy"),
    ),
    evaluations=(
        ("cold_start", "valid_unseen", "fresh"),
        ("grpo", "valid_unseen", "none"),
        ("skill1", "valid_unseen", "fresh"),
    ),
    columns=(
        ("held-out\nhomes,\nfresh,\nlate", "valid_unseen-fresh", "last_rounds"),
        ("held-out\nhomes,\nfresh,\nall", "valid_unseen-fresh", None),
        ("held-out\nhomes,\nnone", "valid_unseen-none", None),
    ),
    games=GamesPlan(seed=0, train=1536, seen=144, unseen=144),
)

WORLDS = {world.name: world for world in (HOUSEHOLD, ALFWORLD, WEBSHOP)}
# (environment, packaged model) → the quickstart with that model in place of a tiny policy.
LANGUAGE_WORLDS = {(world.name, world.model): world for world in (ALFWORLD_SMOLLM2,)}


def world_of(name: str, model: str | None) -> World:
    """The quickstart of a world, with a packaged language model if one is named.

    Raises:
        ConfigError: there is none with that model; names those there are.
    """
    if model is None:
        return WORLDS[name]
    if (name, model) not in LANGUAGE_WORLDS:
        known = ", ".join(f"{world} --model {packaged}" for world, packaged in LANGUAGE_WORLDS)
        raise ConfigError(
            f"there is no quickstart {name} --model {model}; expected {known}. Any other model takes the cold start's "
            "place with --model.path MODEL."
        )
    return LANGUAGE_WORLDS[name, model]
