"""`webshop/tiny` from nothing on a small catalogue, and both published figures from one evaluation."""

import contextlib
import io
import json

import pytest

from skill1.env.wire import decode_step, encode_step, from_line, to_line
from skill1.evaluate.figures import summary
from skill1.run.directory import read_manifest
from skill1_envs.webshop.env import WebshopEnv
from tests.rollout.fakes import RecordingPolicy, play, settings
from tests.webshop.items import make_row, write_catalogue
from tests.webshop.shops import GOAL, LAMP, TASK, small_shop

pytest.importorskip("torch")
pytest.importorskip("nltk")
from skill1.cli import main  # noqa: E402

SHORT = [
    *("--env.max_steps=3", "--train.threads=1", "--train.tasks_per_step=2", "--train.group_size=2"),
    *("--train.steps=2", "--train.checkpoint_every=2"),
]


class ElsewhereEnv(WebshopEnv):
    """As behind a pipe or a server: every answer goes through the wire's form."""

    def step(self, action):
        return decode_step(from_line(to_line(encode_step(super().step(action)))))


def shop_for(reward, *actions, env=WebshopEnv):
    """An episode that says these actions, a purchase in the end."""
    told = iter(actions)
    policy = RecordingPolicy(act=lambda view: next(told))
    world = env(small_shop(), [TASK], [GOAL], 15, reward)
    return play(world, policy, None, settings(max_steps=15, budget=4000))


WITHOUT_OPTION = ("search[brass]", f"click[{LAMP.asin}]", "click[buy now]")
RIGHT = (*WITHOUT_OPTION[:2], "click[large]", "click[buy now]")


@pytest.mark.parametrize("env", [WebshopEnv, ElsewhereEnv])
@pytest.mark.parametrize(("reward", "outcomes"), [("score", [2 / 3, 1.0]), ("success", [0.0, 1.0])])
def test_score_and_success_do_not_depend_on_what_is_paid(env, reward, outcomes):
    """One purchase with two of three parts right and one right one: Score (2/3 + 1)/2, Success 1/2."""
    episodes = [shop_for(reward, *actions, env=env) for actions in (WITHOUT_OPTION, RIGHT)]
    assert [episode.outcome for episode in episodes] == outcomes
    assert [episode.score for episode in episodes] == [2 / 3, 1.0]
    assert [episode.success for episode in episodes] == [False, True]


def test_an_episode_without_a_purchase_scores_zero():
    episode = shop_for("success", *["search[brass]"] * 15)
    assert (episode.status, episode.score, episode.success) == ("ok", 0.0, False)
    assert summary([episode])["mean_score"] == 0.0


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run of two steps on twelve lamps with two goals each, and what it said."""
    folder = tmp_path_factory.mktemp("tiny")
    rows = [make_row(f"B0000000{i}", name=f"Oak Desk Lamp {i}") for i in range(10, 22)]
    asked = [
        {"instruction": text, "instruction_attributes": ["solid oak"], "instruction_options": ["small"]}
        for text in ("find a small oak lamp", "i want a lamp of oak")
    ]
    facts = {row["asin"]: {"attributes": ["solid oak"], "instruction": None} for row in rows}
    (folder / "data").mkdir()
    write_catalogue(folder / "data", rows, facts, {row["asin"]: asked for row in rows})
    words = ["--config", "webshop/tiny", *SHORT, f"--env.data={folder / 'data'}", "--run-dir", str(folder / "run")]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert main(["train", *words]) == 0
    return folder / "run", said.getvalue()


def test_training_says_first_what_it_plays_on(finished):
    run, said = finished
    source = read_manifest(run)["split_source"]
    assert (source["split"], source["warning"]) == ("product_disjoint_train", "")
    assert said.startswith(f"webshop product_disjoint_train: {source['text']}\n")
    told = ("12 products", "human goals, price seed 1337", "nouns by ", "search builtin")
    assert all(part in source["text"] for part in told)


def test_training_tells_the_score(finished):
    metrics = (finished[0] / "metrics.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in metrics.splitlines()]
    assert [row["step"] for row in rows] == [1, 2]
    assert all(row["errors/episodes"] == row["prompt/shortened"] == 0 for row in rows)
    assert all(0.0 <= row["outcome/mean_score"] <= 1.0 and row["tokens/trained"] > 0 for row in rows)


def test_an_evaluation_holds_both_figures(finished, capsys):
    """A random policy buys nothing in three turns: both are 0, none is missing."""
    assert main(["eval", str(finished[0]), "--eval.limit", "2", "--json"]) == 0
    said = capsys.readouterr()
    result = json.loads(said.out)
    assert said.err.startswith(f"webshop product_disjoint_test: {result['split_source']}\n")
    assert (result["split"], result["tasks"], result["errors"]) == ("product_disjoint_test", 2, 0)
    assert (result["mean_score"], result["success_rate"]) == (0.0, 0.0)
    assert all(row["score"] == 0.0 for row in result["results"])
    assert result["type_labels"]["garden"] == "Garden" and "nouns by" in result["split_source"]
