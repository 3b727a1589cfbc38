"""Tokens of a policy whose tokenizer nobody here knows: pieces of text, cut about as a tokenizer would cut them.

Nothing is lost: the pieces of a text, joined, are the text. Their number is an **estimate** of what the server counts,
good enough to keep a prompt within a budget; what the server really counted is in a run's ledger.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from pathlib import Path

# Up to eight letters of a word with the blank before it, up to three digits, a run of one mark, of blanks or of line
# ends; else one character.
_PIECE = re.compile(
    r" ?[A-Za-z]{1,8}|[0-9]{1,3}| ?([!-/:-@\[-`{-~])\1{0,3}|[ \t]{1,8}(?![A-Za-z])|\n{1,2}|.", re.DOTALL
)


CACHE_ENTRIES = 50_000  # most pieces come again and again


class TextTokens:
    """Reversible pieces of text. A number spells its piece, so a run that resumes reads the ids of its checkpoint.

    ``decode(encode(text)) == text`` for every text. Two numbers stand for no text: the end of an answer and the place
    in a prompt where the answer begins.
    """

    # Both numbers are below every piece's, which are at least 256 (see `_number`).
    eos_id = end_id = pad_id = 0
    answer_id = 1

    def encode(self, text: str) -> tuple[int, ...]:
        """Ids of a text: about one for a word or four characters."""
        return tuple(_number(found[0]) for found in _PIECE.finditer(text))

    def answer(self, text: str, prompt_ids: tuple[int, ...]) -> tuple[int, ...]:
        """Ids of a foreign text as an answer."""
        return self.encode(text)

    def chat(self, text: str, prefill: str = "", *, thinking: bool = True) -> tuple[int, ...]:
        """Ids of one user message, the mark where the answer begins, and the opening of the answer.

        Whether a reasoning model thinks is the server's setting: ``thinking`` changes nothing.
        """
        return (*self.encode(text), self.answer_id, *self.encode(prefill))

    def decode(self, ids: Sequence[int]) -> str:
        """The text of ids; the two without a text leave nothing."""
        return "".join(map(_piece, ids))

    def closing(self, last_id: int) -> tuple[int, ...]:
        """The end of an answer, unless ``last_id`` is that already."""
        return () if last_id == self.eos_id else (self.eos_id,)

    def reopened(self, answer: tuple[int, ...]) -> tuple[int, ...]:
        """The ids with the answer closed: a server takes whole messages, so it is gone on with in a further one."""
        return (*answer, *self.closing(answer[-1]))

    def continuation(self, text: str) -> tuple[int, ...]:
        """As :meth:`next_message`."""
        return self.next_message(text)

    def next_message(self, text: str, prefill: str = "", *, thinking: bool = True) -> tuple[int, ...]:
        """As :meth:`chat`, for a further message of a conversation."""
        return self.chat(text, prefill, thinking=thinking)

    def opens_thought(self, prompt_ids: tuple[int, ...]) -> bool:
        """False: what the server's template writes is not known here."""
        return False

    def may_think(self, prompt_ids: tuple[int, ...], *, thinking: bool) -> bool:
        """False: the server's model is not known here."""
        return False

    def messages(self, ids: Sequence[int]) -> tuple[list[str], str] | None:
        """Texts of user and model in turn, and the opening of the answer asked for; None if no chat gave the ids."""
        if self.answer_id not in ids:
            return None
        contents, start = [], 0
        for place, token in enumerate(ids):
            # The mark closes a user's message, the end token an answer: they come in turn.
            if token in (self.answer_id, self.eos_id):
                contents.append(self.decode(ids[start:place]))
                start = place + 1
        return contents, self.decode(ids[start:])

    def save(self, folder: Path) -> None:
        """Nothing: the numbers need no file."""


@functools.lru_cache(CACHE_ENTRIES)
def _number(piece: str) -> int:
    """Its UTF-8 bytes as one number, behind a byte 1: above every number without a text. At most 10 bytes."""
    # Half surrogate pairs come back as they were, too: what is sent to a server is mended there, by `storable`.
    return int.from_bytes(b"\x01" + piece.encode("utf-8", "surrogatepass"))


@functools.lru_cache(CACHE_ENTRIES)
def _piece(number: int) -> str:
    if number in (TextTokens.eos_id, TextTokens.answer_id):
        return ""
    return number.to_bytes((number.bit_length() + 7) // 8)[1:].decode("utf-8", "surrogatepass")
