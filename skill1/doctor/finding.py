"""The record every check of the doctor gives back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "missing", "warn"]
GIB = 1 << 30


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the diagnosis; ``command`` mends it and is empty when nothing needs mending."""

    name: str
    status: Status
    detail: str
    command: str = ""


def is_healthy(findings: Iterable[Finding]) -> bool:
    """Whether nothing required is missing."""
    return all(finding.status != "missing" for finding in findings)
