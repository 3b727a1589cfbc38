"""Internalisation: what a run's skill library teaches, distilled into the weights, for a policy that acts without one.

The run's policy plays training tasks with its library, which stays as it is. Of the episodes it wins, each is shown
again as it would have looked without a library: the same task, observations and sampled actions under the prompts of
a policy that has no skills. These are the demonstrations of an ordinary supervised pass (``skill1.train.sft``). A share
of them is learnt as it was played too, so that selecting, using and writing skills survive.

The idea of moving context into weights is context distillation (Askell et al., arXiv 2112.00861); that only successes
are learnt is rejection sampling, as in STaR (arXiv 2203.14465).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from skill1.agent.profile import configured_profile
from skill1.config import Skill1Config
from skill1.config.load import load_run_config
from skill1.config.method import make_recipe, uses_library
from skill1.env.registry import opened_suite
from skill1.env.splits import tasks_of
from skill1.errors import ConfigError, DataError, quoted
from skill1.evaluate.evaluation import opened_library, opened_policy
from skill1.policy.protocol import run_to_end
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller
from skill1.rollout.settings import play_settings, spread
from skill1.run.directory import is_finished
from skill1.run.locate import Located, is_run, locate_policy, split_selector
from skill1.run.progress import Progress
from skill1.schema import Episode
from skill1.train.demos import first_error, save_demos
from skill1.train.rerender import without_library
from skill1.train.sft import named, refuse_output, run_sft

DEMOS_SUFFIX = ".demos.jsonl.gz"  # beside the model folder: what it was taught
SHARE = 1.0  # of the kept episodes that are also learnt with the library


def locate_taught(source: str | os.PathLike[str]) -> Located:
    """The checkpoint whose library is to be internalised: RUN, RUN@STEP, RUN@best or one of its checkpoints.

    Raises:
        ConfigError: it is no run, or was trained without a library; or a run is named whole that is not finished.
        CheckpointError, DataError: nothing usable is there.
    """
    policy = locate_policy(source)
    if policy.config is None:
        raise ConfigError(
            f"{source} is a model without a library. Name a run: skill1 internalise RUN --output DIR"
        )
    if not uses_library(load_run_config(policy.config)) or policy.library is None:
        raise ConfigError(
            f"{source} was trained without a library, so there is nothing to internalise. Name a run of a method that "
            "has one, such as skill1."
        )
    run, selector = split_selector(source)
    # A run that is named whole means its last checkpoint, and that of an unfinished one is not what it will be.
    if selector is None and is_run(run) and not is_finished(run):
        raise ConfigError(
            f"{run} is not finished. Type: skill1 train --run-dir {quoted(run)} --resume, or name a checkpoint: "
            f"{quoted(f'{run}@latest')}"
        )
    return policy


def internalise(
    policy: Located,
    config: Skill1Config,
    output: Path,
    *,
    episodes: int | None = None,
    share: float = SHARE,
    console=None,
) -> dict[str, object]:
    """Teach a policy to act without its library as it does with it; writes the model folder ``output``.

    Everything happens in this process, whatever the run's backend was. What is learnt stays in
    ``OUTPUT.demos.jsonl.gz``, and a pass that was cut off resumes as :func:`skill1.train.sft.run_sft` does.

    Args:
        policy: of :func:`locate_taught`.
        config: its run's; ``sft`` says how it learns, ``sampling.temperature`` how it plays.
        episodes: on training tasks at equal distances; default: each task once. Of a task that is played more than
            once the shortest success is kept.
        share: of the kept episodes, in [0, 1], that are also learnt as they were played, with the library.

    Returns:
        Episodes ``played``, ``won``, ``kept`` and ``with_library``, and the figures of the supervised pass.

    Raises:
        ConfigError: the weights are behind a server.
        DataError: no episode was won, or ``output`` is a file, a run, a checkpoint or the run's start weights.
    """
    refuse_output(output, config)
    if config.endpoint.url is not None:
        raise ConfigError("the run's model is behind endpoint.url, so there are no weights here to train.")
    output = named(output)
    # The pass begins with what the run has learnt, not with what the run began with.
    config = replace(config, model=replace(config.model, path=policy.model))
    played, max_positions = play_taught(policy, config, episodes, console)
    kept = shortest(played)
    with_library = evenly(kept, share)
    data = output.with_name(output.name + DEMOS_SUFFIX)
    tokens = Tokens.load(policy.model)
    shown = [without_library(episode, config, tokens, max_positions) for episode in kept]
    # Played again after a kill, it is the same file, for keys and library are: the pass resumes by its hash.
    save_demos([*shown, *with_library], tokens, data, env=config.env.name, expert=policy.model, seed=config.seed)
    figures = run_sft(config, data, output, console=console)
    counts = {"played": played, "won": won(played), "kept": kept, "with_library": with_library}
    return {name: len(of) for name, of in counts.items()} | {"demonstrations": str(data)} | figures


def play_taught(
    policy: Located, config: Skill1Config, episodes: int | None, console=None
) -> tuple[list[Episode], int | None]:
    """Episodes of training tasks with the library read only, sampled as in training, retrieved as in evaluation.

    Returns them and the positions of the policy's model.

    Raises:
        DataError: none was won.
    """
    with (
        opened_suite(config.env) as suite,
        opened_library(config, "frozen", policy.library) as library,
        opened_policy(config, policy.model) as player,
    ):
        tasks = tasks_of(suite, config.env.name, config.env.train_split, "env.train_split")
        plan = spread(tasks, episodes or len(tasks), config.seed)
        # Without a streak: where the environment is broken nothing is won, which is told below.
        roller = Roller(
            suite.make,
            player.engine,
            # The whole recipe, skill writing included: part of the episodes is also learnt as it was played.
            make_recipe(config),
            configured_profile(config),
            # No bonus in retrieval and no controls; the temperature is still that of training.
            play_settings(config, is_training=False),
            concurrency=player.concurrency,
        )
        wins: list[bool] = []
        with Progress(f"play {config.env.train_split}", len(plan), console) as progress:

            def tell(episode: Episode) -> None:
                wins.extend([bool(episode.success)] if episode.ok else [])
                progress.advance(success=sum(wins) / len(wins) if wins else "–")

            played = run_to_end(roller.play_all(plan, library, tell))
    if not won(played):
        raise DataError(
            f"none of {len(played)} episodes with the library was won, so there is nothing to learn"
            f"{first_error(played, '; the first error: ')}. Type a larger --episodes, or name a checkpoint that does "
            "better, such as RUN@best."
        )
    return played, player.engine.max_positions


def won(episodes: Sequence[Episode]) -> list[Episode]:
    """Those that succeeded."""
    return [episode for episode in episodes if episode.success]


def shortest(episodes: Sequence[Episode]) -> list[Episode]:
    """Of each task the success with the fewest turns, the first of several; tasks in their order.

    A detour that ends well is no lesson, where a straight way was found too.
    """
    best: dict[tuple[str, str], Episode] = {}
    for episode in won(episodes):
        task = (episode.task.env, episode.task.id)
        if task not in best or len(episode.turns) < len(best[task].turns):
            best[task] = episode
    return list(best.values())


def evenly(episodes: Sequence[Episode], share: float) -> list[Episode]:
    """A share of them at equal distances: ⌊n·share⌋ of n."""
    # As it was typed: 100 times the float .29 is less than 29.
    exact = Fraction(str(share))
    # Each at which the share of those so far passes a whole number.
    return [e for i, e in enumerate(episodes) if int((i + 1) * exact) > int(i * exact)]
