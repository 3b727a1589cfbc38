"""Mutants: small slips planted in the source one at a time, each of which a named test file has to catch.

``mutants.toml`` beside this file lists them. The checkout is copied to a temporary folder; there the tests first have
to pass as they are, then once for each mutant they have to fail. What the output holds already, for the same commit
and the same texts of source, tests and mutant, is not run again.

    python bench/mutants.py --output bench/results/mutants.json
    python bench/mutants.py --only ndcg-ideal-order      # one, as often as it is named; --list shows all
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from made import made_by

from skill1.run.disk import write_json_atomic
from skill1.run.process import end_with_parent
from skill1.run.versions import git_commit

ROOT = Path(__file__).resolve().parents[1]
LIST = Path(__file__).with_suffix(".toml")
LIMIT_S = 600.0
AREAS = ("credit", "library", "resume", "parsers", "alfworld", "webshop")
PASSED, FAILED, INTERRUPTED = 0, 1, 2  # pytest's exit codes; the last: a test file cannot be imported
_FAILURE = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", re.MULTILINE)


@dataclass(frozen=True)
class Mutant:
    """One slip. ``old`` stands exactly once in ``file``; ``tests`` are what pytest is told to run."""

    id: str
    area: str
    file: str
    breaks: str
    old: str
    new: str
    tests: tuple[str, ...]

    def occurrences(self, root: Path = ROOT) -> int:
        """How often the file holds the old text; 0 if there is no file."""
        path = root / self.file
        return path.read_text(encoding="utf-8").count(self.old) if path.is_file() else 0

    def test_files(self) -> list[str]:
        return [name.partition("::")[0] for name in self.tests]


@dataclass(frozen=True)
class Verdict:
    """``caught`` (a test failed), ``survived`` (all passed) or ``timed out``; ``test`` is the first that failed."""

    result: str
    test: str | None
    seconds: float


def main() -> None:
    """Run the mutants whose verdict is not known yet; exit status 1 if any is not caught."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", metavar="ID", help="run this mutant; may be repeated")
    parser.add_argument("--list", action="store_true", help="show what each mutant breaks, and run nothing")
    parser.add_argument("--limit-s", type=float, default=LIMIT_S, help="seconds for the tests of one mutant")
    parser.add_argument("--output", type=Path, default=Path("runs/bench-mutants.json"))
    arguments = parser.parse_args()
    mutants = chosen(read(), arguments.only)
    if arguments.list:
        print("\n".join(f"{m.area:9}{m.id:34}{m.breaks}" for m in mutants))
        return
    rows, texts = known_rows(arguments.output), {mutant.id: fingerprint(mutant) for mutant in mutants}
    waiting = [mutant for mutant in mutants if rows.get(mutant.id, {}).get("texts") != texts[mutant.id]]
    if waiting:
        for mutant, verdict in verdicts(waiting, arguments.limit_s):
            origin = {"area": mutant.area, "git_commit": git_commit(ROOT), "texts": texts[mutant.id]}
            rows[mutant.id] = asdict(verdict) | origin
            write_report(arguments.output, rows)  # after each: what was ended is resumed
            print(f"{mutant.id}: {verdict.result} in {verdict.seconds:.0f} s by {verdict.test}", flush=True)
    bad = [f"{m.id}: {rows[m.id]['result']}" for m in mutants if rows[m.id]["result"] != "caught"]
    print("\n".join(bad) or f"all {len(mutants)} mutants are caught")
    raise SystemExit(1 if bad else 0)


def read(path: Path = LIST) -> list[Mutant]:
    """The mutants of a list, in its order."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    return [Mutant(**entry | {"tests": tuple(entry["tests"])}) for entry in entries]


def chosen(mutants: Sequence[Mutant], ids: Sequence[str] | None) -> list[Mutant]:
    if unknown := set(ids or ()) - {mutant.id for mutant in mutants}:
        raise SystemExit(f"there is no mutant {', '.join(sorted(unknown))}; type --list for the ids.")
    return [mutant for mutant in mutants if ids is None or mutant.id in ids]


def fingerprint(mutant: Mutant, root: Path = ROOT) -> str:
    """Commit, mutant, and the texts of its source and test files, as a hash."""
    texts = [(root / name).read_text(encoding="utf-8") for name in (mutant.file, *mutant.test_files())]
    parts = [git_commit(root), asdict(mutant), *texts]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def known_rows(output: Path) -> dict[str, dict[str, object]]:
    """Verdicts of an earlier run, by the mutant's id."""
    return json.loads(output.read_text(encoding="utf-8"))["mutants"] if output.is_file() else {}


def verdicts(mutants: Sequence[Mutant], limit_s: float) -> Iterator[tuple[Mutant, Verdict]]:
    """Judge the mutants one after the other in a copy of the checkout as it is now."""
    with tempfile.TemporaryDirectory(prefix="skill1-mutants-") as made:
        copy = Path(made)
        copy_checkout(copy)
        require_passing(copy, mutants, limit_s)
        for mutant in mutants:
            yield mutant, judged(copy, mutant, limit_s)


def copy_checkout(target: Path) -> None:
    """Everything git tracks or would add. Copies, no links: tests find their root by resolving their own path."""
    listed = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    for name in subprocess.run(listed, check=True, capture_output=True, text=True).stdout.split("\0"):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def require_passing(copy: Path, mutants: Sequence[Mutant], limit_s: float) -> None:
    """Refuse to judge by tests that fail without any mutant."""
    tests = sorted({name for mutant in mutants for name in mutant.tests})
    code, output, seconds = run_tests(copy, tests, limit_s * len(mutants), keep_bytecode=True)
    if code != PASSED:
        raise SystemExit(f"without a mutant the tests must pass, but they end with {code}:\n{output[-3000:]}")
    print(f"without a mutant {len(tests)} test files pass in {seconds:.0f} s", flush=True)


def judged(root: Path, mutant: Mutant, limit_s: float) -> Verdict:
    """Plant a mutant below ``root``, run its tests there, take it out again."""
    if (count := mutant.occurrences(root)) != 1:
        raise SystemExit(f"{mutant.id}: its old text stands {count} times in {mutant.file}, expected once.")
    path = root / mutant.file
    text, was = path.read_text(encoding="utf-8"), path.stat()
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    os.utime(path, (1, 1))  # or Python may run the compiled file: it compares seconds and sizes only
    try:
        code, output, seconds = run_tests(root, mutant.tests, limit_s)
    finally:
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
    if code not in (PASSED, FAILED, INTERRUPTED, None):
        raise SystemExit(f"{mutant.id}: pytest itself failed with {code}:\n{output[-3000:]}")
    failed = _FAILURE.search(output)
    result = {PASSED: "survived", None: "timed out"}.get(code, "caught")
    return Verdict(result, failed[1] if failed else None, round(seconds, 1))


def run_tests(
    folder: Path, tests: Sequence[str], limit_s: float, *, keep_bytecode: bool = False
) -> tuple[int | None, str, float]:
    """Exit code of pytest (None: over the limit), its output, and the seconds it took."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(folder), str(folder / "envs")]),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # looking for plugins takes longer than most of these tests
    }
    if not keep_bytecode:  # a mutant's would outlive it
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
    options = ("-x", "-q", "-p", "no:cacheprovider", "-p", "pytest_timeout")
    words = [sys.executable, "-m", "pytest", *options, *tests]
    started = time.perf_counter()
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=limit_s,
            preexec_fn=end_with_parent,
        )
    except subprocess.TimeoutExpired:
        return None, "", time.perf_counter() - started
    return done.returncode, done.stdout + done.stderr, time.perf_counter() - started


def write_report(output: Path, rows: dict[str, dict[str, object]]) -> None:
    """Verdicts in the order of the list; those of mutants that are no more are left out."""
    kept = {mutant.id: rows[mutant.id] for mutant in read() if mutant.id in rows}
    report = {
        **made_by(),
        "results": dict(Counter(str(row["result"]) for row in kept.values())),
        "seconds": round(sum(row["seconds"] for row in kept.values()), 1),
        "mutants": kept,
    }
    output.parent.mkdir(parents=True, exist_ok=True)
    write_json_atomic(output, report)


if __name__ == "__main__":
    main()
