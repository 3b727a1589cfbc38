"""``skill1 plan``: prints what a run would take in memory, tokens, hours and money, before anyone books GPUs."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from skill1.cli.arguments import AMOUNT, COUNT, OVERRIDES_NOTE, CommandParser, add_config_choice, chosen_config
from skill1.cli.output import make_console, make_table, print_json, say
from skill1.config import Skill1Config
from skill1.config.keys import nearest_key
from skill1.errors import ConfigError
from skill1.plan.estimate import Change, Plan, changes, make_plan, on_machines
from skill1.plan.memory import GIB, GPUS, kv_token_bytes, longest_row
from skill1.plan.shape import shape_of
from skill1.plan.tokens import Assumptions, is_conversation, parse_assumptions, usual

MILLION, BILLION = 1e6, 1e9
MEASURE = (
    "measure: train some steps (--train.steps 10), and type --assume step_s=SECONDS (time/step_s in metrics.jsonl)"
)


def configure_plan(parser: CommandParser) -> None:
    """Options of ``skill1 plan``."""
    add_config_choice(parser)
    parser.add_argument(
        "--gpus", metavar="N", type=COUNT, help="GPUs of one machine; more than one means --backend verl"
    )
    parser.add_argument("--nodes", metavar="M", type=COUNT, help="machines (default: cluster.nodes)")
    parser.add_argument("--memory", metavar="GIB", type=AMOUNT, help="memory of one GPU by its name, such as 80")
    parser.add_argument("--gpu", metavar="NAME", help=f"model of the GPU, needed for hours: {', '.join(GPUS)}")
    parser.add_argument("--price", metavar="EUR", type=AMOUNT, help="price of one GPU for an hour")
    parser.add_argument(
        "--assume",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=f"replace an assumption; may be repeated: {', '.join(f.name for f in dataclasses.fields(Assumptions))}",
    )
    parser.add_argument("--json", action="store_true", help="print everything, assumptions too, as JSON")
    parser.epilog = (
        "Memory and tokens are formulas. Hours are those of published runs of the same size, a range, or unknown; "
        "with --assume step_s=SECONDS they come from your own measurement. Exit code 1: it does not fit. "
    ) + OVERRIDES_NOTE


def run_plan(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Print the plan; exit code 1 if it does not fit."""
    asked = chosen_config(arguments, overrides)
    config = on_machines(asked, arguments.gpus, arguments.nodes)
    shape, source = shape_of(config.model.path)
    gpu, gpu_gib = _card(arguments.gpu, arguments.memory)
    assumed = parse_assumptions(arguments.assume, usual(config))
    plan = make_plan(config, shape, gpu, gpu_gib, assumed)
    advice = changes(plan, assumed)
    if arguments.json:
        record = plan_record(plan, assumed, arguments.price)
        print_json(record | {"source": source, "changes": [dataclasses.asdict(change) for change in advice]})
        return 0 if plan.fits else 1
    _print_head(plan, source, asked)
    _print_memory(plan)
    _print_verdict(plan, advice)
    _print_tokens(plan, assumed)
    _print_time(plan, arguments.price)
    return 0 if plan.fits else 1


def _card(name: str | None, memory_gib: float | None) -> tuple[str | None, float]:
    """Name and GiB of a GPU; a memory that is given replaces the card's own.

    Raises:
        ConfigError: the name is unknown, or neither is given.
    """
    if name is None and memory_gib is None:
        raise ConfigError("The memory of a GPU is not known. Type --memory 80, or --gpu H100.")
    known = next((gpu for gpu in GPUS if name and gpu.lower() == name.lower()), None)
    if name and not known:
        # First one that only goes on: A100 is more like H100 than like A100-80.
        longer = (gpu for gpu in GPUS if gpu.lower().startswith(name.lower()))
        nearest = next(longer, None) or nearest_key(name, list(GPUS))
        hint = f" Did you mean {nearest}?" if nearest else ""
        raise ConfigError(f"--gpu {name} is not known; expected one of {', '.join(GPUS)}.{hint}")
    return known, memory_gib or GPUS[known]


def plan_record(plan: Plan, assumed: Assumptions, price: float | None) -> dict[str, Any]:
    """The plan as plain data for ``--json``: GiB, tokens, seconds, hours; a range is least and most, or null."""
    config, memory, (phase, parts) = plan.config, plan.memory, plan.memory.worst
    # None where nothing is known of the time; what follows from it is then null as well.
    hours = plan.time.hours(config.train.steps)
    gpu_hours = hours and [plan.number * value for value in hours]
    return {
        "model": config.model.path,
        "parameters": plan.shape.parameters,
        "trained_parameters": plan.trained,
        "backend": config.backend,
        "gpu": plan.gpu,
        "gpus": plan.number,
        "gpu_gib": plan.gpu_gib,
        "usable_gib": plan.usable_gib,
        "memory_gib": {
            "rollout": {name: size / GIB for name, size in memory.rollout.items()},
            "update": {name: size / GIB for name, size in memory.update.items()},
            "host": memory.host / GIB,
        },
        "need_gib": plan.need_gib,
        "phase": phase,
        "largest": max(parts, key=parts.__getitem__),
        "fits": plan.fits,
        "kv_bytes_per_token": kv_token_bytes(plan.shape),
        "episodes_at_full_length": plan.held,
        "tokens_per_step": dataclasses.asdict(plan.tokens),
        "seconds_per_step": plan.time.step,
        "seconds_source": plan.time.source,
        "steps": config.train.steps,
        "hours": hours,
        "gpu_hours": gpu_hours,
        "cost": gpu_hours and price and [value * price for value in gpu_hours],
        "assumptions": dataclasses.asdict(assumed),
    }


def _print_head(plan: Plan, source: str, asked: Skill1Config) -> None:
    config, adapters = plan.config, plan.shape.lora(plan.config.model.lora_rank)
    trained = "all of them" if plan.memory.update else "none of them"
    if adapters:
        trained = f"LoRA rank {config.model.lora_rank}: {adapters / MILLION:.4g} M"
    elif 0 < plan.trained < plan.shape.parameters:
        trained = f"{plan.trained / BILLION:.4g} B, without {config.train.frozen_layers} frozen layers"
    say(f"{config.model.path}: {plan.shape.parameters / BILLION:.4g} B parameters, trained: {trained}")
    say(f"sizes from {source}")
    say(f"backend {config.backend} on {plan.number} x {plan.gpu or 'GPU'} with {plan.gpu_gib:g} GiB")
    if asked.backend != config.backend:
        say("note: backend local takes one GPU; planned as with --backend verl")
    # What `skill1 train` would refuse beside so few GPUs.
    if asked.cluster.tensor_parallel != (split := config.cluster.tensor_parallel):
        say(
            f"note: fewer GPUs than cluster.tensor_parallel needs; planned as with --cluster.tensor_parallel {split}",
        )


def _print_memory(plan: Plan) -> None:
    memory, row = plan.memory, longest_row(plan.config)
    # Without an update there is no such column: a sum of 0 would look like one that fits anywhere.
    phases = {"rollout": memory.rollout} | ({"update": memory.update} if memory.update else {})
    names = dict.fromkeys([*memory.update, *memory.rollout])
    rows = [(name, *(_gib(parts.get(name)) for parts in phases.values())) for name in names]
    rows.append(("sum", *(_gib(sum(parts.values())) for parts in phases.values())))
    make_console().print(make_table("GiB on one GPU", ("", *phases), rows))
    if memory.host:
        say(f"main memory of each machine for the policy: {memory.host / GIB:.1f} GiB")
    per_token = kv_token_bytes(plan.shape)
    say(
        f"keys and values: {per_token / 1024:.4g} KiB per token, {per_token * row / GIB:.2f} GiB for an episode at its "
        f"longest ({row} tokens); {plan.held} such episodes fit at once; a step has {plan.tokens.episodes}",
    )


def _gib(size: float | None) -> str:
    return "" if size is None else f"{size / GIB:.2f}"


def _print_verdict(plan: Plan, advice: Sequence[Change]) -> None:
    phase, parts = plan.memory.worst
    largest = max(parts, key=parts.__getitem__)
    there = f"{plan.gpu_gib:g} GiB ({plan.usable_gib:.1f} usable)"
    sum_ = f"{plan.need_gib:.1f} of {there}; largest in the {phase}: {largest}, {parts[largest] / GIB:.1f}"
    if plan.fits:
        say(Text.assemble(("fits", "green"), f"  {sum_} GiB"))
        return
    lack = f"needs {sum_} GiB"
    if plan.need_gib <= plan.usable_gib:
        lack = "vLLM's share is too small for one full episode: raise --cluster.gpu_memory or --cluster.tensor_parallel"
    say(Text.assemble(("does not fit", "red"), f"  {lack}"))
    for change in advice:
        say(f"  → {change.options}  ({change.need_gib:.1f} GiB, fits)")
    if not advice:
        say("  → no two of the changes tried are enough: use a smaller model, or GPUs with more memory")


def _print_tokens(plan: Plan, assumed: Assumptions) -> None:
    tokens = plan.tokens
    generated, prompted, trained = (n / MILLION for n in (tokens.generated, tokens.prompted, tokens.trained))
    prompt, answer = ("a prompt", "an answer")
    if is_conversation(plan.config):
        prompt, answer = ("read in a conversation", "written")
    say(
        f"million tokens per step: {generated:.3g} generated, {prompted:.3g} in prompts, {trained:.3g} trained on",
    )
    say(
        f"assumed: {tokens.episodes} episodes of {assumed.mean_turns(plan.config):g} turns, on average "
        f"{tokens.prompted / tokens.rows:.0f} tokens {prompt} and {tokens.generated / tokens.rows:.0f} {answer}; "
        "--assume turns=N … changes it",
    )


def _print_time(plan: Plan, price: float | None) -> None:
    steps, hours = plan.config.train.steps, plan.time.hours(plan.config.train.steps)
    if plan.time.step is None or hours is None:
        an_hour = f"; an hour costs {plan.number * price:g} EUR" if price else ""
        say(f"time: unknown ({plan.time.source}){an_hour}")
        say(f"  → {MEASURE}")
        return
    say(f"time per step: {_range(plan.time.step)} s ({plan.time.source})")
    gpu_hours = [plan.number * value for value in hours]
    cost = f", {_range([value * price for value in gpu_hours])} EUR at {price:g} an hour" if price else ""
    figures = f"{_range(hours)} hours, {_range(gpu_hours)} GPU-hours{cost}"
    upper = "; the upper figure includes validation and checkpoints" if " to " in figures else ""
    say(f"{steps} steps: {figures}{upper}")


def _range(values: Sequence[float]) -> str:
    # A small plan is not free: below 10 two digits that tell.
    ends = [f"{value:.0f}" if value >= 10 else f"{value:.2g}" for value in values]
    return " to ".join(dict.fromkeys(ends))
