"""What a chat server answered, read with distrust: text, how it ended, and what the server counted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from skill1.schema import FinishReason, storable

NO_ANSWER = "(no answer)"  # what stands for an empty one in the messages that follow
ASIDE = ("reasoning_content", "reasoning", "refusal")  # of a message: what stands beside an answer, or for one


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer. ``stopped_by``: the stop string the server cut off, ``""`` if it says none, None if it says nothing.

    ``prompt_tokens`` and ``completion_tokens`` are the server's own count, None without a usable one.
    """

    text: str
    finish_reason: FinishReason
    stopped_by: str | None
    prompt_tokens: int | None
    completion_tokens: int | None


class UnusableAnswer(Exception):
    """An answer with HTTP status 200 that is none; another try may give one."""


def read_reply(body: bytes) -> Reply:
    """The first choice of a chat completion. Raises ``UnusableAnswer`` if there is none with a text.

    An answer of null that met the token limit or a stop string is an empty answer: the model was still reasoning. So is
    one of a thought or a refusal alone, or that a filter took away: asked again, the server would say the same. Of an
    answer in parts, as Mistral's reasoning models give, the texts count and the thoughts do not.
    """
    try:
        answer = json.loads(body)
        choice, message = answer["choices"][0], answer["choices"][0]["message"]
        text, ended = _joined(message.get("content")), choice.get("finish_reason")
        # False: no such field. Servers that have it (vLLM) put null where no stop string ended the answer.
        stop_reason, usage = choice.get("stop_reason", False), answer.get("usage")
        is_refused = ended == "content_filter" or bool(message.get("refusal"))
        is_call, has_failed = bool(message.get("tool_calls")), bool(choice.get("error"))
        is_final = (
            ended in ("length", "content_filter") or isinstance(stop_reason, str) or any(map(message.get, ASIDE))
        )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise UnusableAnswer(f"an answer that is not a chat completion ({type(error).__name__})") from error
    if text is None and is_final:
        text = ""
    if has_failed or ended in ("error", "abort"):  # OpenRouter's and vLLM's words for an outage in the middle
        raise UnusableAnswer("an answer that the server broke off")
    if is_call:
        raise UnusableAnswer("an answer that calls a tool, though none was offered")
    if not isinstance(text, str):
        raise UnusableAnswer(f"an answer without text (content is a {type(text).__name__})")
    return Reply(
        text=storable(text),
        # Servers have more words for an end, and some give none: only this one means a cut.
        finish_reason="length" if ended == "length" else "stop",
        # What was refused met no stop string, though few servers say so.
        stopped_by=None if stop_reason is False and not is_refused else _as_text(stop_reason),
        **counted(usage),
    )


def _as_text(stop_reason: Any) -> str:
    return stop_reason if isinstance(stop_reason, str) else ""


def _joined(content: Any) -> Any:
    """The texts of a list of parts, null where there is none; anything else as it is."""
    if not isinstance(content, list):
        return content
    texts = [part["text"] for part in content if part["type"] == "text"]
    return "".join(texts) if texts else None


def counted(usage: object) -> dict[str, int | None]:
    """``prompt_tokens`` and ``completion_tokens`` of a server's ``usage``, None without a usable count."""
    return {name: _count(usage, name) for name in ("prompt_tokens", "completion_tokens")}


def _count(usage: object, name: str) -> int | None:
    value = usage.get(name) if isinstance(usage, dict) else None
    # `type`, because True is an int to isinstance.
    # The bound, because a ledger's column has 64 bits: SQLite meets more with an OverflowError, which nobody expects.
    return value if type(value) is int and 0 <= value < 2**40 else None


def is_cut_in_thought(reply: Reply, stops: Sequence[str]) -> bool:
    """Whether a stop string ended a thought, shown or hidden, which quotes the tags that it was asked for."""
    if reply.finish_reason != "stop" or not stops or reply.stopped_by == "":
        return False
    is_shown = reply.text.lstrip().startswith("<think>") and "</think>" not in reply.text
    # Empty: a hidden one. Servers other than vLLM do not say that a stop string was met.
    return is_shown or not reply.text.strip()


def with_stop(reply: Reply, stops: Sequence[str], prefill: str = "") -> str:
    """The answer with the stop string that ended it.

    Servers cut it off, and few say that they did. Where one says nothing, ``</x>`` is put back if the answer (or the
    opening it was asked to begin with) opened ``<x>`` and did not close it.
    """
    # Cut by the limit, or from a server that leaves stop strings in: nothing is missing.
    if reply.finish_reason != "stop" or any(stop in reply.text for stop in stops):
        return reply.text
    if reply.stopped_by is not None:
        return reply.text + (reply.stopped_by if reply.stopped_by in stops else "")
    opened = (stop for stop in stops if stop.replace("/", "", 1) in prefill + reply.text)
    return reply.text + next(opened, "")
