"""A scripted model behind a real HTTP server: actor, selector and teacher of methods whose weights are frozen."""

from __future__ import annotations

import hashlib
import json
import re
from functools import partial

from tests.policy.chat_server import Raw, chat

COMMAND = re.compile(r"^ *'(.+)',?$", re.MULTILINE)
PRODUCT = re.compile(r"click\[b0\w{8}\]")
SKILL = {
    "initiation": "a shop page with a result",
    "policy": ["click the first result", "then buy it"],
    "termination": "the product is bought",
}


def model(request, *, gives="chat"):
    """Answers everything that is asked; ``gives``: how log-probs of a prompt come, "chat", "echo" or "nothing"."""
    if "prompt_logprobs" in request:
        return (
            of_chat(request) if gives == "chat" else Raw(400, {"error": {"message": "prompt_logprobs: unknown"}})
        )
    if "echo" in request:
        return of_echo(request) if gives == "echo" else Raw(404, {"error": {"message": "no such page"}})
    return chat(said(request))


def serving_model(gives="chat"):
    """For ``serving``."""
    return partial(model, gives=gives)


def said(request):
    """A text that depends on the request alone, so that equal runs get equal answers."""
    asked, draw = request["messages"][-1]["content"], number(request)
    if "Begin your answer with <query>" in asked:
        return "bringing things"
    if '"description_head"' in asked:
        what = {"action_lesson": f"lesson {draw % 3}", "navigation_lesson": None}
        return json.dumps({"description_head": "bringing things", **what})
    if '"is_related"' in asked:
        return json.dumps({"is_related": draw % 3 > 0, "policy": f"advice {draw % 7}"})
    if '"skill_name"' in asked:
        return json.dumps({"skill_name": f"Skill{draw % 5}", **SKILL, "policy": [f"step {draw % 9}", "buy it"]})
    if '"done"' in asked:
        return json.dumps({"done": draw % 4 == 0})
    if '"skills"' in asked:
        return json.dumps({"skills": re.findall(r"^- (.+?):", asked, re.MULTILINE)[:1]})
    if '"edits"' in asked:
        return json.dumps({"edits": [{"op": "append", "content": f"- rule {draw % 97}"}]})
    if "</rank>" in request.get("stop", ()):
        return "<rank>2, 1"
    return acted(asked, draw)


def acted(asked, draw):
    """One of the commands that the prompt lists; in a shop it searches, opens a result and buys."""
    commands = COMMAND.findall(asked) or ["look"]
    if "search[<your query>]" in commands:
        return "<action>search[blue shirt]</action>"
    better = [c for c in commands if c == "click[buy now]"] or [c for c in commands if PRODUCT.fullmatch(c)]
    return f"<action>{(better or commands)[draw % len(better or commands)]}</action>"


def number(request):
    return int.from_bytes(hashlib.sha256(json.dumps(request, sort_keys=True).encode()).digest()[:4])


def tokens_of(text):
    """Pieces of a text with log-probs that depend on all that stands before."""
    pieces = re.findall(r"\s*\w+|\W", text)
    seed, values = hashlib.sha256(text[: len(text) // 2].encode()).digest()[0], [None]
    values += [-((seed + len(piece) * 7 + place) % 11) / 10 - 0.1 for place, piece in enumerate(pieces[1:])]
    return pieces, values


def of_chat(request):
    """As vLLM answers: null for the first token, then each token's own entry."""
    pieces, values = tokens_of("".join(f"<{m['role']}>{m['content']}" for m in request["messages"]))
    listed = [
        None if value is None else {str(place): {"logprob": value, "rank": 1, "decoded_token": piece}}
        for place, (piece, value) in enumerate(zip(pieces, values, strict=True))
    ]
    return {**chat("x", "length"), "prompt_logprobs": listed}


def of_echo(request):
    """As other servers answer ``/completions``: the prompt and the one token after it."""
    pieces, values = tokens_of(request["prompt"])
    logprobs = {"tokens": [*pieces, " x"], "token_logprobs": [*values, -1.0]}
    return {
        "choices": [{"text": request["prompt"] + " x", "logprobs": logprobs, "finish_reason": "length"}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 3},
    }
