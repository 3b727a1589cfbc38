"""The list of planted mutants follows the source, and the program that plants them tells caught from survived."""

import ast
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bench.scripts import script

mutants = script("mutants")

ROOT = Path(__file__).resolve().parents[2]


def test_every_mutant_still_has_its_place_and_its_tests():
    found = mutants.read()
    assert len({mutant.id for mutant in found}) == len(found) >= 40
    areas = Counter(mutant.area for mutant in found)
    assert set(areas) == set(mutants.AREAS) and min(areas.values()) >= 7
    astray = {m.id: n for m in found if (n := m.occurrences()) != 1}
    assert astray == {}, "bench/mutants.toml: how often the old text stands in its file; it must be once"
    missing = [m.id for m in found if not all((ROOT / name).is_file() for name in m.test_files())]
    assert missing == [], "bench/mutants.toml: the tests of these mutants have moved"


def test_every_mutant_is_python_and_a_change():
    for mutant in mutants.read():
        ast.parse((ROOT / mutant.file).read_text(encoding="utf-8").replace(mutant.old, mutant.new))
        assert mutant.old != mutant.new and mutant.breaks


def test_a_mutant_is_judged_by_its_tests_and_taken_out_again(tmp_path):
    text = "def total(a, b):\n    return a + b\n"
    (tmp_path / "total.py").write_text(text)
    (tmp_path / "test_sum.py").write_text(
        "from total import total\n\ndef test_two():\n    assert total(2, 1) == 3\n"
    )
    slips = [
        mutants.Mutant("id", "credit", "total.py", "sums", "a + b", new, ("test_sum.py",))
        for new in ("a - b", "b + a")
    ]
    mutants.require_passing(tmp_path, slips, 60)
    verdicts = [mutants.judged(tmp_path, slip, 60) for slip in slips]
    assert [(v.result, v.test) for v in verdicts] == [("caught", "test_sum.py::test_two"), ("survived", None)]
    assert (tmp_path / "total.py").read_text() == text
    with pytest.raises(SystemExit, match="its old text stands 0 times in test_sum.py, expected once"):
        mutants.judged(tmp_path, replace(slips[0], file="test_sum.py"), 60)
    # Of another size: within one second Python would run the compiled file of the same size.
    (tmp_path / "total.py").write_text(text.replace("a + b", "a - b - 0"))
    with pytest.raises(SystemExit, match="without a mutant the tests must pass"):
        mutants.require_passing(tmp_path, slips, 60)
