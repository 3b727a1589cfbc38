"""Co-evolution matrix: every policy with every library once, kept cell by cell."""

import json
from importlib.resources import files

import pytest

from skill1.cli import main
from skill1.errors import CheckpointError, ConfigError, DataError, StorageError
from skill1.evaluate.compare_text import matrix_grids, to_markdown
from skill1.evaluate.matrix import coevolution_matrix
from tests.evaluate.evals import make_run


class Player:
    """Stands for ``skill1.evaluate``: the rate says which checkpoints it was asked for."""

    def __init__(self, stop_after=None):
        self.asked, self.stop_after = [], stop_after

    def __call__(self, policy, *, library_path, split, library, overrides, console):
        if len(self.asked) == self.stop_after:
            raise KeyboardInterrupt
        i, j = int(policy.name[-2:]), int(library_path.split("step_")[1][:6])
        self.asked.append((i, j, split, library, tuple(overrides)))
        facts = {"env": "household", "split": split, "split_sha256": "0" * 64, "temperature": 0.4, "tasks": 5}
        return (
            facts
            | {"library": library, "method": "skill1", "success_rate": (10 * i + j) / 1000, "errors": 0}
            | {"interval_95": [0.1, 0.6]}
        )


@pytest.fixture
def run(tmp_path):
    folder = make_run(tmp_path / "run")
    for step in ("000010", "000020", "000030", "000030_backup"):
        checkpoint = folder / "checkpoints" / f"step_{step}"
        checkpoint.mkdir(parents=True)
        (checkpoint / "MANIFEST.json").write_text(json.dumps({"step": step}))
        (checkpoint / "library.sqlite").write_bytes(b"")
    (folder / "checkpoints" / "step_000040").mkdir()  # half a checkpoint
    return folder


def test_every_pair_is_played_once_and_laid_out(run):
    player = Player()
    content = coevolution_matrix(run, split="heldout", steps=[30, 10], tasks=5, evaluate=player)
    assert sorted(asked[:2] for asked in player.asked) == [(10, 10), (10, 30), (30, 10), (30, 30)]
    assert {asked[2:] for asked in player.asked} == {("heldout", "frozen", ("--eval.limit=5",))}
    assert content["success_rate"] == [[0.11, 0.13], [0.31, 0.33]]
    assert content["policy_means"] == pytest.approx([0.12, 0.32])
    assert content["library_means"] == pytest.approx([0.21, 0.23]) and content["mean"] == pytest.approx(0.22)
    (grid,) = matrix_grids(content)
    assert grid.rows[0] == ("policy 10", "[11.0]", "13.0", "12.0")
    assert grid.rows[2] == ("column mean", "21.0", "23.0", "22.0")
    assert r"\[33.0\]" in to_markdown([grid], [content["meaning"]])


def test_a_matrix_that_was_stopped_goes_on(run):
    first = Player(stop_after=4)
    with pytest.raises(KeyboardInterrupt):
        coevolution_matrix(run, split="heldout", evaluate=first)
    rest = Player()
    content = coevolution_matrix(run, split="heldout", evaluate=rest)
    assert len(rest.asked) == 5 and not {a[:2] for a in first.asked} & {a[:2] for a in rest.asked}
    nobody = Player(stop_after=0)
    assert coevolution_matrix(run, split="heldout", evaluate=nobody) == content
    assert nobody.asked == []


def test_cells_of_other_tasks_are_refused(run):
    coevolution_matrix(run, split="heldout", steps=[10, 20], evaluate=Player())
    player = Player()
    made_again = lambda *args, **asked: player(*args, **asked) | {"split_sha256": "1" * 64}  # noqa: E731
    with pytest.raises(DataError, match=r"differ in split_sha256.*matrix-\*"):
        coevolution_matrix(run, split="heldout", evaluate=made_again)


def test_other_settings_checkpoints_or_broken_files_are_played_anew(run):
    coevolution_matrix(run, split="heldout", steps=[10, 20], evaluate=Player())
    warmer = Player()
    coevolution_matrix(run, split="heldout", steps=[10, 20], overrides=["--eval.temperature=1"], evaluate=warmer)
    assert len(warmer.asked) == 4
    (run / "checkpoints" / "step_000020" / "MANIFEST.json").write_text("{}")
    retrained = Player()
    coevolution_matrix(run, split="heldout", steps=[10, 20], evaluate=retrained)
    assert sorted(a[:2] for a in retrained.asked) == [(10, 20), (20, 10), (20, 20)]
    for file in (run / "eval").glob("matrix-p000010-l000010-*.json"):
        file.write_text("{")
    repaired = Player()
    coevolution_matrix(run, split="heldout", steps=[10, 20], evaluate=repaired)
    assert [a[:2] for a in repaired.asked] == [(10, 10)]


def test_other_texts_of_the_prompts_are_played_anew(run, tmp_path):
    prompts = tmp_path / "prompts"
    prompts.mkdir()
    text = files("skill1.agent").joinpath("prompts", "generic", "act.txt").read_text(encoding="utf-8")

    def asked(text):
        (prompts / "act.txt").write_text(text, encoding="utf-8")
        player, typed = Player(), ["--agent.profile=skill1", f"--agent.prompts={prompts}"]
        coevolution_matrix(run, split="heldout", steps=[10, 20], overrides=typed, evaluate=player)
        return len(player.asked)

    assert [asked(text), asked(text), asked(f"{text} Be brief.")] == [4, 0, 4]


def test_a_step_without_checkpoint_names_those_there(run):
    with pytest.raises(CheckpointError, match=r"at step 40; there are: 10, 20, 30.*--train.keep_checkpoints"):
        coevolution_matrix(run, steps=[10, 40], evaluate=Player())
    with pytest.raises(ConfigError, match="two checkpoints or more"):
        coevolution_matrix(run, steps=[10], evaluate=Player())
    with pytest.raises(DataError, match="not a run directory"):
        coevolution_matrix(run / "eval", evaluate=Player())
    for library in run.glob("checkpoints/*/library.sqlite"):
        library.unlink()
    with pytest.raises(ConfigError, match="with a library; there are: none"):
        coevolution_matrix(run, evaluate=Player())


def test_the_command_reports_a_missing_step(run, capsys):
    assert main(["compare", str(run), "--matrix", "--steps", "10,50", "--split", "heldout"]) == 1
    assert "there are: 10, 20, 30" in capsys.readouterr().err


def test_a_place_that_takes_no_cells_is_told_before_one_is_played(run):
    (run / "eval").write_text("no folder")
    player = Player()
    with pytest.raises(StorageError, match="could not be written"):
        coevolution_matrix(run, split="heldout", evaluate=player)
    assert player.asked == []


def test_cells_of_several_versions_are_said_to_be(run):
    player, versions = Player(), iter("0000111111")

    def of_versions(*args, **asked):
        return player(*args, **asked) | {"card": {"skill1_version": next(versions), "git_commit": None}}

    notes = coevolution_matrix(run, split="heldout", steps=[10, 20, 30], evaluate=of_versions)["notes"]
    assert [note for note in notes if "made with different" in note] == [
        "The cells were made with different versions of skill1; that may explain part of any difference."
    ]
