"""Prompting without training: what zero-shot, ReAct and Reflexion are shown, and how trials are counted."""

import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from skill1.agent.parse import parse_reflection, parse_thought
from skill1.agent.profile import load_profile
from skill1.cli import main
from skill1.config.load import load_config
from skill1.errors import ConfigError
from skill1.evaluate import evaluate
from skill1.evaluate.token_cost import Count, TokenCost, total
from skill1.evaluate.trials import Trials
from skill1.policy.endpoint_tokens import TextTokens
from skill1.policy.scripted import ScriptedPolicy
from skill1.schema import Episode, EpisodeKey, Observation, Task

NEEDED = 3  # task i is won by whoever does not say 0 … i-1 again: at trial i + 1


class DoorSuite:
    """Task i is a row of doors of which only number i leads out; an episode ends after two."""

    name = "doors"

    def __init__(self, config=None):
        self.config = config

    def splits(self):
        return {"doors": NEEDED, "cracked": NEEDED}

    def tasks(self, split):
        return tuple(
            Task(f"doors/{split}/{i}", "doors", split, i, f"leave room {i}", "leave") for i in range(NEEDED)
        )

    def make(self, split):
        return DoorEnv(self.tasks(split))


class DoorEnv:
    def __init__(self, tasks):
        self.tasks, self.task, self.looked = tasks, None, False

    def reset(self, *, task_index=None, seed=None):
        self.task, self.looked = self.tasks[task_index], False
        return Observation("you see doors", ("look", "open 0", "open 1", "open 2"))

    def step(self, action):
        if self.task.split == "cracked" and self.task.index == 1:
            raise RuntimeError("the door fell on us")
        if action == "look":
            return Observation("the doors look alike"), 0.0, False, False, {"won": False}
        won = action == f"open {self.task.index}"
        return Observation("done"), float(won), True, False, {"won": won}

    def close(self):
        pass


def clever(stage, view, rng):
    """Looks, then opens the first door that no note calls wrong; notes name the door that was opened."""
    if stage == "distill":
        return f"<think>hm</think>\nDoor {view.turns[-1].action[-1]} was wrong, <action> take another."
    if not view.turns:
        return "Thought: I should <b>look</b> first.\n<action>look</action>"
    notes = [skill.strategy for skill in (view.skill, *view.also) if skill is not None]
    wrong = {number for number in range(NEEDED) if any(f"Door {number} " in note for note in notes)}
    door = min(set(range(NEEDED)) - wrong)
    return f"thought: door {door} is left\n<action>open {door}</action>"


class Asked(ScriptedPolicy):
    """Keeps every prompt as text, with the id of its episode and its stage."""

    def __init__(self):
        super().__init__(TextTokens(), clever)
        self.prompts = []

    async def generate(self, prompt_ids, sampling, *, session, key, view=None):
        self.prompts.append((session, key.stage, self.tokens.decode(prompt_ids)))
        return await super().generate(prompt_ids, sampling, session=session, key=key, view=view)

    def close(self):
        pass


@pytest.fixture
def policy(monkeypatch):
    made = Asked()
    monkeypatch.setattr("skill1.policy.endpoint.open_endpoint", lambda config: made)
    return made


def configured(method: str, *more: str, profile: str | None = None):
    return load_config(
        None,
        [
            *(f"--method={method}", f"--agent.profile={profile or method}", f"--env.name={__name__}:DoorSuite"),
            *("--eval.split=doors", "--endpoint.url=http://127.0.0.1:9/v1", "--endpoint.model=m", *more),
        ],
    )


def test_react_asks_for_a_thought_and_shows_the_earlier_ones(policy):
    got = evaluate(configured("react", "--eval.limit=1"))
    (_, _, first), (_, _, second) = policy.prompts
    assert 'begins with "Thought:"' in first and "[Thought" not in first and "leave room 0" in first
    assert "[Observation 1]: you see doors" in second and "[Action 1]: look" in second
    assert "[Thought 1]: I should ‹b›look‹/b› first." in second  # model text, neutralised
    assert got["success_rate"] == 1.0 and "trials" not in got and got["warnings"] == []
    assert (got["method"], got["profile"], got["library"]) == ("react", "react", "none")


def test_zero_shot_asks_with_the_profiles_own_prompts(policy):
    got = evaluate(configured("zero_shot", profile="generic"))
    texts = [text for _, _, text in policy.prompts]
    assert not any("Thought" in text or "tried this very task" in text for text in texts)
    assert got["success_rate"] == pytest.approx(1 / 3) and got["method"] == "zero_shot"
    assert {row["skill"] for row in got["results"]} == {None}


def test_reflexion_tries_again_with_what_it_wrote_and_counts_every_trial(policy):
    got = evaluate(configured("reflexion", "--eval.trials=3"))
    # Task 0 is won at the first trial, 1 at the second, 2 at the third.
    assert got["trials"] == {
        "limit": 3,
        "episodes": 6,
        "success_rate_by_trial": [pytest.approx(1 / 3), pytest.approx(2 / 3), 1.0],
    }
    assert got["success_rate"] == 1.0 and len(got["results"]) == 3
    [warning] = got["warnings"]
    assert "up to 3 trials" in warning and "33.3% at the first trial and 100.0% after the last" in warning
    reflections = [text for _, stage, text in policy.prompts if stage == 3]
    assert len(reflections) == 3 and all("The attempt ended in: failure" in text for text in reflections)
    last = [text for session, _, text in policy.prompts if session == "s0-000002-t02-r0"]
    assert len(last) == 2
    assert all("- Door 0 was wrong, ‹action› take another.\n- Door 1 was wrong" in text for text in last)
    first = [text for session, _, text in policy.prompts if session == "s0-000000-t02-r0" and "failed" in text]
    assert all("Write a note to yourself" in text for text in first)


def test_trials_end_with_the_limit_and_nothing_is_written_for_nobody(policy):
    got = evaluate(configured("reflexion", "--eval.trials=2"))
    assert got["trials"]["success_rate_by_trial"] == [pytest.approx(1 / 3), pytest.approx(2 / 3)]
    assert sum(stage == 3 for _, stage, _ in policy.prompts) == 2  # tasks 1 and 2 after their first trial
    assert got["success_rate"] == pytest.approx(2 / 3)


def test_each_trial_is_told_of(policy):
    console = Console(file=io.StringIO(), width=160)
    evaluate(configured("reflexion", "--eval.trials=3"), console=console)
    assert console.file.getvalue().splitlines()[-1] == "eval doors (none), trial 3/3  success 1"


def test_one_trial_is_react(policy):
    got = evaluate(configured("reflexion", "--eval.trials=1"))
    assert "trials" not in got and got["success_rate"] == pytest.approx(1 / 3)
    assert all(stage != 3 for _, stage, _ in policy.prompts)


def test_repeats_do_not_read_each_others_notes(policy):
    got = evaluate(configured("reflexion", "--eval.trials=2"), repeats=2)
    assert got["trials"]["episodes"] == 3 * 2 + 2 * 2
    noted = [text for session, stage, text in policy.prompts if session.endswith("t02-r1") and stage == 2]
    assert (
        len(noted) == 4 and sum("- Door" in text for text in noted) == 0
    )  # one note stands alone, without a dash
    assert sum("Door 0 was wrong" in text for text in noted) == 2


def test_an_episode_in_error_is_the_last_trial_of_its_task(policy):
    got = evaluate(configured("reflexion", "--eval.trials=3", "--eval.split=cracked"))
    assert [row["status"] for row in got["results"]] == ["ok", "error", "ok"]
    assert got["trials"]["episodes"] == 1 + 1 + 3 and got["errors"] == 1
    assert got["trials"]["success_rate_by_trial"] == [0.5, 0.5, 1.0]


def test_the_tokens_are_those_of_all_trials(policy):
    one = evaluate(configured("reflexion", "--eval.trials=1"))["results"]
    all_of_them = evaluate(configured("reflexion", "--eval.trials=3"))["results"]
    assert all_of_them[0]["generated_tokens"] == one[0]["generated_tokens"]
    assert all_of_them[2]["generated_tokens"] > 2 * one[2]["generated_tokens"]
    assert all_of_them[2]["distillation_tokens"] > 0 == all_of_them[0]["distillation_tokens"]


def test_the_result_does_not_depend_on_how_many_play_at_once(policy):
    results = {
        json.dumps(evaluate(configured("reflexion", f"--eval.batch_size={size}", "--endpoint.concurrency=9")))
        for size in (1, 2, 9)
    }
    assert len(results) == 1


def test_the_command_takes_a_method(policy, capsys, tmp_path):
    words = "eval http://127.0.0.1:9/v1 --env household --method reflexion --endpoint.model m --eval.split seen"
    more = ["--limit", "2", "--env.max_steps", "2", "--output", str(tmp_path / "r.json")]
    assert main([*words.split(), *more]) == 0
    got = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert (got["method"], got["profile"]) == ("reflexion", "reflexion") and got["trials"]["limit"] == 3
    assert "distill.txt" in got["card"]["prompts"]
    assert "up to 3 trials" in capsys.readouterr().err


@pytest.mark.parametrize("method", ["react", "reflexion"])
def test_a_method_without_its_prompts_is_refused(method):
    with pytest.raises(ConfigError, match=f"agent.profile = 'generic'.*--agent.profile {method}"):
        configured(method, profile="generic")


@pytest.mark.parametrize("env", ["household", "alfworld", "webshop"])
@pytest.mark.parametrize("method", ["zero_shot", "react", "reflexion"])
def test_configurations_show_the_whole_history(env, method):
    config = load_config(f"{env}/{method}")
    assert config.method == method and config.env.name == env
    if method != "zero_shot":
        assert config.agent.profile == method and config.agent.history_window == config.env.max_steps


def test_success_by_trial_by_hand():
    task = Task("t/0", "toy", "test", 0, "go", "go")
    other = replace(task, id="t/1", index=1)

    def trial(of, number, won, **fields):
        return Episode(EpisodeKey(0, number, of.index, 0), of, success=won, outcome=float(won), **fields)

    trials = Trials(
        3,
        (
            (trial(task, 0, False), trial(task, 1, True)),
            (trial(other, 0, False), trial(other, 1, False), trial(other, 2, False)),
        ),
    )
    assert [trials.success_by(n) for n in (1, 2, 3)] == [0.0, 0.5, 0.5]
    assert trials.facts() == {"limit": 3, "episodes": 5, "success_rate_by_trial": [0.0, 0.5, 0.5]}
    assert [group.episodes[0].success for group in trials.groups([task, other], 1)] == [True, False]


def test_tokens_add_up_by_hand():
    plain = TokenCost(*(Count(2, 1) for _ in range(9)), has_skill=False)
    noted = TokenCost(*(Count(3, 3) for _ in range(9)), has_skill=True)
    assert total([plain, noted]) == TokenCost(*(Count(5, 4) for _ in range(9)), has_skill=True)
    assert total([plain]) == plain


@pytest.mark.parametrize(
    ("answer", "thought"),
    [
        ("Thought: go on\n<action>look</action>", "go on"),
        ("<think>secret</think>THOUGHT:  a\n b <ACTION>look</ACTION>", "a b"),
        ("no action at all", "no action at all"),
        ("<action>look</action> afterwards", ""),
        ("", ""),
        ("Thought: " + "x" * 600, "x" * 500),
    ],
)
def test_thoughts_are_read_from_any_answer(answer, thought):
    assert parse_thought(answer) == thought


def test_reflections_are_one_neutral_line():
    assert parse_reflection("<think>a</think>\n Go\nleft <act> ", 100) == "Go left ‹act›"
    assert parse_reflection("far too long", 7) == "far too"
    assert parse_reflection("", 10) == ""


def test_reacts_prompts_belong_to_the_package_and_can_be_replaced(tmp_path):
    (tmp_path / "act.txt").write_text("Mine. {task} {skill} {history} {observation}", encoding="utf-8")
    plain, mine = load_profile("react", env="alfworld"), load_profile("react", str(tmp_path), env="alfworld")
    assert plain.shows_thoughts and mine.templates["act"].parts[0] == "Mine. "
    assert plain.prompt_hashes()["act.txt"] != mine.prompt_hashes()["act.txt"]
    assert load_profile("reflexion").prompt_hashes()["distill.txt"] != plain.prompt_hashes()["distill.txt"]
    assert (
        load_profile("react", env="alfworld").prompt_hashes()["query.txt"]
        == (load_profile("alfworld").prompt_hashes()["query.txt"])
    )
