"""What a fork refuses or takes over of its run, by files alone: nothing is trained here."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from safetensors.numpy import save_file

from skill1.errors import ConfigError, DataError
from skill1.library import Library
from skill1.models.files import CHECKPOINT_FORMAT
from skill1.run.directory import STAGES_FOLDER
from skill1.run.locate import LIBRARY_FILE, step_folder
from skill1.train.checkpoint import OPTIMIZER, STATE_FILE, made_in
from skill1.train.fork import _check_fit, _made_in
from skill1.train.preflight import check_before_a_run
from skill1.train.verl.settings import dtype
from tests.rollout.tiny_world import household

STATE = {"format": CHECKPOINT_FORMAT, "step": 2, "policy_version": 2, "buffer": [], "writer": {}}


def on_cluster(config):
    return replace(config, backend="verl", train=replace(config.train, final_learning_rate=1.0))


def with_model(config, **given):
    return replace(config, model=replace(config.model, **given))


@pytest.fixture
def checkpoint(tmp_path):
    """A checkpoint of step 2 that holds what a frozen policy and a cluster leave in it: no tensor."""
    folder = step_folder(tmp_path / "run", 2)
    folder.mkdir(parents=True)
    (folder / STATE_FILE).write_text(json.dumps(STATE))
    save_file({}, folder / OPTIMIZER)
    return folder


def test_a_fork_that_takes_over_a_library_is_checked_by_its_method(folder, checkpoint, tmp_path):
    """Settings change in a fork; that a writer's library may not change was noticed in new runs only."""
    config = household(folder, "--library.frozen=true", method="skillpro")
    Library.open(checkpoint / LIBRARY_FILE, config.library, create=True).close()
    with pytest.raises(ConfigError, match="cannot be used with method skillpro"):
        check_before_a_run(config, tmp_path / "fork", checkpoint=checkpoint)
    check_before_a_run(config, tmp_path / "run")  # resumed as it began, whatever that was
    # Seeds are read only where there is no library.
    gone = household(folder, "--skillpro.seeds=gone.json", method="skillpro")
    check_before_a_run(gone, tmp_path / "fork", checkpoint=checkpoint)


def test_a_cluster_misses_the_model_that_its_run_began_with_before_it_starts(folder, checkpoint, tmp_path):
    """transformers ended the start with an OSError; the KL term makes no difference to verl."""
    config = on_cluster(household(folder, "--loss.kl_coefficient=0"))
    check_before_a_run(config, tmp_path / "run")
    gone = with_model(config, path="runs/absent")
    for run_dir, origin in ((tmp_path / "run", None), (tmp_path / "fork", checkpoint)):
        with pytest.raises(DataError, match=r"'runs/absent', from which verl .*in the folder where the run began"):
            check_before_a_run(gone, run_dir, checkpoint=origin)


def test_a_fork_on_a_cluster_may_name_the_precision_that_auto_is_there(folder, checkpoint):
    """Its optimizer's file is empty, which was taken for float32."""
    auto = on_cluster(with_model(household(folder), dtype="auto", device="auto"))
    _check_fit(auto, with_model(auto, dtype="bfloat16"), 2, checkpoint)
    with pytest.raises(ConfigError, match=r"cannot change model\.dtype \('auto' → 'float32'\)"):
        _check_fit(auto, with_model(auto, dtype="float32"), 2, checkpoint)
    for each in (auto, with_model(auto, device="cpu")):
        assert _made_in(each, checkpoint) == dtype(each)


def test_a_fork_of_a_frozen_policy_may_name_any_precision(folder, checkpoint):
    """No optimizer has made anything in one yet."""
    assert made_in(checkpoint) is None
    auto = with_model(household(folder), dtype="auto")
    for name in ("float32", "bfloat16"):
        _check_fit(auto, with_model(auto, dtype=name), 2, checkpoint)


def test_a_fork_that_leaves_its_runs_stages_has_to_name_the_reference_that_they_made(folder, checkpoint):
    """The KL term silently went back to the model from before the stages."""
    compares = "--loss.kl_coefficient=0.05"
    staged = household(folder, compares, "--skillrl.sft_episodes=20", method="skillrl")
    grpo = household(folder, compares, method="grpo")
    _check_fit(staged, grpo, 2, checkpoint)  # this run made no model
    made = checkpoint.parent.parent / STAGES_FOLDER / "model"
    made.mkdir(parents=True)
    (made / "config.json").touch()
    with pytest.raises(ConfigError, match=rf"Type --model\.reference {made}, or .*--loss\.kl_coefficient 0"):
        _check_fit(staged, grpo, 2, checkpoint)
    with pytest.raises(ConfigError, match=r"Start a new run with what it has learnt: .*--model\.path "):
        _check_fit(on_cluster(staged), on_cluster(grpo), 2, checkpoint)
    _check_fit(staged, with_model(grpo, reference=str(made)), 2, checkpoint)
    _check_fit(staged, replace(grpo, loss=replace(grpo.loss, kl_coefficient=0.0)), 2, checkpoint)
    _check_fit(staged, staged, 2, checkpoint)  # it finds its own copy
