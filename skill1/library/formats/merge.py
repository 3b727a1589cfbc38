"""Merging of libraries: skills trained elsewhere come in, repeats become one skill with the evidence of both.

Each skill that comes in keeps a note of where it is from (``extra["origin"]``), with a fingerprint: the same skill,
met again in another copy or by another way, is known and adds nothing. A repeat comes in as a row of its own, merged
into the skill it repeats, so that its origin, parents and counts stay readable.
"""

from __future__ import annotations

import hashlib
import operator
import os
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from skill1.errors import LibraryError
from skill1.library import Library
from skill1.library.admit import with_utility
from skill1.library.commit_plan import clean_draft
from skill1.library.encoder import CachedEncoder
from skill1.library.formats.records import harmless_extra
from skill1.library.intake import texts_key, with_free_ids
from skill1.schema import Skill, comparison_key, neutralise

ORIGIN = "origin"
DEFAULT_SIMILARITY = 0.9
_NAME_CHARS = 200
_ROWS = 4096  # skills of the target compared at a time


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What merging did, in numbers of skills."""

    added: int = 0
    merged: int = 0  # repeated a skill of the target
    known: int = 0  # came in before, or the two libraries share it by descent: left alone
    banned: int = 0  # have the texts of a skill somebody banned here
    passed_over: int = 0  # not active in their library
    shortened: int = 0  # of the added: a text was cut to the target's agent.max_skill_chars

    def plus(self, other: MergeReport) -> MergeReport:
        """The sums."""
        return MergeReport(*map(operator.add, astuple(self), astuple(other)))


def merge_libraries(
    target: Library,
    sources: Sequence[str | os.PathLike[str]],
    *,
    similarity: float = DEFAULT_SIMILARITY,
) -> MergeReport:
    """Take the active skills of other libraries into ``target``: one commit per source, in their order.

    A skill repeats one of the target if both texts are equal, or the strategy is and the descriptions are at least
    ``library.merge_similarity`` alike (the rule of admission), or both texts are at least ``similarity`` alike by
    the target's encoder. Then its counts are added and U = Σ nU / Σ n with n the retrievals (the target's U if
    nothing was ever retrieved). Skills of one source are not compared with each other: their library did that.

    The sums do not depend on the order of the sources; whose words and id stay does: the target's, then those of
    the source named first. A source names itself by the first run in its table ``runs``, else by its file.

    Raises:
        LibraryError: a source that is no library, or ``similarity`` outside (0, 1].
    """
    if not 0.0 < similarity <= 1.0:
        raise LibraryError(f"similarity is {similarity}; expected more than 0 and at most 1.")
    report = MergeReport()
    for source in sources:
        with Library.open(source, read_only=True) as library:
            skills = _Source(_label(library), _shown(library), library.skills(None))
        # Committed before the next source, which is compared with what this one brought.
        report = report.plus(_merge(target, skills, similarity))
    return report


def fingerprint(skill: Skill, label: str) -> str:
    """Sixteen hex digits that name a skill wherever it went: its origin's if it has one, else its library's."""
    origin = skill.extra.get(ORIGIN)
    if isinstance(origin, Mapping) and isinstance(origin.get("fingerprint"), str):
        # Cut, because a library from elsewhere may hold a text of any length there.
        return origin["fingerprint"][:16]
    # What never changes of a skill: with its numbers in it, a copy that was trained further would be a stranger.
    parts = (label, skill.id, skill.description, skill.strategy, skill.source_episode, str(skill.created_step))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


def _as_copied(skill: Skill) -> str:
    """The fingerprint that a skill has in a library made of an export of the one where it was learnt."""
    origin = skill.extra.get(ORIGIN)
    name = str(origin.get("skill")) if isinstance(origin, Mapping) else skill.id
    return fingerprint(replace(skill, id=name, extra={}), "")


class _Source(NamedTuple):
    """A library to be taken in: its name in fingerprints, its name for people, its skills of every status."""

    label: str
    shown: str
    skills: tuple[Skill, ...]


def _merge(target: Library, source: _Source, similarity: float) -> MergeReport:
    # What comes in: clean, without what is known, and under ids that are free here.
    held = target.skills(None)
    own_label = _label(target)
    # Fingerprint → id here, of what was learnt here and of all that came in before.
    known = {fingerprint(skill, own_label): skill.id for skill in held}
    cleaned = [s for s in (_clean(s, source, target.max_skill_chars) for s in source.skills) if s is not None]
    # No run wrote to a library made of an export, so the fingerprints of its skills lack the run.
    copies = {} if source.label else {_as_copied(skill): skill.id for skill in held}
    # What is known by its own fingerprint counts before what is only known as a copy.
    copies |= known
    known = {_origin_of(s): copies[_as_copied(s)] for s in cleaned if _as_copied(s) in copies} | known
    # Of every status: what the source itself had taken in and merged comes along with the skill it became.
    coming = _with_names_here(cleaned, known, {skill.id for skill in held}, target.max_skill_chars)
    active = [skill for skill in coming if skill.status == "active"]
    banned = {texts_key(skill) for skill in held if skill.status == "banned"}
    welcome = [skill for skill in active if texts_key(skill) not in banned]
    repeated = _repeated(target, welcome, similarity)
    added = [skill for skill in welcome if skill.id not in repeated]
    repeats = [(skill, repeated[skill.id]) for skill in welcome if skill.id in repeated]
    # What repeats a skill here comes in as merged into it.
    rows = [_merged_row(skill, older.id) for skill, older in repeats]
    # Where each active skill of the source ends up here.
    successors = {s.id: s.id for s in added} | {s.id: older.id for s, older in repeats}
    rows += _earlier_rows(coming, successors)
    if added or rows:
        target.add_skills([*added, *rows], changed=_with_evidence(target, repeats))
    # From here on only counting, for the report.
    num_known = sum(_origin_of(skill) in known and skill.status == "active" for skill in cleaned)
    passed_over = len(source.skills) - sum(skill.status == "active" for skill in cleaned)
    most = target.max_skill_chars
    long = {fingerprint(s, source.label) for s in source.skills if max(len(s.description), len(s.strategy)) > most}
    shortened = sum(_origin_of(skill) in long for skill in added)
    return MergeReport(len(added), len(repeats), num_known, len(active) - len(welcome), passed_over, shortened)


def _with_names_here(
    skills: Sequence[Skill], known: Mapping[str, str], taken: Set[str], max_chars: int
) -> list[Skill]:
    """The skills that are not known, under ids free in the target; what they refer to by the ids it has there."""
    strangers = [skill for skill in skills if _origin_of(skill) not in known]
    # References are put back below: an id of the source may mean a skill that is known here by another id.
    bare = [replace(skill, parents=(), merged_into=None) for skill in strangers]
    placed = with_free_ids(bare, taken.__contains__, max_chars)
    names = {skill.id: known[_origin_of(skill)] for skill in skills if _origin_of(skill) in known}
    names |= {skill.id: here.id for skill, here in zip(strangers, placed, strict=True)}
    return [
        replace(
            here,
            parents=tuple(names.get(parent, parent) for parent in skill.parents),
            merged_into=names.get(skill.merged_into or "", skill.merged_into),
        )
        for skill, here in zip(strangers, placed, strict=True)
    ]


def _repeated(target: Library, skills: Sequence[Skill], similarity: float) -> dict[str, Skill]:
    """Id of an incoming skill → the target's skill it repeats: that of equal texts, else the most alike."""
    own = target.skills()
    # Reversed, so that of equal texts the oldest skill is the one that stays in the mapping.
    by_texts = {texts_key(skill): skill for skill in reversed(own)}
    found = {skill.id: by_texts[texts_key(skill)] for skill in skills if texts_key(skill) in by_texts}
    rest = [skill for skill in skills if skill.id not in found]
    best: dict[str, tuple[float, Skill]] = {}
    for skill, rival, cosine in _alike(target, rest, own, similarity):
        # Greater, not equal: the oldest rival comes first and stays.
        if skill.id not in best or cosine > best[skill.id][0]:
            best[skill.id] = (cosine, rival)
    return found | {name: rival for name, (_, rival) in best.items()}


def _alike(
    target: Library, skills: Sequence[Skill], own: Sequence[Skill], similarity: float
) -> Iterator[tuple[Skill, Skill, float]]:
    """(incoming, the target's, cosine of the descriptions) of all pairs that count as repeats, oldest rival first."""
    if not skills:
        return
    least_same, strategies = target.config.merge_similarity, CachedEncoder(target.encoder)
    rows = target.description_rows(skills)
    for start in range(0, len(own), _ROWS):
        rivals = own[start : start + _ROWS]
        cosines = rows @ target.description_rows(rivals).T
        # Which of the two limits counts depends on the strategies, so the lower one sifts.
        for i, j in np.argwhere(cosines >= min(similarity, least_same)):
            skill, rival, cosine = skills[i], rivals[j], float(cosines[i, j])
            if comparison_key(skill.strategy) == comparison_key(rival.strategy):
                is_repeat = cosine >= least_same
            elif is_repeat := cosine >= similarity:
                one, other = strategies.rows([skill.strategy, rival.strategy])
                is_repeat = float(one @ other) >= similarity
            if is_repeat:
                yield skill, rival, cosine


def _with_evidence(target: Library, repeats: Sequence[tuple[Skill, Skill]]) -> list[Skill]:
    """The target's skills with the counts and the weighted utility of all that repeats them."""
    evidence: dict[str, list[Skill]] = {}
    for skill, older in repeats:
        evidence.setdefault(older.id, []).append(skill)
    return [_pooled(target.get(name), skills) for name, skills in evidence.items()]


def _pooled(older: Skill, repeats: Sequence[Skill]) -> Skill:
    members = [older, *repeats]
    # n = retrievals: under Eq. 5 U is an average over as many outcomes.
    weight = sum(skill.retrieved for skill in members)
    weighted = sum(skill.retrieved * skill.utility for skill in members)
    utility = min(1.0, weighted / weight) if weight else older.utility  # rounding could put it just above 1
    return replace(
        with_utility(older, utility),
        retrieved=weight,
        selected=sum(skill.selected for skill in members),
        wins=sum(skill.wins for skill in members),
    )


def _earlier_rows(coming: Sequence[Skill], successors: Mapping[str, str]) -> list[Skill]:
    """What the source had taken in from elsewhere and merged: its counts come with its successor, so it is known."""
    into = {skill.id: skill.merged_into for skill in coming}
    rows = []
    for skill in coming:
        if skill.status == "merged" and skill.extra[ORIGIN]["came"]:
            name, steps = skill.merged_into, 0
            # Bounded: the merges of a damaged source may go in a circle.
            while name not in successors and into.get(name or "") and steps < len(into):
                name, steps = into[name or ""], steps + 1
            if name in successors:
                rows.append(_merged_row(skill, successors[name]))
    return rows


def _merged_row(skill: Skill, successor: str) -> Skill:
    return replace(skill, status="merged", merged_into=successor, pinned=False)


def _clean(skill: Skill, source: _Source, max_chars: int) -> Skill | None:
    """The skill with clean texts and its origin noted; None without a readable text."""
    draft = clean_draft(skill, max_chars)
    if draft is None:
        return None
    given = skill.extra.get(ORIGIN)
    # An origin that it brings along stays: where it was learnt, not where it was last.
    came = isinstance(given, Mapping)
    origin = {
        "library": neutralise(str(given.get("library", "")), _NAME_CHARS) if came else source.shown,
        "skill": neutralise(str(given.get("skill", "")), _NAME_CHARS) if came else skill.id,
        "fingerprint": fingerprint(skill, source.label),
        "came": came,
    }
    extra = {**harmless_extra(skill.extra), ORIGIN: origin}
    return replace(skill, description=draft.description, strategy=draft.strategy, extra=extra)


def _origin_of(skill: Skill) -> str:
    return skill.extra[ORIGIN]["fingerprint"]


def _label(library: Library) -> str:
    """The first run that wrote to a library, which copies tell alike; "" if no run ever did."""
    run = next(iter(library.runs()), None)
    return "" if run is None else f"{run.name}/{run.method}/{run.env}/{run.seed}"


def _shown(library: Library) -> str:
    run = next(iter(library.runs()), None)
    return run.name if run is not None else Path(library.path or "").stem
