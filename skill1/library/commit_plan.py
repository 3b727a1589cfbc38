"""One commit, worked out as a pure function: episodes of a step in, what the library becomes out.

The order is Algorithm 1's: utilities of what was retrieved, then admissions, then retirement,
each in the order of (task, rollout), so that sequential EMAs give the same numbers in every run. The success
trends move first, for both read them. Nothing is written here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

import numpy as np

from skill1.config import LibraryConfig
from skill1.library.admit import TRIAL, after_outcome, choose_retired, moved, same_skill, skill_id, trial_of
from skill1.schema import Episode, Skill, SkillDraft, SkillEdit, comparison_key, neutralise

EventKind = Literal[
    "added",
    "merged",
    "retrieved",
    "selected",
    "used",
    "withheld",
    "credited",
    "retired",
    "proposed",
    "imported",
    "feedback",
    "pinned",
    "unpinned",
    "banned",
    "edited",
    "approved",
    "restored",
]
# Kinds whose value is a measurement; of all others it is U afterwards.
MEASURES: tuple[EventKind, ...] = ("retrieved", "selected", "used", "withheld", "feedback")
DEFAULT_SKILL_CHARS = 2000  # agent.max_skill_chars, where no run tells another
QUERY_CHARS = 2000  # of a query, as it is searched with and as it is remembered with what won


# A tuple, because SQLite takes it as a row as it is.
class Event(NamedTuple):
    """One line of a skill's history.

    ``value``: retrieved: cosine; selected: 1 if the policy ranked it first, 0 if it was merely first in retrieval
    order; used, withheld: the outcome with the skill and, in a control episode, without it; all others: U afterwards.
    ``episode`` is empty where no episode is behind it; for edited it holds the id of the skill the text became.
    """

    kind: EventKind
    step: int
    episode: str
    skill: str
    policy_version: int
    value: float


@dataclass(frozen=True, slots=True)
class Trends:
    """Success EMAs over steps, in [0, 1]; None before the first step that has a value."""

    success: float | None = None
    no_skill: float | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """The settings of one commit."""

    config: LibraryConfig
    success_ema: float
    max_skill_chars: int
    step: int
    policy_version: int


@dataclass(frozen=True, slots=True)
class Before:
    """What a commit reads of the library. ``find`` follows merges; ``LibraryError``: unknown id."""

    active: Mapping[str, Skill]  # in order of admission
    same_strategy: Mapping[str, Collection[str]]  # comparison key → ids of active skills, oldest first
    trends: Trends
    find: Callable[[str], Skill]
    is_taken: Callable[[str], bool]
    vector: Callable[[str], np.ndarray]  # unit row of an active skill's description
    set_aside: Callable[[str, str], str | None]  # description, strategy → id of a proposed or banned skill
    came_in: Callable[[int, int], Collection[str]]  # step, N → ids that this run took in during the last N steps


@dataclass(slots=True)
class Plan:
    """The outcome of a commit. ``changed``: older skills with new numbers; ``retired`` may name added ones.

    An added skill is active, or proposed where new skills are reviewed.
    """

    trends: Trends
    changed: dict[str, Skill] = field(default_factory=dict)
    added: dict[str, Skill] = field(default_factory=dict)
    vectors: dict[str, np.ndarray] = field(default_factory=dict)  # of what is added or becomes active
    retired: tuple[str, ...] = ()
    edits: list[SkillEdit] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    wins: Counter[tuple[str, str]] = field(default_factory=Counter)  # (query, skill) → successes in this step


def in_commit_order(episodes: Sequence[Episode]) -> list[Episode]:
    """Episodes not in error, by (task, rollout)."""
    # By key, not by arrival: sequential EMAs must not depend on which episode was quicker.
    return sorted((e for e in episodes if e.ok), key=lambda e: (e.key.task, e.key.rollout))


def clean_draft(draft: SkillDraft | Skill, max_chars: int) -> SkillDraft | None:
    """Both texts neutralised; None if one of them comes out empty."""
    # Our parsers have done this, and a second time changes nothing; drafts may come from elsewhere, too.
    clean = SkillDraft(neutralise(draft.description, max_chars), neutralise(draft.strategy, max_chars))
    return clean if clean.description and clean.strategy else None


def admissible_drafts(
    episodes: Sequence[Episode], max_chars: int, admission: Literal["successes", "all"] = "successes"
) -> dict[str, SkillDraft]:
    """Episode id → what it offers for admission: the cleaned draft of a success, or of any episode."""
    # By `won`, not by r: an environment may pay for half a success.
    writers = [e for e in episodes if e.ok and (e.success or admission == "all")]
    offers = {e.id: e.draft for e in writers if e.draft is not None}
    cleaned = {episode_id: clean_draft(draft, max_chars) for episode_id, draft in offers.items()}
    return {episode_id: draft for episode_id, draft in cleaned.items() if draft is not None}


def plan_commit(
    before: Before,
    episodes: Sequence[Episode],
    drafts: Mapping[str, SkillDraft],
    vectors: Mapping[str, np.ndarray],
    terms: Terms,
) -> Plan:
    """What committing ``episodes`` does.

    ``drafts`` is what :func:`admissible_drafts` gives for them, ``vectors`` the unit row of each draft's
    description.
    """
    ordered = in_commit_order(episodes)
    # First: a new skill may start at the trend, and `posterior` leans on it, both with this step in it.
    trends = _next_trends(before.trends, ordered, terms.success_ema)
    planner = _Planner(before, drafts, vectors, terms, trends, _outcomes_without(ordered))
    # One by one in a fixed order: an EMA depends on it.
    for episode in ordered:
        planner.credit(episode)
        planner.remember_win(episode)
    # Drafts after all credit: what a draft is merged into has by then the utility that this step left it.
    # Admissions last: a text is compared with what the whole step made of the library.
    for episode in ordered:
        if episode.draft is not None:
            planner.offer(episode)
    # Before the capacity: a skill that fails its trial makes room that another would lose.
    planner.end_trials()
    planner.retire()
    return planner.plan


def _outcomes_without(episodes: Sequence[Episode]) -> dict[int, float]:
    """Task → mean outcome of its controls, for tasks that have any."""
    found: dict[int, list[float]] = {}
    for episode in episodes:
        if episode.is_control:
            found.setdefault(episode.key.task, []).append(episode.outcome)
    return {task: sum(outcomes) / len(outcomes) for task, outcomes in found.items()}


def _next_trends(trends: Trends, episodes: Sequence[Episode], step_size: float) -> Trends:
    """The success EMAs moved by this step's means. Controls did not play as the policy chose and move none."""
    # The trends stand in for U where no skill was used, so they must mean the policy's own choices.
    as_chosen = [e for e in episodes if not e.is_control]
    without_skill = [e.outcome for e in as_chosen if e.used is None]
    return Trends(
        success=_next_trend(trends.success, [e.outcome for e in as_chosen], step_size),
        no_skill=_next_trend(trends.no_skill, without_skill, step_size),
    )


def _next_trend(trend: float | None, outcomes: Sequence[float], step_size: float) -> float | None:
    if not outcomes:
        return trend
    mean = sum(outcomes) / len(outcomes)
    # The first mean counts whole: from a start at 0 the trend would be too low for many steps.
    return mean if trend is None else moved(trend, mean, step_size)


class _Planner:
    """Fills a plan, episode by episode."""

    def __init__(
        self,
        before: Before,
        drafts: Mapping[str, SkillDraft],
        vectors: Mapping[str, np.ndarray],
        terms: Terms,
        trends: Trends,
        without: Mapping[int, float],
    ) -> None:
        self.plan = Plan(trends)
        self._without = without
        self._before = before
        self._drafts = drafts
        self._vectors = vectors
        self._terms = terms
        self._added_by_strategy: dict[str, list[str]] = {}
        self._faded: set[str] = set()  # skills whose earlier outcomes already count less because of this step

    def credit(self, episode: Episode) -> None:
        """Eq. 5 and the counts for one episode. Of a control only the outcome is logged, beside what it selected."""
        # Rollouts clip outcomes (`rollout.episode`); only averages of such outcomes keep U in [0, 1].
        assert 0.0 <= episode.outcome <= 1.0, f"outcome {episode.outcome} of {episode.id} is outside [0, 1]"
        if episode.withheld is not None:
            for skill_id_ in self._still_active({episode.withheld.id: 0.0}):
                self._log("withheld", episode.id, skill_id_, episode.outcome)
            return  # played without the skill, its outcome says nothing of what the skill is worth
        # Under the ids of now: what an episode met may have been merged or retired since.
        retrieved = self._still_active({c.skill.id: c.similarity for c in episode.candidates})
        used = self._still_active({episode.used.id: 0.0} if episode.used is not None else {})
        for skill_id_, cosine in retrieved.items():
            self._tally(skill_id_, retrieved=1)
            self._log("retrieved", episode.id, skill_id_, cosine)
        for skill_id_ in used:
            self._tally(skill_id_, selected=1, wins=int(episode.success))
            self._log("selected", episode.id, skill_id_, float(bool(episode.ranking) and episode.ranking_valid))
            self._log("used", episode.id, skill_id_, episode.outcome)
            self._compare(skill_id_, episode)
        # The paper credits all of the top-K with the outcome, `selected` only the skill that was in the prompt.
        for skill_id_ in retrieved if self._terms.config.utility_update == "retrieved" else used:
            self._log("credited", episode.id, skill_id_, self._move_utility(skill_id_, episode.outcome))

    def remember_win(self, episode: Episode) -> None:
        """Which query led to which success: what retrieval can be measured by."""
        if not episode.success or episode.used is None or episode.is_control:
            return
        # In the form in which queries are searched, so that it can be searched again.
        query = neutralise(episode.query, QUERY_CHARS)
        for skill_id_ in self._still_active({episode.used.id: 0.0}) if query else ():
            self.plan.wins[query, skill_id_] += 1

    def offer(self, episode: Episode) -> None:
        """Admit, merge or reject the draft of one episode. A banned text is rejected, however it comes."""
        # None: the episode failed, or its text was empty once it was cleaned.
        draft = self._drafts.get(episode.id)
        aside = self._set_aside(draft) if draft is not None else None
        if draft is None or (aside is not None and aside.status == "banned"):
            # No event: each belongs to a skill, and this text became none.
            self.plan.edits.append(SkillEdit(episode.id, "rejected", None))
            return
        vector = self._vectors[draft.description]
        # What waits for review is told of each repetition, as an active skill is; it is not stored a second time.
        older = self._repeated_skill(draft, vector) or aside
        if older is None and (outdated := self._outdated_skill(episode, vector)) is not None:
            self._update(outdated, self._new_skill(episode, draft), vector)
        elif older is None:
            skill = self._new_skill(episode, draft)
            self._add(skill, vector)
            self.plan.edits.append(SkillEdit(episode.id, "added", skill.id))
            self._log("added" if skill.status == "active" else "proposed", episode.id, skill.id, skill.utility)
        else:
            utility = self._repeated(older.id, episode.outcome)
            self.plan.edits.append(SkillEdit(episode.id, "merged", older.id))
            self._log("merged", episode.id, older.id, utility)

    def _outdated_skill(self, episode: Episode, vector: np.ndarray) -> Skill | None:
        """The skill the episode used, if its text was about the same situation and updates are wanted."""
        # Of winners alone, also where texts of failures come in: what lost is no better than the text it was given.
        if self._terms.config.edits == "add" or episode.used is None or not episode.success:
            return None
        # As it is now: one that another episode of this step has updated is not active any more.
        for used in map(self._now, self._still_active({episode.used.id: 0.0})):
            is_about_the_same = float(self._before.vector(used.id) @ vector) >= self._terms.config.merge_similarity
            if used.status == "active" and not used.pinned and is_about_the_same:
                return used
        return None

    def _update(self, old: Skill, new: Skill, vector: np.ndarray) -> None:
        """Put a skill in the place of another. It begins with its utility, but has to earn counts of its own."""
        # U is inherited: both texts are about one situation. Counts are of tries, and this text had none.
        new = replace(new, utility=old.utility, parents=(old.id,))
        self._add(new, vector)
        if new.status == "active":  # what waits for review replaces nothing yet
            self._put(replace(old, status="merged", merged_into=new.id))
            self._log("edited", new.id, old.id, old.utility)
        self.plan.edits.append(SkillEdit(new.source_episode, "updated", new.id))
        self._log("added" if new.status == "active" else "proposed", new.source_episode, new.id, new.utility)

    def end_trials(self) -> None:
        """Retire each new skill that did not win more than the controls beside it; the others stay for good."""
        # Only what changed in this step can have finished its trial.
        for skill in list(self.plan.changed.values()):
            uses, gain = trial_of(skill) or (0, 0.0)
            # trial_uses 0: trials are off, and a trial begun under other settings stays as it is.
            if skill.status != "active" or not 0 < self._terms.config.trial_uses <= uses:
                continue
            rest = {key: value for key, value in skill.extra.items() if key != TRIAL}
            # Without the mark, so that a skill that stays is never tried again.
            self._put(replace(skill, extra=rest, status="active" if gain > 0 or skill.pinned else "retired"))
            if self._now(skill.id).status == "retired":
                self.plan.retired += (skill.id,)
                self._log("retired", "", skill.id, skill.utility)

    def _compare(self, name: str, episode: Episode) -> None:
        """Note what a skill on trial brought in an episode beyond the controls of the same group."""
        skill, without = self._now(name), self._without.get(episode.key.task)
        if without is not None and (trial := trial_of(skill)) is not None:
            uses, gain = trial
            # Controls played the same task without their skill: what is won beyond them is this skill's doing.
            now = [uses + 1, gain + episode.outcome - without]
            self._put(replace(skill, extra={**skill.extra, TRIAL: now}))

    def retire(self) -> None:
        """Bring the active skills down to the capacity."""
        config = self._terms.config
        # Proposed skills are not searched, so they take no place.
        added = [skill.id for skill in self.plan.added.values() if skill.status == "active"]
        # An upper bound: what was updated in this step or failed its trial has left.
        if len(self._before.active) + len(added) <= config.capacity:
            return
        # Judged by their numbers after this step's credit, the new ones among them; what was updated has left.
        crowd = [skill for skill in map(self._now, [*self._before.active, *added]) if skill.status == "active"]
        young = self._young(crowd)
        crowded_out = choose_retired(crowd, capacity=config.capacity, rule=config.retirement, young=young)
        # Added to those that failed their trial: `end_trials` has retired them already.
        self.plan.retired += crowded_out
        for retired_id in crowded_out:
            skill = replace(self._now(retired_id), status="retired")
            self._put(skill)
            self._log("retired", "", retired_id, skill.utility)

    def _young(self, crowd: Sequence[Skill]) -> set[str]:
        """Ids of those that are protected from retirement."""
        # At least one: as in Algorithm 1, the new skill is not yet among those that the lowest leaves.
        step, steps = self._terms.step, max(1, self._terms.config.protect_steps)
        # A birth step alone may be one of a run that this one started from.
        own = {*self.plan.added, *self._before.came_in(step, steps)}
        return {skill.id for skill in crowd if skill.id in own and 0 <= step - skill.created_step < steps}

    def _still_active(self, values: Mapping[str, float]) -> dict[str, float]:
        """The same values under the ids the skills have now; what has retired meanwhile takes no part."""
        now: dict[str, float] = {}
        for skill_id_, value in values.items():
            skill = self._before.active.get(skill_id_) or self._before.find(skill_id_)
            if skill.status == "active":
                now.setdefault(skill.id, value)  # two that were merged are one now, which counts once an episode
        return now

    def _repeated_skill(self, draft: SkillDraft, vector: np.ndarray) -> Skill | None:
        key = comparison_key(draft.strategy)
        # Two episodes of one step may write the same: what this commit has added is known, too.
        ids = [*self._before.same_strategy.get(key, ()), *self._added_by_strategy.get(key, ())]

        def similarity(rival: Skill) -> float:
            # What this commit adds is not in the index yet.
            row = self.plan.vectors.get(rival.id)
            return float((self._before.vector(rival.id) if row is None else row) @ vector)

        return same_skill(
            draft.description,
            [skill for skill in map(self._now, ids) if skill.status != "merged"],  # by an update of this step
            similarity,
            least_similarity=self._terms.config.merge_similarity,
        )

    def _set_aside(self, draft: SkillDraft) -> Skill | None:
        """The proposed or banned skill with these texts."""
        found = self._before.set_aside(draft.description, draft.strategy)
        return None if found is None else self._now(found)

    def _new_skill(self, episode: Episode, draft: SkillDraft) -> Skill:
        # Unless told otherwise it begins as good as an average episode: neither favoured nor doomed untried.
        initial = self._terms.config.initial_utility
        utility = self.plan.trends.success if initial is None else initial
        assert utility is not None, "a step with a draft has an outcome, hence a trend"
        return Skill(
            id=skill_id(draft.description, draft.strategy, episode.id, self._is_taken),
            description=draft.description,
            strategy=draft.strategy,
            utility=utility,
            created_step=self._terms.step,
            source_episode=episode.id,
            # Lineage: what the writer had in its prompt.
            parents=(episode.used.id,) if episode.used is not None else (),
            status="proposed" if self._terms.config.review else "active",
            env=episode.task.env,
            extra={TRIAL: [0, 0.0]} if self._terms.config.trial_uses else {},
        )

    def _is_taken(self, name: str) -> bool:
        return name in self.plan.added or self._before.is_taken(name)

    def _add(self, skill: Skill, vector: np.ndarray) -> None:
        self.plan.added[skill.id] = skill
        self.plan.vectors[skill.id] = vector
        self._added_by_strategy.setdefault(comparison_key(skill.strategy), []).append(skill.id)

    def _now(self, name: str) -> Skill:
        """The skill with what this commit has done to it so far."""
        # Newest first: what this commit added or changed hides what was read before it.
        known = self.plan.added.get(name) or self.plan.changed.get(name) or self._before.active.get(name)
        return known or self._before.find(name)

    def _put(self, skill: Skill) -> None:
        (self.plan.added if skill.id in self.plan.added else self.plan.changed)[skill.id] = skill

    def _tally(self, name: str, *, retrieved: int = 0, selected: int = 0, wins: int = 0) -> None:
        skill = self._now(name)
        self._put(
            replace(
                skill,
                retrieved=skill.retrieved + retrieved,
                selected=skill.selected + selected,
                wins=skill.wins + wins,
            )
        )

    def _move_utility(self, name: str, outcome: float) -> float:
        prior = self.plan.trends.success
        skill = after_outcome(
            self._now(name), outcome, self._terms.config, prior=prior, fades=name not in self._faded
        )
        # Once a step: the rollouts of a step are no history of each other.
        self._faded.add(name)
        self._put(skill)
        return skill.utility

    def _repeated(self, name: str, outcome: float) -> float:
        """U of a skill whose text was written once more."""
        if self._terms.config.utility == "posterior":
            return self._now(name).utility  # whoever wrote it again did not use it, and mostly only winners write
        # As the released code does: the older text's utility moves with this outcome once more.
        return self._move_utility(name, outcome)

    def _log(self, kind: EventKind, episode: str, skill: str, value: float) -> None:
        terms = self._terms
        self.plan.events.append(Event(kind, terms.step, episode, skill, terms.policy_version, value))
