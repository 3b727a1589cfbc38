"""The writer of method skillpro: after each step it credits, evolves and prunes the pool, and logs the iteration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from skill1.library.curation_plan import Curation
from skill1.library.formats.records import Terms
from skill1.methods.skillpro.evolution import Evolution, evolve
from skill1.methods.skillpro.experience import Experience, ExperiencePool, GoldenPool, Span, make_experience
from skill1.methods.skillpro.log import append_iteration, read_seeds, snapshot
from skill1.methods.skillpro.settings import SkillProConfig
from skill1.methods.skillpro.skill import (
    PoolSkill,
    Removal,
    credited,
    explored_share,
    lower_bound,
    maintain,
    maintain_oldest_first,
    maintenance_score,
    moved_baseline,
    pool_skill,
)
from skill1.methods.teacher.writer import WriteFacts
from skill1.run.metric_guide import Metric

METRICS = (
    Metric(("skillpro/epsilon",), "Share of selections drawn at random.", "Falls to `skillpro.final_epsilon`."),
    Metric(
        ("skillpro/pool_size",),
        "Skills in the pool, after maintenance.",
        "Stays at the number of seeds: no candidate passes the gate.",
    ),
    Metric(
        ("skillpro/pool_score",), "Mean of each skill's share of uses × avg_gain.", "Below 0: the pool does harm."
    ),
    Metric(
        ("skillpro/activations",),
        "Mean number of times an episode activated a skill.",
        "Near 0: nothing is selected.",
    ),
    Metric(
        ("skillpro/terminations",),
        "Mean number of skills that ended before their episode did.",
        "0: the first decision holds for the whole episode.",
    ),
    Metric(("skillpro/reuse_rate",), "Share of episodes that activated a skill.", "Rises."),
    Metric(
        ("skillpro/evolutions",),
        "Parents for which a candidate was judged.",
        "0 for many steps: too few uses, or no readable candidate.",
    ),
    Metric(
        ("skillpro/gate_pass_rate",),
        "Share of judged candidates that were accepted; 0 if none was judged.",
        ".3 to .7. Always 1: the gate holds nothing back.",
    ),
    Metric(
        ("skillpro/removed",), "Skills retired by maintenance.", "As many as are added: the pool is too small."
    ),
    Metric(
        ("skillpro/added_tokens_per_turn",),
        "Prompt tokens that skills added to a turn: mean over an episode's turns, then over episodes.",
        "Grows: skills get longer.",
    ),
)


class PoolWriter:
    """Satisfies :class:`skill1.methods.teacher.writer.Writer`. The pool itself is the library; the rest is its state.

    Args:
        take_spans: what was active in the episodes since it was last called, by episode id.
    """

    def __init__(self, config: SkillProConfig, take_spans: Callable[[], Mapping[str, Sequence[Span]]]) -> None:
        self._config, self._take_spans = config, take_spans
        self._experiences = ExperiencePool(config.experience_pool)
        # Nothing reads it where no gate checks it, and every checkpoint would hold it.
        self._golden = GoldenPool(config.golden_pool if config.golden_checks else 0)
        self._baselines: dict[str, float] = {}

    def write(self, facts: WriteFacts) -> Mapping[str, float]:
        """One iteration: statistics, baselines, evolution, maintenance, log."""
        config, spans = self._config, self._take_spans()
        played = [make_experience(episode, spans.get(episode.id, ())) for episode in facts.episodes]
        pool = self._credited(facts, played)
        # After the gains, which are against the baseline of before the step.
        returns = self._move_baselines(played)
        evolutions: list[Evolution] = []
        removals: list[Removal] = []
        if config.mode == "SMDP":
            # Before evolution, so that a skill can evolve on this very step.
            for experience in played:
                self._experiences.add(experience)
                self._golden.add(experience)
            evolutions = evolve(facts, config, pool, self._experiences, self._golden, self._baselines)
            # Before maintenance, which weighs new skills against the rest of the pool.
            pool = self._store(facts, pool, evolutions)
            pool, removals = self._maintained(facts, pool)
            # After maintenance: what has left never evolves, and its episodes would fill every checkpoint.
            self._experiences.forget_skills(skill.id for skill in pool)
        append_iteration(facts.folder, self._log_entry(facts, played, returns, pool, evolutions, removals))
        return {
            "skillpro/epsilon": explored_share(config, facts.step),
            **_metrics(played, pool, evolutions, removals),
        }

    def state(self) -> dict[str, Any]:
        """Baselines and kept episodes; the skills' numbers are in the library."""
        return {
            "baselines": dict(self._baselines),
            "experiences": self._experiences.state(),
            "golden": self._golden.state(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a state."""
        self._baselines = dict(state["baselines"])
        self._experiences.restore(state["experiences"])
        self._golden.restore(state["golden"])

    def _credited(self, facts: WriteFacts, played: Sequence[Experience]) -> list[PoolSkill]:
        """The pool with this step's gains, against the baseline of before the step (0 at the first)."""
        pool = {skill.id: pool_skill(skill, facts.step) for skill in facts.library.skills()}
        for experience in played:
            calls = Counter(experience.calls)
            for skill, count in calls.items():
                # A person may have taken a skill out since the episode that used it was played.
                if skill in pool:
                    pool[skill] = credited(
                        pool[skill],
                        calls=count,
                        all_calls=calls.total(),
                        reward=experience.reward,
                        baseline=self._baselines.get(experience.episode.task.env, 0.0),
                    )
        return list(pool.values())

    def _move_baselines(self, played: Sequence[Experience]) -> dict[str, float]:
        """Mean return of each environment, taken into its baseline."""
        rewards: dict[str, list[float]] = {}
        for experience in played:
            rewards.setdefault(experience.episode.task.env, []).append(experience.reward)
        means = {env: sum(values) / len(values) for env, values in rewards.items()}
        # An environment that the step did not play keeps its baseline.
        for env, mean in means.items():
            self._baselines[env] = moved_baseline(self._baselines.get(env), mean, self._config.baseline_step)
        return means

    def _store(
        self, facts: WriteFacts, pool: Sequence[PoolSkill], evolutions: Sequence[Evolution]
    ) -> list[PoolSkill]:
        """New numbers and accepted candidates into the library, seeds into an empty one; returns the pool then."""
        parents = {done.parent.id for done in evolutions if done.is_accepted}
        changed = []
        for skill in pool:
            before = pool_skill(skill.skill, facts.step)
            # Maturity follows from the step, so a skill that nobody used need not be written.
            if skill != before or skill.id in parents:
                evolved = facts.step if skill.id in parents else skill.last_evolved
                changed.append(replace(skill, last_evolved=evolved).stored(facts.step))
        new = [done.candidate for done in evolutions if done.is_accepted and done.candidate is not None]
        # As after the first step of a run, which was played without skills and gave R̄ its first value.
        if not pool and self._config.seeds:
            seeds = read_seeds(self._config.seeds, _terms(facts))
            # A person may have emptied the pool by banning them.
            new += [seed for seed in seeds if not facts.library.is_banned(seed.description, seed.strategy)]
        # One commit: a step's numbers and its candidates come together or not at all.
        if new or changed:
            facts.library.add_skills(new, step=facts.step, kind="added", changed=changed)
        return [pool_skill(skill, facts.step) for skill in facts.library.skills()]

    def _maintained(self, facts: WriteFacts, pool: Sequence[PoolSkill]) -> tuple[list[PoolSkill], list[Removal]]:
        """The pool within its size; what leaves is retired in the library."""
        config = self._config
        if config.ablation == "wo_score":
            kept, removals = maintain_oldest_first(pool, config.pool_size)
        else:
            # A skill's description is its initiation (`texts_of`).
            rows = facts.library.description_rows([skill.skill for skill in pool])
            kept, removals = maintain(pool, rows, self._rank(pool), config.pool_size, config.duplicate_similarity)
        if removals:
            # As requests, so that the library's history says who took them out, and why.
            requests = [Curation("retire", removal.skill.id, "skillpro", removal.stage) for removal in removals]
            facts.library.curate(requests, step=facts.step)
        return kept, removals

    def _rank(self, pool: Sequence[PoolSkill]) -> Callable[[PoolSkill], float]:
        if self._config.maintenance == "score":
            return partial(maintenance_score, pool=pool)
        oldest = max((skill.maturity for skill in pool), default=1)
        return partial(lower_bound, oldest=oldest, scale=self._config.lcb_scale)

    def _log_entry(
        self,
        facts: WriteFacts,
        played: Sequence[Experience],
        returns: Mapping[str, float],
        pool: Sequence[PoolSkill],
        evolutions: Sequence[Evolution],
        removals: Sequence[Removal],
    ) -> dict[str, Any]:
        """An iteration in the keys of Skill-Pro's log."""
        # Of all skills, whatever their status: one that an episode used may have left in this very step.
        names = {skill.id: pool_skill(skill, facts.step).name for skill in facts.library.skills(None)}
        usage: dict[str, list[Any]] = {}
        for one in played:
            told = [{"step": s.turn, "skill_name": names[s.skill]} for s in one.spans if s.skill is not None]
            usage.setdefault(one.episode.task.env, []).append(told)
        baselines = list(self._baselines.values())
        return {
            "iteration": facts.step,
            "avg_return": dict(returns),
            "task_baselines": dict(self._baselines),
            "global_baseline": sum(baselines) / len(baselines) if baselines else 0.0,
            "skill_usage_details": usage,
            "delta_prompt_tokens_per_step": _mean([one.added_tokens_per_turn for one in played]),
            "episodes_data": [{"reward": one.reward, "steps": len(one.episode.turns)} for one in played],
            "pool_snapshot": snapshot(pool),
            "evolution_details": [done.entry(self._config.candidates) for done in evolutions],
            "maintenance_details": [removal.entry() for removal in removals],
        }


def _terms(facts: WriteFacts) -> Terms:
    library = facts.library
    envs = {group.task.env for group in facts.groups}
    env = envs.pop() if len(envs) == 1 else ""  # seeds are for all environments of a run
    return Terms(library.initial_utility, facts.step, env, library.max_skill_chars)


def _metrics(
    played: Sequence[Experience],
    pool: Sequence[PoolSkill],
    evolutions: Sequence[Evolution],
    removals: Sequence[Removal],
) -> dict[str, float]:
    judged = [done for done in evolutions if done.candidate is not None]
    return {
        "skillpro/pool_size": float(len(pool)),
        "skillpro/pool_score": _mean([maintenance_score(skill, pool) for skill in pool]),
        "skillpro/activations": _mean([len(one.calls) for one in played]),
        "skillpro/terminations": _mean([one.terminations for one in played]),
        "skillpro/reuse_rate": _mean([bool(one.calls) for one in played]),
        "skillpro/evolutions": float(len(judged)),
        "skillpro/gate_pass_rate": _mean([done.is_accepted for done in judged]),
        "skillpro/removed": float(len(removals)),
        "skillpro/added_tokens_per_turn": _mean([one.added_tokens_per_turn for one in played]),
    }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
