"""Log-probs of a given answer from a server: two ways to ask, and how what comes back is read.

``/chat/completions`` with ``prompt_logprobs`` (vLLM): the answer is the last message, left open, so the server's own
chat template is around it. ``/completions`` with ``echo`` and ``logprobs`` (other servers): plain text, because the
template is not known here. Values are nats at temperature 1, whatever ``sampling.temperature`` is.
"""

from __future__ import annotations

import json
import logging
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skill1.policy.reply import UnusableAnswer, counted

logger = logging.getLogger(__name__)
Message = Mapping[str, str]
_FEWEST = {"max_tokens": 1, "temperature": 0}  # an answer that nobody reads
_ASCII_OR_NOT = re.compile(r"[\x00-\x7f]+|[^\x00-\x7f]+")
# Servers show the bytes of one character as several unreadable ones. From the first of them on: tried from each of
# them, a long text without ASCII would be read once for every character.
_ANY_NON_ASCII = "(?<![^\x00-\x7f])[^\x00-\x7f]*"
_END_OF_THOUGHT = "</think>"


@dataclass(frozen=True, slots=True)
class Way:
    """``request`` of messages whose last is the answer; ``read`` turns a body into pieces of text with log-probs.

    What ``read`` returns has ``pieces``, ``[text, log-prob or None]`` of each token, or None where the server gave
    none; and ``prompt_tokens`` and ``completion_tokens`` as the server counted them.
    """

    path: str
    request: Callable[[Sequence[Message]], dict[str, object]]
    read: Callable[[bytes], dict[str, Any]]


def in_the_chat(messages: Sequence[Message]) -> dict[str, object]:
    """The conversation with its answer as what the model is to continue."""
    # 0: of each token its own log-prob, without alternatives.
    of_vllm = {"prompt_logprobs": 0, "add_generation_prompt": False, "continue_final_message": True}
    return {"messages": list(messages), **_FEWEST, **of_vllm}


def as_plain_text(messages: Sequence[Message]) -> dict[str, object]:
    """The conversation in plain lines."""
    text = "\n\n".join(f"{message['role']}: {message['content']}" for message in messages)
    return {"prompt": text, **_FEWEST, "echo": True, "logprobs": 1}


def read_prompt_logprobs(body: bytes) -> dict[str, Any]:
    """The list of vLLM: for each token of the prompt null or ``{id: {logprob, decoded_token}}``, its own entry first.

    Raises:
        UnusableAnswer: the body is no such answer.
    """
    answer = _object(body)
    listed = answer.get("prompt_logprobs")
    try:
        pieces = listed and [_own_entry(entry) for entry in listed]
    except (TypeError, KeyError, AttributeError, StopIteration, ValueError, OverflowError) as error:
        raise UnusableAnswer(f"prompt_logprobs that cannot be read ({type(error).__name__})") from error
    return _result(pieces, answer)


def read_echo(body: bytes) -> dict[str, Any]:
    """A completion that repeats its prompt: ``choices[0].logprobs`` with ``tokens`` and ``token_logprobs``.

    Raises:
        UnusableAnswer: the body is no such answer.
    """
    answer = _object(body)
    try:
        listed = answer["choices"][0].get("logprobs") or {}
        texts, values = listed.get("tokens"), listed.get("token_logprobs")
        pieces = texts and values and [_piece(*one) for one in zip(texts, values, strict=True)]
    except (TypeError, KeyError, IndexError, AttributeError, ValueError, OverflowError) as error:
        raise UnusableAnswer(f"log-probs of a prompt that cannot be read ({type(error).__name__})") from error
    # Without the prompt there is only the one token that was written.
    return _result(pieces if pieces and len(pieces) > 1 else None, answer)


# In this order: plain text shows the model another prompt than the chat in which it answers.
WAYS = (
    Way("/chat/completions", in_the_chat, read_prompt_logprobs),
    Way("/completions", as_plain_text, read_echo),
)


def of_answer(pieces: Sequence[Sequence[Any]], answer: str) -> tuple[float, ...]:
    """The log-probs (nats) of the tokens that hold an answer, one at least.

    Templates drop blanks around an answer, some the thought before it: what is left is compared. One NaN where the
    prompt does not hold the answer.
    """
    text = "".join(piece for piece, _ in pieces)
    for wanted in (answer, answer.rpartition(_END_OF_THOUGHT)[2]):
        # Ahead of each place, so that those which overlap count, too. Without the empty ones: an answer without any
        # ASCII matches those everywhere.
        found = re.finditer(f"(?=({_pattern(wanted.strip())}))", text) if wanted.strip() else ()
        places = [place.span(1) for place in found if place[1]]
        if places:
            # The last place: the conversation before the answer may hold the same words.
            return _between(pieces, *places[-1])
    if not answer.strip():
        return (0.0,)  # nothing was said, which is as likely under any prompt
    logger.warning("a server's log-probs of a prompt do not hold the answer %.80r", answer)
    return (math.nan,)


def _pattern(text: str) -> str:
    runs = _ASCII_OR_NOT.findall(text)
    return "".join(re.escape(run) if run.isascii() else _ANY_NON_ASCII for run in runs)


def _between(pieces: Sequence[Sequence[Any]], first: int, last: int) -> tuple[float, ...]:
    found, end = [], 0
    for piece, value in pieces:
        start, end = end, end + len(piece)
        # A token that reaches over an end of the answer counts whole.
        if start < last and end > first:
            found.append(math.nan if value is None else value)
    return tuple(found) or (0.0,)


def _own_entry(entry: Mapping[str, Any] | None) -> list[Any]:
    if entry is None:  # nothing comes before the first token
        return _piece("", None)
    own = next(iter(entry.values()))
    return _piece(own.get("decoded_token") or "", own["logprob"])


def _piece(text: object, value: object) -> list[Any]:
    if not isinstance(text, str) or not (value is None or isinstance(value, int | float)):
        raise ValueError("no text with a log-prob")
    return [text, None if value is None else float(value)]


def _object(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise UnusableAnswer("an answer that is no JSON") from error
    if not isinstance(answer, dict):
        raise UnusableAnswer("an answer that is no JSON object")
    return answer


def _result(pieces: list[list[Any]] | None, answer: Mapping[str, Any]) -> dict[str, Any]:
    return {"pieces": pieces or None, **counted(answer.get("usage"))}
