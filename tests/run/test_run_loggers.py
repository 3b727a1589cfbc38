"""Loggers by name: what reaches each, what a resume does, and that none of them can end a run."""

import importlib.util
import json
import logging
import math
import sqlite3
import struct
import sys
from types import SimpleNamespace

import pytest

from skill1.config.load import load_config
from skill1.errors import ConfigError, MissingExtraError
from skill1.run import loggers
from skill1.run.loggers import check_loggers, open_loggers

ROWS = [{"step": step, "outcome/success_rate": step / 10, "policy/kl": None} for step in range(1, 6)]


def config_for(names, *more):
    return load_config("household/skill1", [f"--logging.to={names}", "--logging.offline=true", *more])


def play(config, run, rows, *, resumed_step=0):
    opened = open_loggers(config, run, resumed_step=resumed_step)
    names = opened.names
    for row in rows:
        opened.log(row)
    opened.close()
    return names


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "my-run"
    folder.mkdir()
    return folder


class Recorder:
    """A back end that keeps what it gets, and fails at one step."""

    def __init__(self, failing_step=None):
        self.got, self.closed, self.failing_step = [], 0, failing_step

    def log(self, step, figures):
        if step == self.failing_step:
            raise OSError("no space left on device")
        self.got.append((step, dict(figures)))

    def close(self):
        self.closed += 1


@pytest.fixture
def recorders(monkeypatch):
    """Every back end replaced by a recorder; the packages need not be there."""
    made = {name: Recorder() for name in loggers.BACKENDS}
    monkeypatch.setattr(loggers, "BACKENDS", {name: lambda run, r=r: r for name, r in made.items()})
    monkeypatch.setattr(
        loggers.importlib.util,
        "find_spec",
        lambda name: importlib.util.spec_from_loader(name, None, origin="here"),
    )
    return made


def test_no_logger_is_the_default(run):
    assert play(load_config("household/skill1"), run, ROWS) == ()
    assert list(run.iterdir()) == []


def test_an_unknown_name_names_the_nearest():
    with pytest.raises(ConfigError, match="'tensorbord'.*tensorboard, wandb.*Did you mean `tensorboard`"):
        check_loggers(config_for("wandb, tensorbord"))


@pytest.mark.parametrize(
    "found",
    [lambda _: None, lambda name: importlib.util.spec_from_loader(name, None)],
    ids=["nothing", "a folder of that name"],
)
def test_a_missing_package_names_its_extra(monkeypatch, found):
    monkeypatch.setattr(loggers.importlib.util, "find_spec", found)
    with pytest.raises(MissingExtraError, match=r"'wandb', which is not installed.*skill1\[wandb\]"):
        check_loggers(config_for("wandb"))


@pytest.mark.usefixtures("recorders")
def test_offline_and_a_remote_trackio_contradict_each_other(monkeypatch):
    monkeypatch.setenv("TRACKIO_SPACE_ID", "me/space")
    check_loggers(config_for("wandb"))
    check_loggers(config_for("trackio", "--logging.offline=false"))
    with pytest.raises(ConfigError, match="unset TRACKIO_SPACE_ID"):
        check_loggers(config_for("trackio"))


def test_names_may_have_spaces_and_repeat(recorders, run):
    assert play(config_for(" wandb, trackio,wandb,"), run, ROWS) == ("wandb", "trackio")
    assert [step for step, _ in recorders["wandb"].got] == [1, 2, 3, 4, 5]
    assert recorders["wandb"].closed == 1 and recorders["swanlab"].got == []


def test_figures_that_are_no_numbers_are_left_out(recorders, run):
    play(config_for("wandb"), run, [{"step": 1, "a/b": 2, "c/d": None, "e/f": math.nan, "g/h": -math.inf}])
    assert recorders["wandb"].got == [(1, {"a/b": 2.0})]


def test_a_logger_that_fails_is_left_out_and_warned_about_once(recorders, run, caplog):
    recorders["wandb"].failing_step = 3
    play(config_for("wandb,trackio"), run, ROWS)
    assert [step for step, _ in recorders["wandb"].got] == [1, 2]
    assert [step for step, _ in recorders["trackio"].got] == [1, 2, 3, 4, 5]
    warnings = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert len(warnings) == 1 and "wandb" in warnings[0] and "no space left" in warnings[0]


def test_a_logger_that_cannot_be_opened_or_closed_is_only_a_warning(monkeypatch, recorders, run, caplog):
    def refuse(_run):
        raise ConnectionError("no route to host")

    monkeypatch.setitem(loggers.BACKENDS, "wandb", refuse)
    monkeypatch.setattr(recorders["trackio"], "close", lambda: 1 / 0)
    assert play(config_for("wandb,trackio"), run, ROWS) == ("trackio",)
    assert ["no route to host" in r.getMessage() for r in caplog.records] == [True, False]


def test_a_state_that_cannot_be_written_ends_nothing(recorders, run):
    (run / loggers.STATE_FILE).mkdir()  # a folder in its place, since a full disk cannot be had for a test
    play(config_for("wandb"), run, ROWS)
    assert [step for step, _ in recorders["wandb"].got] == [1, 2, 3, 4, 5]


def test_rows_played_again_after_a_resume_are_sent_again_only_where_they_are_forgotten(recorders, run):
    config = config_for("tensorboard,wandb")
    play(config, run, ROWS[:4])
    play(config, run, ROWS[2:], resumed_step=2)
    assert [step for step, _ in recorders["wandb"].got] == [1, 2, 3, 4, 5]
    assert [step for step, _ in recorders["tensorboard"].got] == [1, 2, 3, 4, 3, 4, 5]


@pytest.mark.parametrize(
    "broken", ["{", "[]", '{"name": "my-run"}', '{"name": "my-run", "id": "x", "last_step": null}']
)
def test_the_run_keeps_its_id_and_another_run_has_another(recorders, run, monkeypatch, broken):
    seen = []
    monkeypatch.setitem(loggers.BACKENDS, "wandb", lambda opened: seen.append(opened) or recorders["wandb"])
    config = config_for("wandb")
    play(config, run, ROWS)
    play(config, run, [], resumed_step=5)
    copy = run.rename(run.with_name("Copy of it"))
    play(config, copy, [])
    (copy / loggers.STATE_FILE).write_text(broken)
    play(config, copy, [])
    ids = [opened.id for opened in seen]
    assert ids[0] == ids[1] and ids[0].startswith("my-run-") and len(set(ids)) == 3
    assert ids[2].startswith("copy-of-it-") and [opened.name for opened in seen[2:]] == ["Copy of it"] * 2
    assert [opened.is_resumed for opened in seen] == [False, True, False, False]


def test_tensorboard_files_read_back_without_the_rows_a_resume_took_back(run):
    pytest.importorskip("torch")
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    config = config_for("tensorboard")
    play(config, run, ROWS)
    play(config, run, [{"step": 4, "outcome/success_rate": 0.9}], resumed_step=3)
    events = EventAccumulator(str(run)).Reload()
    assert events.Tags()["scalars"] == ["outcome/success_rate"]
    scalars = [(event.step, round(event.value, 6)) for event in events.Scalars("outcome/success_rate")]
    assert scalars == [(1, 0.1), (2, 0.2), (3, 0.3), (4, 0.9)]
    text = events.Tensors("config/text_summary")[0].tensor_proto.string_val[0].decode()
    assert "selection: matched" in text


def chunks(raw, header=7, block=32768):
    """Records of W&B's file (LevelDB's log): a header, then blocks of pieces with checksum, length and kind."""
    position, record = header, b""
    while position + 7 <= len(raw):
        if block - position % block < 7:
            position += block - position % block
            continue
        length, kind = struct.unpack("<HB", raw[position + 4 : position + 7])
        record += raw[position + 7 : position + 7 + length]
        position += 7 + length
        if kind in (1, 4):  # whole, or the last piece
            yield record
            record = b""


def test_wandb_offline_writes_name_config_and_steps(run, monkeypatch):
    wandb = pytest.importorskip("wandb")
    from wandb.proto.wandb_internal_pb2 import Record

    monkeypatch.setenv("WANDB_BASE_URL", "http://127.0.0.1:9")  # nothing listens there: offline must not ask
    monkeypatch.setenv("WANDB_API_KEY", "k" * 40)
    monkeypatch.setenv("WANDB_SILENT", "true")
    play(config_for("wandb"), run, ROWS)
    wandb.teardown()  # waits for W&B's own process, which may still be writing after the run has ended
    (file,) = (run / "wandb").glob("offline-run-*/run-*.wandb")
    raw = file.read_bytes()
    assert b"k" * 40 not in raw
    records = [Record.FromString(data) for data in chunks(raw)]
    started = next(record.run for record in records if record.HasField("run"))
    assert (started.display_name, started.project) == ("my-run", "skill1")
    assert started.run_id == json.loads((run / loggers.STATE_FILE).read_text())["id"]
    config = {item.key: json.loads(item.value_json) for item in started.config.update}
    assert config["credit"]["selection"] == "matched" and config["method"] == "skill1"
    history = [record.history for record in records if record.HasField("history")]
    assert [row.step.num for row in history] == [1, 2, 3, 4, 5]
    items = [{item.key or "/".join(item.nested_key): item.value_json for item in row.item} for row in history]
    assert [float(row["outcome/success_rate"]) for row in items] == [0.1, 0.2, 0.3, 0.4, 0.5]


def test_trackio_keeps_a_local_database(run, tmp_path, monkeypatch):
    pytest.importorskip("trackio")
    from trackio import sqlite_storage

    store = tmp_path / "trackio"
    for module in (sqlite_storage, importlib.import_module("trackio.utils")):
        monkeypatch.setattr(module, "TRACKIO_DIR", store, raising=False)
    config = config_for("trackio", "--logging.project=tests-of-skill1")
    play(config, run, ROWS[:4])
    play(config, run, ROWS[2:], resumed_step=2)
    (file,) = store.glob("*.db")
    with sqlite3.connect(file) as database:
        rows = database.execute("SELECT run_name, run_id, step, metrics FROM metrics ORDER BY id").fetchall()
        ((sent,),) = database.execute("SELECT config FROM configs").fetchall()
    assert [step for _, _, step, _ in rows] == [1, 2, 3, 4, 5]
    assert {(name, run_id) for name, run_id, _, _ in rows} == {("my-run", rows[0][1])}
    assert json.loads(rows[3][3]) == {"outcome/success_rate": 0.4}
    assert json.loads(sent)["credit"]["selection"] == "matched"


@pytest.mark.parametrize(("offline", "mode"), [("true", "offline"), ("false", None)])
def test_swanlabs_own_variable_decides_unless_offline_is_asked_for(run, monkeypatch, offline, mode):
    given = {}
    swanlab = SimpleNamespace(Settings=dict, init=lambda **arguments: given.update(arguments))
    monkeypatch.setitem(sys.modules, "swanlab", swanlab)
    config = load_config("household/skill1", [f"--logging.offline={offline}"])
    loggers.SwanLab(loggers.Run(config, run, "my-run", "an-id", 0, is_resumed=False))
    assert given["mode"] == mode


def test_swanlab_offline_keeps_everything_in_the_run_directory(run, monkeypatch):
    pytest.importorskip("swanlab")
    monkeypatch.setenv("SWANLAB_API_KEY", "k" * 20)
    play(config_for("swanlab"), run, ROWS)
    (folder,) = (run / "swanlab").glob("run-*")
    assert folder.name.endswith(json.loads((run / loggers.STATE_FILE).read_text())["id"].replace("-", "_"))
    assert "trend" in (folder / "files" / "config.yaml").read_text(encoding="utf-8")
    (file,) = folder.glob("*.swanlab")
    raw = file.read_bytes()
    assert b"my-run" in raw and b"outcome/success_rate" in raw and b"k" * 20 not in raw
