"""Token ids as text, piece by piece: what each sampled token added to the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Decode = Callable[[Sequence[int]], str]


class Decoder:
    """The policy's tokenizer, or none. Unknown ids and damaged files are no errors: there is just no text."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._tokenizer = next((found for file in files if (found := _load(file)) is not None), None)

    def text(self, ids: Sequence[int]) -> str | None:
        """The whole text with special tokens spelt out, as a model reads a prompt; None without a tokenizer."""
        return self._decoded(ids, skip_special_tokens=False)

    def pieces(self, ids: Sequence[int], text: str) -> list[str]:
        """One piece for each id; together they are ``text``. One piece in all where the ids cannot be told apart.

        A piece may be empty: an end token, or a part of a letter that is only complete with a later token.
        """
        whole = self._decoded(ids)
        if whole is None or whole != text:  # no tokenizer, or another one than that of the sampler
            return [text]
        return windowed_pieces(ids, whole, self._decode) or exact_pieces(ids, whole, self._decode)

    def _decode(self, ids: Sequence[int]) -> str:
        return self._decoded(ids) or ""

    def _decoded(self, ids: Sequence[int], *, skip_special_tokens: bool = True) -> str | None:
        if self._tokenizer is None:
            return None
        try:
            return self._tokenizer.decode(list(ids), skip_special_tokens=skip_special_tokens)
        except (OverflowError, TypeError, ValueError):  # ids from a damaged file
            return None


def exact_pieces(ids: Sequence[int], whole: str, decode: Decode) -> list[str]:
    """Token i ends where the text of the first i tokens stops to agree with the whole text. Quadratic in length."""
    ends, reached = [], 0
    for count in range(1, len(ids)):
        reached = max(reached, _agreement(decode(ids[:count]), whole))
        ends.append(reached)
    if ids:
        ends.append(len(whole))
    return [whole[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def windowed_pieces(ids: Sequence[int], whole: str, decode: Decode) -> list[str]:
    """The same for a tokenizer whose text only grows, from a few tokens at a time; [] where it does not come out."""
    pieces: list[str] = []
    start = reached = 0
    for end in range(1, len(ids) + 1):
        before, after = decode(ids[start:reached]), decode(ids[start:end])
        is_complete = after.startswith(before) and not after.endswith("\ufffd")
        if not is_complete:
            pieces.append("")
            continue
        pieces.append(after[len(before) :])
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
