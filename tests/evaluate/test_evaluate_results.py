"""Rows, warnings, names of files, cards and tables of results, without playing; and the page that explains them."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from skill1.agent.profile import configured_profile
from skill1.cli.evaluation import _print_tables
from skill1.config.keys import config_keys
from skill1.config.load import load_config
from skill1.errors import ConfigError, DataError, RunInUseError, Skill1Error, StorageError
from skill1.evaluate.card import headline, label_table, markdown_card, token_rows, type_columns, type_rows
from skill1.evaluate.evaluation import opened_library
from skill1.evaluate.figures import by_type, in_order
from skill1.evaluate.provenance import checkpoint_step, model_name, policy_hash, split_hash
from skill1.evaluate.storage import (
    fingerprint,
    kept_answers,
    prompt_hashes,
    read_stored,
    require_json_name,
    stored_path,
    write_result,
)
from skill1.policy.ledger import Ledger
from skill1.schema import Segment, Turn
from tests.evaluate.sample_results import FOUR, made_up, sample_result


def test_rows_follow_tasks_and_errors_are_no_zeroes():
    got = sample_result()
    assert [row["task"] for row in got["results"]] == ["toy/0", "toy/1", "toy/2", "toy/3"]
    first, _, third, last = got["results"]
    assert (first["success"], first["outcome"], first["turns"], first["skill"]) == (True, 1.0, 2, "k1")
    assert (first["skill_tokens"], first["raw_trajectory_tokens"], first["prompt_tokens"]) == (20, 50, 100)
    assert (first["selection_tokens"], first["distillation_tokens"], first["generated_tokens"]) == (34, 0, 12)
    assert (third["skill"], third["skill_tokens"]) == (None, 0)
    assert (last["status"], last["success"], last["outcome"], last["turns"]) == ("error", None, None, None)
    assert "it broke" in last["error"]
    assert (got["tasks"], got["episodes"], got["errors"], got["successes"]) == (4, 3, 1, 2)


def test_an_encoder_that_is_not_there_is_told_before_anything_is_played():
    config = load_config("household/skill1", ["--library.encoder=./no-such-folder"])
    with pytest.raises(Skill1Error, match="no-such-folder"), opened_library(config, "fresh", None):
        raise AssertionError("a round would have been played, and lost at its commit")


def test_what_is_odd_is_said():
    assert sample_result([made_up(0)])["warnings"] == []
    (said,) = sample_result()["warnings"]
    assert said.startswith("1 episodes ended in an error")
    half = [made_up(0, valid=False), made_up(1, valid=False)]
    assert sample_result(half)["warnings"] == []  # 50 % is not above 50 %
    asked_wrongly = made_up(0, valid=False)
    never = [replace(asked_wrongly, turns=asked_wrongly.turns[1:])]
    (said,) = sample_result(never)["warnings"]
    assert said.startswith("100% of the actions") and "--profile" in said and "cut off" not in said


@pytest.mark.parametrize(
    ("reasons", "is_told"), [(("length", "length", "stop"), True), (("length", "stop"), False)]
)
def test_a_model_that_reasons_past_its_limit_is_told_of_the_limit(reasons, is_told):
    turns = tuple(Turn("o", "", False) for _ in reasons)
    acts = tuple(Segment("act", i, (1,), (2,), (), why, "I", False, 0, 0) for i, why in enumerate(reasons))
    # A valid answer may be cut, too: what it says is not counted.
    fine = Segment("act", 9, (1,), (2,), (), "length", "go", True, 0, 0)
    config = load_config("household/skill1", ["--eval.split=seen", "--sampling.act_tokens=64"])
    (said,) = sample_result([replace(made_up(0), turns=turns, segments=(*acts, fine))], config)["warnings"]
    assert ("were cut off: raise sampling.act_tokens = 64" in said) == is_told


def test_an_evaluation_of_errors_only_is_an_error():
    broken = [made_up(i, status="error", error=f"EnvironmentFault: broke {i}") for i in range(2)]
    with pytest.raises(
        DataError, match="all 2 episodes .* ended in an error.*broke 0\nCheck .* envs check household$"
    ):
        sample_result(broken, load_config("household/skill1", ["--eval.split=seen"]))
    # The check would pass: it was no fault of the environment.
    long = [replace(episode, error="PromptError: too long. Raise it.") for episode in broken]
    with pytest.raises(DataError, match="too long. Raise it.$"):
        sample_result(long)


def test_the_split_hash_knows_order_and_number():
    tasks = [episode.task for episode in FOUR]
    assert len({split_hash(tasks), split_hash(tasks[::-1]), split_hash(tasks[:3])}) == 3
    assert split_hash(tasks) == split_hash(list(tasks))


def test_names_and_steps_of_models(tmp_path):
    assert model_name("runs/mine/checkpoints/step_000040") == "mine" and model_name("Org/Model-7B") == "Model-7B"
    assert checkpoint_step("runs/mine/checkpoints/step_000040") == 40 and checkpoint_step("Org/Model") is None
    assert checkpoint_step("models/step_500") is None  # of another trainer


def test_the_policy_hash_covers_weights_and_leaves_out_the_optimizer(tmp_path):
    (tmp_path / "model.safetensors").write_bytes(b"one")
    (tmp_path / "config.json").write_text("{}")
    first = policy_hash(str(tmp_path))
    (tmp_path / "optimizer.safetensors").write_bytes(b"x")
    (tmp_path / "library.sqlite").write_bytes(b"x")
    (tmp_path / "._config.json").write_bytes(b"\0")  # macOS leaves one beside each file on a foreign disk
    assert policy_hash(str(tmp_path)) == first
    (tmp_path / "model.safetensors").write_bytes(b"two")
    assert policy_hash(str(tmp_path)) != first


@pytest.mark.parametrize(
    ("overrides", "fields", "name"),
    [
        (("--eval.limit=5",), {}, "seen-frozen-step40"),
        ((), {}, "seen-frozen-step40-all"),
        (("--eval.limit=5", "--eval.batch_size=3", "--env.workers=2", "--model.rows=8"), {}, "seen-frozen-step40"),
        (("--eval.limit=5", "--eval.errors_in_a_row=3"), {}, "seen-frozen-step40"),
        (("--eval.temperature=0", "--eval.limit=20"), {}, "seen-frozen-step40-t0-first20"),
        (("--eval.limit=5", "--seed=3"), {"repeats": 4}, "seen-frozen-step40-s3-x4"),
        (("--eval.limit=5", "--seed=100000000000000001"), {}, "seen-frozen-step40-s100000000000000001"),
        (("--eval.limit=5", "--eval.library=random"), {"mode": "random"}, "seen-random-step40"),
        (("--eval.limit=5",), {"checkpoint_step": None}, "seen-frozen"),
    ],
)
def test_a_file_is_named_by_what_differs_from_the_run(overrides, fields, name):
    """The run's own evaluations have a limit of 5."""
    before, config = (
        load_config("household/skill1", ["--eval.split=seen", *words]) for words in (["--eval.limit=5"], overrides)
    )
    path = stored_path(Path("run"), sample_result(config=config, **fields), before, config)
    assert path == Path("run/eval") / f"{name}.json"


def test_settings_without_a_word_of_their_own_still_get_a_file_of_their_own():
    before = load_config("household/skill1", ["--eval.split=seen"])
    others = [
        (load_config("household/skill1", ["--eval.split=seen", override]), "")
        for override in ("--env.max_steps=3", "--eval.round_tasks=3", "--library.top_k=2")
    ]
    others += [(before, "other.sqlite"), (before, "")]
    paths = {stored_path(Path("run"), sample_result(config=config), before, config, o) for config, o in others}
    assert len(paths) == 5


def test_files_hold_what_was_found_and_nothing_else_is_left(tmp_path):
    got = sample_result()
    path, card = write_result(tmp_path / "deep" / "it.json", got, "skill1 eval runs/toy-run")
    assert json.loads(path.read_text(encoding="utf-8")) == got
    assert card.read_text(encoding="utf-8") == markdown_card(got, "skill1 eval runs/toy-run")
    assert sorted(p.name for p in path.parent.iterdir()) == ["it.json", "it.md"]
    with pytest.raises(ConfigError, match="ends in .json"):
        require_json_name(Path("it.txt"))
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="--output"):
        write_result(tmp_path / "file" / "it.json", got, "")
    with pytest.raises(StorageError, match="--output"):
        write_result(tmp_path / f"{'x' * 249}.json", got, "")  # too long for the temporary file beside it


def test_tables_say_what_the_result_says():
    got = sample_result()
    assert "toy-run at step 40 on household seen, library frozen: 66.7 % success" in headline(got)
    rows = type_rows(got)
    assert [row[0] for row in rows] == ["heat", "put", "all", "mean over types"]
    assert rows[1][1:4] == ("3", "2", "50.0 %") and rows[3][3] == "75.0 %"
    tokens = {row[0]: row[1:] for row in token_rows(got)}
    assert tokens["added by the skill"] == ("13.3", "40", "6.7")  # (20 + 20 + 0) / 3
    assert "distillation prompts" not in tokens


def test_a_type_without_an_episode_has_no_interval():
    got = sample_result([FOUR[0], made_up(3, type_="heat", status="error", error="it broke")])
    assert got["by_type"]["heat"]["interval_95"] is got["by_type"]["heat"]["bootstrap_95"] is None
    assert type_rows(got)[0][3:6] == ("–", "–", "–") and "| heat | 1 | 0 | – | – | – |" in markdown_card(got, "")


def test_the_card_is_a_table_whatever_a_name_holds():
    hostile = made_up(0, type_="a|b\n| <script> |")
    source = ("x\n| y | [z](http://h)", "")
    card = markdown_card(
        sample_result([hostile], type_labels={hostile.task.type: "c|d\n<e>"}, split_source=source),
        "skill1 eval 'x`y\nz'",
    )
    (row,) = [line for line in card.splitlines() if "script" in line]
    assert row.startswith("| a\\|b \\| &lt;script> \\| | 1 | 1 |") and "skill1 eval 'x'y z'" in card.splitlines()
    assert "|  | c\\|d &lt;e> | All |" in card and "Tasks: x \\| y \\| \\[z\\](http://h)." in card
    linked = markdown_card(sample_result([made_up(0, type_="![x](http://h) *b* `c` _i_ a_b\ud800")]), "")
    assert r"| !\[x\](http://h) \*b\* \`c\` \_i\_ a_b |" in linked and linked.encode()


def test_the_card_tells_what_a_server_counted():
    result = sample_result()
    result["tokens"]["server_counted"] = {"answers": 4, "prompt_tokens": 180}
    card = markdown_card(result, "")
    assert "these numbers are estimates" in card and "answers 4, prompt tokens 180." in card


LABELS = {"put": "Pick", "look": "Look", "heat": "Heat"}
SOURCE = "official seen, 4 of 4 games"


def labelled(episodes=FOUR, warning=""):
    return sample_result(episodes, type_labels=LABELS, split_source=(SOURCE, warning))


def test_names_in_an_order_and_the_rest_by_alphabet():
    assert in_order(["z", "b", "a", "c", "a"], ["c", "missing", "b", "c"]) == ["c", "b", "a", "z"]
    assert list(by_type([made_up(0, type_=name) for name in ("a", "heat", "put")], LABELS)) == ["put", "heat", "a"]


def test_columns_are_in_the_papers_order_with_all_at_the_end():
    """put: 1 of 2; heat: 1 of 1, the other is in error; no look. All: 2 of 3. Wilson 95 % by its formula."""
    columns, rows = label_table(labelled())
    assert columns == ("", "Pick", "Look", "Heat", "All")
    assert rows[0] == ("success", "50.0 %", "–", "100.0 %", "66.7 %")
    assert rows[1] == ("95 % Wilson", "9.5 – 90.5", "–", "20.7 – 100.0", "20.8 – 93.9")
    assert [row[0] for row in rows] == ["success", "95 % Wilson", "tasks"] and rows[2][1:3] == ("3", "0")


def test_the_score_stands_above_the_success_where_there_is_one():
    """put: (1 + .25)/2 = .625; heat: .5, the other is in error. All: (1 + .25 + .5)/3 = .5833."""
    graded = [replace(e, score=s) for e, s in zip(FOUR, (1.0, 0.25, 0.5, None), strict=True)]
    result = labelled(graded)
    assert result["mean_score"] == 1.75 / 3 and result["by_type"]["put"]["mean_score"] == 0.625
    assert [row["score"] for row in result["results"]] == [1.0, 0.25, 0.5, None]
    _, rows = label_table(result)
    assert rows[0] == ("score", "62.5", "–", "50.0", "58.3") and rows[1][0] == "success"
    assert type_columns(result)[6] == "score"
    assert [row[6] for row in type_rows(result)] == ["62.5", "50.0", "58.3", ""]
    assert ", score 58.3, 4 tasks" in headline(result)


def test_without_scores_and_in_older_results_there_is_no_such_column():
    older = labelled()
    assert older.pop("mean_score") is None and all(row.pop("score") is None for row in older["results"])
    assert "score" not in type_columns(older) and "score" not in headline(older)
    assert {len(row) for row in type_rows(older)} == {len(type_columns(older))}


def test_the_file_is_enough_to_print_it_again(tmp_path):
    """compare and cards read files: no suite is asked, and the order survives."""
    result = labelled()
    path, _ = write_result(tmp_path / "r.json", result, "skill1 eval RUN")
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert label_table(stored) == label_table(result)
    assert list(stored["type_labels"]) == ["put", "look", "heat"] and list(stored["by_type"])[0] == "put"


def test_card_and_command_say_which_games_these_are(capsys):
    result = labelled(warning="two games are missing")
    card = markdown_card(result, "skill1 eval RUN")
    assert f"Tasks: {SOURCE}." in card and "**Warning:** two games are missing" in card
    assert "|  | Pick | Look | Heat | All |" in card
    _print_tables(result)
    said = capsys.readouterr().out
    assert f"tasks: {SOURCE}" in said and "Pick2" not in said and "Heat" in said


def test_environments_without_names_have_no_such_table():
    result = sample_result()
    assert label_table(result) is None and result["type_labels"] == {} and result["split_source"] is None
    card = markdown_card(result, "")
    assert "Tasks:" not in card
    for word in ("split_sha256", "act.txt", "**Warning:** 1 episodes", "env.name", "| heat | 1 |"):
        assert word in card
    del result["type_labels"], result["split_source"]  # a file from before
    assert label_table(result) is None and markdown_card(result, "")


DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "reference" / "evaluation-result.md").read_text(encoding="utf-8")
GUIDE = (DOCS / "how-to" / "evaluate.md").read_text(encoding="utf-8")


def test_every_field_is_explained():
    got = sample_result()
    fields = [*got, *got["by_type"]["put"], *got["tokens"], *got["results"][0], *got["card"]]
    fields += [*got["tokens"]["parts"], *got["tokens"]["parts"]["skill"], "server_counted"]
    assert [field for field in fields if f"`{field}`" not in TEXT] == []


def test_every_explained_field_is_there():
    got = sample_result()
    table = TEXT.partition("## The result")[2].partition("\n\nA row")[0]
    named = [
        n
        for line in table.splitlines()
        if line.startswith("| `")
        for n in re.findall("`(.+?)`", line.split("|")[1])
    ]
    assert len(named) > 25 and set(named) == set(got)


def test_modes_are_those_of_the_configuration_and_the_page():
    assert [mode for mode in config_keys()["eval.library"].kinds if f"| `{mode}` |" not in GUIDE] == []


def test_two_equal_commands_do_not_share_a_file_of_answers(tmp_path):
    config = load_config("alfworld/skill1", ["--endpoint.url=http://127.0.0.1:9/v1", "--endpoint.model=small"])
    with pytest.raises(ConfigError), kept_answers(tmp_path / "eval", config, "a"):
        raise ConfigError("nothing was played")
    assert not (tmp_path / "eval").exists()
    with (
        pytest.raises(ValueError, match="the server is gone"),
        kept_answers(tmp_path / "eval", config, "a") as first,
    ):
        Ledger(first).close()
        with (
            pytest.raises(RunInUseError, match=f"by another process, which keeps .* in {first}. Wait until"),
            kept_answers(tmp_path / "eval", config, "a"),
        ):
            pass
        # Another command may run beside it.
        with kept_answers(tmp_path / "eval", config, "b") as other:
            assert other != first
        raise ValueError("the server is gone")
    # What was paid for waits for the same command, which nothing holds back any more.
    assert [path.name for path in (tmp_path / "eval").iterdir()] == [first.name]
    with kept_answers(tmp_path / "eval", config, "a") as again:
        assert again == first
    assert list((tmp_path / "eval").iterdir()) == []


@pytest.mark.parametrize("content", [b'{"fing', b"[" * 100_000, b"\xff", b"[1]", None])
def test_a_stored_file_that_is_no_result_is_as_good_as_none(tmp_path, content):
    if content is not None:
        (tmp_path / "seen-none.json").write_bytes(content)
    assert read_stored(tmp_path / "seen-none.json") == {}


@pytest.mark.parametrize(
    "setting", ["skillrl.top_k=2", "skillpro.skill_select_k=1", "retroagent.reflection=in_context"]
)
def test_an_evaluation_is_told_apart_by_its_own_methods_settings_alone(setting):
    def names(method):
        words = ([f"--method={method}"], [f"--method={method}", f"--{setting}"])
        return {fingerprint(load_config(None, each), "a") for each in words}

    assert len(names(setting.partition(".")[0])) == 2 and len(names("grpo")) == 1


def test_of_several_environments_each_has_its_own_prompts():
    both = load_config("mixed/tiny")
    assert prompt_hashes(both) == configured_profile(both).prompt_hashes()
    chat = ["--env.name=search,household", "--agent.profile=skill1"]
    names = {name.partition("/")[0] for name in prompt_hashes(load_config(None, chat))}
    assert names == {"search", "household"}, "they end their answers in different ways, but are played one by one"
