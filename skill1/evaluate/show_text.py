"""A played and credited episode as text for people who meet the algorithm for the first time.

Prompts, answers and skills are written by a model or an environment: they are printed as they are, never as markup, and
characters that would steer a terminal are replaced.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from skill1.evaluate.escaping import plain
from skill1.run.progress import folded_table

MAX_PROMPT_CHARS = 700
MAX_TOKENS = 48
TITLES = {
    "query": ("Select: query", "The policy reads the task and writes a query for the skill library."),
    "similarity": ("Select: similarity", "The task text itself is the query; the skill that scores best is used."),
    "rerank": ("Select: rerank", "It ranks the skills that were found, best first, and uses the first."),
    "act": ("Use", "It acts turn by turn, with the skill in its prompt."),
    "distill": ("Distil", "From the whole trajectory and its outcome, it writes one skill for later."),
}


def print_rollout(facts: Mapping, console: Console) -> None:
    """The whole episode, stage by stage, then who is credited with what, and what the library makes of it."""
    _head(facts, console)
    done = set()
    # Without a query stage the task's own text was looked for: no stage tells of it.
    if facts["retrieval"] and not any(stage["stage"] == "query" for stage in facts["stages"]):
        _title(console, "similarity")
        _retrieved(facts["retrieval"], console)
    for stage in facts["stages"]:
        name = stage["stage"]
        if name == "act":
            # One table holds all turns; it stands where the first of them was played.
            if name not in done:
                _title(console, name)
                _acting(facts, console)
        else:
            _title(console, name)
            _prompt(stage, console)
            _answer(stage, console)
            if name == "query":
                _retrieved(facts["retrieval"], console)
            elif name == "rerank":
                _chosen(facts, console)
            else:
                _written(facts, console)
        done.add(name)
    _credits(facts, console)
    _library(facts, console)


def shortened(text: str, limit: int = MAX_PROMPT_CHARS) -> str:
    """Beginning and end of a long text, with a note of what was left out."""
    if len(text) <= limit:
        return text
    head, tail = limit * 2 // 3, limit // 3
    return f"{text[:head]} […{len(text) - head - tail} characters…] {text[-tail:]}"


def _head(facts: Mapping, console: Console) -> None:
    task, group = facts["task"], facts["group"]
    _line(console, f"Task {task['id']}", style="bold")
    _line(console, task["instruction"], indent=2)
    outcomes = " ".join(_outcome(e) for e in group)
    _line(
        console,
        f"{len(group)} episodes of this task were played, so that each can be compared with the others; outcomes: "
        f"{outcomes}. Below is episode {facts['shown']}.",
    )


def _outcome(episode: Mapping) -> str:
    return f"{episode['outcome']:g}" if episode["status"] == "ok" else "error"


def _title(console: Console, stage: str) -> None:
    title, meaning = TITLES[stage]
    console.print()
    console.rule(Text(title, style="bold"), align="left")
    _line(console, meaning, style="dim")


def _prompt(stage: Mapping, console: Console) -> None:
    start = "(continues the text so far) " if stage["continues"] else ""
    _line(console, f"shown:  {start}{shortened(stage['prompt'])}", indent=2)


def _answer(stage: Mapping, console: Console) -> None:
    """The sampled tokens, each with its log-prob where there is one."""
    text = Text("wrote:  ")
    text.append_text(_tokens(stage["tokens"]))
    if stage["finish_reason"] == "length":
        text.append("  (cut off at the token limit)", style="yellow")
    console.print(Padding(text, (0, 0, 0, 2)))
    if not stage["valid"]:
        _line(console, "read as: nothing, because it does not follow the format", indent=2, style="yellow")


def _tokens(tokens: Sequence[Sequence]) -> Text:
    text = Text()
    for token, logprob in tokens[:MAX_TOKENS]:
        # A token of spaces alone would not be seen.
        text.append(plain(token).strip() or "␣", style="bold")
        text.append(" " if logprob is None else f"({logprob:.2f}) ", style="dim")
    if len(tokens) > MAX_TOKENS:
        text.append(f"… {len(tokens) - MAX_TOKENS} more", style="dim")
    return text


def _retrieved(retrieval: Mapping, console: Console) -> None:
    if not retrieval["candidates"]:
        _line(console, "found:  nothing similar enough in the library; the policy acts without a skill.", indent=2)
        return
    weight, scale = retrieval["similarity_weight"], retrieval["ucb_scale"]
    value = f"(U + {scale:g}·sqrt(ln N / n))"
    if retrieval["exploration"] == "thompson":
        value = "(a draw around U)"
    _line(
        console,
        f"found, ranked by score = {weight:g}·similarity + {1 - weight:g}·{value}. U is the skill's utility, "
        "an average of past outcomes; n is 1 + how often it was found before; N is the sum of n over active skills:",
        indent=2,
    )
    table = folded_table(("", "when", "do", "similarity", "U", "n", "score", "rated"))
    for number, c in enumerate(retrieval["candidates"], start=1):
        texts = (Text(shortened(plain(c[key]), 160)) for key in ("description", "strategy"))
        # One more than counted: a skill that was never found has n = 1 in the bonus.
        numbers = (f"{c['similarity']:.2f}", f"{c['utility']:.2f}", str(c["retrieved"] + 1), f"{c['score']:.2f}")
        table.add_row(f"k{number}", *texts, *numbers, c["rating"])
    console.print(Padding(table, (0, 0, 0, 2)))


def _chosen(facts: Mapping, console: Console) -> None:
    retrieval = facts["retrieval"]
    order = ", ".join("none" if place is None else f"k{place + 1}" for place in retrieval["ranking"])
    note = "" if retrieval["ranking_valid"] else " (the order of retrieval, because the answer cannot be read)"
    _line(console, f"read as: {order}{note}", indent=2)


def _acting(facts: Mapping, console: Console) -> None:
    stages = [stage for stage in facts["stages"] if stage["stage"] == "act"]
    _prompt(stages[0], console)
    table = folded_table(("turn", "observation", "wrote (log-prob of each token)", "sent"))
    # One act segment a turn: both lists have the same length.
    for number, (stage, turn) in enumerate(zip(stages, facts["turns"], strict=True), start=1):
        sent = Text(shortened(plain(turn["action"]), 120))
        if not turn["valid"]:
            sent.append("  (breaks the format)", style="yellow")
        table.add_row(
            str(number), Text(shortened(plain(turn["observation"]), 200)), _tokens(stage["tokens"]), sent
        )
    console.print(Padding(table, (0, 0, 0, 2)))
    end = "success" if facts["success"] else "failure"
    score = "" if facts["score"] is None else f", the environment's own score {facts['score']:g}"
    _line(console, f"ended in {end}: outcome r = {facts['outcome']:g}{score}", indent=2, style="bold")


def _written(facts: Mapping, console: Console) -> None:
    draft = facts["draft"]
    if draft:
        _line(console, f"read as: when “{draft['description']}” do “{draft['strategy']}”", indent=2)
    # What a method without a library writes, such as a reflection, is no skill.
    elif facts["library"] and facts["library"]["declined"]:
        _line(console, "read as: it declined, as nothing was worth keeping", indent=2)


def _credits(facts: Mapping, console: Console) -> None:
    credit = facts["credit"]
    console.print()
    console.rule(Text("Credit", style="bold"), align="left")
    _line(
        console,
        "One outcome teaches all stages, each through a different part of it. An advantage above 0 makes the "
        "written tokens more likely, one below 0 less likely.",
        style="dim",
    )
    for line in [*_select_lines(credit.get("select")), *_act_lines(credit["act"], facts)]:
        _line(console, line, indent=2)
    for line in _distill_lines(credit.get("distill")):
        _line(console, line, indent=2)
    table = folded_table(("stage", "tokens", "advantage", "loss weight of a token", "ratio clipped"))
    for name, c in credit["stages"].items():
        clipped = "yes" if c["clipped"] else "no"
        table.add_row(name, str(c["tokens"]), f"{c['advantage']:+.3f}", f"{c['weight']:.4f}", clipped)
    if credit["stages"]:
        console.print(Padding(table, (0, 0, 0, 2)))
        _line(console, "weights as if this group were the whole batch of a step", indent=2, style="dim")
    else:
        _line(
            console,
            "no credit: fewer than two episodes ended without an error, or the method trains no weights",
            indent=2,
        )


SELECTED = {
    "trend": "U of the used skill after this step",
    "matched": "U of the used skill, corrected by the group's outcomes,",
}


def _select_lines(select: Mapping | None) -> list[str]:
    """Query and rerank, by whichever rule is configured."""
    if select is None:
        return []
    if "own" in select:
        # A lone survivor gets none: there is no group to be compared with.
        advantage = (select["own"] - select["mean"]) / select["scale"] if len(select["values"]) > 1 else 0.0
        return [
            f"select ({select['rule']}): {SELECTED[select['rule']]} is {select['own']:.3f}, the group's mean "
            f"{select['mean']:.3f} ({_numbers(select['values'])}).",
            f"    advantage = ({select['own']:.3f} − {select['mean']:.3f}) / {select['scale']:g} = {advantage:+.3f}, "
            "for query and rerank tokens",
        ]
    if "advantages" in select:  # a rule that only whoever wrote it can explain
        told = [f"{advantage:+.3f} for {stage} tokens" for stage, advantage in select["advantages"].items()]
        return [f"select ({select['rule']}): advantage = {', '.join(told) or 'none'}"]
    lines = [
        f"select: Û = highest U among the candidates = {select['baseline_u']:.3f}; the query gets the advantage of its "
        "outcome against the group's."
    ]
    if "reward" in select:
        lines.append(
            f"    R^rerank = NDCG of U in the order chosen ({_numbers(select['gains'])}) = {select['reward']:.3f}; "
            f"advantage = {select['reward']:.3f} − {select['subtracted']:.3f} "
            f"= {select['reward'] - select['subtracted']:+.3f} for rerank tokens"
        )
    return lines


def _act_lines(act: Mapping, facts: Mapping) -> list[str]:
    own, advantage, told = facts["outcome"] - act["penalty"], act["advantage"], _numbers(act["returns"])
    # Before the numbers: the rules would divide by this deviation.
    if act["std"] == 0.0 and not advantage and "turns" not in act:
        return [
            f"use: all episodes of the group had return {own:g}: nothing tells them apart, so the advantage is 0"
        ]
    penalty = f" − penalty {act['penalty']:.3f}" if act["penalty"] else ""
    lines = [
        f"use ({act['rule']}): r{penalty} = {own:g} against the group ({told}), mean {act['mean']:.3f}, standard "
        f"deviation {act['std']:.3f}"
    ]
    if "turns" in act:
        return [*lines, f"    advantage of each turn: {' '.join(f'{each:+.3f}' for each in act['turns'])}"]
    if advantage is None:
        return lines
    # Not for every rule: some divide by nothing, or compare with the others alone.
    by_deviation = (own - act["mean"]) / act["std"] if act["std"] else 0.0
    formula = f"({own:g} − {act['mean']:.3f}) / {act['std']:.3f} = "
    is_eq_12 = math.isclose(by_deviation, advantage, abs_tol=1e-4)
    return [*lines, f"    advantage = {formula if is_eq_12 else ''}{advantage:+.3f}"]


def _distill_lines(distill: Mapping | None) -> list[str]:
    if distill is None:
        return []
    if distill["rule"] == "none":
        return ["distil: not credited (credit.distillation: none)"]
    if distill["rule"] == "variation":
        return [
            f"distil (variation): R^distill = r − Û, with Û = {distill['baseline_u']:.3f} the best utility found "
            f"(−1 if invalid) = {distill['reward']:+.3f}; normalised within the group ({_numbers(distill['rewards'])})"
        ]
    if distill["rule"] != "realised":
        return [f"distil: credited by {distill['rule']}"]
    lines = [
        f"distil (realised): credited {distill['delay']} steps later, when the skill has had time to be used. Its "
        "worth V is then its U, or the running success rate if it was not used or not stored, or "
        f"{distill['invalid_value']:g} if it is invalid."
    ]
    if "values" in distill:
        lines.append(
            f"    if judged now, V = {distill['own']:.3f} (group {_numbers(distill['values'])}), advantage = "
            f"({distill['own']:.3f} − {distill['mean']:.3f}) / {distill['scale']:g} = {distill['advantage']:+.3f}"
        )
    return lines


def _library(facts: Mapping, console: Console) -> None:
    library = facts["library"]
    if library is None:
        return
    console.print()
    console.rule(Text("Library", style="bold"), align="left")
    _line(console, "What a training step would now commit (this is a copy; nothing is written):", style="dim")
    _line(console, _edit(facts), indent=2)
    for name, move in library["moves"].items():
        mark = "  ← used above" if name == facts["used"] else ""
        _line(console, f"U of {name}: {move['before']:.3f} → {move['after']:.3f}{mark}", indent=2)
    which = "used" if library["utility_update"] == "selected" else "retrieved"
    if library["moves"]:
        _line(
            console,
            f"each episode moves U of the {which} skills: {_rule_of_utility(library)}",
            indent=2,
            style="dim",
        )


def _rule_of_utility(library: Mapping) -> str:
    alpha, prior_uses = library["alpha"], library["prior_uses"]
    if prior_uses is None:
        return f"U ← {1 - alpha:g}·U + {alpha:g}·r"
    success = library["success_trend"]
    return f"U = ({prior_uses:g}·{success:.2f} + Σ r) / ({prior_uses:g} + uses), outcomes × {1 - alpha:g} a step"


def _edit(facts: Mapping) -> str:
    library = facts["library"]
    if library["edit"] == "added":
        return f"the text becomes skill {library['skill']} with U = {library['utility']:.3f}"
    if library["edit"] == "updated":
        return (
            f"the text replaces the skill that was used, as {library['skill']} with U = {library['utility']:.3f}"
        )
    if library["edit"] == "merged":
        return f"the text says the same as {library['skill']} and is merged into it, U = {library['utility']:.3f}"
    if library["edit"] == "rejected":
        if facts["success"] or library["admission"] == "all":
            return "the text is not stored: it is banned, or nothing is left of it after cleaning"
        return "the text is not stored: only texts from successful episodes are"
    return "there is no text to store"


def _numbers(values: Sequence[float]) -> str:
    return " ".join(f"{value:.2f}" for value in values)


def _line(console: Console, text: str, *, indent: int = 0, style: str = "") -> None:
    console.print(Padding(Text(plain(text), style=style), (0, 0, 0, indent)))
