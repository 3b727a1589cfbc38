"""The child's side of ``bench/peer.py``: a job in a file, a pass for each line on stdin, an answer for each on stdout.

Runs in environments that have no skill1, so it needs nothing but Python.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any


class Bench:
    """The process that asks. ``job``: what it wants measured."""

    def __init__(self) -> None:
        # What libraries print would stand between the answers: it goes to the log instead.
        self._answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        self.job: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))

    def answer(self, **facts: Any) -> None:
        """Say one thing: first that all is ready, then the figures of each pass."""
        self._answers.write(json.dumps(facts) + "\n")
        self._answers.flush()

    def wants_more(self) -> bool:
        """Wait for the next request; False: there will be none."""
        return bool(sys.stdin.readline())

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, kind, error, trace) -> None:
        if isinstance(error, Exception):  # the trace goes to the log
            text = str(error).strip() or "no message"
            self.answer(error=f"{kind.__name__}: {text.splitlines()[-1]:.400}")
