"""A result as tables: the rows that the command line shows, and the Markdown card kept beside the JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from skill1.evaluate.escaping import markdown_cell, table

TOKEN_COLUMNS = ("tokens", "mean per episode", "total", "new, mean per episode")
PART_WORDS = {
    "act_prompts": "act prompts, as sent",
    "act_prompts_without_skill": "act prompts without the skill",
    "act_prompts_with_raw_trajectory": "act prompts with the raw trajectory",
    "skill": "added by the skill",
    "raw_trajectory": "a raw trajectory would add",
    "raw_trajectory_uncut": "an uncut raw trajectory would add",
    "act_answers": "act answers",
    "selection_prompts": "query and rerank prompts",
    "selection_answers": "query and rerank answers",
    "distillation_prompts": "distillation prompts",
    "distillation_answers": "distillation answers",
}
Row = tuple[str, ...]


def headline(result: Mapping) -> str:
    """One line: who, where, with which library, and the success rate with its interval."""
    step = "" if result["checkpoint_step"] is None else f" at step {result['checkpoint_step']}"
    kind = "" if result["is_whole_split"] else f" (only its first {result['tasks']} tasks)"
    low, high = result["interval_95"]
    repeats = "" if result["repeats"] == 1 else f", each {result['repeats']} times"
    return (
        f"{result['name']}{step} on {result['env']} {result['split']}{kind}, library {result['library']}: "
        f"{_percent(result['success_rate'])} success (95 %: {_percent(low)} to {_percent(high)}), "
        f"{_score_words(result)}{result['tasks']} tasks{repeats}, {result['errors']} episodes in error"
    )


def _score_words(result: Mapping) -> str:
    return f"score {_score(result)}, " if has_score(result) else ""


def has_score(result: Mapping) -> bool:
    """Whether the environment grades by a score of its own; results from before it was kept have none."""
    return result.get("mean_score") is not None


def type_columns(result: Mapping) -> Row:
    """Column heads of :func:`type_rows`; the score, times 100 as papers print it, where there is one."""
    score = ("score",) if has_score(result) else ()
    return ("type", "tasks", "episodes", "success", "95 % Wilson", "95 % bootstrap", *score, "outcome", "turns")


def type_rows(result: Mapping) -> list[Row]:
    """One row for each task type, then all tasks, then the mean over types."""
    named = [*result["by_type"].items(), ("all", result)]
    rows = [_type_row(name, figures, has_score(result)) for name, figures in named]
    # Behind the first four cells: a mean over types has no interval, outcome or turns of its own.
    empty = [""] * (len(rows[-1]) - 4)
    return [*rows, ("mean over types", "", "", _percent(result["macro_success_rate"]), *empty)]


def label_table(result: Mapping) -> tuple[Row, list[Row]] | None:
    """Columns and rows of the table that the environment's papers print, task types by short name, then all.

    None where the environment has no such names, and for results from before they were kept.
    """
    labels: Mapping[str, str] = result.get("type_labels") or {}
    if not labels:
        return None
    # A split need not hold every type that the environment has.
    # The result itself has the keys of a type's figures, so it serves as the column of all types.
    figures = [*(result["by_type"].get(name) for name in labels), result]
    scores = (
        [("score", *(_score(of_type) if of_type else "–" for of_type in figures))] if has_score(result) else []
    )
    return ("", *labels.values(), "All"), [
        *scores,
        ("success", *(_percent(of_type["success_rate"]) if of_type else "–" for of_type in figures)),
        ("95 % Wilson", *(_interval(of_type["interval_95"]) if of_type else "–" for of_type in figures)),
        ("tasks", *(str(of_type["tasks"]) if of_type else "0" for of_type in figures)),
    ]


def _score(figures: Mapping) -> str:
    value = figures.get("mean_score")
    return "–" if value is None else f"{100 * value:.1f}"


def _type_row(name: str, figures: Mapping, with_score: bool) -> Row:
    return (
        name,
        str(figures["tasks"]),
        str(figures["episodes"]),
        _percent(figures["success_rate"]),
        _interval(figures["interval_95"]),
        _interval(figures["bootstrap_95"]),
        *([_score(figures)] if with_score else []),
        _number(figures["mean_outcome"], 3),
        _number(figures["mean_turns"], 1),
    )


def token_rows(result: Mapping) -> list[Row]:
    """One row for each part of the token cost; parts that are all nothing are left out."""
    parts = result["tokens"]["parts"]
    return [
        (PART_WORDS[name], _number(part["mean"], 1), str(part["total"]), _number(part["new_mean"], 1))
        for name, part in parts.items()
        # `act_prompts` stays even so, or the table could have no rows.
        if part["total"] or name == "act_prompts"
    ]


def markdown_card(result: Mapping, command: str) -> str:
    """The card: headline, command, tables, and what is needed to play it again."""
    return "\n".join(_card_lines(result, command)) + "\n"


def _card_lines(result: Mapping, command: str) -> Iterator[str]:
    tokens = result["tokens"]
    name, env, split = (markdown_cell(result[key]) for key in ("name", "env", "split"))
    yield f"# {name}: {env} {split}, library {result['library']}"
    yield from ("", f"{markdown_cell(headline(result))}.", "")
    if result.get("split_source"):
        yield from (f"Tasks: {markdown_cell(result['split_source'])}.", "")
    yield from (f"**Warning:** {markdown_cell(text)}\n" for text in result["warnings"])
    # A backtick or a line end in the command could close the block of code.
    yield from ("```", command.replace("`", "'").replace("\n", " "), "```", "")
    yield from ("## Success by task type", "")
    # Two tables: one to lay beside those of papers, one with both intervals, outcome and turns.
    if labelled := label_table(result):
        yield from (*table(*labelled), "")
    yield from (*table(type_columns(result), type_rows(result)), "")
    yield "Tasks are the unit of both intervals. Episodes in error are left out of every rate and counted separately."
    yield from ("", "## Tokens", "", *table(TOKEN_COLUMNS, token_rows(result)), "")
    yield f"{tokens['episodes_with_skill']} of {tokens['episodes']} episodes used a skill. *New* leaves out what a"
    yield "prompt repeats from the prompt and answer just before it."
    if "server_counted" in tokens:
        yield "The policy's tokenizer is not known, so these numbers are estimates; the server or agent counted "
        yield (
            ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in tokens["server_counted"].items())
            + "."
        )
    yield from ("", "## Where it comes from", "", *table(("", ""), _origin(result)), "")
    yield from ("Prompts (SHA-256):", "", *table(("file", "sha256"), result["card"]["prompts"].items()), "")
    settings = result["card"]["config"].items()
    yield from ("Settings:", "", *table(("key", "value"), [(key, str(value)) for key, value in settings]))


def _origin(result: Mapping) -> list[Row]:
    card = result["card"]
    keys = ("model", "checkpoint_step", "method", "profile", "seed", "temperature", "repeats", "split_sha256")
    rows = [(key, str(result[key])) for key in keys]
    rows += [(key, str(card[key])) for key in ("policy_sha256", "library_sha256", "skill1_version", "git_commit")]
    packages = ", ".join(f"{name} {version}" for name, version in card["packages"].items())
    return [*rows, ("python", card["python"]), ("packages", packages), ("format", result["format"])]


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _interval(bounds: Sequence[float] | None) -> str:
    if bounds is None:
        return "–"
    low, high = bounds
    return f"{100 * low:.1f} – {100 * high:.1f}"


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"
