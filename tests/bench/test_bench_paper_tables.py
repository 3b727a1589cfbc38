"""The paper's Tables 1 and 2: what ``reproduce_paper.sh`` would type, and the table that stands at its end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.cli.arguments import CommandParser, split_overrides
from skill1.cli.evaluation import configure_eval
from skill1.config.load import load_config, parse_overrides
from skill1.config.unread import unread
from tests.bench.scripts import script

paper_tables = script("paper_tables")

ROOT = Path(__file__).resolve().parents[2]


def run_script(*arguments):
    script = ROOT / "launch_scripts" / "alfworld" / "reproduce_paper.sh"
    return subprocess.run(["bash", str(script), *arguments], capture_output=True, text=True)


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs bash")


@pytest.fixture(scope="module")
def reproduction():
    """The commands of both tables, as words."""
    done = run_script("--dry-run")
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


def options_of(words):
    return dict(zip(words, words[1:], strict=False))


def test_the_reproduction_trains_every_row_of_both_tables_with_three_seeds(reproduction, capsys):
    trained = [words for words in reproduction if words[1] == "train"]
    seeds = {seed: [] for seed in ("0", "1", "2")}
    for words in trained:
        row, seed = options_of(words)["--config"], options_of(words)["--seed"]
        assert options_of(words)["--run-dir"] == f"runs/paper/{row.rpartition('/')[2]}-s{seed}"
        seeds[seed].append(row)
    assert seeds["0"] == seeds["1"] == seeds["2"] and len(set(seeds["0"])) == len(seeds["0"]) == 11
    ablations = {f"alfworld/ablations/{row.files}" for row in paper_tables.TABLES["Table 2"][1:]}
    assert ablations <= set(seeds["0"])
    for words in trained[:11]:
        assert main([*words[1:], "--dry-run"]) == 0, capsys.readouterr().err
        assert capsys.readouterr().out.startswith("method: ")


def test_the_reproduction_evaluates_what_it_has_trained_on_both_splits(reproduction):
    trained = {options_of(words)["--run-dir"]: options_of(words)["--config"] for words in reproduction[2:]
               if words[1] == "train"}  # fmt: skip
    parser = CommandParser(prog="skill1 eval")
    configure_eval(parser)
    results = set()
    for words in (words for words in reproduction if words[1] == "eval"):
        own, overrides = split_overrides(words[2:], parser.plain_option_names())
        asked = parser.parse_strictly(own)
        config = load_config(asked.config or trained[asked.target], overrides)
        assert not [
            found for found in unread("eval", config, typed=parse_overrides(overrides)) if found.is_refused
        ]
        assert asked.split in paper_tables.SPLITS and config.policy.engine == "vllm"
        results.add(asked.output.name)
    expected = {
        f"{name}.{split}.json"
        for name in (*("zero_shot", "react", "reflexion"), *(Path(run).name for run in trained))
        for split in paper_tables.SPLITS
    }
    assert results == expected
    rows = {row.files for table in paper_tables.TABLES.values() for row in table}
    assert rows == {name.partition(".")[0].partition("-s")[0] for name in expected}, (
        "a row that nothing is measured for"
    )


def test_everything_else_that_the_reproduction_types_is_there(reproduction):
    others = [" ".join(words) for words in reproduction if words[1] not in ("train", "eval")]
    cluster = "--backend verl --cluster.tensor_parallel 4 --cluster.gpu_memory 0.7"
    assert others[1:] == [
        "skill1 doctor --for alfworld/cluster",
        f"skill1 doctor --for alfworld/skillrl {cluster}",
        "python bench/paper_tables.py runs/paper",
    ]
    assert others[0].startswith("skill1 envs fetch alfworld ")
    assert run_script("--dryrun").returncode == 2


def test_the_papers_numbers_stand_above_what_was_measured(tmp_path):
    labels = {"pick": "Pick", "look": "Look"}
    for seed, rate in ((0, 0.9), (1, 0.8)):
        by_type = {"pick": {"success_rate": rate}, "look": {"success_rate": None}}
        result = {"type_labels": labels, "by_type": by_type, "success_rate": rate}
        (tmp_path / f"grpo-s{seed}.valid_seen.json").write_text(json.dumps(result))
    text = paper_tables.table(tmp_path, "Table 1", paper_tables.TABLES["Table 1"])
    dashes = " | –" * 5
    # Mean of 90 and 80, and their deviation: 10 / √2 = 7.07.
    assert "| GRPO | paper | | 90.8 | 66.1 | 89.3 | 74.7 | 72.5 | 64.7 | 77.6 |\n" in text
    assert f"| | valid_seen | 2 | 85.0 ± 7.1{dashes} | 85.0 ± 7.1 |\n" in text
    assert f"| | valid_unseen | 0{' | –' * 7} |\n" in text
