r"""What ending a skill and selecting again is worth to Skill-Pro, in the household with a scripted player.

    python bench/skillpro_termination.py --output bench/results/skillpro_termination.json

The player is no language model: it does what the skill in its prompt says unless that was tried already, and else
searches. So it needs a prompt that is rebuilt each turn; in the compact profile of tiny policies the first decision
holds. Rules select and end skills (``teacher.kind analyst``): a skill is over once what it says was found, or tried in
vain. Each task of the split ``seen`` is played once with each way of ending, under the same keys; intervals of paired
differences are over tasks.

Pools of the 24 training homes: *whole notes*, one skill for each chore with all its facts, as the analyst writes them;
*single facts and guesses*, where place and appliance are two skills, and beside each is a wrong one of the same words.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import replace
from pathlib import Path

from made import made_by, publish

from skill1.agent.answer import expert_answer
from skill1.agent.player import Recipe
from skill1.agent.profile import load_profile
from skill1.agent.stages import nothing
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.evaluate.figures import bootstrap_tasks
from skill1.library import Library
from skill1.methods.skillpro.experience import make_experience
from skill1.methods.skillpro.method import PoolControl
from skill1.policy.endpoint_tokens import TextTokens
from skill1.policy.protocol import run_to_end
from skill1.policy.scripted import ScriptedPolicy
from skill1.rollout.group import Roller
from skill1.rollout.settings import play_settings
from skill1.schema import EpisodeKey, Skill
from skill1_envs.household.expert import EXPERTS, HouseholdExpert, read_claims
from skill1_envs.household.tasks import homes
from skill1_envs.household.world import KIND_OF_TYPE, OPERATIONS, SPOTS, Home
from skill1_envs.kit.players import is_named

TASKS = 432
ENDINGS = {
    "the first decision holds": ("--skillpro.termination=age", "--skillpro.max_skill_age=12"),
    "a controller ends skills": ("--skillpro.termination=controller", "--skillpro.max_skill_age=12"),
    "anew at every turn": ("--skillpro.termination=age", "--skillpro.max_skill_age=1"),
}
LIMITS = ("--agent.profile=skill1", "--sampling.act_tokens=128", "--model.max_prompt_tokens=16384")


class Reader(HouseholdExpert):
    """Follows the skill it is shown now, whatever was tried before; the expert follows one only at the beginning."""

    def _advice(self, request, skill, rng, *, after, appliance=False):
        if skill is None or not is_named(str(request.name), skill.description):
            return None
        claims = read_claims(skill.strategy)
        claim = claims.appliances.get(request.type) if appliance else claims.spots.get(request.kind)
        return claim if claim not in after else None


def main() -> None:
    """Play everything, write and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=TASKS)
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    report = {
        **made_by(threads=1),
        "player": "scripted; no language model",
        "selector": "rule-based analyst of the environment; no language model",
        "tasks": given.tasks,
        "seed": 0,
        "pools": {
            f"{name}, epsilon {0.3 if explores else 0}": of_pool(pool(), given.tasks, explores=explores)
            for name, pool in POOLS.items()
            for explores in (False, True)
        },
    }
    publish(report, given.output, report["pools"])


def of_pool(skills: list[Skill], tasks: int, *, explores: bool) -> dict[str, dict[str, object]]:
    """Every way of ending with one pool, and its paired difference to the first."""
    played = {name: episodes_with(skills, options, tasks, explores=explores) for name, options in ENDINGS.items()}
    first, *_ = played.values()
    found = {}
    for name, told in played.items():
        differences = [now - before for (now, *_), (before, *_) in zip(told, first, strict=True)]
        success, activated, ended = (sum(column) / len(told) for column in zip(*told, strict=True))
        found[name] = {"success": success, "activations": activated, "terminations": ended}
        if told is not first:
            mean = sum(differences) / len(differences)
            found[name] |= {"difference": mean, "interval_95": list(bootstrap_tasks(differences))}
    return found


def episodes_with(
    skills: list[Skill], options: tuple[str, ...], tasks: int, *, explores: bool
) -> list[tuple[int, int, int]]:
    """(won, activations, terminations) of each task."""
    config = load_config("household/skillpro", [*LIMITS, *options])
    suite, profile = make_suite(config.env), load_profile("skill1", env="household")
    player, control = Reader(EXPERTS["oracle"]), PoolControl(config)
    policy = ScriptedPolicy(
        TextTokens(), lambda stage, view, rng: expert_answer(profile, stage, player.answer(stage, view, rng), view)
    )
    settings = play_settings(config, is_training=explores)  # training explores, with the epsilon of its first step
    roller = Roller(suite.make, policy, Recipe(control.begin, nothing), profile, settings, concurrency=1)
    plan = [(task, EpisodeKey(0, 1, task.index, 0)) for task in suite.tasks("seen")[:tasks]]
    with Library.in_memory(config.library) as library:
        library.add_skills(skills, step=0)
        episodes = run_to_end(roller.play_all(plan, library))
    spans = control.take_spans()
    kept = [make_experience(episode, spans[episode.id]) for episode in episodes]
    return [(int(one.episode.success), len(one.calls), one.terminations) for one in kept]


def whole_notes() -> list[Skill]:
    """One skill for each chore, with all facts."""
    return [
        _skill(home, type_, " , ".join(_facts(home, type_))) for home in homes("train") for type_ in KIND_OF_TYPE
    ]


def facts_and_guesses() -> list[Skill]:
    """Each fact a skill, and a wrong one beside it; in a random order, so that neither comes first by rule."""
    rng, skills = random.Random(0), []
    for home in homes("train"):
        for type_, kind in KIND_OF_TYPE.items():
            wrong = rng.choice([spot for spot in SPOTS if spot != home.spots[kind]])
            texts = [*_facts(home, type_), f"{kind} in {wrong}"]
            if type_ in OPERATIONS:
                others = [name for name in OPERATIONS[type_] if name != home.appliances[type_]]
                texts.append(f"{type_} using {rng.choice(others)}")
            skills += [_skill(home, type_, text) for text in texts]
    return [replace(skill, id=f"s{place:04d}") for place, skill in enumerate(rng.sample(skills, len(skills)))]


def _facts(home: Home, type_: str) -> list[str]:
    kind = KIND_OF_TYPE[type_]
    found = [f"{kind} in {home.spots[kind]}"]
    return [*found, f"{type_} using {home.appliances[type_]}"] if type_ in OPERATIONS else found


def _skill(home: Home, type_: str, strategy: str) -> Skill:
    return Skill(f"{home.name.slug}-{type_}", f"{home.name} {type_} {KIND_OF_TYPE[type_]}", strategy, 0.5)


POOLS = {"whole notes": whole_notes, "single facts and guesses": facts_and_guesses}

if __name__ == "__main__":
    main()
