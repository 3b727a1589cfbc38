"""Makes the household run that this folder ships: an evolved library, its tiny policy and its report.

    python data/household/make.py [--runs-dir runs]

Trains `skill1 quickstart household` with a control in every eighth episode (about nine CPU minutes; a finished one is
taken as it is), then cuts the run down to what a repository can carry: the most used skills with their history, the
last checkpoint without its optimizer, and some telling groups of episodes. The cut is made here, by SQL, and nowhere
else: a library never forgets a skill by itself.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from skill1.report import write_report
from skill1.run.directory import read_manifest
from skill1.run.disk import seal, write_json_atomic

FOLDER = Path(__file__).resolve().parent
RUNS = Path("runs/shipped")
CONTROL_SHARE = 0.125
MOST_USED, NEVER_USED = 90, 20  # skills kept of either kind, besides those of the episodes and all ancestors
WHOLE_HISTORIES = 3  # of the most used skills; of the others the writing and the last credit stay
REPORTED_SKILLS, REPORTED_EPISODES = 200, 40
GROUPS = {10: 2, 60: 2, 110: 4}  # step → groups of eight episodes that stay in its episode file
KEPT_FILES = (
    "config.json",
    "generation_config.json",
    "model.safetensors",
    "tokenizer.json",
    "tokenizer_config.json",
)
MANIFEST_KEYS = ("name", "version", "python", "packages", "seed", "prompts", "smoke", "finished", "summary")


def main() -> None:
    """Train, cut, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs-dir", type=Path, default=RUNS)
    runs = parser.parse_args().runs_dir
    skill1("quickstart", "household", "--runs-dir", str(runs), f"--library.control_share={CONTROL_SHARE}")
    cut = FOLDER / "run"
    shutil.rmtree(cut, ignore_errors=True)
    cut_run(runs / "household-skill1", cut)
    report = write_report(
        runs / "household-skill1", FOLDER / "report.html", episodes=REPORTED_EPISODES, skills=REPORTED_SKILLS
    )
    for file in (cut / "config.yaml", report):
        without_place(file, runs)


def skill1(*arguments: str) -> None:
    """One command of the command line, by this interpreter."""
    subprocess.run([sys.executable, "-m", "skill1", *arguments], check=True)


def without_place(file: Path, runs: Path) -> None:
    """What is shipped names no folder of the machine it was made on."""
    file.write_text(file.read_text(encoding="utf-8").replace(f"{runs}/", f"{RUNS}/"), encoding="utf-8")


def cut_run(run: Path, target: Path) -> None:
    """A run directory that every reading command takes, and that cannot be resumed."""
    newest = max((run / "checkpoints").glob("step_*"))
    checkpoint = target / "checkpoints" / newest.name
    checkpoint.mkdir(parents=True)
    for name in KEPT_FILES:
        shutil.copyfile(newest / name, checkpoint / name)
    kept = cut_episodes(run / "episodes", target / "episodes")
    cut_library(run / "library.sqlite", target / "library.sqlite", kept)
    shutil.copyfile(target / "library.sqlite", checkpoint / "library.sqlite")
    seal(checkpoint)
    for name in ("config.yaml", "metrics.jsonl"):
        shutil.copyfile(run / name, target / name)
    manifest = read_manifest(run)
    summary = {**manifest["summary"], "run_dir": "data/household/run"}
    command = "python data/household/make.py"
    facts = {key: manifest[key] for key in MANIFEST_KEYS} | {"summary": summary, "command": command}
    write_json_atomic(target / "manifest.json", facts)


def cut_episodes(source: Path, target: Path) -> set[str]:
    """Keep the groups with wins and losses that used most skills; returns the ids of all skills they name."""
    target.mkdir(parents=True)
    named: set[str] = set()
    for step, count in GROUPS.items():
        with gzip.open(source / f"step_{step:06d}.jsonl.gz", "rt", encoding="utf-8") as file:
            episodes = [json.loads(line) for line in file]
        groups: dict[int, list[dict]] = {}
        for episode in episodes:
            groups.setdefault(episode["key"]["task"], []).append(episode)
        chosen = sorted(sorted(groups.values(), key=_telling, reverse=True)[:count], key=_task_of)
        kept = [episode for group in chosen for episode in group]
        named |= {skill for episode in kept for skill in _skills_of(episode)}
        # Without a time in its header the file is the same whenever it is made.
        with open(target / f"step_{step:06d}.jsonl.gz", "wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as file:
            file.writelines((json.dumps(e, separators=(",", ":")) + "\n").encode() for e in kept)
    return named


def _telling(group: list[dict]) -> tuple[int, int]:
    wins = sum(episode["success"] for episode in group)
    return min(wins, len(group) - wins), sum(episode["used"] is not None for episode in group)


def _task_of(group: list[dict]) -> int:
    return group[0]["key"]["task"]


def _skills_of(episode: dict) -> Iterable[str]:
    for skill in (episode["used"], episode["withheld"], *(c["skill"] for c in episode["candidates"])):
        if skill is not None:
            yield skill["id"]


def cut_library(source: Path, target: Path, named: set[str]) -> None:
    """Copy, drop the other skills and most events, and pack."""
    with closing(sqlite3.connect(source)) as whole, closing(sqlite3.connect(target)) as copy:
        whole.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        kept = _with_ancestors(copy, named | _chosen(copy))
        copy.execute("CREATE TEMP TABLE kept (id TEXT PRIMARY KEY)")
        copy.executemany("INSERT INTO kept VALUES (?)", [(skill,) for skill in sorted(kept)])
        _drop(copy)
        copy.commit()
        copy.execute("VACUUM")


def _chosen(library: sqlite3.Connection) -> set[str]:
    used = library.execute("SELECT id FROM skills ORDER BY selected DESC, id LIMIT ?", (MOST_USED,))
    never = "SELECT id FROM skills WHERE selected = 0 ORDER BY seq DESC LIMIT ?"
    return {row[0] for row in (*used, *library.execute(never, (NEVER_USED,)))}


def _with_ancestors(library: sqlite3.Connection, chosen: set[str]) -> set[str]:
    parents = {name: json.loads(text) for name, text in library.execute("SELECT id, parents FROM skills")}
    kept, waiting = set(chosen), list(chosen)
    while waiting:
        new = [parent for parent in parents[waiting.pop()] if parent in parents and parent not in kept]
        kept.update(new)
        waiting += new
    return kept


def _drop(library: sqlite3.Connection) -> None:
    """What the kept skills do not need. Rollbacks to before the last commit are refused from now on."""
    library.execute("DELETE FROM skills WHERE id NOT IN kept")
    library.execute("DELETE FROM wins WHERE skill NOT IN kept")
    library.execute(
        "CREATE TEMP TABLE whole AS SELECT id FROM skills ORDER BY selected DESC, id LIMIT ?", (WHOLE_HISTORIES,)
    )
    newest = library.execute("SELECT max(seq) FROM events").fetchone()[0]
    # A rollback reads the utility of a skill from its last move.
    moves = "SELECT max(seq) FROM events WHERE kind IN ('credited', 'merged', 'restored') GROUP BY skill"
    library.execute(f"CREATE TEMP TABLE moved AS {moves}")
    library.execute(
        "DELETE FROM events WHERE skill NOT IN kept OR (skill NOT IN (SELECT id FROM whole) "
        "AND kind IN ('retrieved', 'selected', 'used', 'withheld', 'credited', 'merged') AND seq NOT IN moved)"
    )
    # Counts tell their number.
    library.execute("DELETE FROM events WHERE kind IN ('retrieved', 'selected', 'merged') AND seq NOT IN moved")
    library.execute("INSERT OR REPLACE INTO meta VALUES ('forgotten_until', ?)", (newest,))


if __name__ == "__main__":
    main()
