"""A prompt template: a text file with ``{placeholders}``, checked when it is read and filled in one pass.

Also which placeholders the prompts of each form must and may have.

Values are never looked at again once inserted, so braces in a model's or an environment's text stay what they are.
A template knows nothing about views, skills or profiles; it gets names and asks for their texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from skill1.errors import PromptError

CONTEXT = "{context}"
"""First thing in a template: the prompt continues where the previous prompt and its response ended."""
ANSWER = "{answer}"
"""Literal text after it opens the model's answer."""
# A name in braces and nothing else, so that JSON in a prompt stays text.
_PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class Fields:
    """The placeholders a prompt must have and may have; ``context`` and ``answer`` are the two markers above."""

    required: frozenset[str]
    optional: frozenset[str] = frozenset()

    @property
    def known(self) -> frozenset[str]:
        return self.required | self.optional


def fields(required: str, optional: str = "") -> Fields:
    """``Fields`` from blank-separated names."""
    return Fields(frozenset(required.split()), frozenset(optional.split()))


_SKILL_FIELDS = fields("strategy", "description rating")
# Of each prompt the placeholders it must have, then those it may have.
_CHAT_PROMPTS: Mapping[str, Fields] = {
    "query": fields("task first_observation", "max_steps answer"),
    "rerank": fields("task first_observation candidates", "count max_steps"),
    "candidate": fields("number description strategy", "rating"),
    "act_first": fields("task skill observation", "admissible max_steps"),
    "act": fields("task skill history observation", "admissible max_steps steps_taken step history_length"),
    "turn": fields("number observation action", "thought"),
    "skill": _SKILL_FIELDS,
    "distill": fields("task result trajectory", "observation skill max_steps steps_taken"),
}
PEER_PROMPTS: Mapping[str, Fields] = {
    **_CHAT_PROMPTS,
    # One of these projects shows no skill in the first step.
    "act_first": fields("observation", "task skill admissible max_steps"),
    "act": fields("task history observation", "skill admissible max_steps steps_taken step history_length"),
    "skill": fields("lessons"),
    "lesson": fields("strategy", "number description rating"),
}
GROWING_PROMPTS: Mapping[str, Fields] = {**_CHAT_PROMPTS, "act": fields("context observation", "admissible")}
_COMPACT_PROMPTS: Mapping[str, Fields] = {
    "query": fields("task", "first_observation"),
    "rerank": fields("candidates", "context task first_observation count"),
    "candidate": fields("number description strategy", "rating"),
    "act_first": fields("task skill observation"),
    "act": fields("observation", "context task skill step"),
    "skill": _SKILL_FIELDS,
    "skill_none": fields(""),
    "distill": fields("result", "context task observation"),
}
_DIALOGUE_PROMPTS: Mapping[str, Fields] = {
    "query": fields("first_observation untold_task"),
    "rerank": fields("candidates", "context untold_task first_observation count"),
    "candidate": fields("number description strategy", "rating"),
    "act_first": fields("observation untold_task skill", "new_commands max_steps"),
    "act": fields("context observation", "new_commands steps_taken step max_steps"),
    "skill": _SKILL_FIELDS,
    "distill": fields("result", "context untold_task observation steps_taken"),
}
# By the form of a profile.
PROMPTS: Mapping[str, Mapping[str, Fields]] = {
    "tagged": _CHAT_PROMPTS,
    "dialogue": _DIALOGUE_PROMPTS,
    "compact": _COMPACT_PROMPTS,
}


@dataclass(frozen=True, slots=True)
class Template:
    """A checked template. ``parts`` alternates literal text (even positions) and placeholder names (odd ones)."""

    parts: tuple[str, ...]
    prefill: str = ""
    continues: bool = False

    def fill(self, value_of: Callable[[str], str]) -> str:
        """The text with every placeholder replaced. An empty value alone on its line takes that line with it."""
        filled = self.parts[0]
        for name, literal in zip(self.parts[1::2], self.parts[2::2], strict=True):
            value = value_of(name)
            if not value and (not filled or filled.endswith("\n")):
                # Without a skill the prompt has no gap.
                literal = literal.lstrip("\n")
            filled += value + literal
        return filled


@dataclass(frozen=True, slots=True)
class Rendered:
    """A prompt as text.

    The caller puts ``prefill`` at the beginning of the model's answer. ``continues``: ``text`` is only what is
    new; the caller feeds the previous prompt and response ids exactly, then the encoded text.
    """

    text: str
    prefill: str = ""
    continues: bool = False


def compile_template(text: str, allowed: Fields, source: str) -> Template:
    """Check and split a template text.

    Raises:
        PromptError: a placeholder is missing, unknown or a marker stands in the wrong place. Names ``source``.
    """
    # Editors end a file with a line end, which is no part of the prompt.
    text = text.strip("\n")
    _check_names(_PLACEHOLDER.findall(text), allowed, source)
    continues = text.startswith(CONTEXT)
    text = text.removeprefix(CONTEXT)
    body, _, prefill = text.partition(ANSWER)
    if CONTEXT in body:
        raise PromptError(f"{source}: {CONTEXT} must be the first thing in the file; move it there or remove it.")
    if _PLACEHOLDER.search(prefill):
        raise PromptError(f"{source}: only plain text may follow {ANSWER}, got {prefill!r}.")
    # In a file a blank may follow the marker for the eye; it is no part of the prompt.
    body = body.lstrip(" ") if continues else body
    # The pattern has one group, so texts and names alternate.
    return Template(tuple(_PLACEHOLDER.split(body.rstrip("\n"))), prefill, continues)


def _check_names(names: list[str], allowed: Fields, source: str) -> None:
    known = ", ".join(f"{{{name}}}" for name in sorted(allowed.known)) or "none"
    for name in names:
        if name not in allowed.known:
            raise PromptError(f"{source}: unknown placeholder {{{name}}}. Known in this prompt: {known}.")
    for name in sorted(allowed.required):
        if name not in names:
            raise PromptError(f"{source}: placeholder {{{name}}} is missing. Known in this prompt: {known}.")
