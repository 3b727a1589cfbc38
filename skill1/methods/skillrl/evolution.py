"""Recursive evolution: every few steps the teacher reads failures of weak categories and extends the bank.

The original sees failures of validation games, whose tasks then leak into the bank, and shows the teacher the last five
steps; here they are those of training unless asked otherwise, and transcripts are whole. Its code also files every new
skill under general; here a skill stays with the category it was written for.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from skill1.config import Skill1Config
from skill1.config.mixture import is_mixture, members
from skill1.env.splits import spread
from skill1.library.curation_plan import Curation
from skill1.library.formats.records import Terms, write_json
from skill1.methods.skillrl.bank import (
    EVOLVED,
    SPECIFIC,
    category_in_bank,
    clean_entries,
    next_number,
    skills_from,
    title_of,
)
from skill1.methods.skillrl.memories import Memory, by_category, memory_of, read_memory, round_robin, transcript
from skill1.methods.skillrl.settings import SkillRLConfig
from skill1.methods.teacher.question import Form, Question
from skill1.methods.teacher.writer import WriteFacts
from skill1.run.metric_guide import Metric
from skill1.schema import Episode, Skill, comparison_key


@dataclass(frozen=True, slots=True)
class Proposal:
    """A skill to be: its category ("" for the general section), its texts, and the skill it takes the place of."""

    category: str
    entry: Mapping[str, str]
    replaces: Skill | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """Proposals in the teacher's order, and those left out: with a title that is there, past the limit, banned."""

    proposals: tuple[Proposal, ...]
    repeated: tuple[Proposal, ...] = ()
    surplus: tuple[Proposal, ...] = ()
    banned: tuple[Proposal, ...] = ()


def accept(
    answered: Sequence[Mapping[str, Any]], bank: Sequence[Skill], categories: Collection[str], most: int
) -> Accepted:
    """Up to ``most`` proposals. A category that was not among the failures' makes a skill general.

    ``refines`` names a title of the bank: the proposal takes that skill's place and category. Otherwise a title that
    the bank or an earlier proposal has is left out, and always one that waits in the bank for a person.
    """
    waiting = {comparison_key(title_of(skill)) for skill in bank if skill.status == "proposed"}
    # `titles` loses a skill that is rewritten. `taken` never does, so no later proposal gets its title.
    titles = {comparison_key(title_of(skill)): skill for skill in bank if skill.status != "proposed"}
    taken, proposals, repeated = {*titles, *waiting}, [], []
    for answer in answered:
        # One entry, or none where title or principle has nothing readable.
        for entry in clean_entries(SPECIFIC, [answer]):
            old = titles.get(comparison_key(str(answer.get("refines") or "")))
            key = comparison_key(entry["title"])
            named = str(answer.get("category") or "")
            category = (category_in_bank(old) or "") if old is not None else named if named in categories else ""
            is_kept = old is not None and key == comparison_key(title_of(old))
            if key in waiting or (key in taken and not is_kept):
                repeated.append(Proposal(category, entry, old))
                continue
            proposals.append(Proposal(category, entry, old))
            taken.add(key)
            if old is not None:  # once only
                del titles[comparison_key(title_of(old))]
    return Accepted(tuple(proposals[:most]), tuple(repeated), tuple(proposals[most:]))


# ``refines``: the paper's teacher rewrites skills as well as adding some.
EVOLVE = Form(
    {"skills": [{"title": str, "principle": str, "when_to_apply?": str, "category?": str, "refines?": str}]}
)
RECORD = "evolution-"  # begins the name of an evolution's record; its step follows
DECISIONS = ("proposals", "repeated", "surplus", "banned")  # the lists in it
SOURCE = "evolution-"  # begins the source episode of an evolved skill; its step follows
logger = logging.getLogger(__name__)


METRICS = (
    Metric(
        ("bank/weak_categories",),
        "Number of categories among the failures shown in an evolution.",
        "Falls. Stays at all categories: the skills do not help.",
    ),
    Metric(
        ("bank/failures",),
        "Failures shown to the teacher.",
        "If it is 0 from the start, see `skillrl.evolve_below`.",
    ),
    Metric(
        ("bank/new_skills",),
        "Skills added, at most `skillrl.max_new_skills`.",
        "If it is 0 although failures were shown, see `bank/repeated_titles` and `bank/unanswered`.",
    ),
    Metric(("bank/rewritten_skills",), "Skills added in place of one that was retired."),
    Metric(
        ("bank/repeated_titles",),
        "Proposals left out because the bank already has a skill of that title.",
        "More than the skills added: the teacher repeats itself.",
    ),
    Metric(
        ("bank/unanswered",),
        "1: no usable answer; the failures are kept for the next evolution.",
        "If it is 1 in every evolution, see `teacher/unanswered`.",
    ),
)


@dataclass
class Tally:
    """Successes and episodes of each category since the last evolution, and the worst failures."""

    counts: dict[str, tuple[int, int]] = field(default_factory=dict)
    failures: dict[str, list[Memory]] = field(default_factory=dict)

    def add(self, episodes: Iterable[Episode], most: int) -> None:
        """Count episodes; of each category the ``most`` severe failures are kept, of equal ones the earlier."""
        for memory in map(memory_of, episodes):
            won, played = self.counts.get(memory.category, (0, 0))
            self.counts[memory.category] = won + memory.success, played + 1
            if not memory.success:
                worst = [*self.failures.get(memory.category, ()), memory]
                # Few are kept, for the tally is in every checkpoint, with whole transcripts.
                self.failures[memory.category] = sorted(worst, key=lambda m: m.severity)[:most]

    def rate(self, category: str | None = None) -> float:
        """Success rate of a category, of all together for None; 1 where nothing was played."""
        # Episodes are added up, not rates: a category that was hardly played weighs little.
        found = list(self.counts.values()) if category is None else [self.counts.get(category, (0, 0))]
        won, played = (sum(pair[i] for pair in found) for i in (0, 1))
        return won / played if played else 1.0


def choose_failures(tally: Tally, config: SkillRLConfig) -> list[Memory]:
    """The failures to show: of categories below ``evolve_below``, weakest first, in turn, each by severity.

    At most deep_failures while the success rate of all categories together is below ``evolve_below``, else
    shallow_failures (SkillRL: 10 and 5).
    """
    # By name as well, so that equal rates have one order.
    weak = sorted((tally.rate(name), name) for name in tally.counts if tally.rate(name) < config.evolve_below)
    is_deep = tally.rate() < config.evolve_below
    most = config.deep_failures if is_deep else config.shallow_failures
    return round_robin(tally.failures.get(name, ()) for _, name in weak)[:most]


class Evolution:
    """Satisfies :class:`skill1.methods.teacher.writer.Writer`."""

    def __init__(self, config: Skill1Config) -> None:
        self._config = config.skillrl
        self.splits = _validation_splits(config) if self._config.evolve_from == "validation" else ()
        self._tally = Tally()

    def write(self, facts: WriteFacts) -> Mapping[str, float]:
        """Count the step's episodes; at every ``evolve_every``-th step extend the bank."""
        is_due = facts.step % self._config.evolve_every == 0
        if not self.splits:
            # A control played without its skills, so it tells nothing about the bank.
            watched = [episode for episode in facts.episodes if not episode.is_control]
        else:
            watched = self._validate(facts) if is_due else []
        # As many as one look can show: the other limit is never larger.
        self._tally.add(watched, self._config.deep_failures)
        return self._evolve(facts) if is_due else {}

    def _validate(self, facts: WriteFacts) -> list[Episode]:
        logger.warning(
            "skillrl.evolve_from validation: failures of split '%s' go into the bank, so results on that split say "
            "nothing about new tasks. Evaluate on another one.",
            ", ".join(self.splits),
        )
        tasks = [task for split in self.splits for task in facts.tasks(split)]
        # The same tasks at every look, so that looks can be compared.
        watched = spread(tasks, self._config.validation_tasks)
        # Purpose 0: no other episodes are played for this writer in a step.
        return [e for e in facts.play(watched, facts.library.skills(), 0) if e.ok]

    def _evolve(self, facts: WriteFacts) -> dict[str, float]:
        chosen = choose_failures(self._tally, self._config)
        metrics = {"bank/weak_categories": float(len(by_category(chosen))), "bank/failures": float(len(chosen))}
        # A look all the same, and counting begins anew: the next one is to judge a later policy.
        if not chosen:
            self._record(facts)
            self._tally = Tally()
            return metrics
        # With those that wait for a person, or each look would propose them again.
        skills = [*facts.library.skills(), *facts.library.skills("proposed")]
        # Asked anew at each look: after an unusable answer the same failures may make the same words.
        question = _question(chosen, skills, self._config.max_new_skills)
        (answer,) = facts.teacher.ask([replace(question, occasion=f"step {facts.step}")])
        # The tally stays, so the next look counts from where this one did.
        if answer.content is None:
            # Recorded all the same: the page shows what every look came to.
            self._record(facts, shown=chosen, fault=answer.fault)
            logger.warning("no evolution at step %d: %s The failures are kept.", facts.step, answer.fault)
            return metrics | {"bank/unanswered": 1.0}
        categories = {memory.category for memory in chosen}
        accepted = accept(answer.content["skills"], skills, categories, self._config.max_new_skills)
        envs = {memory.category: memory.env for memory in chosen}
        banned, retired = self._extend(facts, accepted.proposals, envs)
        came_in = tuple(proposal for proposal in accepted.proposals if proposal not in banned)
        # Before the tally begins anew, for the record tells its counts.
        accepted = replace(accepted, proposals=came_in, banned=banned)
        self._record(facts, shown=chosen, accepted=accepted, retired=retired)
        self._tally = Tally()
        replaced = sum(proposal.replaces is not None and proposal.replaces.id in retired for proposal in came_in)
        return metrics | {
            "bank/new_skills": float(len(came_in) - replaced),
            "bank/rewritten_skills": float(replaced),
            "bank/repeated_titles": float(len(accepted.repeated)),
        }

    def _record(
        self,
        facts: WriteFacts,
        *,
        shown: Sequence[Memory] = (),
        fault: str = "",
        accepted: Accepted | None = None,
        retired: Collection[str] = (),
    ) -> None:
        """What an evolution saw and decided, for people: RUN/skillrl/evolution-STEP.json."""
        found = accepted or Accepted(())
        record = {
            "step": facts.step,
            "evolve_below": self._config.evolve_below,
            "categories": {name: list(pair) for name, pair in sorted(self._tally.counts.items())},
            "shown": [{"category": memory.category, "goal": memory.goal} for memory in shown],
            "fault": fault,
            **{name: [_told(one, retired) for one in getattr(found, name)] for name in DECISIONS},
        }
        facts.folder.mkdir(parents=True, exist_ok=True)
        write_json(facts.folder / f"{RECORD}{facts.step:06d}.json", record)

    def _extend(
        self, facts: WriteFacts, proposals: Sequence[Proposal], envs: Mapping[str, str]
    ) -> tuple[tuple[Proposal, ...], Collection[str]]:
        """Add what was accepted, then retire what was rewritten; RUN/skillrl keeps each evolution as a bank.

        Returns what a person banned and so stays out, and the ids of what was retired.

        ``envs``: the environment of each category shown. A general skill is of all of them, so of none by name.
        """
        if not proposals:
            return (), ()
        library = facts.library
        # By these ids the finished skills find their proposal again: its category and what it takes the place of.
        named = {f"{EVOLVED}{n:03d}": p for n, p in enumerate(proposals, start=next_number(library))}
        entries = [(p.category, {"skill_id": name, **p.entry}) for name, p in named.items()]
        # Without an environment: it may differ between the skills of one evolution, and is set below.
        terms = Terms(library.initial_utility, facts.step, "", library.max_skill_chars)
        anywhere = "" if len(set(envs.values())) > 1 else next(iter(envs.values()))
        made = skills_from(entries, facts.folder / f"step-{facts.step:06d}.json", terms)
        status = "proposed" if library.config.review else "active"
        new = [
            replace(
                skill,
                status=status,
                source_episode=f"{SOURCE}{facts.step}",
                env=envs.get(named[skill.id].category, anywhere),
            )
            for skill in made
            if not library.is_banned(skill.description, skill.strategy)
        ]
        if new:
            library.add_skills(new, step=facts.step, kind="added")
        # Under review the new skill waits for a person, so the old one stays in use.
        outdated = [named[skill.id].replaces for skill in new if status == "active"]
        retired = _retired(facts, [old.id for old in outdated if old])
        added = {skill.id for skill in new}
        return tuple(proposal for name, proposal in named.items() if name not in added), retired

    def state(self) -> Mapping[str, Any]:
        """The tally."""
        failures = [dict(memory.record) for of_one in self._tally.failures.values() for memory in of_one]
        return {"counts": {name: list(pair) for name, pair in self._tally.counts.items()}, "failures": failures}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a state."""
        memories = [read_memory(record, "a failure of the checkpoint") for record in state["failures"]]
        counts = {name: (int(won), int(played)) for name, (won, played) in state["counts"].items()}
        # In the order of the state, which within a category is that of severity (`Tally.add`).
        failures: dict[str, list[Memory]] = {}
        for memory in memories:
            failures.setdefault(memory.category, []).append(memory)
        self._tally = Tally(counts, failures)


def _validation_splits(config: Skill1Config) -> tuple[str, ...]:
    """``eval.split``; of several environments each one's own, by the name that the run has for it."""
    if not is_mixture(config.env):
        return (config.eval.split,)
    return tuple(f"{one.name}/{one.eval_split or config.eval.split}" for one in members(config.env))


def _retired(facts: WriteFacts, outdated: Sequence[str]) -> set[str]:
    """Retire skills; returns the ids of those that are."""
    requests = [Curation("retire", id, by="skillrl", reason="rewritten by evolution") for id in outdated]
    if not requests:
        return set()
    # Not strict: a skill that a person pinned stays where it is, which must not end the run.
    outcomes = facts.library.curate(requests, step=facts.step, strict=False)
    return {id for id, outcome in zip(outdated, outcomes, strict=True) if outcome.is_applied}


def _told(proposal: Proposal, retired: Collection[str]) -> dict[str, Any]:
    old, before = proposal.replaces, None
    if old is not None:
        before = {"title": title_of(old), "principle": old.strategy, "is_retired": old.id in retired}
    return {"category": proposal.category, "replaces": before, **proposal.entry}


def _question(failures: Sequence[Memory], skills: Sequence[Skill], most: int) -> Question:
    shown = "\n\n".join(f"Failure {number}\n{transcript(m)}" for number, m in enumerate(failures, start=1))
    # All titles of the bank, so that the teacher does not propose what is there.
    fields = {
        "failures": shown,
        "titles": "\n".join(f"- {title_of(skill)}" for skill in skills) or "(none)",
        "categories": ", ".join(by_category(failures)),
        "most": str(most),
    }
    return Question("skillrl/evolve", fields, EVOLVE, {"failures": tuple(failures), "skills": tuple(skills)})
