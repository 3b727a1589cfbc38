"""What of a teacher's proposals enters the bank: no title twice, no category it was not shown, no more than allowed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skill1.methods.skillrl.sections import SPECIFIC, category_in_bank, clean_entries, title_of
from skill1.schema import Skill, comparison_key


@dataclass(frozen=True, slots=True)
class Proposal:
    """A skill to be: its category ("" for the general section), its texts, and the skill it takes the place of."""

    category: str
    entry: Mapping[str, str]
    replaces: Skill | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """Proposals in the teacher's order, and how many were left out because their title is there already."""

    proposals: tuple[Proposal, ...]
    repeated: int


def accept(
    answered: Sequence[Mapping[str, Any]], bank: Sequence[Skill], categories: Collection[str], most: int
) -> Accepted:
    """Up to ``most`` proposals. A category that was not among the failures' makes a skill general.

    ``refines`` names a title of the bank: the proposal takes that skill's place and category. Otherwise a title that
    the bank or an earlier proposal has is left out.
    """
    titles = {comparison_key(title_of(skill)): skill for skill in bank}
    taken, proposals, repeated = set(titles), [], 0
    for answer in answered:
        for entry in clean_entries(SPECIFIC, [answer]):
            old = titles.get(comparison_key(str(answer.get("refines") or "")))
            key = comparison_key(entry["title"])
            if key in taken and not (old is not None and key == comparison_key(title_of(old))):
                repeated += 1
                continue
            named = str(answer.get("category") or "")
            category = (category_in_bank(old) or "") if old is not None else named if named in categories else ""
            proposals.append(Proposal(category, entry, old))
            taken.add(key)
            if old is not None:  # once only
                del titles[comparison_key(title_of(old))]
    return Accepted(tuple(proposals[:most]), repeated)
