r"""What a whole training step costs: Skill1 beside GRPO for each token it writes, and beside a growing library.

Runs begin with the same weights and train in turn. Figures are CPU seconds of this process, medians
over the steps but the first: other work on the machine does not count, waiting for the disk does not either. Libraries
of a given size hold made-up skills of the household's words, so that retrieval has something to choose from.

    python bench/training_step.py --model runs/household-cold-start

Other words of the command line are configuration keys of every run, such as those of a language model:

    python bench/training_step.py --model smollm2-135m --env alfworld/smollm2 --env.data runs/alfworld-smollm2-games \
        --sizes 50 5000 1000000 --steps 6 --train.tasks_per_step 2 --train.mini_batches 1
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from pathlib import Path

import torch
from made import made_by, publish
from recorded import open_run

from skill1 import Library
from skill1.config.load import load_config
from skill1.schema import Skill
from skill1.train.run import Run

NAMES = ("maple", "birch", "cedar", "aspen", "elm", "oak", "acacia", "larch")
PLACES = ("hill", "lake", "garden", "mill", "harbour", "corner", "meadow", "ford")
TASKS = ("heat food", "cool drink", "clean plate", "find book", "light lamp")


def filled(folder: Path, size: int) -> Path:
    """A library file of ``size`` skills."""
    rng = random.Random(0)
    path = folder / f"library-{size}.sqlite"
    skills = [
        Skill(
            f"sk_{i}",
            f"{rng.choice(NAMES)} {rng.choice(PLACES)} {i} {rng.choice(TASKS)}",
            f"{rng.choice(TASKS)} using {rng.choice(NAMES)} {i}",
            0.5,
        )
        for i in range(size)
    ]
    with Library.open(path, load_config("household/skill1").library, create=True) as library:
        library.add_skills(skills, step=0)
    return path


def measured(runs: dict[str, Run], steps: int) -> dict[str, dict[str, float]]:
    """CPU seconds of each run's steps, which take turns."""
    found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in runs}
    for _ in range(steps):
        for name, run in runs.items():
            start = time.process_time()
            row = run.advance()
            found[name].append(
                (time.process_time() - start, row["tokens/generated"], row.get("library/size", 0.0))
            )
    return {
        name: {
            "step_s": statistics.median(seconds for seconds, _, _ in steps_of[1:]),
            "ms_per_generated_token": 1e3 * statistics.median(s / tokens for s, tokens, _ in steps_of[1:]),
            "generated_tokens": statistics.median(tokens for _, tokens, _ in steps_of[1:]),
            "library_size": steps_of[-1][2],
        }
        for name, steps_of in found.items()
    }


def main() -> None:
    """Measure, print and perhaps write the figures as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], epilog="Other words are configuration keys."
    )
    parser.add_argument("--model", required=True, help="weights that every run begins with")
    parser.add_argument("--env", default="household")
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--sizes", type=int, nargs="*", default=[50, 5000])
    parser.add_argument("--output", type=Path)
    arguments, given = parser.parse_known_args()
    torch.set_num_threads(1)
    skill1, grpo = (f"{arguments.env}/{method}" for method in ("skill1", "grpo"))
    own = [f"--model.path={arguments.model}", "--train.threads=1", *given]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        runs = {"grpo": open_run(grpo, own, folder / "grpo")}
        runs["skill1"] = open_run(skill1, own, folder / "skill1")
        for size in arguments.sizes:
            # Room for what the steps add: nothing may be retired meanwhile.
            held = [f"--library.init={filled(folder, size)}", f"--library.capacity={2 * size + 10_000}"]
            runs[f"skill1, {size} skills"] = open_run(skill1, [*own, *held], folder / f"skill1-{size}")
        figures = measured(runs, arguments.steps)
        for run in runs.values():
            run.close()
    held = [name for name in figures if name.endswith("skills")]
    report = {
        **made_by(threads=1),
        "seed": 0,
        "steps": arguments.steps,
        "figures": figures,
        "skill1_over_grpo_per_generated_token": figures["skill1"]["ms_per_generated_token"]
        / figures["grpo"]["ms_per_generated_token"],
        **{
            f"{of}_against_smallest_library": {name: figures[name][of] / figures[held[0]][of] for name in held}
            for of in ("step_s", "ms_per_generated_token")
        },
    }
    publish(report, arguments.output)


if __name__ == "__main__":
    main()
