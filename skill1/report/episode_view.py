"""One episode as a page shows it: candidates, stages with their tokens and credit, turns, and what it wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from skill1.credit.grpo import utilisation
from skill1.report.pieces import Decoder
from skill1.report.rows import number
from skill1.schema import Episode, EpisodeKey, Group, Task


def episode_view(
    row: Mapping[str, Any],
    episode: Mapping[str, Any],
    neighbours: Sequence[Mapping[str, Any]],
    decoder: Decoder,
    became: Mapping[str, str] | None,
) -> dict[str, Any]:
    """The view of one line of an episode file.

    Args:
        row: its line in the list of episodes.
        episode: the line itself; what is missing in it is shown as missing.
        neighbours: all episodes of its file, for the advantage of acting where the line does not hold it.
        decoder: of the policy's tokens.
        became: what the library made of its draft, ``{kind, skill}``.
    """
    advantages = advantages_of(episode, neighbours)
    segments = [part for part in _list(episode.get("segments")) if isinstance(part, Mapping)]
    return {
        **row,
        "query": _text(episode.get("query")),
        "candidates": [_candidate(c) for c in _list(episode.get("candidates")) if isinstance(c, Mapping)],
        "ranking": _ranking(episode.get("ranking")),
        "ranking_valid": bool(episode.get("ranking_valid", True)),
        "stages": [_stage(segment, decoder, advantages) for segment in segments],
        "turns": [_turn(turn) for turn in _list(episode.get("turns")) if isinstance(turn, Mapping)],
        "last_observation": _text(episode.get("last_observation")),
        "draft": _texts(episode.get("draft")),
        "became": dict(became) if became else None,
        "advantages": advantages,
        "error": _text(episode.get("error")),
    }


def advantages_of(episode: Mapping[str, Any], neighbours: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Stage → advantage: as trained where the file tells it, else that of acting worked out from the group (Eq. 12)."""
    told = episode.get("advantages")
    if isinstance(told, Mapping):
        found = {str(stage): number(value) for stage, value in told.items()}
        return {stage: value for stage, value in found.items() if value is not None}
    group = [_bare(other) for other in neighbours if _place(other) == _place(episode)]
    if not group:
        return {}
    own = utilisation(Group(group[0].task, tuple(group))).get(_bare(episode).id)
    return {} if own is None else {"act": own}


def _place(episode: Mapping[str, Any]) -> tuple[Any, ...]:
    key = episode["key"]
    return tuple(key.get(name) for name in ("seed", "step", "task"))


def _bare(episode: Mapping[str, Any]) -> Episode:
    """The record with what credit for acting reads, and nothing else."""
    key = EpisodeKey(*(int(episode["key"][name]) for name in ("seed", "step", "task", "rollout")))
    status = "ok" if episode.get("status") == "ok" else "error"
    numbers = {name: number(episode.get(name)) or 0.0 for name in ("outcome", "penalty")}
    return Episode(key, Task("", "", "", 0, "", ""), status=status, **numbers)


def _ranking(value: Any) -> list[int | None] | None:
    """Positions among the candidates, best first, None for no skill; None in all where nothing was ranked."""
    return [place if isinstance(place, int) else None for place in value] if isinstance(value, list) else None


def _candidate(candidate: Mapping[str, Any]) -> dict[str, Any]:
    skill = candidate["skill"]
    return {
        "id": _text(skill.get("id")),
        "description": _text(skill.get("description")),
        "strategy": _text(skill.get("strategy")),
        "utility": number(skill.get("utility")),
        "similarity": number(candidate.get("similarity")),
        "score": number(candidate.get("score")),
    }


def _stage(segment: Mapping[str, Any], decoder: Decoder, advantages: Mapping[str, float]) -> dict[str, Any]:
    stage, text = _text(segment.get("stage")), _text(segment.get("text"))
    return {
        "stage": stage,
        "turn": number(segment.get("turn")),
        "prompt": decoder.text(_ids(segment.get("prompt_ids"))),
        "tokens": _tokens(segment, text, decoder),
        "text": text,
        "valid": bool(segment.get("valid")),
        "finish_reason": _text(segment.get("finish_reason")),
        "advantage": advantages.get(stage),
        "policy_version": number(segment.get("policy_version")),
        "library_version": number(segment.get("library_version")),
    }


def _tokens(segment: Mapping[str, Any], text: str, decoder: Decoder) -> list[dict[str, Any]]:
    pieces = decoder.pieces(_ids(segment.get("response_ids")), text)
    logprobs = [number(value) for value in _list(segment.get("logprobs"))]
    if len(logprobs) != len(pieces):
        logprobs = [None] * len(pieces)
    rounded = [None if value is None else round(value, 4) for value in logprobs]
    return [{"text": piece, "logprob": value} for piece, value in zip(pieces, rounded, strict=True)]


def _turn(turn: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "observation": _text(turn.get("observation")),
        "action": _text(turn.get("action")),
        "valid": bool(turn.get("valid")),
    }


def _texts(draft: Any) -> dict[str, str] | None:
    if not isinstance(draft, Mapping):
        return None
    return {"description": _text(draft.get("description")), "strategy": _text(draft.get("strategy"))}


def _ids(value: Any) -> list[int]:
    return [i for i in _list(value) if isinstance(i, int) and not isinstance(i, bool) and i >= 0]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> str:
    return "" if value is None else str(value)
