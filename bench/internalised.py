"""Internalisation, measured: a finished run's success on training homes with and without its library, before and after.

The run's newest checkpoint plays training tasks with its library and learns what it won; both
policies then play every task of the split, which training never asked for. Learning rate and epochs were chosen on
household seed 0, which no table has: twice the rate for twice as long knows more without the library, and reads worse
in new homes. The intervals of a run are Wilson's, over tasks; those of several runs are of the
mean over seeds, Student's t.

    python bench/internalised.py RUN [RUN …] --split seen --new heldout --output bench/results/internalised.json
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from made import made_by
from rich.console import Console

from skill1.config.trust import load_own_config
from skill1.errors import DataError
from skill1.run.disk import write_json_atomic

LEARN = ("--sft.learning_rate=1e-3", "--sft.epochs=4")
MODES = ("frozen", "none")
# Quantiles .975 of Student's t with 1, 2, … degrees of freedom.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
KEPT = ("success_rate", "interval_95", "episodes", "errors", "split_sha256")


def internalised(
    run: Path,
    *,
    split: str,
    new: str | None = None,
    output: Path | None = None,
    episodes: int | None = None,
    overrides: Sequence[str] = (),
    console: Console | None = None,
) -> dict[str, object]:
    """Internalise a finished run and evaluate both policies; a record that JSON can hold.

    Args:
        run: a finished run directory, or RUN@STEP.
        split: to evaluate on, such as ``seen``.
        new: a split of places that training never saw, played with a library that grows from nothing: whether reading
            survives. It costs several times as much as ``split``.
        output: the model folder; default: ``RUN-internalised`` beside the run.
        episodes: played to learn from; default: each training task once.
        overrides: configuration keys, after ``LEARN``.

    Returns:
        ``before`` and ``after``, each ``{"frozen": …, "none": …}`` of the run's library and of none (and ``"fresh"`` on
        ``new``), with success rate, its 95 % interval, episodes, errors, the split's hash and the rounds' rates;
        ``learnt``: what was played and kept, and how; ``cpu_minutes``. Where the run wins nothing there is no
        ``after``, and ``learnt`` is the error's text.
    """
    from skill1.train.internalise import internalise, locate_taught  # imports torch

    began, policy = time.process_time(), locate_taught(run)
    config = load_own_config(policy.config, [*LEARN, *overrides])
    folder = output or Path(run).with_name(f"{Path(run).name}-internalised")
    asked = {mode: split for mode in MODES} | ({"fresh": new} if new else {})
    record: dict[str, object] = {"run": str(run), "seed": config.seed, "split": split}
    record["before"] = evaluated(config, policy.model, policy.library, asked)
    try:
        learnt = internalise(policy, config, folder, episodes=episodes, console=console)
    except DataError as error:
        return record | {"learnt": str(error)}
    del learnt["demonstrations"]
    record["learnt"] = learnt | {"settings": [*LEARN, *overrides]}
    record["after"] = evaluated(config, str(folder), policy.library, asked)
    return record | {"cpu_minutes": round((time.process_time() - began) / 60, 2)}


def evaluated(config, model: str, library: str | None, asked: Mapping[str, str]) -> dict[str, object]:
    """Success in each library mode on the split that is asked for it."""
    from skill1.evaluate import evaluate  # imports torch

    cells = {}
    for mode, split in asked.items():
        result = evaluate(config, model=model, library_path=library, split=split, library=mode)
        rounds = [part["success_rate"] for part in result["rounds"]]
        cells[mode] = {name: result[name] for name in KEPT} | {"rounds": rounds}
    return cells


def over_seeds(records: Sequence[Mapping]) -> dict[str, object]:
    """Mean over runs of each rate, and its 95 % interval m ± t·s/√n; None where there is one run."""
    cells = {}
    for when in ("before", "after"):
        for mode in (*MODES, "fresh"):
            found = [record[when][mode] for record in records if mode in record.get(when, ())]
            rates = [cell["success_rate"] for cell in found]
            cells[f"{when}/{mode}"] = {"runs": len(rates), "mean": mean(rates), "interval_95": interval(rates)}
    return cells


def mean(rates: Sequence[float]) -> float | None:
    """None without any."""
    return round(statistics.fmean(rates), 4) if rates else None


def interval(rates: Sequence[float]) -> list[float] | None:
    """Of the mean over 2 to 10 runs, cut to [0, 1]."""
    if not 2 <= len(rates) <= len(STUDENT) + 1:
        return None
    half = STUDENT[len(rates) - 2] * statistics.stdev(rates) / math.sqrt(len(rates))
    middle = statistics.fmean(rates)
    return [round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)]


def main() -> None:
    """Each run, then the means."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--split", default="seen")
    parser.add_argument("--new", metavar="SPLIT", help="also: places never seen, with a library that grows")
    parser.add_argument("--episodes", type=int, help="default: each training task once")
    parser.add_argument("--work", type=Path, help="folder of the models; default: beside each run")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    records = []
    for run in given.runs:
        output = given.work / f"{run.name}-internalised" if given.work else None
        records.append(
            internalised(
                run, split=given.split, new=given.new, output=output, episodes=given.episodes, console=Console()
            )
        )
        report = made_by() | {"split": given.split, "means": over_seeds(records), "runs": records}
        if given.output:
            write_json_atomic(given.output, report)
    Console().print_json(json.dumps(report["means"]))


if __name__ == "__main__":
    main()
