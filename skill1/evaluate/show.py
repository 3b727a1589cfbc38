"""Plays one task for human eyes and shows an episode of it, stage by stage, with its credit."""

from __future__ import annotations

import torch

from skill1.agent.mixture import configured_profile
from skill1.agent.player import Recipe
from skill1.config import Skill1Config
from skill1.config.method import make_recipe, uses_library
from skill1.credit.credit import StepFacts
from skill1.credit.rows import weighed
from skill1.env.registry import opened_suite
from skill1.env.splits import tasks_of
from skill1.errors import DataError
from skill1.evaluate.evaluation import opened_library
from skill1.evaluate.explain import Facts, Scene, credit_of, explain
from skill1.evaluate.show_text import print_rollout
from skill1.library import Library
from skill1.policy.load import open_hf
from skill1.policy.random import generator
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller, play_settings
from skill1.schema import Episode, Group, Task

GROUP_SIZE = 4  # enough for a comparison, few enough to be quick


def show_rollout(
    config: Skill1Config,
    *,
    model: str,
    library_path: str | None = None,
    task_id: str | None = None,
    seed: int = 0,
    console=None,
) -> Facts:
    """Play four episodes of a task as in training and explain one of them; returns the facts, JSON-ready.

    The library is a copy in memory: nothing is written. Weights and credit are what this group alone would get.

    Args:
        config: the run's configuration.
        model: Hugging Face folder or name of the policy.
        library_path: library, or skills in any format, to select from; None: an empty one.
        task_id: a task of any split; None: one of the training split, drawn by ``seed``.
        seed: of the task and of all sampling.
        console: rich console, or None to print nothing.

    Raises:
        DataError: no such task, or every episode ended in an error.
    """
    if config.train.threads:
        torch.set_num_threads(config.train.threads)
    recipe, tokens = make_recipe(config), Tokens.load(model)
    # A mode that grows, for the group is committed as in a step; the library is a copy in memory.
    mode = "none" if not uses_library(config) else "online" if library_path else "fresh"
    with opened_suite(config.env) as suite, opened_library(config, mode, library_path) as library:
        task = _find_task(suite, config.env.train_split, task_id, seed)
        step = 1 if library is None else library.last_step + 1
        policy = open_hf(config, model, tokens, rows=GROUP_SIZE)
        # As training plays: with its temperature and its exploring retrieval.
        settings = play_settings(config, is_training=True)
        profile = configured_profile(config)
        roller = Roller(suite.make, policy, recipe, profile, settings, concurrency=policy.max_rows)
        group = roller.play_groups([task], library, seed=seed, step=step, group_size=GROUP_SIZE)[0]
        facts = explain(credited_scene(config, recipe, tokens, group, library, step))
    if console is not None:
        print_rollout(facts, console)
    return facts


def _find_task(suite, train_split: str, task_id: str | None, seed: int) -> Task:
    tasks = tasks_of(suite, suite.name, train_split)
    if task_id is None:
        return tasks[int(generator(seed).integers(len(tasks)))]
    for split in dict.fromkeys([train_split, *suite.splits()]):
        for task in suite.tasks(split):
            if task.id == task_id:
                return task
    raise DataError(f"{suite.name} has no task '{task_id}' in any split; an example of one is {tasks[0].id}.")


def credited_scene(
    config: Skill1Config, recipe: Recipe, tokens: Tokens, group: Group, library: Library | None, step: int
) -> Scene:
    """Commit and credit the group as a training step would."""
    if not group.survivors:
        raise DataError(
            f"every episode of {group.task.id} ended in an error. The first: {group.episodes[0].error}"
        )
    edits = {}
    # A frozen library takes nothing in, as in training.
    if library is not None and not config.library.frozen:
        edits = {e.episode: e for e in library.commit(group.episodes, step=step, policy_version=0).edits}
    became = {name: edit.skill for name, edit in edits.items()}
    # After the commit, as in training: credit by utilities takes what they have become. Nothing is pending.
    facts = StepFacts([group], step, library, became, ())
    credits, _ = recipe.assign(facts)
    credits = weighed(credits, len(group.survivors), config.loss.normalise)
    episode = most_telling(group)
    return Scene(config, tokens, group, episode, step, library, edits, credit_of(episode, credits))


def most_telling(group: Group) -> Episode:
    """The episode that shows most: a success that used a skill and wrote one, as far as there is such."""
    return max(group.survivors, key=lambda e: (e.success, e.draft is not None, e.used is not None, -e.key.rollout))
