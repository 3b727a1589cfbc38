"""What a method asks its teacher, by which prompt, in which form the answer is to come, and what comes back.

The form is a pattern of JSON that is worded for the prompt and read without trust: ``str``, ``int``, ``float`` or
``bool``, a list with one pattern, or a mapping from key to pattern; a key that ends in ``?`` may be missing.
``{"skills": [{"title": str, "principle": str, "when_to_apply?": str}]}`` is one. Prompts are files under ``prompts`` of
their method, single ones replaced from a folder of the user's.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Protocol

from skill1.agent.parse import after_thought
from skill1.agent.player import THOUGHT_ENDS
from skill1.agent.profile import OF_TEACHERS
from skill1.agent.template import Fields, Template, compile_template
from skill1.config.method import declared
from skill1.errors import DataError, PromptError
from skill1.policy.account import Account
from skill1.policy.protocol import Generation, Policy
from skill1.policy.tokens import THOUGHT
from skill1.schema import parsed_object

LONGEST_ANSWER_CHARS = 200_000
MOST_ITEMS = 1000
LARGEST_BITS = 1000  # of a whole number where a number is asked for; one with 1024 has no float
_WORDS = {str: "text", int: "whole number", float: "number", bool: "true or false"}
_OPENING = re.compile(r'\{(?=\s*["}])')  # of an object; braces of formulas and of code are not followed so
MOST_BROKEN = 1000  # openings that no object follows; a truncated or hostile answer is not read for minutes
_DECODER = json.JSONDecoder()
# Blanks, but no line ends, before the line's own end: of an answer that is line ends only, each would be tried in turn.
_FENCE = re.compile(r"```(?:json)?[^\S\n]*\n(.*?)```", re.DOTALL)
_PLACEHOLDER = re.compile(r"\{(\w+)\}")  # of a packaged prompt
Pattern = Any


@dataclass(frozen=True)
class Form:
    """A pattern that answers must match."""

    pattern: Mapping[str, Pattern]

    def wording(self) -> str:
        """The pattern as a model is shown it, on one line: ``{"skills": [{"title": text, …}]}``."""
        return _worded(self.pattern)

    def read(self, text: str) -> dict[str, Any]:
        """The JSON object in a model's answer that has this form; further keys are dropped.

        It may stand alone, in a fenced block, or between other words; the last object that fits counts, since models
        think aloud first.

        Raises:
            DataError: there is no object, or the last one has not the form. Says where.
        """
        fault = ""
        # Cut first: a model may answer at any length, and the time of the search grows with it.
        for found in _objects(text[:LONGEST_ANSWER_CHARS]):
            try:
                return _matched(found, self.pattern, "answer")
            except DataError as error:
                # Of the object that was tried first: the last of the text, which was meant as the answer.
                fault = fault or str(error)
        raise DataError(fault or "it holds no JSON object")


def said(answer: Generation, policy: Policy, prompt_ids: tuple[int, ...]) -> str:
    """The answer behind its thought. Of a thought that was cut off nothing is an answer, whatever it quotes."""
    if answer.finish_reason == "length" and THOUGHT_ENDS not in answer.text:
        if answer.text.lstrip().startswith(THOUGHT) or policy.tokens.opens_thought(prompt_ids):
            return ""
    return after_thought(answer.text)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """JSON objects of a text: the whole, fenced blocks from the last, then outermost braces from the last."""
    for candidate in [text, *reversed(_FENCE.findall(text))]:
        parsed = parsed_object(candidate.strip())
        if parsed is not None:
            yield parsed
    yield from reversed(_outermost(text))


def _outermost(text: str) -> list[dict[str, Any]]:
    """The objects that lie in no other one which can be read."""
    found, end, broken = [], 0, 0
    for match in _OPENING.finditer(text):
        if broken == MOST_BROKEN:
            break
        # An opening inside an object that was read is part of it.
        if match.start() >= end:
            try:
                value, end = _DECODER.raw_decode(text, match.start())
                found.append(value)
            except (ValueError, RecursionError):
                broken += 1
    return found


def _matched(value: Any, pattern: Pattern, where: str) -> Any:
    if isinstance(pattern, Mapping):
        return _matched_mapping(value, pattern, where)
    if isinstance(pattern, list):
        if not isinstance(value, list) or len(value) > MOST_ITEMS:
            raise DataError(f"{where} should be a list of at most {MOST_ITEMS}, got {_shown(value)}")
        return [_matched(item, pattern[0], f"{where}[{number}]") for number, item in enumerate(value)]
    # Models write 1 for 1.0. A whole number too large for a float becomes infinite and is refused below.
    if pattern is float and type(value) is int:
        value = float(value) if value.bit_length() < LARGEST_BITS else math.inf
    # Not isinstance: true is an int in Python, and must not pass for a number.
    if type(value) is not pattern or (pattern is float and not math.isfinite(value)):
        raise DataError(f"{where} should be a {_WORDS[pattern]}, got {_shown(value)}")
    # JSON can spell out lone surrogates, which no file and no tokenizer takes.
    return value.encode("utf-8", "ignore").decode() if pattern is str else value


def _matched_mapping(value: Any, pattern: Mapping[str, Pattern], where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DataError(f"{where} should be an object, got {_shown(value)}")
    found = {}
    for key, inner in pattern.items():
        name = key.removesuffix("?")
        # null is the same as a key that is missing.
        if value.get(name) is None:
            if key == name:
                raise DataError(f"{where} has no '{name}'")
            continue
        found[name] = _matched(value[name], inner, f"{where}.{name}")
    return found


def _worded(pattern: Pattern) -> str:
    if isinstance(pattern, Mapping):
        inner = ", ".join(f'"{key.removesuffix("?")}": {_worded(value)}' for key, value in pattern.items())
        return "{" + inner + "}"
    return f"[{_worded(pattern[0])}, …]" if isinstance(pattern, list) else _WORDS[pattern]


def _shown(value: Any) -> str:
    return f"{value!r:.60}"


@dataclass(frozen=True)
class Question:
    """One question. The same question with the same fields has the same answer in a cache, on the same ``occasion``.

    ``operation`` names the prompt file (``skillrl/evolve`` → ``prompts/evolve.txt`` of that method) and the analyst's
    rule.
    ``fields`` fill the prompt's placeholders. ``evidence`` is what the fields were written from, as objects: a
    rule-based analyst reads that instead of prose. ``occasion`` is no part of the prompt: another one has the same
    words asked anew, where an answer that could not be used would be the answer for ever.
    """

    operation: str
    fields: Mapping[str, str]
    form: Form
    evidence: Mapping[str, Any] = field(default_factory=dict, hash=False)
    occasion: str = ""

    def prompt(self, overrides: str | None) -> str:
        """What a model is asked; ``overrides``: the folder of ``agent.prompts``. Raises ``PromptError``."""
        values = {**self.fields, FORM: self.form.wording()}
        return load_prompt(self.operation, self.fields, overrides).fill(values.__getitem__)


@dataclass(frozen=True, slots=True)
class Answer:
    """JSON content of the asked form, or None and the reason why there is none. Nobody's work is lost over it."""

    content: Mapping[str, Any] | None
    fault: str = ""


class Teacher(Protocol):
    """Answers questions, in their order. A question that cannot be answered costs that question only."""

    name: str  # who answers: a model's name, "policy" with its model, "analyst"
    account: Account  # what it cost so far

    def ask(self, questions: Sequence[Question]) -> list[Answer]: ...


# Of one transcript in a prompt: as many as the package ``skillrl`` shows its teacher.
MAX_TRANSCRIPT_CHARS = 12_000
_CUT = "\n… (cut) …\n"


def shortened(text: str, most: int = MAX_TRANSCRIPT_CHARS) -> str:
    """A text of at most ``most`` characters: its beginning has the task, its end what came of it."""
    if len(text) <= most:
        return text
    half = max(0, (most - len(_CUT)) // 2)
    # Not text[-half:], which is the whole text where half is 0.
    return text[:half] + _CUT + text[len(text) - half :]


FORM = "form"  # the placeholder that every teacher prompt has: the form of the answer


def load_prompt(operation: str, fields: Mapping[str, str], overrides: str | None) -> Template:
    """The prompt of an operation; it must have a place for the answer's form and may leave out other fields.

    Raises:
        PromptError: there is none, its method is in no package, or it has an unknown placeholder or lacks ``{form}``.
    """
    method, _, name = f"{operation}.txt".partition("/")
    own = Path(overrides, OF_TEACHERS, method, name) if overrides else None
    file = own if own is not None and own.is_file() else _packaged(method).joinpath(name)
    try:
        # Some editors begin a file with a byte order mark, which would be sent to the model.
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(f"prompt {file} cannot be read as UTF-8 text: {error}.") from error
    return compile_template(text, Fields(frozenset({FORM}), frozenset(fields)), f"prompt {file}")


def require_known_prompts(method: str, overrides: str | None) -> None:
    """Refuse what would end a run at its first question, hours later.

    Raises:
        PromptError: a file of the user's replaces no prompt of a method (a misspelt one, say), cannot be read, lacks
            ``{form}``, or has a placeholder that no prompt of the method has.
    """
    if overrides is None or not (own := Path(overrides, OF_TEACHERS, method)).is_dir():
        return
    packaged = {file.name: file for file in _packaged(method).iterdir() if file.name.endswith(".txt")}
    # Of all together: a question may offer more than its packaged prompt uses, and tells only when it is asked.
    fields = dict.fromkeys(
        name for file in packaged.values() for name in _PLACEHOLDER.findall(file.read_text(encoding="utf-8"))
    )
    # Hidden files are those of editors and systems.
    for file in sorted(path for path in own.iterdir() if not path.name.startswith(".")):
        if file.name not in packaged:
            raise PromptError(
                f"{file} replaces no prompt of a teacher; known files: {', '.join(sorted(packaged))}. Rename it or "
                "take it out of the folder."
            )
        load_prompt(f"{method}/{file.stem}", fields, overrides)


def _packaged(method: str) -> Traversable:
    # Beside the module that declares the method, so a package's own methods have their prompts, too.
    package, _, module = declared(method).__module__.rpartition(".")
    # A class in the __init__.py of a package has the folder of that beside it.
    if not package and hasattr(sys.modules[module], "__path__"):
        package = module
    if not package:
        raise PromptError(
            f"method {method} has no prompts: these lie in prompts/ beside the module of its class, but {module} "
            f"is in no package. Make it one, such as {method}/settings.py, and add prompts/*.txt to its data files."
        )
    return files(package).joinpath("prompts")
