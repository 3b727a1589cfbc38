"""A whole training step, generation and update: our engine beside TRL's ``GRPOTrainer`` in an environment of its own.

The first step of a configuration is played and recorded. Then both do it again, in turn, on one machine: every recorded
call is answered with as many tokens as its answer has, and one update is made over the same rows. The objective is the
same: GRPO clipped, a mean over the tokens of a row and then over rows, the KL term of the configuration, and two
advantages in turn, for what they are does not move the time. Loss and gradient norm of both stand in the record, and
should agree. TRL pads its rows, ours share their beginnings.

Neither plays the environment meanwhile: what that takes through our adapter for TRL is measured beside, and is the same
for both. TRL's own loop over it (``environment_factory``) would need a chat template with tool calls, which neither the
tiny policy nor SmolLM2 has, and a policy that writes them; then other tokens would be compared.

    python -m venv .venv-trl && .venv-trl/bin/pip install torch==2.13.0 trl
    python bench/trl_step.py household/grpo --model.path runs/household-cold-start --trl-python .venv-trl/bin/python
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import torch
from engine import ours
from made import made_by, publish
from peer import Peer, PeerError, asked_of, opened, require_same, turns, write_model
from recorded import Recorded, record

from skill1.config import Skill1Config
from skill1.env.trl import as_trl_environment
from skill1.schema import STAGES, TokenSample

# One update a step of all layers, no entropy bonus (TRL weighs it otherwise), weights that stay.
SETTINGS = (
    "train.mini_batches=1",
    "train.frozen_layers=0",
    "train.learning_rate=0",
    "train.threads=null",
    "loss.entropy_coefficient=0",
)
ADVANTAGES = (1.5, -0.5)  # their mean is not 0, so that neither is the loss


@dataclass(frozen=True)
class Step:
    """One training step. Seconds; ``update_s`` is all that is not generation."""

    step_s: float
    generation_s: float
    update_s: float
    loss: float
    gradient_norm: float


def rows_of_one_size(samples: Sequence[TokenSample], budget: int) -> tuple[list[TokenSample], int]:
    """Rows in micro-batches of equal numbers, as TRL has them, and that number: rows x longest row <= budget.

    A rest that fills no micro-batch is left out on both sides.
    """
    longest = max(len(sample.ids) for sample in samples)
    micro = min(len(samples), max(1, budget // longest))
    number = len(samples) // micro * micro
    return list(samples[:number]), micro


def as_grpo(samples: Sequence[TokenSample]) -> list[TokenSample]:
    """The same tokens with the weights of TRL's loss ``grpo``: 1/(rows x trained tokens of the row), all clipped."""
    return [_as_grpo(sample, ADVANTAGES[i % 2], len(samples)) for i, sample in enumerate(samples)]


def _as_grpo(sample: TokenSample, advantage: float, rows: int) -> TokenSample:
    trained = [bool(w or k) for w, k in zip(sample.weights, sample.kl_weights, strict=True)]
    weights = tuple(t / (rows * sum(trained)) for t in trained)
    return replace(
        sample,
        weights=weights,
        kl_weights=weights,
        advantages=tuple(advantage * t for t in trained),
        clipped=tuple(map(int, trained)),
    )


def as_completion(sample: TokenSample) -> dict[str, list]:
    """A row as TRL has it: a prompt up to the first trained token, and a completion masked where it is not trained."""
    trained = [int(w != 0) for w in sample.weights]
    first = trained.index(1)
    return {
        "prompt": list(sample.ids[:first]),
        "completion": list(sample.ids[first:]),
        "mask": trained[first:],
        "advantages": list(sample.advantages[first:]),
    }


def job_of(
    recorded: Recorded, rows: Sequence[TokenSample], micro: int, model: Path, arguments: argparse.Namespace
) -> dict:
    """What TRL's trainer is told: everything that ours has from its configuration."""
    config: Skill1Config = recorded.run.config
    return {
        "model": str(model),
        "dtype": str(recorded.run.model.dtype).removeprefix("torch."),
        "weights": arguments.trl_weights,
        "threads": arguments.threads,
        "temperature": config.sampling.temperature,
        "micro_rows": micro,
        **{name: getattr(config.loss, name) for name in ("clip_low", "clip_high", "kl_coefficient")},
        **{
            name: getattr(config.train, name)
            for name in ("weight_decay", "max_grad_norm", "gradient_checkpointing")
        },
        "turns": asked_of(turns(recorded.episodes)),
        "rows": [as_completion(row) for row in rows],
    }


def our_step(recorded: Recorded, rows: Sequence[TokenSample]) -> Step:
    """Every recorded call again, and the update."""
    start = time.perf_counter()
    ours(recorded)
    middle = time.perf_counter()
    figures = recorded.run.learner.update(rows, 0)
    end = time.perf_counter()
    return Step(end - start, middle - start, end - middle, figures["policy/loss"], figures["policy/gradient_norm"])


def trl_step(peer: Peer, generated: int) -> Step:
    """TRL's step; ``generated``: tokens that it has to have written."""
    answer = peer.ask()
    require_same("tokens", answer["generated"], generated)
    generation, whole = answer["generation_s"], answer["seconds"]
    return Step(whole, generation, whole - generation, answer["loss"], answer["gradient_norm"])


def environment_seconds(recorded: Recorded) -> float:
    """What the step's turns take in the environment, played through our adapter for TRL."""
    run = recorded.run
    split = run.config.env.train_split
    rollout, number = as_trl_environment(run.suite, split)(), len(run.suite.tasks(split))
    start = time.perf_counter()
    for calls in recorded.episodes.values():
        rollout.reset(task_index=calls[0].key.task % number)
        for asked in calls:
            if STAGES[asked.key.stage] == "act":
                rollout.act("look")
    return time.perf_counter() - start


def in_turn(steps: Mapping[str, Callable[[], Step]], rounds: int) -> dict[str, list[Step]]:
    """``rounds`` steps of each, after one that does not count."""
    taken = [{name: step() for name, step in steps.items()} for _ in range(rounds + 1)]
    return {name: [found[name] for found in taken[1:]] for name in steps}


def summary(taken: Mapping[str, Sequence[Step]]) -> dict[str, object]:
    """Medians of both; ratios are medians over rounds of TRL's time by ours."""
    pairs = list(zip(taken["ours"], taken["trl"], strict=True))
    medians = {
        name: {field: statistics.median(asdict(step)[field] for step in steps) for field in asdict(steps[0])}
        for name, steps in taken.items()
    }
    ratios = {
        f"trl_over_ours_{part}": [round(asdict(b)[f"{part}_s"] / asdict(a)[f"{part}_s"], 3) for a, b in pairs]
        for part in ("step", "generation", "update")
    }
    return {**medians, **{name: statistics.median(each) for name, each in ratios.items()}, "ratios": ratios}


def measured(recorded: Recorded, arguments: argparse.Namespace, folder: Path) -> dict[str, object]:
    """Both trainers on the recorded step."""
    if not recorded.samples:
        raise SystemExit(
            "This step has no row to train on: every group's outcomes were equal. Take weights that win sometimes, or "
            "keep all rows with a KL term: --loss.kl_coefficient 0.01"
        )
    chosen, micro = rows_of_one_size(recorded.samples, recorded.run.config.train.micro_batch_tokens)
    rows = as_grpo(chosen)
    model = write_model(recorded.run, folder / "weights")
    job = job_of(recorded, rows, micro, model, arguments)
    with opened(arguments.trl_python, "train_trl.py", job, folder / "job", threads=arguments.threads) as peer:
        steps = {"ours": lambda: our_step(recorded, rows), "trl": lambda: trl_step(peer, recorded.generated)}
        taken = in_turn(steps, arguments.rounds)
    return {
        "rows": len(rows),
        "rows_left_out": len(recorded.samples) - len(rows),
        "rows_of_a_micro_batch": micro,
        "row_tokens": sum(len(row.ids) for row in rows),
        "trained_tokens": sum(sum(w != 0 for w in row.weights) for row in rows),
        "dtype": job["dtype"],
        "trl_weights": job["weights"],
        "environment_through_adapter_s": environment_seconds(recorded),
        "kl_coefficient": job["kl_coefficient"],
        "trl_environment": peer.facts,
        **summary(taken),
    }


def main() -> None:
    """Measure, print and perhaps write the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("config", help="a configuration, such as household/grpo")
    parser.add_argument("--trl-python", type=Path, required=True, help="the Python of an environment with trl")
    parser.add_argument(
        "--trl-weights",
        choices=["float32", "bfloat16"],
        default="float32",
        help="TRL's weights; bfloat16 loses small steps of its optimizer, which ours keeps in float32",
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--output", type=Path)
    arguments, overrides = parser.parse_known_args()  # whatever else is there are configuration keys
    torch.set_num_threads(arguments.threads)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        recorded = record(arguments.config, [*overrides, *(f"--{each}" for each in SETTINGS)], folder / "run")
        try:
            found = measured(recorded, arguments, folder / "trl")
        except PeerError as error:
            raise SystemExit(f"TRL cannot be measured: {error}") from error
        report = {
            **made_by(threads=arguments.threads),
            "parameters": recorded.run.model.num_parameters(),
            "episodes": len(recorded.episodes),
            "calls": sum(map(len, recorded.episodes.values())),
            "prompt_tokens": recorded.prompted,
            "generated_tokens": recorded.generated,
            **found,
        }
        recorded.run.close()
    publish(report, arguments.output)


if __name__ == "__main__":
    main()
