"""Writes the tables of learning results into the documents, from ``bench/results/`` and from nothing else.

A table stands between ``<!-- numbers:NAME -->`` and ``<!-- /numbers -->``; a test holds that they are what this makes.
The credit study's figures, ``docs/images/study-*.svg``, are made here too.

    python bench/tables.py            # write them
    python bench/tables.py --check    # exit code 1 if one is not up to date
"""

from __future__ import annotations

import argparse
import functools
import json
import re
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from seeds import STUDY
from study import ARMS, AS_PUBLISHED, FULL, gathered, read_records
from study_dynamics import figures
from study_figures import interval, signed

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results"
IMAGES = ROOT / "docs" / "images"
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PLACE = re.compile(r"(<!-- numbers:(\w+) -->\n)(.*?)(<!-- /numbers -->)", re.DOTALL)
DASH = "–"
WITHOUT_EACH = ("no library", "all 8 rounds")  # rows whose seeds are not listed one by one


def read(name: str) -> dict:
    """A result file."""
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


def seeds_of(found: Mapping) -> str:
    """Which seeds a report is of, for the head of its table: fresh ones (bench/seeds.py), or what they are."""
    if found.get("seeds_are") == "fresh":
        return f"{len(found['seeds'])} fresh seeds"
    return f"seeds {', '.join(found['seeds'])}, **not fresh: settings were tuned on them**"


def world_table(name: str, title: str, rows: Mapping[str, tuple[str | None, ...]], heldout: str) -> str:
    """Rows of (cold start, GRPO, Skill1) figures with their spread, and of every seed but in ``WITHOUT_EACH``."""
    found = read(name)
    seeds = found["seeds"]

    def cell(figure: str | None, row_title: str) -> str:
        if any(figure not in row for row in seeds.values()):  # None: there is no such figure
            return DASH
        values = [row[figure] for row in seeds.values()]
        spread = f"{statistics.fmean(values):.2f} ± {statistics.stdev(values):.2f}"
        if row_title.endswith(WITHOUT_EACH):
            return spread
        return f"{spread} ({', '.join(f'{value:.2f}' for value in values)})"

    lines = [f"| {title}; {seeds_of(found)}: mean ± deviation (each) | cold start | GRPO, no library | Skill1 |"]
    lines += [
        "|---|---|---|---|",
        *(f"| {row} | {' | '.join(cell(figure, row) for figure in figures)} |" for row, figures in rows.items()),
    ]
    for pair in found.get("differences", []):
        low, high = pair["interval_95"]
        arm, baseline = pair["arm"].split("/")[0], pair["baseline"].split("/")[0]
        if pair["arm"].startswith(f"skill1/{heldout}"):
            lines.append(
                f"| {named(arm)} over {named(baseline)}, paired over tasks and seeds | | | "
                f"{pair['difference']:+.2f} [{low:+.2f}, {high:+.2f}] |"
            )
    return "\n".join(lines) + "\n"


def named(arm: str) -> str:
    return {"skill1": "Skill1", "grpo": "GRPO", "cold_start": "the cold start"}[arm]


def household() -> str:
    rows = {
        "training homes, mean of the last 10 steps": (None, "training/grpo_last10", "training/skill1_last10"),
        "held-out homes, growing library, last 3 of 8 rounds": (
            "cold_start/heldout-fresh_last3",
            None,
            "skill1/heldout-fresh_last3",
        ),
        "held-out homes, growing library, all 8 rounds": (
            "cold_start/heldout-fresh",
            None,
            "skill1/heldout-fresh",
        ),
        "held-out homes, no library": ("cold_start/heldout-none", "grpo/heldout-none", "skill1/heldout-none"),
        "training homes, other tasks, the training library": (None, None, "skill1/seen-frozen"),
        "training homes, other tasks, no library": ("cold_start/seen-none", "grpo/seen-none", "skill1/seen-none"),
    }
    return world_table("household", "household", rows, "heldout")


def household_short() -> str:
    """The README's: means and deviations alone, of what a newcomer asks first."""
    found = read("household")
    rows = {
        "new homes, growing library, last rounds": "heldout-fresh_last3",
        "new homes, no library": "heldout-none",
        "training homes, its library": "seen-frozen",
        "training homes, no library": "seen-none",
    }

    def cell(arm: str, figure: str) -> str:
        values = [row[f"{arm}/{figure}"] for row in found["seeds"].values() if f"{arm}/{figure}" in row]
        return f"{statistics.fmean(values):.2f} ± {statistics.stdev(values):.2f}" if values else DASH

    head = f"| {seeds_of(found)}, mean ± deviation | cold start | GRPO | Skill1 |"
    arms = ("cold_start", "grpo", "skill1")
    lines = [f"| {row} | {' | '.join(cell(arm, figure) for arm in arms)} |" for row, figure in rows.items()]
    return "\n".join([head, "|---|---|---|---|", *lines]) + "\n"


def games(name: str, title: str, heldout: str, what: str) -> str:
    rows = {
        f"training {what}, mean of the last 10 steps": (None, "training/grpo_last10", "training/skill1_last10"),
        f"held-out {what}, growing library (GRPO: none), all 8 rounds": (
            f"cold_start/{heldout}-fresh",
            f"grpo/{heldout}-none",
            f"skill1/{heldout}-fresh",
        ),
        "the same, last 3 rounds": (f"cold_start/{heldout}-fresh_last3", None, f"skill1/{heldout}-fresh_last3"),
        f"held-out {what}, no library": (
            f"cold_start/{heldout}-none",
            f"grpo/{heldout}-none",
            f"skill1/{heldout}-none",
        ),
    }
    return world_table(name, title, rows, heldout)


PLAYERS = ("cold", "grpo", "skill1")


def language_model() -> str:
    """SmolLM2 in homes with habits: who won how much, and what Skill1 wins more than each."""
    found = read("smollm2_homes")
    (episodes, *_) = found["evaluations"]["skill1"]["episodes"]
    steps = len(found["by_seed"][0]["steps"]["skill1"])
    rows = {
        f"training games, last 5 of {steps} steps (each)": _trained,
        f"{episodes} held-out games, growing library (GRPO: none), last 3 of 8 rounds (each)": _share_of(
            "last_rounds"
        ),
        "all rounds: with a skill, without": _by_skill,
        "gain of Skill1 over it, last 3 rounds, paired over tasks and seeds": _gain,
    }
    lines = [
        f"| SmolLM2, homes with habits, {len(found['seeds'])} seeds [95 %] | cold start | GRPO, no library | Skill1 |",
        "|---" * 4 + "|",
        *(
            f"| {title} | {' | '.join(cell(found, player) for player in PLAYERS)} |"
            for title, cell in rows.items()
        ),
    ]
    plain = {"evaluations": {"skill1": read("smollm2_homes_without_kl")["evaluation"]}}
    lines.append(f"| without the KL term, last 3 rounds | | | {_share_of('last_rounds')(plain, 'skill1')} |")
    return "\n".join([*lines, ""])


def _trained(found: Mapping, player: str) -> str:
    if player == "cold":
        return DASH
    last = [seed["steps"][player][-5:] for seed in found["by_seed"]]
    each = [statistics.fmean(row["outcome/success_rate"] for row in rows) for rows in last]
    return f"{statistics.fmean(each):.2f} {_each(each)}"


def _each(values: Sequence[float], form: str = ".2f") -> str:
    return f"({', '.join(format(value, form) for value in values)})"


def _share_of(part: str) -> Callable[[Mapping, str], str]:
    def cell(found: Mapping, player: str) -> str:
        share = found["evaluations"][player][part]
        low, high = share["interval_95"]
        return f"{share['success_rate']:.2f} [{low:.2f}, {high:.2f}] {_each(share['each'])}"

    return cell


def _by_skill(found: Mapping, player: str) -> str:
    figures = found["evaluations"][player]
    shares = (figures["with_skill"], figures["without_skill"])
    return ", ".join(DASH if share is None else f"{share:.2f}" for share in shares)


def _gain(found: Mapping, player: str) -> str:
    if player == "skill1":
        return DASH
    over = found["skill1_over"][player]["last_rounds"]
    low, high = over["interval_95"]
    return f"{over['difference']:+.2f} [{low:+.2f}, {high:+.2f}] {_each(over['each'], '+.2f')}"


def methods_household() -> str:
    found = read("methods_household")
    start = found["cold_start"]
    lines = [
        f"| {seeds_of(found)}: mean (each) | new tasks, training homes | over the start [95 %] | new homes "
        "| skills written by |",
        "|---|---|---|---|---|",
        f"| cold start | {shares(start['seen'])} | {DASH} | {start['heldout']['success_rate']:.2f} | {DASH} |",
    ]
    names = {
        "grpo": "GRPO",
        "skillrl": "SkillRL",
        "skillpro": "Skill-Pro",
        "skillopt": "SkillOpt",
        "skill1": "Skill1",
    }
    for method, title in names.items():
        own = found["methods"][method]
        library = "none" if method == "grpo" else "frozen"
        seen, heldout = own[f"seen-{library}"], own[f"heldout-{library}"]
        pair = seen["over_cold_start"]
        low, high = pair["interval_95"]
        elsewhere = f"{heldout['success_rate']:.2f}"
        if "heldout-fresh" in own:
            elsewhere += f"; still growing: {own['heldout-fresh']['success_rate']:.2f}"
        author = {"grpo": DASH, "skill1": "the policy"}.get(method, "analyst")
        gain = f"{pair['difference']:+.2f} [{low:+.2f}, {high:+.2f}]"
        lines.append(f"| {title} | {shares(seen)} | {gain} | {elsewhere} | {author} |")
    return "\n".join(lines) + "\n"


def shares(entry: Mapping) -> str:
    return f"{entry['success_rate']:.2f} ({', '.join(f'{rate:.2f}' for rate in entry['by_seed'])})"


def blind_selection() -> str:
    figures = read("blind_selection")["figures"]["46 new skills a step"]
    lines = [
        "| retrieval | candidates never retrieved before, step 5, 10, 20 | NDCG of random orders | Û |",
        "|---|---|---|---|",
    ]
    for name, steps in figures.items():
        never = ", ".join(f"{100 * step['never_retrieved']:.0f} %" for step in steps.values())
        chance, best = (
            ", ".join(f"{s[key]:.3f}" for s in steps.values()) for key in ("random_ndcg", "best_utility")
        )
        lines.append(f"| {name} | {never} | {chance} | {best} |")
    return "\n".join(lines) + "\n"


def paper_credit() -> str:
    found = read("paper_credit")
    lines = [
        f"| household, the paper's credit, {found['steps']} steps, mean of the last {found['averaged_steps']} (each of "
        "3 fresh seeds) | success | selection precision | never retrieved | NDCG of random orders |",
        "|---|---|---|---|---|",
    ]
    for name, own in found["figures"].items():
        success, precision = (
            f"{own[key]['mean']:.2f} ({', '.join(f'{v:.2f}' for v in own[key]['by_seed'].values())})"
            for key in ("outcome/success_rate", "oracle/selection_precision")
        )
        never, chance = own["select/never_retrieved"]["mean"], own["select/random_ndcg"]["mean"]
        lines.append(f"| {name} | {success} | {precision} | {100 * never:.0f} % | {chance:.3f} |")
    return "\n".join(lines) + "\n"


@functools.cache  # the table and the images need it, and its intervals take seconds
def study_report() -> tuple[Mapping[str, Mapping], Mapping[str, str]]:
    """What the committed records of the credit study give: world → arm → figures, and file name → SVG."""
    records = [r for r in read_records(RESULTS / "study", STUDY, list(ARMS), None) if not r["smoke"]]
    report = gathered(records)
    return report, figures(records, report)


def study() -> str:
    """What is measured so far: a table and the figures of each world."""
    report, drawn = study_report()
    if not report:
        return "No arm is measured yet.\n"
    images = {
        name: f"\n![{svg.partition('<title>')[2].partition('</title>')[0]}](../images/{name})\n"
        for name, svg in drawn.items()
    }
    return "\n".join(
        study_table(world, arms) + "".join(image for name, image in images.items() if f"-{world}-" in name)
        for world, arms in report.items()
    )


def study_table(world: str, arms: Mapping[str, Mapping]) -> str:
    """One row an arm: the held-out success of the last rounds, its difference to the full arm, and what explains it."""
    lines = [
        f"| {world}: arm | seeds | held-out, late | exploring | over {FULL} | 95 % interval | over {AS_PUBLISHED} "
        "| 95 % interval | training | right skills | ECE | no library |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for arm, found in arms.items():
        figures_ = found["figures"]
        of_training = (figures_.get(key) for key in ("outcome/success_rate", "oracle/right_skills_after_success"))
        values = (*of_training, found["calibration_error"], found["without_library"])
        mark = "" if found["seeds_are"] == "fresh" else " (**not fresh**)"
        cells = (
            f"`{arm}`",
            f"{len(found['heldout_late_by_seed'])}{mark}",
            f"{found['heldout_late']:.2f}",
            exploring_cell(found["exploring"]),
            *(cell for rival in (FULL, AS_PUBLISHED) for cell in over_cells(found[f"over_{rival}"])),
            *(DASH if value is None else f"{value:.2f}" for value in values),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def exploring_cell(found: Mapping | None) -> str:
    """Mean held-out success when new skills get a chance, and of how many seeds."""
    return DASH if found is None else f"{found['late']:.2f} ({len(found['late_by_seed'])})"


def over_cells(over: Mapping | None) -> tuple[str, str]:
    """A paired difference and its interval."""
    if not over:
        return DASH, DASH
    return signed(over), interval(over).replace(", ", ",") if over["interval_95"] else DASH


# What was measured → the record's name of it, in ``engine.py`` or ``trl_step.py``.
AGAINST = {
    "playing: `generate` of `transformers`": "rollout_against_generate",
    "playing: its continuous batching": "rollout_against_continuous_batching",
    "playing: vLLM on a CPU": "rollout_against_vllm",
    "a whole GRPO step: TRL": "trl_over_ours_step",
}


def speed() -> str:
    """How many times longer others take, with the least and the most of all rounds."""
    measured = [read(f"engine_{model}") | read(f"trl_{model}")["ratios"] for model in ("tiny", "smollm2")]
    lines = ["| against | household | SmolLM2 |", "|---|---|---|"]
    for title, key in AGAINST.items():
        cells = (_ratio(found[key]["ratios"] if "against" in key else found[key]) for found in measured)
        lines.append(f"| {title} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _ratio(ratios: Sequence[float]) -> str:
    return f"{statistics.median(ratios):.2g} ({min(ratios):.2g}–{max(ratios):.2g})"


TABLES: Mapping[str, Callable[[], str]] = {
    "household": household,
    "household_short": household_short,
    "alfworld_tiny": lambda: games("alfworld_tiny", "tiny policy, homes with habits", "valid_unseen", "games"),
    "webshop_tiny": lambda: games("webshop_tiny", "tiny policy, shop of makers", "test", "goals"),
    "smollm2_homes": language_model,
    "methods_household": methods_household,
    "blind_selection": blind_selection,
    "paper_credit": paper_credit,
    "speed": speed,
    "study": study,
}


def filled(text: str) -> str:
    """A document with its tables rewritten; places of other names stay as they are."""
    return PLACE.sub(lambda m: m[1] + (compact(TABLES[m[2]]()) if is_measured(m[2]) else m[3]) + m[4], text)


def compact(text: str) -> str:
    """Tables without spaces around the bars, which would count as words of the documents."""
    lines = text.split("\n")
    return "\n".join(re.sub(r" *\| *", "|", line) if line.startswith("|") else line for line in lines)


def is_measured(name: str) -> bool:
    return (
        name in ("study", "speed")
        or name in TABLES
        and (RESULTS / f"{name.removesuffix('_short')}.json").is_file()
    )


def stale_images() -> dict[Path, str | None]:
    """Figures that are not what the records give: what each should be, None for one too many."""
    there = {path: path.read_text(encoding="utf-8") for path in IMAGES.glob("study-*.svg")}
    wanted = {IMAGES / name: svg for name, svg in study_report()[1].items()}
    paths = sorted(there.keys() | wanted.keys())
    return {path: wanted.get(path) for path in paths if there.get(path) != wanted.get(path)}


def main() -> int:
    """Write, or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    is_check = parser.parse_args().check
    stale = []
    for path in DOCUMENTS:
        before = path.read_text(encoding="utf-8")
        if (after := filled(before)) != before:
            stale.append(path.relative_to(ROOT).as_posix())
            if not is_check:
                path.write_text(after, encoding="utf-8")
    for path, svg in stale_images().items():
        stale.append(path.relative_to(ROOT).as_posix())
        if not is_check:
            path.unlink(missing_ok=True) if svg is None else path.write_text(svg, encoding="utf-8")
    if stale and is_check:
        print(f"not up to date: {', '.join(stale)}. Type: python bench/tables.py", file=sys.stderr)
    return int(bool(stale) and is_check)


if __name__ == "__main__":
    sys.exit(main())
