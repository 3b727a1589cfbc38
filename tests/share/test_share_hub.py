"""Runs pushed to and pulled from a stand-in of the Hub: all of it or nothing, no pickle, and errors that help."""

import json
import shutil
from pathlib import Path
from unittest.mock import Mock

import pytest

from skill1.cli import main
from skill1.errors import ConfigError, DataError
from skill1.library.catalogue import Catalogue
from skill1.models.files import file_hash
from skill1.report.report import write_report
from skill1.share.bundle import model_card, read_bundle, read_results, shared_files
from skill1.share.hub import pull_run, push_run
from skill1.train.checkpoint import problems
from tests.share.hub_server import hub_serving

pytest.importorskip("huggingface_hub")
SHIPPED = Path(__file__).parents[2] / "data" / "household" / "run"
NAME = "org/household"
CHECKPOINT = "checkpoints/step_000110"


@pytest.fixture(scope="module")
def pushed(tmp_path_factory):
    """A run of a tiny model with a result, as the hub has it after a push; (its folder, the files)."""
    run = tmp_path_factory.mktemp("share") / "my-run"
    shutil.copytree(SHIPPED, run)
    (run / "eval").mkdir()
    (run / "eval" / "heldout-none.json").write_text(json.dumps(RESULT))
    (run / "checkpoints" / "step_000110" / "trainer_state.json").write_text("{}")
    with hub_serving() as hub, pytest.MonkeyPatch.context() as patch:
        point_to(patch, hub, tmp_path_factory.mktemp("home"))
        assert push_run(str(run), NAME).files > 8
        return run, hub.files(NAME)


RESULT = {
    "format": "skill1-eval-1",
    "name": "my-run",
    "env": "household",
    "split": "heldout",
    "library": "none",
    "checkpoint_step": 110,
    "is_whole_split": True,
    "tasks": 2,
    "episodes": 2,
    "repeats": 1,
    "errors": 0,
    "success_rate": 0.5,
    "interval_95": [0.1, 0.9],
    "bootstrap_95": [0.0, 1.0],
    "mean_outcome": 0.5,
    "mean_turns": 4.0,
    "macro_success_rate": 0.5,
    "warnings": [],
    "by_type": {},
}


ENDLESS = b'{"format": "skill1-share-1", "name": "a", "step": Infinity, "files": {}}'


def point_to(patch, hub, home, token="hf_right"):
    import huggingface_hub.constants as constants

    patch.setenv("HF_ENDPOINT", hub.url)
    patch.setenv("HF_TOKEN", token)
    patch.setenv("HF_HOME", str(home))
    patch.setattr(constants, "HF_HUB_OFFLINE", False)  # as these tests set it; the stand-in is on this machine
    patch.setattr(constants, "HF_HUB_DISABLE_XET", True)  # its protocol is not the stand-in's
    patch.setattr(constants, "HF_TOKEN_PATH", str(home / "token"))


@pytest.fixture
def hub(pushed, monkeypatch, tmp_path):
    with hub_serving() as found:
        found.repositories[NAME] = [{}, dict(pushed[1])]
        point_to(monkeypatch, found, tmp_path / "home")
        yield found


@pytest.fixture
def run(pushed, tmp_path):
    """A copy of the run, to be changed."""
    return shutil.copytree(pushed[0], tmp_path / "run")


def nothing_is_left(tmp_path):
    return not (tmp_path / "here").exists() and not list(tmp_path.glob(".here*"))


def test_what_stands_where(pushed):
    _, files = pushed
    assert {"config.json", "model.safetensors", "library.sqlite", "tokenizer.json"} < files.keys()
    assert {"run/config.yaml", "run/metrics.jsonl", "run/eval/heldout-none.json"} < files.keys()
    assert not {"trainer_state.json", "MANIFEST.json", "optimizer.safetensors"} & files.keys()
    card = files["README.md"].decode()
    assert card.startswith("---\nlibrary_name:") and "198 active skills" in card and "50.0 % success" in card
    assert '"value": 0.5' in card and f"skill1 pull {NAME} runs/my-run" in card


def test_a_pulled_run_is_the_pushed_one(hub, pushed, tmp_path):
    run, _ = pushed
    found = pull_run(NAME, tmp_path / "here")
    assert (found.name, found.step) == ("my-run", 110)
    here = tmp_path / "here" / "checkpoints" / "step_000110"
    there = run / "checkpoints" / "step_000110"
    for name in ("model.safetensors", "library.sqlite", "config.json"):
        assert file_hash(here / name) == file_hash(there / name)
    assert problems(here) == [] and not list(tmp_path.glob(".here*"))
    assert (tmp_path / "here" / "config.yaml").read_bytes() == (run / "config.yaml").read_bytes()
    with Catalogue.open(here) as catalogue:
        assert len(catalogue.store.skills("active")) == 198


def test_the_commands(hub, pushed, capsys):
    """Pushed over, pulled under the repository's name, and read as any run."""
    assert main(["push", str(pushed[0]), NAME, "--message", "again", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["revision"] == hub.commit_of(NAME, 2) and told["url"].endswith(NAME)
    assert main(["pull", NAME, "--revision", hub.commit_of(NAME, 1)]) == 0
    assert "household: my-run at step 110" in capsys.readouterr().out
    assert main(["library", "stats", "runs/household", "--json"]) == 0
    assert main(["pull", NAME]) == 1
    assert "already exists" in capsys.readouterr().err
    assert main(["push", "runs/household", "nonsense"]) == 1
    assert "ORGANISATION/NAME" in capsys.readouterr().err
    assert main(["push", "runs/household", NAME, "--train.steps", "3"]) == 2


def test_a_push_takes_away_what_the_one_before_left(hub, pushed):
    """Such as shards of larger weights. What stands in no list of a push stays."""
    run, files = pushed
    record = json.loads(files["skill1.json"])
    record["files"]["model-00001-of-00002.safetensors"] = record["files"]["run/eval/old.json"] = {
        "sha256": "a" * 64
    }
    left = dict.fromkeys(
        ["model-00001-of-00002.safetensors", "run/eval/old.json", ".gitattributes", "mine.txt"], b""
    )
    hub.repositories[NAME].append({**files, **left, "skill1.json": json.dumps(record).encode()})
    push_run(str(run), NAME)
    assert hub.files(NAME).keys() - files.keys() == {".gitattributes", "mine.txt"}
    hub.repositories[NAME].append({**files, "skill1.json": b"{", "mine.txt": b""})
    push_run(str(run), NAME)
    assert hub.files(NAME).keys() - files.keys() == {"mine.txt"}


def test_a_run_that_trains_on_is_shared_as_it_was_when_it_was_listed(hub, run, tmp_path, monkeypatch):
    before = (run / "metrics.jsonl").read_bytes()

    def trained_on():  # asked for after the files were listed, before they are sent
        with open(run / "metrics.jsonl", "ab") as file:
            file.write(b'{"step": 111}\n')
        return "hf_right"

    monkeypatch.setattr("huggingface_hub.get_token", trained_on)
    push_run(str(run), "org/going")
    pull_run("org/going", tmp_path / "here")
    assert (tmp_path / "here" / "metrics.jsonl").read_bytes() == before != (run / "metrics.jsonl").read_bytes()


def test_a_new_repository_may_be_private(hub, pushed, tmp_path):
    push_run(f"{pushed[0]}@110", "org/secret", private=True)
    assert "org/secret" in hub.private
    pull_run("org/secret", tmp_path / "here")
    hub.token = "hf_another"
    with pytest.raises(DataError, match="401.*hf auth login"):
        pull_run("org/secret", tmp_path / "there")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda files: files.pop("library.sqlite"), "lacks 'library.sqlite'"),
        (lambda files: files.update({"model.safetensors": b"other"}), "is not as its skill1.json lists it"),
        (lambda files: files.pop("skill1.json"), "holds no run that `skill1 push` shared"),
        (lambda files: files.update({"skill1.json": b"{}"}), "is not the list of a shared run"),
        (lambda files: files.update({"skill1.json": ENDLESS}), "is not the list of a shared run"),
        (lambda files: listing(files, "pytorch_model.bin"), "can hold code"),
        (lambda files: listing(files, "run/../../evil.json"), "not a path inside its folder"),
    ],
)
def test_what_is_not_as_listed_is_not_kept(hub, tmp_path, change, said):
    change(hub.files(NAME))
    with pytest.raises(DataError, match=said):
        pull_run(NAME, tmp_path / "here")
    assert nothing_is_left(tmp_path) and not list(tmp_path.glob("evil*"))


def listing(files, name):
    record = json.loads(files["skill1.json"])
    record["files"][name] = {"bytes": 1, "sha256": "0" * 64}
    files["skill1.json"], files[name] = json.dumps(record).encode(), b"x"


def test_a_download_that_breaks_off_or_a_disk_that_is_full_leaves_nothing(hub, tmp_path, monkeypatch):
    from huggingface_hub import file_download

    monkeypatch.setattr(file_download.time, "sleep", lambda _: None)  # between its tries
    hub.cut = "model.safetensors"
    with pytest.raises(DataError, match="connection broke|not as its skill1.json"):
        pull_run(NAME, tmp_path / "here")
    hub.cut = ""
    monkeypatch.setattr("skill1.share.hub._put_together", Mock(side_effect=OSError("No space left")))
    with pytest.raises(DataError, match="here cannot be written: No space left"):
        pull_run(NAME, tmp_path / "here")
    assert nothing_is_left(tmp_path)


def test_faults_of_token_and_network_say_what_to_type(hub, pushed, tmp_path, monkeypatch):
    from huggingface_hub import constants

    run = str(pushed[0])
    # Read when the package was imported.
    monkeypatch.setattr(constants, "ENDPOINT", hub.url)
    template = f"{hub.url}/{{repo_id}}/resolve/{{revision}}/{{filename}}"
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", template)
    monkeypatch.setenv("HF_TOKEN", "hf_wrong")
    with pytest.raises(DataError, match="401.*hf auth login"):
        push_run(run, NAME)
    monkeypatch.delenv("HF_TOKEN")
    with pytest.raises(DataError, match="no Hugging Face Hub token.*HF_TOKEN"):
        push_run(run, NAME)
    monkeypatch.undo()
    monkeypatch.setenv("HF_ENDPOINT", hub.url)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    with pytest.raises(DataError, match="hf auth login"):
        pull_run("org/nothing", tmp_path / "here")
    hub.status = 403
    with pytest.raises(DataError, match="403. Check the name and what the token may do"):
        pull_run(NAME, tmp_path / "here")
    hub.status = 500
    with pytest.raises(DataError, match="500. Type the command again later"):
        pull_run(NAME, tmp_path / "here")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(DataError, match="127.0.0.1:9 cannot be reached"):
        pull_run(NAME, tmp_path / "here")
    assert nothing_is_left(tmp_path)


def test_a_push_says_that_it_is_without_what_people_changed_since(hub, run, capsys):
    shutil.copy(run / CHECKPOINT / "library.sqlite", run)
    assert main(["push", str(run), NAME]) == 0 and "note:" not in capsys.readouterr().err
    with Catalogue.open(run) as catalogue:
        name = catalogue.store.skills("active")[0].id
    assert main(["library", "ban", str(run / "library.sqlite"), name]) == 0
    assert main(["push", str(run), NAME]) == 0
    assert "without what was changed in" in capsys.readouterr().err
    (run / "library.sqlite").write_bytes(b"damaged")  # which is not what is shared
    assert main(["push", str(run), NAME]) == 0 and "note:" not in capsys.readouterr().err


def test_an_error_of_our_own_is_told_as_it_is(hub, run):
    (run / "config.yaml").write_text("seed: high")
    with pytest.raises(ConfigError, match="seed"):
        push_run(str(run), NAME)


def test_a_pickle_is_not_pushed(run):
    (run / CHECKPOINT / "pytorch_model.bin").write_bytes(b"x")
    with pytest.raises(DataError, match="pytorch_model.bin is not shared.*A pickle"):
        shared_files(run, run / CHECKPOINT)


def test_what_is_made_anew_or_only_resumed_from_is_neither_pushed_nor_a_hindrance(pushed, run):
    """verl's shards; a report, a card and a list; hidden files."""
    (run / CHECKPOINT / "verl").mkdir()
    for name in ("verl/model_world_size_2_rank_0.pt", "README.md", "skill1.json", ".DS_Store"):
        (run / CHECKPOINT / name).write_bytes(b"x")
    assert write_report(f"{run}@110").parent == run / CHECKPOINT
    shared = [file.name for file in shared_files(run, run / CHECKPOINT)]
    assert sorted([*shared, "README.md", "skill1.json"]) == sorted(pushed[1])


def test_what_is_no_run_or_no_checkpoint_by_its_name_is_not_pushed(run):
    with pytest.raises(DataError, match="is not a run"):
        push_run("org/some-model", NAME)
    best = (run / CHECKPOINT).rename(run / "checkpoints" / "best")
    with pytest.raises(DataError, match="best does not say after which step it was saved; expected .*step_000040"):
        push_run(str(best), NAME)


@pytest.mark.parametrize(
    "place", ["checkpoints/step_000110/notes.txt", "checkpoints/step_000110/more", "eval/a.json", "eval"]
)
def test_a_link_is_not_pushed(run, tmp_path, place):
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "id.txt").write_text("mine alone")
    if place == "eval":
        shutil.rmtree(run / place)
    (run / place).symlink_to(tmp_path / "secret" / ("id.txt" if "." in place else ""))
    with pytest.raises(DataError, match=f"{place} is not shared: it is a link"):
        shared_files(run, run / CHECKPOINT)


def test_a_card_without_results_says_so():
    card = model_card(NAME, "a|b", 3, "grpo", None, [])
    assert "skill1 eval 'runs/a|b'" in card and "skill1 library" not in card
    assert "a library of 0 active skills" in model_card(NAME, "a", 3, "skill1", 0, [])
    assert "not evaluated" in card and "no library" in card and "model-index" not in card and "# a\\|b" in card


def test_a_card_has_the_results_of_its_own_checkpoint(run):
    other = shutil.copytree(run / CHECKPOINT, run / "checkpoints" / "step_000040")
    files = shared_files(run, other)
    assert read_results(files, 40) == [] and read_results(files, 110) == [RESULT]


OUTSIDE = ("run//etc/config.yaml", "run/./a.json", "run/../a.json", "run/.hidden.json", "/a.json", "a.json/")


@pytest.mark.parametrize(
    ("name", "digest", "said"),
    [
        *((name, "0" * 64, "not a path inside its folder") for name in OUTSIDE),
        ("a.json", "short", "without a SHA-256"),
    ],
)
def test_a_list_leads_nowhere_else_and_has_hashes(tmp_path, name, digest, said):
    path = tmp_path / "skill1.json"
    facts = {"format": "skill1-share-1", "name": "a", "step": 1}
    path.write_text(json.dumps({**facts, "files": {name: {"sha256": digest}}}))
    with pytest.raises(DataError, match=said):
        read_bundle(path)
