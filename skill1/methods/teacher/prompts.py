"""The teachers' prompts: files under ``prompts`` of their method, single ones replaced from a folder of the user's."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from skill1.agent.profile import OF_TEACHERS
from skill1.agent.template import Fields, Template, compile_template
from skill1.config.method import declared
from skill1.errors import PromptError

FORM = "form"  # the placeholder that every teacher prompt has: the form of the answer


def load_prompt(operation: str, fields: Mapping[str, str], overrides: str | None) -> Template:
    """The prompt of an operation; it must have a place for the answer's form and may leave out other fields.

    Raises:
        PromptError: there is none, or it has an unknown placeholder or lacks ``{form}``.
    """
    method, _, name = f"{operation}.txt".partition("/")
    own = Path(overrides, OF_TEACHERS, method, name) if overrides else None
    source, text = (f"prompt {own}", own.read_text("utf-8")) if own and own.is_file() else _packaged(method, name)
    return compile_template(text, Fields(frozenset({FORM}), frozenset(fields)), source)


def _packaged(method: str, name: str) -> tuple[str, str]:
    package = declared(method).__module__.rpartition(".")[0]
    try:
        text = files(package).joinpath("prompts", name).read_text(encoding="utf-8")
    except OSError as error:
        raise PromptError(f"prompt {name} is not in the package {package}; reinstall it.") from error
    return f"prompt {name} of {package}", text
