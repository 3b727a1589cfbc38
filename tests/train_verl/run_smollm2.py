"""Three Skill1 steps of a real language model on generated homes in ALFWorld's words, through verl and vLLM on a CPU.

    python tests/train_verl/run_smollm2.py [--work DIR] [--policy FOLDER] [--dtype float32] [--output FILE]

SmolLM2-135M in bfloat16 with its own chat template. Run by hand: needs what run_household.py needs, the model
(``skill1 models fetch smollm2-135m``) and the rooms of the games (``pip install --no-deps alfworld==0.4.2``). Prints a
line a stage; the last has the figures of each step.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from run_household import CONFIG as CPU_CONFIG
from run_household import finish, metrics_of, require, skill1, stage

STEPS, SEED = 3, 0
LIMIT_S = 3600  # on two cores that do much else
GAMES = {"seed": SEED, "train": 24, "seen": 6, "unseen": 6}
SMALL = {  # of a step: what two slow cores play and train in a minute or two
    "train.steps": STEPS,
    "train.tasks_per_step": 2,
    "train.group_size": 2,
    "train.mini_batches": 1,
    "loss.kl_coefficient": 0.05,  # a model without a cold start wins nothing here: this alone gives it gradients
    "train.checkpoint_every": STEPS,
    "logging.episodes_every": 1,
    "env.max_steps": 6,
    "model.max_prompt_tokens": 1536,
    "model.device": "cpu",
    "cluster.agent_workers": 1,
    "verl.actor_rollout_ref.rollout.max_num_batched_tokens": 2048,  # prompts are not cut up here
    # The embedding is sent as one piece of 113 MB, and through shared memory a piece must fit into a bucket.
    "verl.actor_rollout_ref.rollout.checkpoint_engine.update_weights_bucket_megabytes": 128,
}
SHOWN = (
    *("policy/logprob_gap", "policy/largest_logprob_gap", "policy/entropy", "policy/kl", "policy/gradient_norm"),
    *("outcome/success_rate", "outcome/turns", "errors/episodes", "distill/admitted", "tokens/generated"),
    *("tokens/trained_rows", "tokens/trained"),
)
# |log π_trainer − log π_rollout| of a step. Logits near 20 are 0.125 apart in bfloat16.
LARGEST_MEAN_GAP = {"bfloat16": 0.1, "float32": 1e-5}
MOST_GROWTH = 1.5  # of the gap after the first update; servers with old weights show far more


def options(small: dict[str, object]) -> list[str]:
    """As typed: what makes verl run on a CPU, under what makes the run small."""
    from skill1.config.files import read_flat

    of_cpu = {name: value for name, value in read_flat(CPU_CONFIG).items() if name.startswith("verl.")}
    given = of_cpu | {"verl.ray_kwargs.ray_init.num_gpus": 1} | small
    return [f"--{name}={json.dumps(value) if isinstance(value, bool) else value}" for name, value in given.items()]


def make_games(folder: Path) -> None:
    """The games of the smallest quickstart, unless they are there."""
    from skill1_envs.alfworld.generate.homes_folder import make_homes_games

    if not folder.is_dir():
        make_homes_games(folder, **GAMES)


def made_by() -> dict[str, object]:
    """What made a result: the command, the machine, the commit, the packages."""
    from skill1.run.versions import git_commit, package_versions

    return {
        "command": shlex.join(["python", *sys.argv]),
        "machine": {"cores": os.cpu_count(), "processor": platform.machine(), "python": platform.python_version()},
        "git_commit": git_commit(),
        "packages": package_versions(),
    }


def figures(row: dict[str, float]) -> dict[str, float]:
    """Of a step's metrics, those that this run is made for: gaps, memory, seconds."""
    names = ["step", *SHOWN, *sorted(name for name in row if name.startswith("time/"))]
    return {name: round(row[name], 6) for name in names if name in row}


def check_steps(rows: Sequence[dict[str, float]], dtype: str) -> dict[str, object]:
    """All steps are there, played and trained, and the servers had the trainer's weights in each."""
    require([row["step"] for row in rows] == list(range(1, STEPS + 1)), f"steps {[row['step'] for row in rows]}")
    gaps = [row["policy/logprob_gap"] for row in rows]
    require(max(gaps) <= LARGEST_MEAN_GAP[dtype], f"log-prob gaps {gaps}; expected {LARGEST_MEAN_GAP[dtype]:g}")
    require(max(gaps[1:]) <= MOST_GROWTH * gaps[0], f"log-prob gaps that grow: {gaps}")
    require(all(row["policy/gradient_norm"] > 0 for row in rows), "a step without a gradient")
    return {"gaps": [f"{gap:.2g}" for gap in gaps], "step_s": [round(row["time/step_s"]) for row in rows]}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, help="folder for the games (kept) and the run (made anew)")
    parser.add_argument("--policy", default="smollm2-135m", help="model folder or name (default: no cold start)")
    parser.add_argument("--dtype", default="bfloat16", choices=sorted(LARGEST_MEAN_GAP))
    parser.add_argument("--output", type=Path, help="where the figures go, as JSON")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="skill1-smollm2-") as folder:
        run_stages(chosen, (chosen.work or Path(folder)).resolve())


def run_stages(chosen: argparse.Namespace, work: Path) -> None:
    """Games, training, figures."""
    run, log = work / "run", work / "run.log"
    shutil.rmtree(run, ignore_errors=True)
    log.unlink(missing_ok=True)
    work.mkdir(parents=True, exist_ok=True)
    with stage("games"):
        make_games(work / "games")
    mine = {"env.data": work / "games", "model.path": chosen.policy, "model.dtype": chosen.dtype, "seed": SEED}
    command = ["train", "--config", "alfworld/smollm2/cluster", "--run-dir", str(run), *options(SMALL | mine)]
    with stage("trained") as found:
        peak = finish(skill1(*command, log=log), log, LIMIT_S)
        found |= {"peak_gb": f"{peak:.1f}"} | check_steps(metrics_of(run), chosen.dtype)
    report = made_by() | {"peak_gb": round(peak, 1), "dtype": chosen.dtype, "policy": chosen.policy, "seed": SEED}
    text = json.dumps(report | {"steps": [figures(row) for row in metrics_of(run)]}, indent=1) + "\n"
    sys.stdout.write(text)
    if chosen.output:
        chosen.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
