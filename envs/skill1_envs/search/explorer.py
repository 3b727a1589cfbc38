"""A scripted player that knows what a policy knows: it searches, follows its skill, and writes down what it found.

It works from the agent's view alone and keeps no state between answers. The sloppy kind makes, with fixed shares, the
mistakes that training is to weed out.

``value`` says how right a skill is by the hidden facts: for metrics and demonstrations, never for training.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from skill1.env.protocol import View
from skill1.errors import ConfigError, DataError
from skill1.schema import SkillDraft, Task
from skill1_envs.kit.players import (
    EMPTY_TEXTS,
    GUESSED_TEXTS,
    NOTHING,
    SLOPPY,
    WARY,
    ExplorerParams,
    ScriptedPlayer,
    best_rated,
    choice,
    is_lucky,
    is_named,
    played,
    render,
)
from skill1_envs.kit.world_folder import DEMO_PREFIX, demo_numbers
from skill1_envs.search.generate.folder import Realms
from skill1_envs.search.generate.questions import Question, read_question
from skill1_envs.search.generate.realms import REGISTERS, Realm, demo_realms, heldout_realms, training_realms
from skill1_envs.search.wording import documents, entries_for, read_author

ANY_REALM_QUERIES = 0.7  # of the imperfect ones; the rest asks for another kind of fact of this realm
EXPLORERS: Mapping[str, ExplorerParams] = {
    "explorer": ExplorerParams(),
    "sloppy": SLOPPY,
    "wary": WARY,
}

_CLAIM = re.compile(r"(?<!\S)search (\w+) for (\w+)(?!\S)")


@dataclass(slots=True)
class Memory:
    """What the turns so far have shown, in lower case."""

    asked: list[str] = field(default_factory=list)  # registers of the realm that were searched for
    keeper: str = ""  # the register that keeps the kind of fact
    facts: dict[str, str] = field(default_factory=dict)  # person → what it says
    author: str = ""  # of the book in question


class Explorer(ScriptedPlayer):
    """Searches registers for facts."""

    def _read(self, sentence: str) -> Question:
        return require_question(sentence)

    def _recall(self, question: Question, view: View) -> Memory:
        return recall(question, view)

    def _best(self, question: Question, view: View) -> str:
        """The best rated of those that say where it is kept."""
        return best_rated(
            view.candidates,
            lambda skill: claimed_register(question, skill.description, skill.strategy) is not None,
        )

    def _query(self, question: Question, rng: np.random.Generator) -> str:
        if is_lucky(rng, self._params.query):
            return question.scenario
        return f"any {question.kind}" if is_lucky(rng, ANY_REALM_QUERIES) else question.realm

    def _act(self, question: Question, memory: Memory, view: View, rng: np.random.Generator) -> str:
        # Once is enough: a book's own page is the first that its title finds.
        if question.source == "two_hop" and not memory.author and not view.turns:
            return f"<search>{question.names[0]}</search>"
        if told := solution(question, memory):
            return f"<answer>{told}</answer>"
        return f"<search>{self._register(question, memory, view, rng)} {question.realm}</search>"

    def _register(self, question: Question, memory: Memory, view: View, rng: np.random.Generator) -> str:
        """What the skill says, else any that was not searched for yet."""
        skill = view.skill
        claimed = claimed_register(question, skill.description, skill.strategy) if skill else None
        # A register that was asked for without success is not asked again because a skill says so.
        if claimed and claimed not in memory.asked and is_lucky(rng, self._params.follow):
            return claimed
        fresh = [register for register in REGISTERS if register not in memory.asked]
        return choice(rng, fresh if fresh and is_lucky(rng, self._params.no_repeat) else REGISTERS)

    def _distill(self, question: Question, memory: Memory, rng: np.random.Generator) -> str:
        """Which register keeps such facts in the realm; ``none`` if that was not found out."""
        if not is_lucky(rng, self._params.distill):
            return render(poor_draft(question, rng, memory.asked))
        if not memory.keeper:
            return NOTHING
        return render(SkillDraft(question.scenario, advice(memory.keeper, question.kind)))


def make_explorer(kind: str, seed: int) -> Explorer:
    """Raises ``ConfigError`` for an unknown kind."""
    if kind not in EXPLORERS:
        raise ConfigError(f"there is no expert {kind!r} for the encyclopedia; expected {' or '.join(EXPLORERS)}.")
    return Explorer(EXPLORERS[kind], seed)


def require_question(sentence: str) -> Question:
    """Raises ``DataError`` for a question that is not one about realms."""
    question = read_question(sentence)
    if question is None:
        raise DataError(
            f"{sentence!r:.200} is not a question about realms, and scripted players answer only those; expected "
            "those of a folder that skill1 envs make-corpus search OUT made."
        )
    return question


def recall(question: Question, view: View) -> Memory:
    """Reads the turns of a view; the observation before the first is the question itself, which shows nothing."""
    memory = Memory()
    for turn, result in played(view):
        # A query may name the register anywhere among its words.
        words = turn.action.removeprefix("<search>").removesuffix("</search>").split()
        memory.asked += [word for word in words if word in REGISTERS and word not in memory.asked]
        _note(memory, question, result)
    return memory


def _note(memory: Memory, question: Question, text: str) -> None:
    found = documents(text)
    for page in entries_for(question, found):
        if page.kind == question.kind:
            memory.keeper = page.register
            memory.facts.update(page.facts)
    for book in filter(None, map(read_author, found)):
        if book[0] in question.names:
            memory.author = book[1]


def solution(question: Question, memory: Memory) -> str | None:
    """The answer, if what was found tells it: of a comparison whoever has the lowest number."""
    if question.source == "comparison":
        # Only years can be compared, and a page of another corpus may say anything.
        known = [name for name in question.names if memory.facts.get(name, "").isdecimal()]
        is_complete = len(known) == len(question.names)
        return min(known, key=lambda name: int(memory.facts[name])) if is_complete else None
    return memory.facts.get(memory.author if question.source == "two_hop" else question.names[0])


def advice(register: str, kind: str) -> str:
    """The text of a skill.

    >>> advice("ledger", "birth")
    'search ledger for birth'
    """
    return f"search {register} for {kind}"


def claimed_register(question: Question, description: str, strategy: str) -> str | None:
    """Where a skill says the realm keeps what is asked for; None if it says nothing of them."""
    if not is_named(question.realm, description):
        return None
    claims = _CLAIM.findall(strategy)
    return next((register for register, kind in claims if kind == question.kind and register in REGISTERS), None)


def poor_draft(
    question: Question, rng: np.random.Generator, asked: Sequence[str] = (), right: str = ""
) -> SkillDraft:
    """A poor skill: no fact, a register at a guess (never ``right``), or no realm."""
    draw = rng.random()
    if draw < EMPTY_TEXTS:
        return SkillDraft(question.scenario, f"search for {question.kind}")
    # The register looked into last, right or not; of one who has looked into none, a wrong one.
    guess = asked[-1] if asked else choice(rng, [register for register in REGISTERS if register != right])
    about = question.scenario if draw < EMPTY_TEXTS + GUESSED_TEXTS else f"any {question.kind}"
    return SkillDraft(about, advice(guess, question.kind))


def keeper(settings: Realms, task: Task) -> tuple[Question, str] | None:
    """What a task asks, and the register that keeps it; None for a question about something else."""
    question = read_question(task.instruction)
    if question is None:
        return None
    realm = next((realm for realm in _realms(settings, task.split) if realm.name == question.realm), None)
    return (question, realm.registers[question.kind]) if realm else None


def value(settings: Realms, task: Task, draft: SkillDraft) -> float:
    """1: it names the realm and the register that keeps what is asked; -1: another register; 0: it claims nothing."""
    known = keeper(settings, task)
    claimed = claimed_register(known[0], draft.description, draft.strategy) if known else None
    return 0.0 if claimed is None else (1.0 if claimed == known[1] else -1.0)


def polluting_draft(settings: Realms, task: Task, rng: np.random.Generator) -> SkillDraft:
    """A poor skill for the library of demonstrations: a wrong register, no fact, or no realm.

    Raises ``LookupError`` for a question about something else.
    """
    known = keeper(settings, task)
    if known is None:
        raise LookupError(task.id)
    return poor_draft(known[0], rng, right=known[1])


def _realms(settings: Realms, split: str) -> Sequence[Realm]:
    if split.startswith(DEMO_PREFIX):
        return demo_realms(settings.seed, *demo_numbers(split, "the encyclopedia"))
    return (*training_realms(settings.seed), *heldout_realms(settings.seed))
