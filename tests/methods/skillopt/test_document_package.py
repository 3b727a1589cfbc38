"""The interface of the PyPI package skillrl: its README example, against a recorded OpenAI-compatible server."""

import json
import math
import threading
from pathlib import Path

import numpy as np
import pytest

from skill1.errors import CheckpointError, ConfigError, PolicyError
from skill1.methods.skillopt.package import OpenAIChatClient, SimpleQAEnv, is_match, word_f1
from skill1.methods.skillopt.trainer import RolloutResult, SkillEnv, SkillOptConfig, SkillOptTrainer
from tests.policy.chat_server import Raw, chat, serving

# The example as the package's README has it, but for the addresses of its imports and the folder.
EXAMPLE = """
from skill1.methods.skillopt.trainer import SkillOptConfig, SkillOptTrainer
from skill1.methods.skillopt.trainer import SimpleQAEnv
from skill1.methods.skillopt.trainer import OpenAIChatClient

train = [
    {"id": "1", "question": "Capital of France?",      "answers": ["Paris"]},
    {"id": "2", "question": "Largest ocean on Earth?", "answers": ["Pacific Ocean", "Pacific"]},
]
val  = [{"id": "v1", "question": "Capital of Japan?", "answers": ["Tokyo"]}]
test = [{"id": "t1", "question": "Capital of Italy?", "answers": ["Rome"]}]

env = SimpleQAEnv(train_items=train, val_items=val, test_items=test)

optimizer = OpenAIChatClient(model="gpt-4o")
target    = OpenAIChatClient(model="gpt-4o-mini")

cfg = SkillOptConfig(
    num_epochs     = 2,
    batch_size     = 8,
    minibatch_size = 4,
    edit_budget    = 4,
    lr_scheduler   = "cosine",
    gate_metric    = "hard",
    out_root       = OUT,
)

trainer = SkillOptTrainer(
    config           = cfg,
    env              = env,
    optimizer_client = optimizer,
    target_client    = target,
    initial_skill    = "You are a concise QA assistant. Answer in one short phrase.",
)
summary = trainer.train()
"""
FACTS = {"France": "Paris", "Largest ocean": "the Pacific", "Japan": "Tokyo", "Italy": "Rome"}
ADVICE = "Name the place itself."


def recorded(request):
    """gpt-4o-mini knows a place only when told to name it; gpt-4o proposes just that advice."""
    said = " ".join(message["content"] for message in request["messages"])
    if request["model"] == "gpt-4o":
        return chat(json.dumps({"reasoning": "vague", "edits": [{"op": "append", "content": ADVICE}]}))
    answer = next(text for words, text in FACTS.items() if words in said)
    return chat(answer if ADVICE in said else "I would have to look that up")


@pytest.fixture
def server(monkeypatch):
    with serving(recorded) as stub:
        monkeypatch.setenv("OPENAI_BASE_URL", stub.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-recorded")
        yield stub


def run_example(folder):
    names = {"OUT": str(folder)}
    exec(EXAMPLE, names)
    return names["summary"]


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_readme_example_runs_with_its_import_lines_changed(server, tmp_path):
    summary = run_example(tmp_path)
    assert (summary["best_selection_score"], summary["test_hard"], summary["baseline_test_hard"]) == (
        1.0,
        1.0,
        0.0,
    )
    assert summary["total_steps"] == 2 and summary["total_accepts"] == 1
    best = (tmp_path / "best_skill.md").read_text()
    assert best == f"You are a concise QA assistant. Answer in one short phrase.\n\n{ADVICE}\n"
    assert {path.name for path in tmp_path.iterdir()} == {
        "baseline_selection_eval",
        "best_skill.md",
        "config.json",
        "current_skill.md",
        "history.json",
        "runtime_state.json",
        "skills",
        "steps",
        "summary.json",
        "test_eval_baseline",
        "test_eval_best",
    }
    assert read(tmp_path / "test_eval_best" / "results.json")[0]["predicted_answer"] == "Rome"
    assert read(tmp_path / "test_eval_baseline" / "summary.json")["hard"] == 0.0
    assert {path.name for path in (tmp_path / "skills").iterdir()} == {f"skill_v000{n}.md" for n in range(3)}
    assert "sk-recorded" not in "".join(path.read_text() for path in tmp_path.rglob("*") if path.is_file())
    assert set(server.keys) == {"Bearer sk-recorded"}


def test_a_second_call_asks_nothing_again(server, tmp_path):
    first = run_example(tmp_path)
    asked = len(server.requests)
    second = run_example(tmp_path)
    assert len(server.requests) == asked
    same = set(first) - {"wall_time_s", "optimizer_tokens"}
    assert {key: first[key] for key in same} == {key: second[key] for key in same}


class Addition(SkillEnv):
    """Adds numbers right once the document says how; ``stop_at`` rollouts later it is interrupted."""

    name = "addition"

    def __init__(self, stop_at=None):
        self.left, self.lock = stop_at, threading.Lock()

    def get_initial_skill(self):
        return "Add.\n"

    def get_items(self, split):
        return [{"id": f"{split}{n}", "n": n} for n in range(4)]

    def rollout_one(self, *, item, skill, target_client):
        with self.lock:
            if self.left is not None:
                self.left -= 1
                if self.left < 0:
                    raise KeyboardInterrupt
        won = int(item["n"] < skill.count("carry"))
        return RolloutResult(id=item["id"], hard=won, soft=float(won), fail_reason="" if won else "no carry")


class Optimizer:
    model = "scripted"

    def __init__(self):
        self.stages, self.systems, self.lock = [], [], threading.Lock()

    def chat(self, *, system, user, stage="", **_):
        with self.lock:
            self.stages.append(stage)
            self.systems.append(system)
        if stage == "ranking":
            return '{"selected_indices": [1]}', {"prompt_tokens": 3, "completion_tokens": 1}
        edits = [{"op": "append", "content": text} for text in ("Be quick.", "Mind the carry.")]
        return json.dumps({"edits": edits}), {"prompt_tokens": 7, "completion_tokens": 2}


class Uncounted(Optimizer):
    def chat(self, **asked):
        return super().chat(**asked)[0], None


def trainer(folder, env, optimizer=None, overrides=None, **config):
    config = {
        "num_epochs": 3,
        "batch_size": 2,
        "edit_budget": 1,
        "min_edit_budget": 1,
        "workers": 1,
        "minibatch_size": 1,
        **config,
    }
    return SkillOptTrainer(
        config=SkillOptConfig(out_root=str(folder), **config),
        env=env,
        optimizer_client=optimizer or Optimizer(),
        target_client=None,
        prompt_overrides=overrides,
    )


def without_times(history):
    return [{key: value for key, value in record.items() if key != "wall_time_s"} for record in history]


@pytest.mark.parametrize("stop_at", [3, 5, 11, 30])
def test_an_interrupted_run_goes_on_as_if_never_stopped(tmp_path, stop_at):
    whole = trainer(tmp_path / "whole", Addition())
    summary = whole.train()
    with pytest.raises(KeyboardInterrupt):
        trainer(tmp_path / "cut", Addition(stop_at)).train()
    again = trainer(tmp_path / "cut", Addition())
    resumed = again.train()
    assert without_times(again.history) == without_times(whole.history) and len(whole.history) == 6
    assert again.best_skill == whole.best_skill and whole.best_skill.count("carry") > 1
    assert resumed["test_hard"] == summary["test_hard"] > 0


def test_a_client_need_not_count_tokens(tmp_path):
    counted, uncounted = (trainer(tmp_path / each.__name__, Addition(), each()) for each in (Optimizer, Uncounted))
    counted.train()
    uncounted.train()
    assert uncounted.best_skill == counted.best_skill


@pytest.mark.parametrize(
    "state",
    [
        '{"last_comp',
        '{"x": 1}',
        '{"last_completed_step": "two"}',
        '{"last_completed_step": 2}',  # as the package itself leaves it
        '{"last_completed_step": 2, "optimizer": 3}',
        "[2]",
    ],
)
def test_a_damaged_state_is_not_passed_over(tmp_path, state):
    (tmp_path / "runtime_state.json").write_text(state)
    with pytest.raises(CheckpointError, match="start over"):
        trainer(tmp_path, Addition()).train()


@pytest.mark.parametrize(
    ("train", "val", "said"), [(0, 1, "training split is"), (1, 0, "selection split 'val' is")]
)
def test_a_split_without_items_is_refused_before_anything_is_tried(tmp_path, train, val, said):
    item = {"id": "1", "question": "?", "answers": ["a"]}
    env = SimpleQAEnv(train_items=[item] * train, val_items=[item] * val, test_items=[])
    config = SkillOptConfig(out_root=str(tmp_path))
    with pytest.raises(ValueError, match=f"{said} empty"):
        SkillOptTrainer(config=config, env=env, optimizer_client=Optimizer(), target_client=Optimizer()).train()
    assert not list(tmp_path.iterdir())


def test_messages_name_no_keys_of_a_configuration_that_is_not_there(monkeypatch):
    for model, url in (("", "http://127.0.0.1:9/v1"), ("small", "127.0.0.1:9"), ("small", "http://a:b@c")):
        with pytest.raises(ConfigError, match="expected a model's name, and as the address http") as caught:
            OpenAIChatClient(model=model, base_url=url)
        assert url not in str(caught.value)
    with serving(Raw(404, {"error": {"message": "no"}})) as stub, pytest.raises(PolicyError) as refused:
        OpenAIChatClient(model="small", base_url=stub.url).chat(system="", user="?")
    assert "endpoint." not in str(refused.value) and "None." not in str(refused.value)


def test_prompt_overrides_are_system_prompts(tmp_path):
    optimizer = Optimizer()
    trainer(tmp_path, Addition(), optimizer, {"ranking": "Rank as I say."}, num_epochs=1).train()
    systems = dict(zip(optimizer.stages, optimizer.systems, strict=True))
    assert systems["ranking"] == "Rank as I say." and systems["analyst_error"] == systems["merge_failure"] == ""


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (ValueError("no such page"), "ValueError: no such page"),
        (None, "TypeError: expected a RolloutResult or a dict of its fields, got None"),
        ({"id": "a", "soft": "much"}, "ValueError: "),
        ({"id": "a", "hard": math.nan, "soft": 0.0}, "ValueError: hard = nan is no score"),
        ({"id": "a", "soft": math.nan}, "ValueError: soft = nan is no score; expected a number in [0, 1]"),
    ],
)
def test_a_fault_of_the_environment_is_a_failed_trial(tmp_path, result, reason):
    class Careless(Addition):
        def rollout_one(self, *, item, skill, target_client):
            if isinstance(result, Exception):
                raise result
            return result

    assert trainer(tmp_path, Careless(), num_epochs=1).train()["test_hard"] == 0.0
    results = read(tmp_path / "steps" / "step_0001" / "rollout_results.json")
    assert results[0]["fail_reason"].startswith(f"rollout_error: {reason}")


def test_results_that_are_no_plain_json_are_written_all_the_same(tmp_path):
    class Measured(Addition):
        def rollout_one(self, *, item, skill, target_client):
            page = Path("page")
            return RolloutResult(
                np.int64(item["n"]), np.bool_(True), np.float32(0.5), fail_reason=page, extras={"file": page}
            )

    assert trainer(tmp_path, Measured(), num_epochs=1).train()["test_soft"] == 0.5
    results = read(tmp_path / "baseline_selection_eval" / "results.json")
    assert results[1] == {"id": "1", "hard": 1, "soft": 0.5, "fail_reason": "page", "file": "page"}


def test_a_test_that_is_cut_off_while_it_is_written_is_played_again(tmp_path, monkeypatch):
    def cut(file):
        raise KeyboardInterrupt

    monkeypatch.setattr("skill1.run.disk.os.fsync", cut)
    with pytest.raises(KeyboardInterrupt):
        trainer(tmp_path, Addition())._tested("Mind the carry.", tmp_path / "test")
    assert not (tmp_path / "test" / "summary.json").exists()
    monkeypatch.undo()
    assert trainer(tmp_path, Addition())._tested("Mind the carry.", tmp_path / "test").hard == 0.25


def test_a_refused_key_ends_the_run_and_names_the_variable(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-wrong-0123456789")
    with serving(Raw(401, {"error": {"message": "bad key sk-wrong-0123456789"}})) as stub:
        client = OpenAIChatClient(model="small", base_url=stub.url)
        items = [{"id": "1", "question": "?", "answers": ["a"]}]
        env = SimpleQAEnv(train_items=items, val_items=items, test_items=items)
        config = SkillOptConfig(out_root=str(tmp_path))
        run = SkillOptTrainer(config=config, env=env, optimizer_client=client, target_client=client)
        with pytest.raises(PolicyError, match="OPENAI_API_KEY") as caught:
            run.train()
    assert "sk-wrong" not in str(caught.value)


def test_a_prompt_too_long_costs_its_trial_or_its_question_and_not_the_run(tmp_path):
    def short_sighted(request):
        too_long = len(request["messages"][-1]["content"]) > 900
        return Raw(400, {"error": {"message": "maximum context length is 300"}}) if too_long else chat("b")

    items = [{"id": id, "question": "?", "context": id * 1000, "answers": ["a"]} for id in ("1", "")]
    with serving(short_sighted) as stub:
        client = OpenAIChatClient(model="small", base_url=stub.url)
        env = SimpleQAEnv(train_items=items, val_items=items, test_items=items)
        config = SkillOptConfig(out_root=str(tmp_path), num_epochs=1)
        SkillOptTrainer(config=config, env=env, optimizer_client=client, target_client=client).train()
    results = read(tmp_path / "steps" / "step_0001" / "rollout_results.json")
    assert ["too long" in result["fail_reason"] for result in results] in ([True, False], [False, True])
    assert read(tmp_path / "summary.json")["optimizer_tokens"]["unanswered"] == 1


def test_a_client_tells_what_a_call_cost(server):
    text, usage = OpenAIChatClient(model="gpt-4o-mini").chat(
        system=ADVICE, user="Capital of Italy?", max_completion_tokens=9, stage="rollout"
    )
    assert text == "Rome"
    assert usage == {
        "prompt_tokens": 11,
        "completion_tokens": 3,
        "total_tokens": 14,
        "calls": 1,
        "stage": "rollout",
    }
    assert server.requests[-1]["max_tokens"] == 9 and "temperature" not in server.requests[-1]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"batch_size": 0}, "batch_size"),
        ({"merge_batch_size": 1}, "merge_batch_size"),
        ({"min_edit_budget": 5}, "min_edit_budget"),
        ({"lr_scheduler": "steep"}, "steep"),
        ({"gate_mixed_weight": 2.0}, "gate_mixed_weight"),
    ],
)
def test_impossible_arguments_are_value_errors(wrong, said):
    with pytest.raises(ValueError, match=said):
        SkillOptConfig(**wrong)


def test_answers_are_matched_as_parts_and_scored_by_words():
    assert is_match("It is the  PACIFIC ocean.", ["Atlantic", "pacific ocean"])
    assert not is_match("", ["a"]) and not is_match("b", [""])
    # one of two words given is right, one of one expected: 2 · 0.5 · 1 / 1.5
    assert word_f1("blue Paris", ["Paris"]) == pytest.approx(2 / 3)
    # the repeated word counts once in common and twice in what was given: p = 1/2, r = 1/2
    assert word_f1("a a", ["a b"]) == pytest.approx(0.5)
    assert word_f1("", ["a"]) == 0.0


def test_results_keep_what_an_environment_adds():
    result = RolloutResult.from_dict({"id": "1", "hard": 1, "soft": 1.0, "latency": 3})
    assert result.extras == {"latency": 3}
    assert result.to_dict() == {"id": "1", "hard": 1, "soft": 1.0, "latency": 3}
