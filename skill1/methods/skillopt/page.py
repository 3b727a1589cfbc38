"""SkillOpt's page of a report: the document, what every update did to it, and why its gate took it or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from skill1.report.method_page import Change, Chart, MethodFiles, MethodPage, Text, Verdict, difference, plain
from skill1.report.summary import json_object

SAYS = (
    "The weights are frozen. One document is in every prompt; a teacher edits it, and the gate plays each new text on "
    "selection tasks that nobody reflected on. Only a strictly better one is taken, so a tie is refused."
)
CHARTS = (
    Chart(
        "Gate scores",
        "Of the document in force, the best so far, and each step's candidate. A candidate below the line was "
        "rejected.",
        (
            ("skillopt/score", "in force"),
            ("skillopt/best_score", "best"),
            ("skillopt/candidate_score", "candidate"),
        ),
    ),
    Chart("Length of the document", "In characters.", (("skillopt/chars", "characters"),)),
)
START = "skill.md"  # the first document, in the folder of its measurement


def page(files: MethodFiles) -> MethodPage:
    """From the step folders and those of epochs, in order."""
    changes = tuple(_changes(files))
    start = json_object(files.folder / "start" / "summary.json") or {}
    verdicts = [change.verdict for change in changes]
    facts = (
        ("gate metric", str(files.config.get("skillopt.gate_metric"))),
        ("selection tasks", str(start.get("n", ""))),
        ("first document solved", _share(start.get("hard"))),
        ("taken", str(verdicts.count("accepted"))),
        ("refused", str(verdicts.count("refused"))),
    )
    return MethodPage("The document of SkillOpt", SAYS, facts, tuple(_now(files)), CHARTS, changes)


def _now(files: MethodFiles) -> Iterator[Text]:
    best, current = (_read(files.folder / f"{name}_skill.md") for name in ("best", "current"))
    yield plain("The best document so far", best or "(empty)")
    if current != best:
        yield plain("The document in force", current or "(empty)")
    notes = sorted((files.folder / "epochs").glob("epoch_*/meta_skill.md"))
    if notes:
        yield plain("The teacher's notes to itself (meta skill)", _read(notes[-1]))


def _changes(files: MethodFiles) -> Iterator[Change]:
    """Of each step its update, then the slow update of an epoch that ended there."""
    # Replayed from the files: a difference is against the document that was in force at its step.
    document = _read(files.folder / "start" / START)
    for step, folder, is_epoch in _folders(files):
        change = _guidance(step, folder) if is_epoch else _update(step, folder)
        if change is None:
            continue
        candidate = _read(folder / "candidate_skill.md")
        if candidate:
            change = replace(change, texts=(difference("What would change", document, candidate), *change.texts))
        yield change
        if change.verdict == "accepted":
            document = candidate


def _folders(files: MethodFiles) -> list[tuple[int, Path, bool]]:
    """(step, folder, whether it is an epoch's) of what is not newer than the run."""
    records = [(path, False) for path in files.folder.glob("step_*/step_record.json")]
    records += [(path, True) for path in files.folder.glob("epochs/epoch_*/epoch_record.json")]
    found = [((json_object(path) or {}).get("step"), path.parent, is_epoch) for path, is_epoch in records]
    # A run that was resumed from an earlier checkpoint still has the folders of steps that it has not done again.
    known = [one for one in found if isinstance(one[0], int) and one[0] <= files.last_step]
    # False comes before True: an epoch ends after the update of its last step.
    return sorted(known, key=lambda one: (one[0], one[2]))


def _update(step: int, folder: Path) -> Change:
    record, gate = (json_object(folder / name) or {} for name in ("step_record.json", "gate.json"))
    applied = record.get("apply_report") or {}
    figures = (
        ("training episodes solved", _share(record.get("rollout_hard"))),
        (
            "reflections on failures, successes",
            f"{record.get('n_failure_patches')}, {record.get('n_success_patches')}",
        ),
        ("edits proposed", _number(record.get("n_edits_merged"))),
        ("budget", _number(record.get("edit_budget"))),
        ("chosen", _number(record.get("n_edits_ranked"))),
        ("chosen by", str(record.get("chosen_by", ""))),
        ("applied", _number(applied.get("applied"))),
        ("selection tasks solved", _share(gate.get("selection_hard"))),
    )
    verdict, why = judged(str(record.get("action")), gate)
    told = tuple(pair for pair in figures if pair[1])
    return Change(step, "update", verdict, why, told, tuple(_edits(folder)))


def _guidance(step: int, folder: Path) -> Change | None:
    """The slow update; None where the first epoch ended, or it is off."""
    record = json_object(folder / "epoch_record.json") or {}
    if "slow_action" not in record:
        return None
    # `DocumentOptimizer._slow_update` put "slow_" before the gate's keys; without it `judged` can read them.
    gate = {key.removeprefix("slow_"): value for key, value in record.items()}
    verdict, why = judged(str(record["slow_action"]), gate)
    # Without a score nothing was played, and the reason of `judged` would tell of scores.
    if verdict == "accepted" and "candidate_gate_score" not in gate:
        why = "Guidance is accepted without a test, as in the released code (skillopt.slow_update_gate is off)."
    pairs = record.get("pairs") if isinstance(record.get("pairs"), Mapping) else {}
    figures = tuple((str(name).replace("_", " "), _number(count)) for name, count in pairs.items())
    return Change(step, f"slow update, end of epoch {record.get('epoch')}", verdict, why, figures)


def judged(action: str, gate: Mapping[str, Any]) -> tuple[Verdict, str]:
    """What an action of the records means, and why it came to it."""
    metric, score, before = gate.get("gate_metric"), gate.get("candidate_gate_score"), gate.get("score_before")
    # Not "of the document in force": guidance that was taken untested leaves the score of the document before it.
    both = f"{metric} {_score(score)} on the selection tasks, {_score(before)} to beat"
    if action == "accumulate":
        return "nothing", "The reflections of this step wait for the update of a later one."
    if action in ("skip_no_patches", "no_content"):
        return "nothing", "The teacher proposed nothing."
    if action == "reject_too_long":
        length = f"{gate['chars']} characters" if "chars" in gate else "It"
        return "refused", f"{length}: longer than agent.max_skill_chars. It was not played."
    if action == "force_accept":
        return "accepted", f"{both}: every candidate is accepted (skillopt.use_gate is off)."
    if action.startswith("accept"):
        best = " It is the best so far." if action == "accept_new_best" else ""
        return "accepted", f"{both}: strictly better.{best}"
    tie = "a tie" if score == before else "worse"
    return "refused", f"{both}: {tie}{', known from an earlier trial' if gate.get('cached') else ''}."


def _edits(folder: Path) -> Iterator[Text]:
    """The edits that were chosen with what became of each, and the teacher's reasons."""
    ranked, merged = (json_object(folder / f"{name}_patch.json") or {} for name in ("ranked", "merged"))
    # The only list in the record. Its key depends on the update mode.
    items = next((value for value in ranked.values() if isinstance(value, list)), [])
    held = json_object(folder / "edit_apply_report.json", of=list) or []
    reports = [one for one in held if isinstance(one, dict)]
    # A rewrite follows all suggestions at once, so its one report is that of each.
    if [report.get("op") for report in reports] == ["rewrite"]:
        reports *= len(items)
    lines = []
    for place, item in enumerate(items):
        status = reports[place].get("status", "") if place < len(reports) else "not applied"
        lines.append(f"{place + 1}. {status}, from {item.get('source_type')}, support {item.get('support_count')}")
        shown = {key: value for key, value in item.items() if key not in ("source_type", "support_count")}
        lines += [f"   {key}: {value}" for key, value in shown.items() if value not in (None, "")]
    if lines:
        yield plain("Edits chosen", "\n".join(lines))
    if merged.get("reasoning"):
        yield plain("The teacher's reasons", str(merged["reasoning"]))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def _share(value: Any) -> str:
    return f"{100 * value:.1f} %" if isinstance(value, int | float) else ""


def _score(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, int | float) else "–"


def _number(value: Any) -> str:
    return "" if value is None else str(value)
