"""Names the usual ways in which training collapses, from metric rows alone: which metric, and which knob to turn.

``diagnose`` judges rows that lie there, ``Watch`` a run under way. A rule looks at means or medians over the last
``WINDOW`` rows, so that one odd step is no alarm and a run shorter than that has none. Loads no torch.
"""

from __future__ import annotations

import operator
import re
import statistics
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from skill1.config import Skill1Config
from skill1.config.values import shown
from skill1.run.health_rules import (
    DUPLICATES,
    FEWEST_TEXTS,
    HISTORY,
    RULES,
    WINDOW,
    History,
    Row,
    Rule,
    is_figure,
)
from skill1.schema import STAGES

CLEARED = 2 * WINDOW  # rows without a finding after which the same alarm is news again
KEY_FIGURES = (
    "outcome/success_rate",
    "outcome/groups_with_spread",
    "act/valid_rate",
    "distill/valid_rate",
    "policy/entropy",
    "policy/mismatch_kl",
    "library/size",
    "library/mean_utility",
)
MOST_DUPLICATES = 0.3  # share of the active skills


@dataclass(frozen=True, slots=True)
class Alarm:
    """One finding. ``since`` is the step from which on it has held at every step."""

    name: str
    metric: str
    value: float
    expected: str
    since: int
    knob: str  # keys to turn, each with its present value
    explanation: str


def diagnose(rows: Iterable[Row], config: Skill1Config) -> list[Alarm]:
    """The alarms that hold at the last row, in the order of ``RULES``; empty for fewer than ``WINDOW`` rows."""
    rows = list(rows)
    return [
        _alarm(rule, metric, value, _since(rule, metric, rows, config), config)
        for rule, metric, value in _findings(History(rows, config))
    ]


class Watch:
    """Judges a run row by row and says what is new."""

    def __init__(self, config: Skill1Config, rows: Iterable[Row] = ()) -> None:
        """``rows``: those of before, of a resumed run; their alarms are not raised again."""
        self._config = config
        self._rows: deque[Row] = deque(maxlen=HISTORY)
        self._quiet: dict[tuple[str, str], int] = {}  # raised alarms → rows since they last held
        # No alarm is stored anywhere: going through the old rows finds those that were raised, and how long ago.
        for row in deque(rows, maxlen=HISTORY + CLEARED):  # what lies further back decides nothing
            self.see(row)

    def see(self, row: Row) -> list[Alarm]:
        """Alarms this row raises: each once, and again only after ``CLEARED`` rows without it."""
        self._rows.append(row)
        findings = _findings(History(list(self._rows), self._config))
        holding = {(rule.name, metric) for rule, metric, _ in findings}
        new = [found for found in findings if (found[0].name, found[1]) not in self._quiet]
        # The count starts over whenever the alarm holds again, so one that comes and goes is raised once.
        quiet = {key: 0 if key in holding else rows + 1 for key, rows in self._quiet.items()}
        self._quiet = {key: rows for key, rows in quiet.items() if rows < CLEARED} | dict.fromkeys(holding, 0)
        return [_alarm(rule, metric, value, _step(row), self._config) for rule, metric, value in new]


def key_figures(rows: Sequence[Row]) -> dict[str, float]:
    """Means over the last ``WINDOW`` rows of what matters most, for those the run has."""
    known = {key: [v for row in rows[-WINDOW:] if is_figure(v := row.get(key))] for key in KEY_FIGURES}
    return {key: statistics.fmean(values) for key, values in known.items() if values}


def duplicate_alarm(texts: Sequence[str], step: int, config: Skill1Config) -> Alarm | None:
    """The alarm over skills that say the same: case, digits and punctuation aside. ``texts``: of active skills."""
    share = duplicate_share(texts)
    if len(texts) < FEWEST_TEXTS or share <= MOST_DUPLICATES:
        return None
    return _alarm(DUPLICATES, "library/size", share, step, config)


def duplicate_share(texts: Sequence[str]) -> float:
    """Share of texts that repeat an earlier one, in [0, 1); 0 for none."""
    counts = Counter(" ".join(re.findall(r"[^\W\d_]+", text.casefold())) for text in texts)
    return 1 - len(counts) / len(texts) if texts else 0.0


def _findings(history: History) -> list[tuple[Rule, str, float]]:
    judged = ((rule, metric, rule.judge(history, metric)) for rule in RULES for metric in rule.metrics)
    return [(rule, metric, value) for rule, metric, value in judged if value is not None]


def _since(rule: Rule, metric: str, rows: Sequence[Row], config: Skill1Config) -> int:
    end = len(rows)
    # Judged as it was at each step: with the rows before it only.
    while end > 1 and rule.judge(History(rows[max(0, end - 1 - HISTORY) : end - 1], config), metric) is not None:
        end -= 1
    return _step(rows[end - 1])


def _step(row: Row) -> int:
    return int(row.get("step") or 0)


def _alarm(rule: Rule, metric: str, value: float, since: int, config: Skill1Config) -> Alarm:
    parts = metric.split("/")
    stage = next((part for part in parts if part in STAGES), "")
    keys = [(key.format(stage=stage), advice) for key, advice in rule.knobs]
    present = [(key, operator.attrgetter(key)(config), advice) for key, advice in keys]
    # Advice that begins with the present value has been taken already.
    untried = [knob for knob in present if knob[2].split()[0] != str(knob[1]).lower()]
    # As YAML has them: null and true, not None and True.
    words = [shown(value) if value is None or isinstance(value, bool) else value for _, value, _ in untried]
    knob = "; ".join(f"{key} = {word}: {advice}" for (key, _, advice), word in zip(untried, words, strict=True))
    return Alarm(rule.name, metric, value, rule.expected, since, knob, rule.explanation)
