"""SmolLM2-135M on games in ALFWorld's format without habits, after supervised learning alone: which share it wins.

Games are generated, demonstrations are those of the orderly explorer, rooms of ``valid_unseen`` are in no other split.
What is finished in ``--folder`` is not repeated; learning resumes. Two hours on one busy core with bfloat16.

    python bench/plain_games.py --train.threads 1 --output bench/results/smollm2_plain.json
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
from collections.abc import Sequence
from pathlib import Path

from made import made_by, publish

from skill1.cli import main as skill1

CONFIG = "alfworld/smollm2/plain"
GAMES = {"--train": 1600, "--seen": 60, "--unseen": 100}
KEPT_OF_TYPE = ("episodes", "success_rate", "mean_turns", "invalid_action_share")
KEPT = ("split", "temperature", "success_rate", "interval_95", "episodes", "errors")


def main() -> None:
    """Run what is missing, write and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--demonstrations", type=int, default=640)
    parser.add_argument("--temperatures", type=float, nargs="+", default=[0.0, 0.4])
    parser.add_argument("--folder", type=Path, default=Path("runs/plain-games"))
    parser.add_argument("--output", type=Path)
    given, overrides = parser.parse_known_args()
    publish(made_by() | measured(given.folder, given.demonstrations, given.temperatures, overrides), given.output)


def measured(
    folder: Path, demonstrations: int, temperatures: Sequence[float], overrides: Sequence[str], games=GAMES
) -> dict[str, object]:
    """Games, demonstrations, learning and evaluations, as far as they are missing; the record."""
    own = ["--config", CONFIG, "--env.data", folder / "games", *overrides]
    if not (folder / "games").is_dir():
        command(
            "envs", "make-games", "alfworld", folder / "games", *(word for pair in games.items() for word in pair)
        )
    demos, model = folder / "demonstrations.jsonl.gz", folder / "model"
    if not demos.is_file():
        command("demos", *own, "--expert", "orderly", "--n", demonstrations, "--seed", 1, "--output", demos)
    if not model.is_dir():
        command("sft", *own, "--data", demos, "--output", model)
    found = []
    for temperature in temperatures:
        file = folder / f"eval-{temperature:g}.json"
        if not file.is_file():
            which = ("--split", "valid_unseen", "--library", "none", "--temperature", temperature)
            command("eval", model, *own, *which, "--output", file)
        result = json.loads(file.read_text(encoding="utf-8"))
        types = {name: {key: figures[key] for key in KEPT_OF_TYPE} for name, figures in result["by_type"].items()}
        found.append({key: result[key] for key in KEPT} | {"by_type": types})
    return {"demonstrations": demonstrations, "evaluations": found}


def command(*arguments: object) -> None:
    """A command of skill1; it must succeed."""
    with contextlib.redirect_stdout(io.StringIO()):
        code = skill1([str(argument) for argument in arguments])
    if code:
        raise SystemExit(f"skill1 {' '.join(map(str, arguments))} ended with {code}")


if __name__ == "__main__":
    main()
