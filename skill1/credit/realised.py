"""Realised distillation credit: a written skill is worth what it turned out to be worth, some steps later.

A group waits in the delay buffer for d steps; then V = U of the skill its text became, and the advantage of the text is
(V − mean over its original group) / scale. The buffer is plain data and part of every checkpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from skill1.config import CreditConfig
from skill1.credit.credit import Buffer, PendingGroup, Written
from skill1.credit.grpo import centre
from skill1.schema import Group, Skill


def remember(group: Group, became: Mapping[str, str | None], step: int) -> PendingGroup | None:
    """A group's distillations for the buffer; None when nothing was written. ``became``: episode id → skill id."""
    written = tuple(
        Written(e.id, segment, became.get(e.id), e.draft is not None or e.declined)
        for e in group.survivors
        for segment in e.stage_segments("distill")
    )
    return PendingGroup(step, written) if len(written) >= 2 else None


def worth(written: Written, resolve: Callable[[str], Skill], success_trend: float, config: CreditConfig) -> float:
    """V: U of the skill (merges followed; retired: its last U). Never used or none: success trend. Invalid: fixed."""
    if not written.is_valid:
        return config.invalid_value
    if written.skill is None:
        return success_trend
    skill = resolve(written.skill)
    return skill.utility if skill.selected > 0 else success_trend


def settle(
    buffer: Buffer, step: int, resolve: Callable[[str], Skill], success_trend: float, config: CreditConfig
) -> tuple[list[tuple[PendingGroup, list[float]]], Buffer]:
    """Take out the groups written at least d steps ago; returns them with advantages, and the buffer that remains."""
    due = [pending for pending in buffer if step - pending.step >= config.realised_delay]
    rest = tuple(pending for pending in buffer if step - pending.step < config.realised_delay)
    return [(pending, _advantages(pending, resolve, success_trend, config)) for pending in due], rest


def _advantages(
    pending: PendingGroup, resolve: Callable[[str], Skill], success_trend: float, config: CreditConfig
) -> list[float]:
    values: Sequence[float] = [worth(w, resolve, success_trend, config) for w in pending.written]
    return centre(values, config.scale)
