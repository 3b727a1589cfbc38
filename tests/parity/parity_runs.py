"""One small household run for both backends, with recorded answers in the place of sampling."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill1.agent.profile import load_profile
from skill1.config import LibraryConfig, Skill1Config
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.library import Library
from skill1.policy import load
from skill1.policy.tiny import TinyShape, make_tiny_policy
from skill1.schema import Episode, EpisodeKey, SkillDraft
from skill1.train import learner
from skill1.train.start import tiny_words
from skill1.train.trainer import Skill1Trainer
from skill1_envs.household.tasks import load_split

CLUSTER = Path(__file__).resolve().parent.parent / "verl_support" / "household.yaml"
SMALL = TinyShape(hidden_size=32, layers=2, heads=2, feed_forward=64)
STEPS = 2
STOCKED = 8  # tasks of the run
RUN = (
    "--seed=3",  # some episodes succeed in both steps
    f"--train.steps={STEPS}",
    "--train.tasks_per_step=4",
    "--train.group_size=4",
    "--train.mini_batches=2",
    "--train.checkpoint_every=1",
    "--train.keep_checkpoints=2",
    "--train.learning_rate=3e-3",  # warm-up included, ratios then leave the clip range in the second step
    "--train.final_learning_rate=1.0",
    "--train.max_grad_norm=0.2",  # below the gradients' norms
    "--train.micro_batch_tokens=400",  # several to an update on each rank
    "--credit.realised_delay=1",
    "--logging.episodes_every=1",
)
# Loss weights, credit of selection, of distillation, of acting; the second is the paper's, where rerank tokens are not
# clipped and have no KL term; in the last every turn has an advantage of its own.
CREDITS = {
    "token-trend": ("token", "trend", "realised", "episode"),
    "equation-ndcg": ("equation", "ndcg", "variation", "episode"),
    "equation-trend": ("equation", "trend", "realised", "episode"),
    "token-ndcg": ("token", "ndcg", "variation", "episode"),
    "token-gigpo": ("token", "matched", "realised", "gigpo"),
}


def credited_as(name: str) -> list[str]:
    """Options for one of ``CREDITS``."""
    keys = ("loss.normalise", "credit.selection", "credit.distillation", "credit.utilisation")
    return [f"--{key}={value}" for key, value in zip(keys, CREDITS[name], strict=True)]


def parity_config(policy: Path, library: Path, *overrides: str, cluster: bool = False) -> Skill1Config:
    """The run on one of the backends; all else is equal."""
    chosen = [f"--model.path={policy}", f"--library.init={library}", *RUN, *overrides]
    if not cluster:
        return load_config("household/skill1", chosen)
    chosen += [
        "--verl.actor_rollout_ref.rollout.nnodes=1"
    ]  # what verl asks of a trainer without servers of its own
    return load_config(str(CLUSTER), chosen)


def make_policy(folder: Path, *, seed: int = 0) -> Path:
    """Random weights of a small shape with the words of the household."""
    config = load_config("household/skill1")
    profile = load_profile(config.agent.profile, config.agent.prompts, env=config.env.name)
    make_tiny_policy(tiny_words(config, make_suite(config.env), profile), folder, seed=seed, shape=SMALL)
    return folder


def make_library(path: Path) -> Path:
    """A right and a wrong skill for each task of the run, so that there is something to rank."""
    split = load_split("train")
    episodes = []
    for number, (task, chore) in enumerate(zip(split.tasks[:STOCKED], split.chores[:STOCKED], strict=True)):
        request, spots = chore.request, chore.home.spots
        wrong = next(spot for spot in spots.values() if spot != spots[request.kind])
        for rollout, spot in enumerate((spots[request.kind], wrong)):
            draft = SkillDraft(f"{request.name} {request.type} {request.kind}", f"{request.kind} in {spot}")
            key = EpisodeKey(seed=9, step=0, task=number, rollout=rollout)
            episodes.append(Episode(key, task, outcome=1.0 - rollout, success=not rollout, draft=draft))
    with Library.open(path, parity_library(), create=True) as library:
        library.commit(episodes, step=0, policy_version=0)
    return path


def parity_library() -> LibraryConfig:
    return load_config("household/skill1").library


def run_locally(config: Skill1Config, run_dir: Path, policy, patch: pytest.MonkeyPatch) -> list:
    """Train on the local backend with ``policy`` in the place of its engine; returns the samples of each step."""
    steps = []

    class Learner(learner.LocalLearner):
        def update(self, samples, step):
            steps.append(list(samples))
            return super().update(samples, step)

    patch.setattr(load, "open_policy", lambda *_, **__: policy)
    patch.setattr(learner, "LocalLearner", Learner)
    Skill1Trainer(config, run_dir).train()
    return steps
