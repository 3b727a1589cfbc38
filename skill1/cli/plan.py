"""``skill1 plan``: prints what a run would take in memory, tokens, hours and money, before anyone books GPUs."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.text import Text

from skill1.cli.arguments import AMOUNT, COUNT, OVERRIDES_NOTE, CommandParser, add_config_choice, chosen_config
from skill1.cli.output import make_console, make_table, print_json
from skill1.errors import ConfigError
from skill1.plan.advice import Change, changes
from skill1.plan.estimate import Plan, make_plan, on_machines, plan_record
from skill1.plan.gpus import GPUS, pick_gpu
from skill1.plan.memory import GIB, kv_token_bytes, longest_row
from skill1.plan.shape import shape_of
from skill1.plan.tokens import Assumptions, mean_turns, parse_assumptions

MILLION, BILLION = 1e6, 1e9


def configure_plan(parser: CommandParser) -> None:
    """Options of ``skill1 plan``."""
    add_config_choice(parser)
    parser.add_argument(
        "--gpus", metavar="N", type=COUNT, help="GPUs of one machine; more than one means --backend verl"
    )
    parser.add_argument("--nodes", metavar="M", type=COUNT, help="machines (default: cluster.nodes)")
    parser.add_argument("--memory", metavar="GIB", type=AMOUNT, help="memory of one GPU, such as 80")
    parser.add_argument("--gpu", metavar="NAME", help=f"its model, for seconds and hours: {', '.join(GPUS)}")
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
        "Formulas, not measurements: docs/how-to/train-on-a-cluster.md says how far off known runs they are. "
        "Exit code 1: it does not fit. " + OVERRIDES_NOTE
    )


def run_plan(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Print the plan; exit code 1 if it does not fit."""
    if arguments.price is not None and not 0 <= arguments.price < float("inf"):
        raise ConfigError(f"--price {arguments.price:g}: expected EUR for one GPU and hour, at least 0.")
    asked = chosen_config(arguments, overrides)
    config = on_machines(asked, arguments.gpus, arguments.nodes)
    shape, source = shape_of(config.model.path)
    gpu, is_assumed = pick_gpu(arguments.gpu, arguments.memory)
    assumed = parse_assumptions(arguments.assume)
    plan = make_plan(config, shape, gpu, gpu_gib=arguments.memory, assumed=assumed)
    advice = changes(plan, assumed)
    if arguments.json:
        record = plan_record(plan, assumed, arguments.price)
        print_json(record | {"source": source, "changes": [dataclasses.asdict(change) for change in advice]})
        return 0 if plan.fits else 1
    console = make_console()
    _print_head(console, plan, source, is_switched=asked.backend != config.backend, is_assumed=is_assumed)
    _print_memory(console, plan)
    _print_verdict(console, plan, advice)
    _print_tokens(console, plan, assumed)
    _print_seconds(console, plan, assumed, arguments.price)
    return 0 if plan.fits else 1


def _say(console: Console, text: str) -> None:
    console.print(Text(text), soft_wrap=True)


def _print_head(console: Console, plan: Plan, source: str, *, is_switched: bool, is_assumed: bool) -> None:
    config = plan.config
    adapters = plan.shape.lora(config.model.lora_rank)
    trained = f"LoRA rank {config.model.lora_rank}: {adapters / MILLION:.4g} M" if adapters else "all of them"
    _say(console, f"{config.model.path}: {plan.shape.parameters / BILLION:.4g} B parameters, trained: {trained}")
    _say(console, f"sizes from {source}")
    guessed = ", assumed from its memory; name it with --gpu" if is_assumed else ""
    _say(
        console, f"backend {config.backend} on {plan.number} x {plan.gpu.name} with {plan.gpu_gib:g} GiB{guessed}"
    )
    if is_switched:
        _say(console, "note: backend local takes one GPU; planned as with --backend verl")


def _print_memory(console: Console, plan: Plan) -> None:
    memory = plan.memory
    names = list(dict.fromkeys([*memory.update, *memory.rollout]))
    rows = [(name, _gib(memory.rollout.get(name)), _gib(memory.update.get(name))) for name in names]
    rows.append(("sum", _gib(sum(memory.rollout.values())), _gib(sum(memory.update.values()))))
    console.print(make_table("GiB on one GPU", ("", "rollout", "update"), rows))
    if memory.host:
        _say(console, f"main memory of each machine for the policy: {memory.host / GIB:.1f} GiB")
    per_token = kv_token_bytes(plan.shape)
    row = longest_row(plan.config)
    _say(
        console,
        f"keys and values: {per_token / 1024:.4g} KiB a token, {per_token * row / GIB:.2f} GiB for an episode at its "
        f"longest ({row} tokens); {max(0.0, plan.cache_gib):.1f} GiB of one GPU hold them",
    )
    _say(
        console,
        f"episodes held at once: {plan.fits_longest * plan.copies} at full length, {plan.fits_mean * plan.copies} at "
        f"mean length; a step has {plan.tokens.episodes}",
    )


def _gib(size: float | None) -> str:
    return "" if size is None else f"{size / GIB:.2f}"


def _print_verdict(console: Console, plan: Plan, advice: Sequence[Change]) -> None:
    phase, parts = plan.memory.worst
    largest = max(parts, key=parts.__getitem__)
    consumer = f"largest in the {phase}: {largest}, {parts[largest] / GIB:.1f} GiB"
    if plan.fits:
        sum_ = f"{plan.need_gib:.1f} of {plan.gpu_gib:g} GiB"
        console.print(Text.assemble(("fits", "green"), f"  {sum_}; {consumer}"))
        return
    lack = f"needs {plan.need_gib:.1f} of {plan.gpu_gib:g} GiB; {consumer}"
    if plan.need_gib <= plan.gpu_gib:
        lack = (
            "vLLM's share holds no episode at full length: raise --cluster.gpu_memory or share a model over GPUs"
        )
    console.print(Text.assemble(("does not fit", "red"), f"  {lack}"), soft_wrap=True)
    for change in advice:
        mark = "fits" if change.fits else "not enough alone"
        _say(console, f"  → {change.options}  ({change.need_gib:.1f} GiB, {mark})")
    if not any(change.fits for change in advice):
        _say(console, "  → nothing tried here is enough: take a smaller model, or GPUs with more memory")


def _print_tokens(console: Console, plan: Plan, assumed: Assumptions) -> None:
    tokens = plan.tokens
    rows = [
        ("generated", _millions(tokens.generated)),
        ("prefilled", _millions(tokens.prefilled)),
        ("trained on (rows with their prompts)", _millions(tokens.trained)),
    ]
    console.print(make_table("million tokens of one step", ("", ""), rows))
    _say(
        console,
        f"assumed: {tokens.episodes} episodes of {mean_turns(plan.config, assumed):g} turns, on average "
        f"{tokens.prompt:.0f} tokens a prompt and {tokens.answer:.0f} an answer; --assume turns=N … changes it",
    )


def _millions(number: float) -> str:
    return f"{number / MILLION:.3g}"


def _print_seconds(console: Console, plan: Plan, assumed: Assumptions, price: float | None) -> None:
    parts: Mapping[str, float] = {name: value for name, value in plan.seconds.items() if value}
    rows = [(name, f"{value:.1f}") for name, value in parts.items()] + [("sum", f"{plan.step_s:.1f}")]
    console.print(make_table("seconds of one step", ("", ""), rows))
    _say(
        console,
        f"assumed: {assumed.utilisation:.0%} of {plan.gpu.tflops:g} TFLOPS, {assumed.bandwidth:.0%} of "
        f"{plan.gpu.bandwidth_gbs:g} GB/s; known runs took 1.1 to 2 times as long (docs/how-to/train-on-a-cluster.md)",
    )
    cost = f", {plan.gpu_hours * price:.0f} EUR at {price:g} an hour" if price is not None else ""
    _say(
        console,
        f"{plan.config.train.steps} steps: {plan.hours:.1f} hours, {plan.gpu_hours:.0f} GPU-hours{cost}"
        + ("" if price is not None else "; --price EUR for the cost"),
    )
