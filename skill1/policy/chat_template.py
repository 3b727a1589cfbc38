"""Limits for a chat template, which comes with a model from whoever made that.

transformers renders it in Jinja's sandbox. Here its length is limited, and the steps of a first rendering, so that one
that never ends is an error and not a hang.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from skill1.errors import DataError
from skill1.models.files import MOST_TEMPLATE_CHARS

MOST_STEPS = 1_000_000  # lines of Python; the longest template in use takes some thousands for one message


class _TooManySteps(Exception):
    pass


def require_short_template(tokenizer: Any) -> None:
    """Raises ``DataError`` for templates that are longer than any honest one."""
    template = tokenizer.chat_template or ""
    length = sum(map(len, template.values())) if isinstance(template, dict) else len(template)
    if length > MOST_TEMPLATE_CHARS:
        raise DataError(
            f"The chat template has {length:,} characters; at most {MOST_TEMPLATE_CHARS:,} are accepted. Replace "
            "chat_template.jinja (or chat_template in tokenizer_config.json) in the model's folder."
        )


def rendered(render: Callable[[], str], *, is_first: bool) -> str:
    """What ``render`` returns; the first time its steps are counted, which later would cost too much.

    Raises:
        DataError: the template raises, or does not come to an end.
    """
    try:
        return _counted(render) if is_first else render()
    except _TooManySteps:
        what = f"takes more than {MOST_STEPS:,} steps for one message"
    except Exception as error:  # templates raise whatever they like
        what = f"fails: {type(error).__name__}: {str(error)[:200]}"
    raise DataError(
        f"The model's chat template {what}. Replace chat_template.jinja (or chat_template in tokenizer_config.json) in "
        "its folder, or use another model."
    )


def _counted(render: Callable[[], str]) -> str:
    steps = 0

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal steps
        steps += 1
        if steps > MOST_STEPS:
            raise _TooManySteps
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        return render()
    finally:
        sys.settrace(before)
