"""One episode as a page shows it: candidates, stages with their tokens and credit, turns, and what it wrote."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from typing import Any

from skill1.policy.endpoint_tokens import TextTokens
from skill1.policy.tokens import hidden_ids
from skill1.report.source import number


def episode_view(
    row: Mapping[str, Any],
    episode: Mapping[str, Any],
    decoder: Decoder,
    became: Mapping[str, str] | None,
) -> dict[str, Any]:
    """The view of one line of an episode file.

    Args:
        row: its line in the list of episodes.
        episode: the line itself; what is missing in it is shown as missing.
        decoder: of the policy's tokens.
        became: what the library made of its draft, ``{kind, skill}``.
    """
    advantages = advantages_of(episode)
    segments = [part for part in _list(episode.get("segments")) if isinstance(part, Mapping)]
    own = by_segment([_text(segment.get("stage")) for segment in segments], advantages)
    return {
        **row,
        "query": _text(episode.get("query")),
        "candidates": [_candidate(c) for c in _list(episode.get("candidates")) if isinstance(c, Mapping)],
        "ranking": _ranking(episode.get("ranking")),
        "ranking_valid": bool(episode.get("ranking_valid", True)),
        "stages": [_stage(part, decoder, advantage) for part, advantage in zip(segments, own, strict=True)],
        "turns": [_turn(turn) for turn in _list(episode.get("turns")) if isinstance(turn, Mapping)],
        "last_observation": _text(episode.get("last_observation")),
        "draft": _texts(episode.get("draft")),
        "became": dict(became) if became else None,
        "advantages": advantages,
        "error": _text(episode.get("error")),
    }


def advantages_of(episode: Mapping[str, Any]) -> dict[str, Any]:
    """Stage → advantage as trained: a number, or a list where segments have different ones (as under ``gigpo``)."""
    told = episode.get("advantages")
    if not isinstance(told, Mapping):
        return {}
    found = {
        str(stage): [*map(number, value)] if isinstance(value, list) else number(value)
        for stage, value in told.items()
    }
    return {stage: value for stage, value in found.items() if value is not None}


def by_segment(stages: Sequence[str], advantages: Mapping[str, Any]) -> list[float | None]:
    """The advantage of each segment of an episode, of which ``stages`` names the stage; None where none is known."""
    # One number stands for all segments of its stage; of a list each takes the next.
    sources = {stage: iter(told) if isinstance(told, list) else repeat(told) for stage, told in advantages.items()}
    return [next(sources.get(stage, repeat(None)), None) for stage in stages]


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


def _stage(segment: Mapping[str, Any], decoder: Decoder, advantage: float | None) -> dict[str, Any]:
    stage, text = _text(segment.get("stage")), _text(segment.get("text"))
    return {
        "stage": stage,
        "turn": number(segment.get("turn")),
        "prompt": decoder.text(_ids(segment.get("prompt_ids"))),
        "tokens": _tokens(segment, text, decoder),
        "text": text,
        "valid": bool(segment.get("valid")),
        "finish_reason": _text(segment.get("finish_reason")),
        "advantage": advantage,
        "policy_version": number(segment.get("policy_version")),
        "library_version": number(segment.get("library_version")),
    }


def _tokens(segment: Mapping[str, Any], text: str, decoder: Decoder) -> list[dict[str, Any]]:
    pieces = decoder.pieces(_ids(segment.get("response_ids")), text)
    logprobs = [number(value) for value in _list(segment.get("logprobs"))]
    # Where the ids could not be told apart there is one piece, and no log-prob belongs to it alone.
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


Decode = Callable[[Sequence[int]], str]


class Decoder:
    """The policy's tokenizer, or none. Unknown ids and damaged files are no errors: there is just no text.

    Args:
        files: where the tokenizer may lie, the best place first.
        is_spelt: the policy was behind a server, and its ids spell their text.
    """

    def __init__(self, files: Sequence[Path], *, is_spelt: bool = False) -> None:
        # A damaged tokenizer does not hide a good one behind it.
        self._tokenizer = next((found for file in files if (found := _load(file)) is not None), None)
        self._hidden = (
            hidden_ids(self._tokenizer.get_added_tokens_decoder()) if self._tokenizer is not None else set()
        )
        self._spelt = TextTokens() if is_spelt else None

    def text(self, ids: Sequence[int]) -> str | None:
        """The whole text with special tokens spelt out, as a model reads a prompt; None without a tokenizer."""
        return self._decoded(ids)

    def pieces(self, ids: Sequence[int], text: str) -> list[str]:
        """One piece for each id; together they are ``text``. One piece in all where the ids cannot be told apart.

        A piece may be empty: an end token, or a part of a letter that is only complete with a later token.
        """
        whole = self._shown(ids)
        if whole is None or whole != text:  # no tokenizer, or another one than that of the sampler
            return [text]
        return windowed_pieces(ids, whole, self._decode) or exact_pieces(ids, whole, self._decode)

    def _decode(self, ids: Sequence[int]) -> str:
        return self._shown(ids) or ""

    def _shown(self, ids: Sequence[int]) -> str | None:
        """As the sampler decodes an answer."""
        return self._decoded([i for i in ids if i not in self._hidden])

    def _decoded(self, ids: Sequence[int]) -> str | None:
        if self._tokenizer is None and self._spelt is None:
            return None
        try:
            if self._spelt is not None:
                return self._spelt.decode(ids)
            return self._tokenizer.decode(list(ids), skip_special_tokens=False)
        except (OverflowError, TypeError, ValueError):  # ids from a damaged file
            return None


def exact_pieces(ids: Sequence[int], whole: str, decode: Decode) -> list[str]:
    """Token i ends where the text of the first i tokens stops to agree with the whole text. Quadratic in length."""
    ends, reached = [], 0
    for count in range(1, len(ids)):
        reached = max(reached, _agreement(decode(ids[:count]), whole))
        ends.append(reached)
    # The last token takes what is left.
    if ids:
        ends.append(len(whole))
    return [whole[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def windowed_pieces(ids: Sequence[int], whole: str, decode: Decode) -> list[str]:
    """The same for a tokenizer whose text only grows, from a few tokens at a time; [] where it does not come out."""
    pieces: list[str] = []
    start = reached = 0
    for end in range(1, len(ids) + 1):
        before, after = decode(ids[start:reached]), decode(ids[start:end])
        # A replacement character at the end is the first part of a letter that the next token completes.
        is_complete = after.startswith(before) and not after.endswith("\ufffd")
        if not is_complete:
            pieces.append("")
            continue
        pieces.append(after[len(before) :])
        # Decoded from the piece before: some tokenizers write a token otherwise at the beginning of a text.
        start, reached = reached, end
    return pieces if "".join(pieces) == whole else []


def _agreement(one: str, other: str) -> int:
    """Length of the common beginning."""
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))


def _load(file: Path) -> Any:
    try:
        from tokenizers import Tokenizer
    except ImportError:  # an installation without the extra `local`: pages show texts, not tokens
        return None
    try:
        return Tokenizer.from_file(str(file))
    except Exception:  # noqa: BLE001 - the package raises bare Exception for whatever is wrong with a file
        return None
