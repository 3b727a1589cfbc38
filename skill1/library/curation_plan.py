"""What people ask of single skills, worked out as one commit: pin, ban, edit, approve, retire, roll back.

Reads the file through its ``Store``; nothing is written here. Requests are worked out one after the other, each on
what the ones before it leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from skill1.errors import LibraryError, quoted
from skill1.library.admit import skill_id, with_utility
from skill1.library.commit_plan import MEASURES, Event, EventKind, Plan, clean_draft
from skill1.library.store import Store
from skill1.library.tables import WHERE_STEPS_FALL
from skill1.schema import Skill, SkillDraft, SkillStatus

CurationKind = Literal["pin", "unpin", "ban", "edit", "approve", "retire", "rollback"]
CURATION_KINDS: tuple[CurationKind, ...] = get_args(CurationKind)
# Of the table meta: seq of the newest event that was dropped, as of the shipped library.
FORGOTTEN_UNTIL = "forgotten_until"
REFUSED = "refused: "  # begins the outcome of what could not be carried out
_MOVES: tuple[EventKind, ...] = ("credited", "merged", "restored")  # that change a utility; all others name it
_ORIGINS: tuple[EventKind, ...] = ("added", "proposed", "imported")
# The kinds that tell a status. What a skill was at some time is read from its newest event of these.
# Not `merged`, which is an event of the skill that stayed: one that became another has `edited`.
_STATUS_AFTER: Mapping[EventKind, SkillStatus] = {
    "added": "active",
    "imported": "active",
    "approved": "active",
    "restored": "active",
    "proposed": "proposed",
    "retired": "retired",
    "banned": "banned",
    "edited": "merged",
}
_EVENT_OF: Mapping[SkillStatus, EventKind] = {
    "retired": "retired",
    "banned": "banned",
    "proposed": "proposed",
    "merged": "edited",
}


class SkillState(NamedTuple):
    """What a rollback restores of a skill."""

    status: SkillStatus
    utility: float
    merged_into: str | None = None


@dataclass(frozen=True, slots=True)
class Curation:
    """One request. ``edit`` needs a new text, ``rollback`` a step or states, all others a skill."""

    kind: CurationKind
    skill: str = ""  # a whole id; "" for rollback
    by: str = ""  # who asks
    reason: str = ""
    description: str | None = None  # of an edit; None: as it is
    strategy: str | None = None
    to_step: int | None = None  # of a rollback: the state after this step
    states: Mapping[str, SkillState] | None = None  # of a rollback to another library: its skills' states by id
    asked_at: str = ""  # ISO time


class Outcome(NamedTuple):
    """What became of a request, in words."""

    is_applied: bool
    text: str


@dataclass(frozen=True, slots=True)
class CurationTerms:
    """What curation is governed by."""

    step: int
    policy_version: int
    max_skill_chars: int


def plan_curation(
    store: Store, plan: Plan, requests: Sequence[Curation], terms: CurationTerms, *, strict: bool
) -> tuple[Outcome, ...]:
    """Fill an empty ``plan`` with what the requests do to a library; one outcome per request.

    Raises:
        LibraryError: ``strict``, and a request cannot be carried out. Otherwise that is its outcome.
    """
    curator = _Curator(store, plan, terms)
    outcomes = []
    for request in requests:
        try:
            outcomes.append(Outcome(True, curator.carry_out(request)))
        except LibraryError as error:
            if strict:
                raise
            # It has left the plan as it was, so the others can still be carried out.
            outcomes.append(Outcome(False, f"{REFUSED}{error}"))
    return tuple(outcomes)


def states_of(skills: Iterable[Skill]) -> dict[str, SkillState]:
    """What a rollback to these skills restores."""
    return {skill.id: SkillState(skill.status, skill.utility, skill.merged_into) for skill in skills}


def states_after(store: Store, step: int) -> dict[str, SkillState]:
    """Status and utility of every skill there was after a step, from the events.

    A library continues from one run into another: of commits whose steps start over, the last series is meant.

    Raises:
        LibraryError: nothing is newer than ``step``, the events of before were dropped, or they tell no possible U.
    """
    events = _events_until(store, step)
    # A tuple of plain words, formatted by Python, reads as a list in SQL.
    origins = f"SELECT skill FROM events WHERE kind IN {_ORIGINS}"
    unknown = store.rows(f"SELECT count(*) FROM skills WHERE id NOT IN ({origins})")[0][0]
    if unknown or events < store.meta().get(FORGOTTEN_UNTIL, 0):
        raise LibraryError(
            f"The events that record the state after step {step} were dropped. Name a "
            "library of that step instead: skill1 library rollback LIBRARY --to RUN@STEP"
        )
    statuses = store.rows(_newest("kind, episode", tuple(_STATUS_AFTER)), (events,))
    utility = {name: value for name, _, value in store.rows(_newest("value", None), (events,))}
    # What has not moved since then is what it was: its last move may be among the events that were dropped.
    since = f"SELECT skill FROM events WHERE seq > ? AND kind IN {_MOVES}"
    unmoved = store.rows(f"SELECT id, utility FROM skills WHERE id NOT IN ({since})", (events,))
    utility |= dict(unmoved)
    for name, *_ in statuses:
        if not isinstance(utility[name], float) or not 0.0 <= utility[name] <= 1.0:
            raise LibraryError(
                f"{store.path} does not tell the state after step {step}: the skill {name} had utility "
                f"{utility[name]!r:.80}; expected 0 to 1. Type: skill1 library check {quoted(store.path or 'LIBRARY')}"
            )
    return {
        name: SkillState(_STATUS_AFTER[kind], utility[name], episode if kind == "edited" else None)
        for name, _, kind, episode in statuses
    }


def _events_until(store: Store, step: int) -> int:
    """The seq of the last event that belongs to ``step`` or before, in the last series of growing steps."""
    # The last commit before steps start over, behind which the last series begins; 0 where they never do.
    first = store.rows(f"SELECT max(a.version) {WHERE_STEPS_FALL}")[0][0] or 0
    later = "SELECT min(version) FROM commits WHERE version > ? AND step > ?"
    version = store.rows(later, (first, step))[0][0]
    if version is None and step == store.last_step():
        version = _done_by_people(store, first)
    if version is None:
        raise LibraryError(
            f"Nothing in this library is newer than step {step}: its newest commit is of step {store.last_step()}. "
            "Name an earlier step, or another library: skill1 library rollback LIBRARY --to RUN@STEP"
        )
    # The commit before it is the last one until `step`: a step may have several, because what people asked is one
    # of its own.
    return store.number("SELECT last_event FROM commits WHERE version = ?", (version - 1,))


def _done_by_people(store: Store, first: int) -> int | None:
    """The first commit after the newest of the training itself in which people changed something, if any."""
    # What people did has the step of the commit before it. Writers curate too, under the name of their method.
    people = "SELECT version FROM curations WHERE asked_by NOT IN (SELECT method FROM runs)"
    # Feedback and imports come from outside as well, and are no boundary.
    outside = (
        "SELECT 1 FROM events WHERE kind IN ('feedback', 'imported') AND seq <= c.last_event AND "
        "seq > coalesce((SELECT last_event FROM commits WHERE version = c.version - 1), 0)"
    )
    own = (
        f"SELECT max(version) FROM commits c WHERE version > ? AND version NOT IN ({people}) "
        f"AND NOT EXISTS ({outside})"
    )
    query = f"SELECT min(version) FROM ({people}) WHERE version > coalesce(({own}), ?)"
    return store.rows(query, (first, first))[0][0]


def _newest(columns: str, kinds: tuple[str, ...] | None) -> str:
    """SQL: the newest event of each skill up to a seq; with max() SQLite takes the other columns from its row."""
    chosen = f"IN {kinds}" if kinds else f"NOT IN {MEASURES}"
    return f"SELECT skill, max(seq), {columns} FROM events WHERE seq <= ? AND kind {chosen} GROUP BY skill"


class _Curator:
    """Fills a plan, request by request. A request that is refused leaves the plan as it was."""

    def __init__(self, store: Store, plan: Plan, terms: CurationTerms) -> None:
        self._store, self._plan, self._terms = store, plan, terms
        self._actions: Mapping[CurationKind, Callable[[Curation], str]] = {
            "pin": self._pin,
            "unpin": self._unpin,
            "ban": self._ban,
            "edit": self._edit,
            "approve": self._approve,
            "retire": self._retire,
            "rollback": self._roll_back,
        }

    def carry_out(self, request: Curation) -> str:
        """One request; returns what was done. Raises ``LibraryError``: it cannot be."""
        action = self._actions.get(request.kind)
        if action is None:
            raise LibraryError(f"'{request.kind}' is not a request; expected {', '.join(CURATION_KINDS)}.")
        return action(request)

    def _pin(self, request: Curation) -> str:
        skill = self._of_status(request, "active", "proposed")
        if skill.pinned:
            raise LibraryError(f"The skill {skill.id} is already pinned.")
        self._change(replace(skill, pinned=True), "pinned")
        return f"{skill.id} is pinned: only a rollback can retire it."

    def _unpin(self, request: Curation) -> str:
        # Whatever its status: a skill that was edited or merged away keeps its pin.
        skill = self._now(request.skill)
        if not skill.pinned:
            raise LibraryError(f"The skill {skill.id} is not pinned.")
        self._change(replace(skill, pinned=False), "unpinned")
        return f"{skill.id} is no longer pinned."

    def _ban(self, request: Curation) -> str:
        skill = self._of_status(request, "active", "proposed", "retired")
        if skill.pinned:
            self._change(replace(skill, pinned=False), "unpinned")
        self._change(replace(skill, status="banned", pinned=False), "banned")
        return f"{skill.id} is banned: it is never retrieved, and its texts are not admitted again."

    def _retire(self, request: Curation) -> str:
        skill = self._of_status(request, "active", "proposed")
        if skill.pinned:
            raise LibraryError(
                f"The skill {skill.id} is pinned. Type: skill1 library pin LIBRARY {skill.id} --off"
            )
        self._change(replace(skill, status="retired"), "retired")
        return f"{skill.id} is retired."

    def _approve(self, request: Curation) -> str:
        skill = self._of_status(request, "proposed", "retired", "banned")
        self._refuse_twin(SkillDraft(skill.description, skill.strategy), skill.id)
        self._change(replace(skill, status="active"), "approved")
        return f"{skill.id} is active."

    def _edit(self, request: Curation) -> str:
        old = self._of_status(request, "active", "proposed")
        draft = self._new_texts(old, request)
        # With its counts, unlike an update in training: a person says the same in other words. The source stays too,
        # by which totals tell an edit from an update (`tables.COUNTED_ONCE`).
        new = replace(
            old,
            id=skill_id(draft.description, draft.strategy, old.source_episode, self._is_taken),
            description=draft.description,
            strategy=draft.strategy,
            created_step=self._terms.step,
            parents=(old.id,),
        )
        # The old row keeps its numbers and its pin, so that a rollback brings it back with them.
        self._change(replace(old, status="merged", merged_into=new.id), "edited", new.id)
        self._plan.added[new.id] = new
        self._log("added" if new.status == "active" else "proposed", new)
        return f"{old.id} is now {new.id}, with its utility and counts."

    def _new_texts(self, old: Skill, request: Curation) -> SkillDraft:
        given = SkillDraft(
            old.description if request.description is None else request.description,
            old.strategy if request.strategy is None else request.strategy,
        )
        # A text that stays may be longer than new ones: a run with a larger limit wrote it.
        longest = max(self._terms.max_skill_chars, len(old.description), len(old.strategy))
        draft = clean_draft(given, longest)
        if draft is None:
            raise LibraryError(
                f"The new text of {old.id} is empty. Type: skill1 library edit LIBRARY {old.id} --description TEXT "
                "--strategy TEXT"
            )
        if clean_draft(given, max(longest, len(given.description), len(given.strategy))) != draft:
            raise LibraryError(
                f"The new text of {old.id} is longer than {longest:,} characters (agent.max_skill_chars); shorten it."
            )
        if (draft.description, draft.strategy) == (old.description, old.strategy):
            raise LibraryError(f"The skill {old.id} already has these texts; expected different ones.")
        self._refuse_twin(draft, old.id)
        return draft

    def _refuse_twin(self, draft: SkillDraft, own: str) -> None:
        """Two skills with the same texts would share what is learnt about them."""
        query = "SELECT id FROM skills WHERE description = ? AND strategy = ?"
        stored = [name for (name,) in self._store.rows(query, (draft.description, draft.strategy))]
        texts = (draft.description, draft.strategy)
        new = [s.id for s in self._plan.added.values() if (s.description, s.strategy) == texts]
        # A retired or merged twin does no harm: it is not searched, and drafts are not compared with it.
        for twin in map(self._now, [*stored, *new]):
            if twin.id != own and twin.status in ("active", "proposed", "banned"):
                raise LibraryError(f"The skill {twin.id} has the same texts and is {twin.status}; use that one.")

    def _roll_back(self, request: Curation) -> str:
        states = request.states
        if states is None:
            if request.to_step is None:
                raise LibraryError("A rollback needs a step or a library. Type --to-step N or --to LIBRARY.")
            states = states_after(self._store, request.to_step)
        # As the requests before have left them, and with what these added.
        skills = [self._latest(skill) for skill in self._store.skills()] + list(self._plan.added.values())
        if request.states is not None and not any(skill.id in states for skill in skills):
            raise LibraryError(
                "The library to go back to has no skill in common with this one: neither was made from the other."
            )
        known = {skill.id for skill in skills}
        num_restored = sum(self._restore(skill, states.get(skill.id), known) for skill in skills)
        if not num_restored:
            raise LibraryError(
                "Every skill already has the status and the utility it had then, so nothing changes."
            )
        return f"{num_restored} skills have the status and the utility they had then."

    def _restore(self, skill: Skill, state: SkillState | None, known: set[str]) -> bool:
        """Give a skill a former state; one that was not there then is retired. False: nothing to do."""
        if state is None:
            if skill.status not in ("active", "proposed"):
                return False
            self._change(replace(skill, status="retired"), "retired")
            return True
        if state.merged_into is not None and state.merged_into not in known:
            state = SkillState("retired", state.utility)  # merged, in the other library, into one only it has
        if state == (skill.status, skill.utility, skill.merged_into):
            return False
        restored = replace(with_utility(skill, state.utility), status=state.status, merged_into=state.merged_into)
        self._change(restored, "restored")
        # `restored` alone tells a later rollback "active" (_STATUS_AFTER): a second event corrects that.
        if restored.status != "active":
            self._log(_EVENT_OF[restored.status], restored, restored.merged_into or "")
        return True

    def _of_status(self, request: Curation, *allowed: SkillStatus) -> Skill:
        skill = self._now(request.skill)
        if skill.status in allowed:
            return skill
        if skill.status == "merged":
            what = f"it became {skill.merged_into}; name that one"
        elif "retired" in allowed or "banned" in allowed:
            what = f"expected {' or '.join(allowed)}"
        else:
            what = f"type: skill1 library approve LIBRARY {skill.id}"
        raise LibraryError(f"The skill {skill.id} is {skill.status} and cannot take '{request.kind}': {what}.")

    def _now(self, name: str) -> Skill:
        """The skill with what the requests before have done to it."""
        known = self._plan.added.get(name) or self._plan.changed.get(name) or self._store.skill(name)
        if known is None:
            raise LibraryError(f"There is no skill '{name}'; type `skill1 library list LIBRARY` for its ids.")
        return known

    def _latest(self, stored: Skill) -> Skill:
        return self._plan.changed.get(stored.id, stored)

    def _is_taken(self, name: str) -> bool:
        return name in self._plan.added or self._store.skill(name) is not None

    def _change(self, skill: Skill, kind: EventKind, episode: str = "") -> None:
        plan = self._plan
        (plan.added if skill.id in plan.added else plan.changed)[skill.id] = skill
        self._log(kind, skill, episode)

    def _log(self, kind: EventKind, skill: Skill, episode: str = "") -> None:
        terms = self._terms
        self._plan.events.append(Event(kind, terms.step, episode, skill.id, terms.policy_version, skill.utility))
