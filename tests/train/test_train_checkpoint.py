"""Checkpoints are whole or absent, and hold everything exactly."""

import json
import os
import shutil

import pytest
import safetensors
import torch

from skill1.config import LibraryConfig, LossConfig, ModelConfig, TrainConfig
from skill1.credit.credit import PendingGroup, Written
from skill1.errors import CheckpointError, LibraryError
from skill1.library import Library
from skill1.policy.load import load_model
from skill1.policy.tokens import Tokens
from skill1.schema import Episode, EpisodeKey, Segment, SkillDraft
from skill1.train import checkpoint
from skill1.train.learner import LocalLearner
from tests.rollout.tiny_world import tasks, tiny_policy
from tests.train.runs import row

LOSS = LossConfig(kl_coefficient=0)
BUFFER = (
    PendingGroup(
        3,
        tuple(
            Written(
                f"s0-000003-t00-r{i}",
                Segment("distill", 0, (1, 2, 3), (4, 2), (-0.1 - i / 3, -1e-7), "stop", "text “é”", True, 4, 5),
                skill,
                skill is not None,
            )
            for i, skill in enumerate(("sk_1", None))
        ),
    ),
    PendingGroup(4, ()),
)


class Living:
    """The parts of a run that a checkpoint takes."""

    def __init__(self, folder, dtype: str = "float32", **train) -> None:
        self.model = load_model(ModelConfig(path=str(folder), device="cpu", dtype=dtype))
        self.tokens = Tokens.load(folder)
        settings = TrainConfig(learning_rate=1e-3, **train)
        self.learner = LocalLearner(self.model, None, LOSS, settings, pad_id=0, temperature=1.0)
        self.library = Library.in_memory(LibraryConfig(encoder="hashing"))

    def learn(self, step: int) -> None:
        self.learner.update([row(9 + step)], step)

    def save(self, folder, step: int = 4, buffer=BUFFER):
        checkpoint.save(
            folder,
            model=self.model,
            tokens=self.tokens,
            optimizer=self.learner.optimizer,
            masters=self.learner.masters,
            state=checkpoint.TrainerState(step, 17, buffer),
            library=self.library,
        )
        return folder

    def load(self, folder) -> None:
        checkpoint.load_optimizer(folder, self.learner.optimizer, self.learner.masters)

    def weights(self) -> list[torch.Tensor]:
        return [p.detach().clone() for p in (*self.model.parameters(), *self.learner.masters)]


def named(run_dir, step: int):
    return run_dir / "checkpoints" / f"step_{step:06d}"


@pytest.fixture
def living(folder):
    return Living(folder)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_a_round_trip_gives_back_everything_and_goes_on_the_same(folder, tmp_path, dtype):
    first = Living(folder, dtype)
    draft = SkillDraft("when", "how")
    first.library.commit(
        [Episode(EpisodeKey(0, 1, 0, 0), tasks(1)[0], outcome=1.0, success=True, draft=draft)],
        step=1,
        policy_version=0,
    )
    for step in range(2):
        first.learn(step)
    saved = first.save(named(tmp_path, 4))
    assert checkpoint.problems(saved) == []
    state = checkpoint.load_state(saved)
    assert state == checkpoint.TrainerState(4, 17, BUFFER)  # the buffer exactly: floats, tuples, text
    second = Living(saved, dtype)
    second.load(saved)
    with Library.open(saved, LibraryConfig(encoder="hashing"), read_only=True) as library:
        assert library.skills(None) == first.library.skills(None) and library.version == 1
    for step in range(2, 5):
        first.learn(step)
        second.learn(step)
    assert all(torch.equal(a, b) for a, b in zip(first.weights(), second.weights(), strict=True))


@pytest.mark.parametrize(("made", "here"), [("float32", "bfloat16"), ("bfloat16", "float32")])
def test_another_precision_than_the_checkpoints_is_refused_with_what_to_type(folder, tmp_path, made, here):
    first = Living(folder, made)
    first.learn(0)
    saved = first.save(named(tmp_path, 1))
    with pytest.raises(CheckpointError, match=rf"loaded as {here}.*Type --model\.dtype {made}.*--fork"):
        Living(saved, here).load(saved)


def test_a_changed_weight_decay_is_that_of_the_configuration(living, folder, tmp_path):
    """A fork may change it; the checkpoint's moments come along all the same."""
    living.learn(0)
    saved = living.save(named(tmp_path, 1))
    fork = Living(folder, weight_decay=0.5)
    fork.load(saved)
    assert [group["weight_decay"] for group in fork.learner.optimizer.param_groups] == [0.5]
    assert len(fork.learner.optimizer.state) == len(living.learner.optimizer.state) > 0


def test_a_cpus_fused_step_is_not_that_of_a_gpu_which_goes_on(living, folder, tmp_path, monkeypatch):
    living.learn(0)
    saved = living.save(named(tmp_path, 1))
    # As `adamw` makes it for a GPU.
    monkeypatch.setattr("skill1.train.learner.adamw", lambda *args, **how: torch.optim.AdamW(*args, **how))
    gpus = Living(folder)
    gpus.load(saved)
    assert [group["fused"] for group in living.learner.optimizer.param_groups] == [True]
    assert [group["fused"] for group in gpus.learner.optimizer.param_groups] == [None]
    gpus.learn(1)


@pytest.mark.skipif(os.name == "nt", reason="no directory can be synced")
def test_a_checkpoints_name_is_on_the_disk_before_the_old_one_goes(living, tmp_path, monkeypatch):
    """A file that is synced is lost all the same in a power cut while its folder is not."""
    folder = living.save(named(tmp_path, 4))
    old, synced, sync = folder.stat().st_ino, [], os.fsync

    def seen(handle):
        sync(handle)
        there = {path.stat().st_ino for path in folder.parent.iterdir()}
        synced.append((os.fstat(handle).st_ino, folder.stat().st_ino if folder.exists() else None, old in there))

    monkeypatch.setattr(os, "fsync", seen)
    living.save(named(tmp_path, 4))
    new = folder.stat().st_ino
    assert synced[-2] == (new, old, True)  # what is in it, before it takes its place
    assert synced[-1] == (folder.parent.stat().st_ino, new, True)


def test_settings_that_transformers_would_not_write_are_kept_as_they_came(folder, tmp_path):
    """Else the first checkpoint of a model that names a temperature without sampling would end the run."""
    given, before = tmp_path / "given", json.loads((folder / "generation_config.json").read_text())
    shutil.copytree(folder, given)
    (given / "generation_config.json").write_text(
        json.dumps(before | {"temperature": 0.6, "eos_token_id": [2, 3]})
    )
    living = Living(given)
    saved = json.loads((living.save(tmp_path / "step_000004") / "generation_config.json").read_text())
    assert (saved["temperature"], saved["eos_token_id"]) == (0.6, [2, 3])
    assert living.model.generation_config.eos_token_id == [2, 3]
    # Those of other models come out as transformers writes them.
    ours = Living(folder).save(tmp_path / "step_000005") / "generation_config.json"
    assert json.loads(ours.read_text()) == before


@pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")
def test_who_may_read_a_run_may_read_its_weights(living, tmp_path):
    """safetensors makes files for their owner alone."""
    before = os.umask(0o027)
    try:
        living.save(tmp_path / "step_000004")
        tiny_policy(tmp_path / "tiny")
    finally:
        os.umask(before)
    files = [*(tmp_path / "step_000004").glob("*.safetensors"), *(tmp_path / "tiny").glob("*.safetensors")]
    assert [file.stat().st_mode & 0o777 for file in files] == [0o640] * 3


def test_a_checkpoint_is_an_ordinary_model_folder(living, tmp_path):
    from transformers import AutoModelForCausalLM, AutoTokenizer

    saved = living.save(named(tmp_path, 4))
    assert AutoModelForCausalLM.from_pretrained(saved).num_parameters() == living.model.num_parameters()
    assert len(AutoTokenizer.from_pretrained(saved)) == len(living.tokens)


DAMAGES = {
    "cut": ("model.safetensors", lambda whole: whole[:-10]),
    "changed": ("optimizer.safetensors", lambda whole: whole[:-1] + bytes([whole[-1] ^ 1])),
    "lost": ("library.sqlite", None),
    "not sealed": ("MANIFEST.json", None),
    "half sealed": ("MANIFEST.json", lambda whole: b'{"files": '),
}


def damage(folder, name, change):
    whole = (folder / name).read_bytes()
    (folder / name).unlink()
    if change is not None:
        (folder / name).write_bytes(change(whole))


@pytest.mark.parametrize(("name", "change"), DAMAGES.values(), ids=DAMAGES)
def test_a_broken_checkpoint_is_passed_over_with_a_note(living, tmp_path, name, change):
    living.learn(0)
    good = living.save(named(tmp_path, 2))
    damage(living.save(named(tmp_path, 4)), name, change)
    (tmp_path / "checkpoints" / ".step_000006.partial").mkdir()  # a kill in the middle of writing
    found, notes = checkpoint.latest(tmp_path)
    assert found == good
    assert len(notes) == 1 and "step_000004 is not whole and was skipped" in notes[0]


LISTS = {
    "nested": "[" * 100_000,
    "a name that no disk takes": json.dumps({"files": {"x" * 5000: {"bytes": 1, "sha256": ""}}}),
    "nothing": '{"files": {}}',
    "no names": '{"files": []}',
    "no hash": '{"files": {"config.json": {}}}',
    "no object": "[]",
}


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_a_garbled_list_of_files_is_a_broken_checkpoint(tmp_path, text):
    (tmp_path / "MANIFEST.json").write_text(text)
    (problem,) = checkpoint.problems(tmp_path)
    assert "MANIFEST.json" in problem or "cannot be read" in problem
    assert len(problem) < 300


def test_without_a_whole_checkpoint_there_is_none(living, tmp_path):
    assert checkpoint.latest(tmp_path) == (None, [])
    damage(living.save(named(tmp_path, 2)), *DAMAGES["cut"])
    found, notes = checkpoint.latest(tmp_path)
    assert found is None and len(notes) == 1


def contents(folder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


FULL_DISK = {
    "weights": ("model", "save_pretrained", safetensors.SafetensorError("I/O error: No space left on device")),
    "tokenizer": ("tokenizer", "save_pretrained", OSError(28, "No space left on device")),
    "library": ("library", "backup", LibraryError("database or disk is full")),
}


@pytest.mark.parametrize(("part", "method", "error"), FULL_DISK.values(), ids=FULL_DISK.keys())
def test_a_full_disk_leaves_the_old_checkpoint_and_nothing_else(
    living, tmp_path, monkeypatch, part, method, error
):
    old = living.save(named(tmp_path, 2))
    before = contents(old)
    owner = living.tokens.tokenizer if part == "tokenizer" else getattr(living, part)

    def full(*args, **kwargs):
        raise error

    monkeypatch.setattr(owner, method, full)
    for folder in (named(tmp_path, 4), old):  # a new one, and the same again
        with pytest.raises(
            CheckpointError, match=r"could not be written.*df -h.*--resume; earlier checkpoints are untouched"
        ):
            living.save(folder)
        assert os.listdir(tmp_path / "checkpoints") == ["step_000002"]
    assert contents(old) == before and checkpoint.latest(tmp_path) == (old, [])


def test_a_tokenizer_with_a_subfolder_is_sealed_too(living, tmp_path):
    """Tokenizers with several chat templates write the others into a folder."""
    save = living.tokens.tokenizer.save_pretrained

    def with_templates(folder):
        save(folder)
        (folder / "additional_chat_templates").mkdir()
        (folder / "additional_chat_templates" / "tools.jinja").write_text("x")

    living.tokens.tokenizer.save_pretrained = with_templates
    saved = living.save(named(tmp_path, 2))
    assert checkpoint.problems(saved) == []
    (saved / "additional_chat_templates" / "tools.jinja").write_text("y")
    assert checkpoint.problems(saved) == ["additional_chat_templates/tools.jinja was changed or cut off"]


def test_unreadable_state_is_a_checkpoint_error(living, tmp_path):
    saved = living.save(named(tmp_path, 2))
    path = saved / "trainer_state.json"
    record = json.loads(path.read_text())
    for text, expected in (
        ("{", "cannot be read"),
        ("[" * 100_000, "cannot be read"),
        (json.dumps(record | {"format": "other"}), "format 'other'"),
        (json.dumps({k: v for k, v in record.items() if k != "buffer"}), "buffer"),
        (json.dumps(record | {"buffer": [{"step": 1}]}), "written"),
    ):
        path.write_text(text)
        with pytest.raises(CheckpointError, match=expected):
            checkpoint.load_state(saved)
    (saved / "optimizer.safetensors").write_bytes(b"nonsense")
    with pytest.raises(CheckpointError, match="optimizer.safetensors cannot be read"):
        living.load(saved)


def test_prune_keeps_the_newest(living, tmp_path):
    first = living.save(named(tmp_path, 2))
    for step in (4, 6, 8):
        shutil.copytree(first, named(tmp_path, step))
    (tmp_path / "checkpoints" / "step_9²").mkdir()  # somebody's own
    checkpoint.prune(tmp_path, 2)
    assert [f.name for f in checkpoint.all_checkpoints(tmp_path)] == ["step_000006", "step_000008"]


def test_prune_goes_on_past_a_folder_that_will_not_go(tmp_path, monkeypatch, caplog):
    for step in (2, 4, 6):
        named(tmp_path, step).mkdir(parents=True)
    remove = shutil.rmtree

    def stubborn(folder):
        if folder.name == "step_000002":
            raise PermissionError(13, "held open")
        remove(folder)

    monkeypatch.setattr(shutil, "rmtree", stubborn)
    checkpoint.prune(tmp_path, 1)
    assert [f.name for f in checkpoint.all_checkpoints(tmp_path)] == ["step_000002", "step_000006"]
    assert "step_000002 could not be removed" in caplog.text and "held open" in caplog.text
