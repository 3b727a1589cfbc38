"""Training with a model behind a server as the only model: methods whose weights stay as they are."""

import json
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("openai")
from skill1.cli import main  # noqa: E402
from skill1.config.load import load_config  # noqa: E402
from skill1.errors import ConfigError  # noqa: E402
from skill1.library import Library  # noqa: E402
from skill1.run.locate import newest_checkpoint  # noqa: E402
from skill1.train.preflight import check_before_a_run  # noqa: E402
from skill1.train.records import read_metrics  # noqa: E402
from tests.evaluate.test_evaluate_without_torch import LOCAL, run  # noqa: E402
from tests.limits import HANG_S  # noqa: E402
from tests.policy.chat_server import Raw, chat, serving  # noqa: E402
from tests.train.runs import ROOT, python, rows_of  # noqa: E402
from tests.train.served_model import model, serving_model  # noqa: E402

STEPS = 3
SMALL = (
    *(f"--train.steps={STEPS}", "--train.tasks_per_step=3", "--train.group_size=1", "--train.checkpoint_every=1"),
    *("--library.encoder=hashing", "--endpoint.model=small", "--agent.profile=skill1"),
)
TAUGHT = ("--teacher.kind=policy",)
OF_METHOD = {
    "skillopt": (*TAUGHT, "--skillopt.use_gate=false", "--skillopt.selection_tasks=2"),
    "skillpro": (*TAUGHT, "--skillpro.epsilon=1", "--skillpro.evolve_after=2", "--skillpro.acceptance_margin=-1"),
    "retroagent": (),
}
OF_ENV = {
    "household": ("--env.max_steps=3",),
    "alfworld": ("--env.data", str(ROOT / "data" / "alfworld"), "--env.max_steps=3"),
    "webshop": (
        *("--env.data", str(ROOT / "data" / "webshop"), "--env.train_split=product_disjoint_train"),
        *("--env.reward=score", "--env.max_steps=4"),
    ),
}
GATED_ELSEWHERE = {
    ("alfworld", "skillopt"): ("--skillopt.selection_split=valid_seen",),
    ("webshop", "skillopt"): ("--skillopt.selection_split=product_disjoint_eval",),
}


def words(env, method, run_dir, url):
    own = [*SMALL, *OF_METHOD.get(method, ()), *OF_ENV[env], *GATED_ELSEWHERE.get((env, method), ())]
    return ["train", "--config", f"{env}/{method}", "--run-dir", str(run_dir), f"--endpoint.url={url}", *own]


def skills_of(run_dir):
    with Library.open(run_dir, read_only=True) as library:
        return library.skills(None)


@pytest.mark.parametrize("env", OF_ENV)
@pytest.mark.parametrize("method", OF_METHOD)
def test_skills_are_learnt_with_a_server_alone(env, method, tmp_path):
    with serving(serving_model()) as stub:
        prices = ["--endpoint.prompt_price=2", "--endpoint.completion_price=10"]
        assert main([*words(env, method, tmp_path, stub.url), *prices]) == 0
    rows = read_metrics(tmp_path)
    assert len(rows) == STEPS and max(row["library/size"] for row in rows) > 0
    # SkillOpt ends with its best document, which may be the empty one.
    assert rows[-1]["library/size"] == sum(skill.status == "active" for skill in skills_of(tmp_path))
    # Every request is in the account, as the server counted it: 11 + 3 tokens at 2 and 10 a million.
    assert rows[-1]["endpoint/calls"] == len(stub.requests)
    assert rows[-1]["endpoint/tokens"] == 14 * len(stub.requests) and rows[-1]["endpoint/unreported"] == 0
    assert rows[-1]["endpoint/cost"] == pytest.approx((11 * 2 + 3 * 10) / 1e6 * len(stub.requests))
    files = {path.name for path in newest_checkpoint(tmp_path).iterdir()}
    assert files == {"MANIFEST.json", "library.sqlite", "trainer_state.json"}
    if method == "skillpro":
        assert max(row["skillpro/gate_pass_rate"] for row in rows) > 0
        assert sum("prompt_logprobs" in request for request in stub.requests) > STEPS


KILLER = """
import os, signal, sys
from skill1.cli import main
from skill1.train.run import Run
advance, die_at = Run.advance, int(sys.argv[1])
def killed(self):
    if self.step + 1 == die_at:
        from skill1.train.step import play
        from skill1.train.task_order import step_tasks
        self.policy.ledger.step = die_at
        play(self, step_tasks(self.sources, self.config.seed, die_at, self.config.train.tasks_per_step), die_at)
        os.kill(os.getpid(), signal.SIGKILL)
    return advance(self)
Run.advance = killed
main(sys.argv[2:])
"""


@pytest.mark.parametrize(
    ("env", "method"), [("webshop", "skillpro"), ("household", "skillopt"), ("alfworld", "retroagent")]
)
def test_killed_in_a_step_and_resumed_it_comes_out_the_same_and_nothing_is_paid_twice(env, method, tmp_path):
    """The kill comes after the third step's episodes were paid for; the server comes back on another port."""
    straight, resumed = tmp_path / "straight", tmp_path / "resumed"
    with serving(serving_model()) as stub:
        assert main(words(env, method, straight, stub.url)) == 0
    with serving(serving_model()) as before:
        died = python(KILLER, STEPS, *words(env, method, resumed, before.url))
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert len(read_metrics(resumed)) == STEPS - 1
    with serving(serving_model()) as after:
        assert main(words(env, method, resumed, after.url)) == 0
    # A policy that teaches counts anew after a resume.
    assert rows_of(resumed, "teacher/") == rows_of(straight, "teacher/")
    assert skills_of(resumed) == skills_of(straight)
    assert len(before.requests) + len(after.requests) == len(stub.requests)


def test_an_answer_that_a_gate_lacks_ends_the_run_as_one_of_training_does(tmp_path):
    """The first document is measured after the first step's nine actions: it would count as a lost episode."""
    unanswerable = []

    def but_one(request):
        if len(stub.requests) == 10:
            unanswerable.append(request["messages"])
        return Raw(503, "overloaded") if request["messages"] in unanswerable else model(request)

    with serving(but_one) as stub:
        assert main([*words("household", "skillopt", tmp_path / "run", stub.url), "--endpoint.retries=0"]) == 1
    assert read_metrics(tmp_path / "run") == []
    with serving(model) as stub:
        assert main(words("household", "skillopt", tmp_path / "run", stub.url)) == 0


def test_a_run_that_dies_anywhere_goes_on(tmp_path):
    """SIGKILL while requests are under way: at most those are sent again."""
    slow = tmp_path / "slow"

    def slowly(request):
        time.sleep(0.02)
        return model(request)

    with serving(slowly) as stub:
        command = [sys.executable, "-m", "skill1", *words("webshop", "skillpro", slow, stub.url)]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        until = time.monotonic() + HANG_S
        while len(stub.requests) < 60 and time.monotonic() < until:
            time.sleep(0.01)
        process.kill()
        process.wait()
        assert main(words("webshop", "skillpro", slow, stub.url)) == 0
    sent, counted = len(stub.requests), read_metrics(slow)[-1]["endpoint/calls"]
    assert len(read_metrics(slow)) == STEPS
    assert counted <= sent <= counted + 17  # endpoint.concurrency under way, and the first question of all


def test_nothing_of_torch_is_imported(tmp_path):
    with serving(serving_model()) as stub:
        done = run(LOCAL, *words("household", "skillpro", tmp_path, stub.url), "--train.steps=1")
        assert done.returncode == 0, done.stderr
        seen = run(LOCAL, "eval", str(tmp_path), "--limit=2", "--library=frozen")
    assert seen.returncode == 0, seen.stderr
    found = json.loads(next((tmp_path / "eval").glob("*-step1*.json")).read_text(encoding="utf-8"))
    assert (found["model"], found["checkpoint_step"]) == ("small", 1)


def test_the_teacher_has_its_own_server(tmp_path):
    def uncounted(request):
        return {key: value for key, value in model(request).items() if key != "usage"}

    with serving(serving_model()) as actor, serving(uncounted) as teacher:
        own = ["--teacher.kind=service", f"--teacher.url={teacher.url}", "--teacher.model=large"]
        assert main([*words("household", "skillopt", tmp_path, actor.url), *own]) == 0
    assert teacher.requests and {request["model"] for request in teacher.requests} == {"large"}
    assert {request["model"] for request in actor.requests} == {"small"}
    assert not any('"edits"' in request["messages"][-1]["content"] for request in actor.requests)
    row = read_metrics(tmp_path)[-1]
    assert row["teacher/calls"] == len(teacher.requests) and row["endpoint/calls"] == len(actor.requests)
    assert (row["teacher/unreported"], row["teacher/tokens"]) == (row["teacher/calls"], 0)  # nothing was counted


def test_the_selector_has_its_own_server_and_key(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "of-the-actor")
    monkeypatch.setenv("SELECTOR_KEY", "of-the-selector")
    with serving(serving_model()) as actor, serving(serving_model()) as selector:
        own = ["--skillpro.epsilon=0", "--skillpro.final_epsilon=0", "--skillpro.selector_model=large"]
        own += [f"--skillpro.selector_url={selector.url}", "--skillpro.selector_api_key_variable=SELECTOR_KEY"]
        assert main([*words("household", "skillpro", tmp_path, actor.url), *own]) == 0
    assert selector.requests and {request["model"] for request in selector.requests} == {"large"}
    assert {request["model"] for request in actor.requests} == {"small"}
    assert set(selector.keys) == {"Bearer of-the-selector"} and set(actor.keys) == {"Bearer of-the-actor"}
    assert read_metrics(tmp_path)[-1]["endpoint/calls"] == len(actor.requests) + len(selector.requests)


def test_a_library_is_learnt_by_skill1_while_the_weights_stay(tmp_path):
    """The policy selects, uses and distils; utilities follow the outcomes, skills retire, and nothing is updated."""
    given = ["--library.init", str(ROOT / "data" / "household" / "run" / "library.sqlite")]
    with serving(serving_model()) as stub:
        typed = [word for word in words("household", "skill1", tmp_path, stub.url) if "teacher" not in word]
        sizes = ["--library.capacity=5", "--library.protect_steps=0", "--library.similarity_threshold=-1"]
        assert main([*typed, *given, *sizes]) == 0
    rows = read_metrics(tmp_path)
    assert rows[-1]["endpoint/calls"] == len(stub.requests)
    assert not any(key.startswith("policy/") for row in rows for key in row if row[key] is not None)
    asked = [request["messages"][-1]["content"] for request in stub.requests]
    assert any("Begin your answer with <query>" in text for text in asked)
    assert any("JSON object" in text for text in asked)
    assert all(row["distill/valid_rate"] == 1.0 and row["select/utility_of_used"] > 0 for row in rows)
    assert rows[0]["library/mean_utility"] > rows[-1]["library/mean_utility"]  # nothing was won with them
    assert sum(row["library/retired"] for row in rows) > 0 and rows[-1]["library/size"] == 5


@pytest.mark.parametrize("gives", ["echo", "chat"])
def test_the_gate_takes_log_probs_however_they_come(gives, tmp_path):
    with serving(serving_model(gives)) as stub:
        assert main(words("webshop", "skillpro", tmp_path, stub.url)) == 0
    key = {"chat": "prompt_logprobs", "echo": "echo"}[gives]
    scored = [request for request in stub.requests if key in request]
    assert len(scored) > 3 and read_metrics(tmp_path)[-1]["skillpro/evolutions"] > 0


def test_without_log_probs_the_gate_says_so_at_once_and_names_what_works(tmp_path, capsys):
    with serving(serving_model("nothing")) as stub:
        assert main(words("webshop", "skillpro", tmp_path / "gated", stub.url)) == 1
        assert len(stub.requests) == 2  # the two ways to ask, and no episode
        said = capsys.readouterr().err
        assert "gives no log-probs of a given answer" in said and "--skillpro.ablation wo_ppo" in said
        typed = [*words("webshop", "skillpro", tmp_path / "free", stub.url), "--skillpro.ablation=wo_ppo"]
        assert main(typed) == 0
    assert max(row["skillpro/gate_pass_rate"] for row in read_metrics(tmp_path / "free")) == 1.0


def test_the_budget_ends_a_run_that_can_go_on(tmp_path, capsys):
    price = ["--endpoint.prompt_price=1e6"]  # 11 a call
    with serving(serving_model()) as stub:
        typed = [*words("household", "skillopt", tmp_path, stub.url), *price]
        assert main([*typed, "--endpoint.budget=20"]) == 1
        assert len(read_metrics(tmp_path)) == 1
        said = capsys.readouterr().err
        assert "endpoint.budget = 20" in said and "--resume" in said
        assert main([*typed, "--endpoint.budget=0"]) == 0
    assert len(read_metrics(tmp_path)) == STEPS


REFUSED = {
    "grpo": (
        ["--method=grpo"],
        "an endpoint's weights cannot be trained.*skill1, skillpro, skillopt",
    ),
    "no library": (["--library.enabled=false"], "weights cannot be trained, and method skill1 as configured"),
    "words": (["--agent.profile=compact"], "a server takes chat messages. Type: --agent.profile skill1"),
    "a program": (["--endpoint.url=command:echo {prompt}"], "endpoint.url cannot be used; expected http://"),
    "no model": (["--endpoint.model=null"], "endpoint.model"),
}


@pytest.mark.parametrize(("typed", "said"), REFUSED.values(), ids=REFUSED)
def test_what_a_server_cannot_do_is_refused(typed, said, tmp_path):
    own = ["--endpoint.url=http://127.0.0.1:9/v1", "--endpoint.model=small", "--agent.profile=skill1"]
    with pytest.raises(ConfigError, match=said):
        check_before_a_run(load_config("household/skill1", [*own, *typed]), tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["--model.path=FOLDER"], "`model.path` has no effect here: the model is behind endpoint.url"),
        (["--policy.engine=vllm"], "`policy.engine` has no effect here"),
        (["--endpoint.url=null"], "no server is named. Type --endpoint.url URL"),
        (["--method=skillpro", "--teacher.kind=analyst", "--skillpro.selector_model=x"], "no model selects"),
        (["--method=skillpro", "--skillpro.selector_api_key_variable=X"], "the selector has no server of its own"),
    ],
)
def test_keys_that_nothing_would_read_are_refused(typed, said, tmp_path, capsys):
    assert main([*words("household", "skillopt", tmp_path, "http://127.0.0.1:9/v1"), *typed, "--dry-run"]) == 1
    assert said in " ".join(capsys.readouterr().err.split())


def test_the_optimizers_keys_are_told_of(tmp_path, capsys):
    typed = [*words("household", "skill1", tmp_path, "http://127.0.0.1:9/v1"), "--train.learning_rate=1e-3"]
    typed = [word for word in typed if "teacher" not in word]
    assert main([*typed, "--dry-run"]) == 0
    assert "`train.learning_rate` has no effect here: the weights are behind endpoint.url" in " ".join(
        capsys.readouterr().err.split()
    )


def test_a_word_level_configuration_is_asked_in_chat_messages(tmp_path, capsys):
    """As typed in the documents: household/skillopt is a tiny policy's; what the user typed stays."""
    typed = ["--endpoint.url=http://127.0.0.1:9/v1", "--endpoint.model=small", "--sampling.act_tokens=99"]
    assert main(["train", "--config", "household/skillopt", *typed, "--dry-run"]) == 0
    shown = capsys.readouterr()
    assert "agent.profile compact → skill1" in " ".join(shown.err.split())
    assert "act_tokens: 99" in shown.out and "max_prompt_tokens: 320" not in shown.out


def test_another_model_does_not_go_on_with_a_run(tmp_path, capsys):
    with serving(chat("<action>look</action>")) as stub:
        typed = words("household", "skillopt", tmp_path, stub.url)
        assert main([*typed, "--train.steps=1"]) == 0
        assert main([*typed, "--train.steps=1", "--endpoint.model=large"]) == 1
    assert "endpoint.model: small → large" in capsys.readouterr().err
