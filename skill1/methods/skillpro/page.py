"""Skill-Pro's page of a report: the pool, what every evolution proposed, why its gate let it in or not, and ε."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from skill1.methods.skillpro.log import FILE_NAME, SNAPSHOT, read_log
from skill1.report.method_page import Change, Chart, MethodFiles, MethodPage, Table, Text, difference, plain

SAYS = (
    "The weights are frozen. A pool of skills evolves: a teacher reads the episodes that used a skill, notes for each "
    "what should change (semantic gradients), and writes candidates. A candidate is admitted if J, the clipped gain "
    "in likelihood of what went well, is above the margin. Maintenance removes skills that are harmful, redundant "
    "or too many."
)
CHARTS = (
    Chart("ε", "Share of selections drawn at random.", (("skillpro/epsilon", "ε"),)),
    Chart("Skills in the pool", "After maintenance.", (("skillpro/pool_size", "skills"),)),
    Chart("Gate", "Share of judged candidates that were accepted.", (("skillpro/gate_pass_rate", "accepted"),)),
    Chart(
        "Activations in an episode",
        "Skills that became active, and skills that ended before the episode did: means over episodes.",
        (("skillpro/activations", "activated"), ("skillpro/terminations", "ended")),
    ),
)
STAGES: Mapping[str, str] = {
    "duplicate skill": "another skill of this name is better",
    "semantic duplicate": "a better skill starts in nearly the same situation",
    "outdated variant": "another version of it is better",
    "negative bound": "the lower bound of its gain is below 0: it harms",
    "capacity overflow": "the pool is full and it ranks last",
    "oldest removed": "the pool is full and it is the oldest",
}
HEADS = ("Skill", "Starts when", "Steps", "Ends when", "Uses", "Gain", "Steps old")


def page(files: MethodFiles) -> MethodPage:
    """From the log of the iterations."""
    path = files.folder / FILE_NAME
    log = read_log(path) if path.is_file() else []
    # After a resume from an earlier checkpoint later iterations stand there until they are done again.
    log = [one for one in log if isinstance(one.get("iteration"), int) and one["iteration"] <= files.last_step]
    changes = tuple(_changes(log, files.config.get("skillpro.acceptance_margin")))
    verdicts = [change.verdict for change in changes]
    newest = log[-1] if log else {}
    facts = (
        ("mean return R̄", _number(newest.get("global_baseline"))),
        ("margin of J", _number(files.config.get("skillpro.acceptance_margin"))),
        ("let in", str(verdicts.count("accepted"))),
        ("refused", str(verdicts.count("refused"))),
        ("taken out", str(verdicts.count("removed"))),
    )
    rows = tuple(_row(entry) for entry in newest.get(SNAPSHOT, ()))
    pool = Table("The pool", HEADS, rows, "As of the newest step; gain is return against R̄, a mean over uses.")
    return MethodPage("The pool of Skill-Pro", SAYS, facts, (), CHARTS, changes, (pool,))


def _changes(log: Sequence[Mapping[str, Any]], margin: Any) -> Iterator[Change]:
    """Of each iteration its evolutions, then what left."""
    wordings: dict[str, str] = {}
    for one in log:
        for evolution in one.get("evolution_details", ()):
            yield _evolution(one["iteration"], evolution, wordings, margin)
        for gone in one.get("maintenance_details", ()):
            why = STAGES.get(str(gone.get("stage")), str(gone.get("stage")))
            figures = (("gain", _number(gone.get("avg_gain"))), ("uses", _number(gone.get("freq"))))
            yield Change(
                one["iteration"], f"{gone.get('name')} leaves", "removed", f"{why}.".capitalize(), figures
            )
        # After the iteration's own changes: a candidate is compared with its parent as it was before.
        wordings |= {str(entry.get("name")): _wording(entry) for entry in one.get(SNAPSHOT, ())}


def _evolution(step: int, told: Mapping[str, Any], wordings: Mapping[str, str], margin: Any) -> Change:
    parent, candidate, score = (told.get(key) for key in ("parent", "candidate", "j_score"))
    is_in = told.get("action") != "NONE"
    kind = "refined" if told.get("type") == "REFINE" else "something new after"
    title = f"{candidate}: {kind} {parent}" if candidate else f"no candidate after {parent}"
    figures = (("J", _number(score)), ("episodes read", str(told.get("sample_count"))))
    why = _why(candidate, score, margin, is_in=is_in)
    verdict = "accepted" if is_in else "refused" if candidate else "nothing"
    return Change(step, title, verdict, why, figures, tuple(_texts(told, wordings.get(str(parent), ""))))


def _why(candidate: Any, score: Any, margin: Any, *, is_in: bool) -> str:
    if candidate is None:
        return "The teacher wrote nothing that is readable and new to the library."
    if score is None:
        return "Admitted without a gate." if is_in else "J could not be measured: with it a prompt would not fit."
    if is_in and score <= (margin or 0.0):
        return f"J = {_number(score)}; there is no gate in this ablation."
    return f"J = {_number(score)} is {'above' if is_in else 'not above'} the margin {_number(margin)}."


def _texts(told: Mapping[str, Any], parent: str) -> Iterator[Text]:
    candidate = told.get("candidate_skill")
    if isinstance(candidate, Mapping):
        yield difference("What would change", parent, _wording(candidate))
    if told.get("gradients"):
        yield plain(
            "What the teacher noted about each episode (gradients)", "\n".join(map(str, told["gradients"]))
        )


def _wording(entry: Mapping[str, Any]) -> str:
    steps = "\n".join(f"  - {step}" for step in _steps(entry))
    return f"Starts when: {entry.get('initiation')}\nSteps:\n{steps}\nEnds when: {entry.get('termination') or '–'}"


def _steps(entry: Mapping[str, Any]) -> list[str]:
    policy = entry.get("policy") or []
    return [policy] if isinstance(policy, str) else [str(step) for step in policy]


def _row(entry: Mapping[str, Any]) -> tuple[str, ...]:
    words = (str(entry.get(key) or "–") for key in ("name", "initiation"))
    numbers = (_number(entry.get(key)) for key in ("freq", "avg_gain", "maturity"))
    return (*words, " ".join(_steps(entry)), str(entry.get("termination") or "–"), *numbers)


def _number(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, int | float) else "–"
