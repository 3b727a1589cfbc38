"""An agent CLI as the target, with a stub in its place: skill file, limits, accounts, nothing left behind."""

import asyncio
import json
import os
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from skill1.cli import main
from skill1.config import EndpointConfig
from skill1.errors import ConfigError, PolicyError, UnansweredError
from skill1.evaluate.command import (
    Command,
    CommandPolicy,
    CommandResult,
    endpoint_command,
    read_output,
    run_command,
)
from skill1.library.formats import skill_md
from skill1.library.formats.records import Terms
from skill1.methods.skillopt.edits import with_guidance
from skill1.methods.skillopt.trainer import CommandClient, SimpleQAEnv, SkillOptConfig, SkillOptTrainer
from skill1.policy.account import Account
from skill1.policy.protocol import Sampling
from skill1.schema import AgentView, Observation, RandomKey, Skill, Task
from tests.limits import HANG_S, wait_until

USAGE = {"input_tokens": 40, "cache_read_input_tokens": 5, "output_tokens": 7}


pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="looks for processes in /proc")


@pytest.fixture
def agent(tmp_path):
    """Makes a command from the body of a Python program."""

    def made(body, *arguments, **limits):
        file = tmp_path / "agent.py"
        file.write_text(
            "import json, os, subprocess, sys, time\nfrom pathlib import Path\n" + textwrap.dedent(body)
        )
        return Command((sys.executable, "-I", str(file), *arguments), **limits)

    return made


def is_gone(pid):
    """Whether a process no longer runs; a dead one that waits to be buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_the_agent_finds_the_document_as_a_skill_and_the_task_on_its_input(agent, tmp_path):
    report = tmp_path / "report.json"
    command = agent(
        f"""
        skill = Path(".agents/skills/advice/SKILL.md").read_text()
        told = {{"skill": skill, "task": sys.stdin.read(), "cwd": os.getcwd(), "names": sorted(os.environ)}}
        Path({str(report)!r}).write_text(json.dumps(told))
        print(json.dumps({{"result": " Rome ", "usage": {USAGE!r}}}))
        """
    )
    done = run_command(command, "Capital of Italy?", with_guidance("# Advice\n\n- be short\n", "be kind"))
    assert (done.text, done.fault) == ("Rome", "")
    assert (done.account.prompt_tokens, done.account.completion_tokens, done.account.unreported) == (45, 7, 0)
    told = json.loads(report.read_text())
    assert told["task"] == "Capital of Italy?" and not Path(told["cwd"]).exists()
    assert set(told["names"]) <= {"PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"}
    folder = tmp_path / "read" / "advice"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(told["skill"])
    (skill,) = skill_md.read(folder.parent, Terms(0.5, 0, "", 500)).skills
    assert skill.strategy == "# Advice - be short be kind"


def test_a_task_can_be_an_argument_and_no_shell_reads_it(agent):
    command = agent("print(sys.argv[1:], sys.stdin.read() == '', os.listdir())", "--task={prompt}", "{folder}")
    done = run_command(command, "$(touch x); `ls` {folder}", "")
    folder = done.text.split("'")[3]
    assert done.text == f"['--task=$(touch x); `ls` {{folder}}', '{folder}'] True []"
    assert done.account.unreported == 1 and done.account.calls == 1


def test_only_named_variables_are_passed_on(agent, monkeypatch):
    monkeypatch.setenv("AGENT_KEY", "k")
    monkeypatch.setenv("OTHER_SECRET", "s")
    command = agent("print('AGENT_KEY' in os.environ, 'OTHER_SECRET' in os.environ)", variables=("AGENT_KEY",))
    assert run_command(command, "", "").text == "True False"


def test_past_its_time_the_agent_is_killed_with_all_it_started(agent, tmp_path, monkeypatch):
    pids = tmp_path / "pids"
    command = agent(
        f"""
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        print("half an answer", flush=True)
        Path({str(pids)!r}).write_text(f"{{os.getpid()}} {{child.pid}}\\n")
        time.sleep(3600)
        """,
        timeout_s=3.0,
    )

    class Over(threading.Event):
        """Its time is up when the agent has begun, however long that took."""

        def wait(self, timeout=None):
            wait_until(lambda: pids.exists() and pids.read_text().endswith("\n"))
            return self.is_set()

    monkeypatch.setattr("skill1.evaluate.command.threading", SimpleNamespace(Event=Over, Thread=threading.Thread))
    done = run_command(command, "", "")
    assert done.fault == "no answer within 3 s" and done.text == "half an answer"
    wait_until(lambda: all(map(is_gone, pids.read_text().split())))


def test_what_a_finished_agent_left_running_is_killed_too(agent, tmp_path):
    pids = tmp_path / "pids"
    command = agent(
        f"""
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        Path({str(pids)!r}).write_text(str(child.pid))
        print("done")
        """
    )
    done = run_command(command, "", "")
    assert (done.text, done.fault) == ("done", "")
    wait_until(lambda: is_gone(pids.read_text()))


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_endless_output_is_cut_and_the_agent_killed(agent, stream):
    command = agent(f"while True: sys.{stream}.write('x' * 10000)", most_bytes=50_000)
    done = run_command(command, "", "")
    assert done.fault == "more than 50000 bytes of output"
    assert len(done.text) == (50_000 if stream == "stdout" else 0)


def test_a_failing_agent_says_why(agent):
    done = run_command(agent("sys.exit('no credit left')"), "", "")
    assert done.fault == "exit code 1: no credit left"
    text, usage = CommandClient(agent("sys.exit(3)")).chat(system="", user="x")
    assert text == "" and usage["error"] == "exit code 3: no message"


def test_an_agent_that_reads_nothing_is_not_waited_for(agent):
    assert run_command(agent("print('ok')"), "long " * 200_000, "").text == "ok"


def test_a_command_that_cannot_be_is_refused():
    with pytest.raises(ConfigError, match="cannot be started"):
        run_command(Command(("/nowhere/agent",)), "", "")
    for wrong in ({"arguments": ()}, {"timeout_s": 0}, {"skill_folder": "../x"}):
        with pytest.raises(ConfigError):
            Command(**{"arguments": ("agent",), **wrong})


def test_what_agents_print_is_read_as_they_print_it():
    lines = [
        {"type": "item.completed", "item": {"type": "agent_message", "text": "first"}},
        {"type": "item.completed", "item": {"type": "agent_message", "text": "last"}},
        {"type": "turn.completed", "usage": {"input_tokens": 3, "output_tokens": 1}},
    ]
    assert read_output("\n".join(map(json.dumps, lines))) == ("last", {"input_tokens": 3, "output_tokens": 1})
    assert read_output("plain\ntext\n") == ("plain\ntext", None)
    # JavaScript writes these ends of lines, which are none of JSON's, as they are.
    records = [{"text": "wrong"}, {"result": "a\u2028b\u0085c", "usage": {"input_tokens": 3}}]
    printed = "\r\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    assert read_output(printed) == ("a\u2028b\u0085c", {"input_tokens": 3})
    assert read_output('{"answer": 1}') == ('{"answer": 1}', None)
    assert read_output("[" * 5000)[1] is None


def test_a_policy_of_text_environments(agent):
    command = agent(
        """
        skill = Path(".agents/skills/advice/SKILL.md").read_text().splitlines()[-1]
        print(f"<action>{sys.stdin.read().split()[-1]} after {skill}</action>")
        """
    )
    policy = CommandPolicy(command)
    skill = Skill("s", "any task", "look twice", 0.5)
    view = AgentView(Task("t", "demo", "train", 0, "", "x"), "", Observation(""), 5, skill=skill)
    asked = policy.generate(
        policy.tokens.chat("What now: open"),
        Sampling(1.0, 50),
        session="s",
        key=RandomKey(0, 0, 0, 0, 0, 0),
        view=view,
    )
    answer = asyncio.run(asked)
    assert answer.text == "<action>open after look twice</action>" and answer.logprobs == ()
    assert policy.tokens.decode(answer.token_ids) == answer.text and policy.account.calls == 1
    refused = policy.generate((5,), Sampling(1.0, 50), session="s", key=RandomKey(0, 0, 0, 0, 0, 0))
    with pytest.raises(PolicyError, match="profile"):
        asyncio.run(refused)


def asked_of(policy, *texts):
    """One call for each text, one after the other in one event loop; faults as they were raised."""

    async def all_of_them():
        return [await asyncio.gather(call(policy, text), return_exceptions=True) for text in texts]

    return [found for (found,) in asyncio.run(all_of_them())]


def call(policy, text):
    key = RandomKey(0, 0, 0, 0, 0, 0)
    return policy.generate(policy.tokens.chat(text), Sampling(1.0, 50), session="s", key=key)


@pytest.mark.parametrize("prompt", ["a\x00b", "x" * 200_000])
def test_a_task_that_is_no_argument_is_a_fault_of_that_task(agent, prompt):
    done = run_command(agent("print('ok')", "{prompt}"), prompt, "")
    assert "cannot be passed on" in done.fault and "standard input" in done.fault


def test_a_single_call_without_an_answer_is_told_from_an_agent_that_never_answers(agent):
    policy = CommandPolicy(agent("sys.exit('no' if 'bad' in sys.stdin.read() else 0)"))
    first, good, later = asked_of(policy, "bad", "good", "bad")
    assert type(first) is PolicyError and type(later) is UnansweredError and good.text == ""
    assert str(later).endswith("gave no answer: exit code 1: no.") and policy.account.calls == 3


def test_who_interrupts_does_not_wait_for_the_agent(agent, tmp_path):
    pid = tmp_path / "pid"
    body = f"Path({str(tmp_path / 'new')!r}).write_text(str(os.getpid())); os.rename({str(tmp_path / 'new')!r}, "
    policy = CommandPolicy(agent(f"{body}{str(pid)!r}); time.sleep(3600)"))

    async def interrupted():
        asked = asyncio.ensure_future(call(policy, "x"))
        await asyncio.to_thread(wait_until, pid.exists)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked

    asyncio.run(interrupted())
    policy.close()
    wait_until(lambda: is_gone(pid.read_text()))


def test_as_many_agents_work_at_once_as_are_allowed(agent, tmp_path):
    number = 2 * (os.cpu_count() or 1) + 8  # the default executor has at most four more threads than cores
    policy = CommandPolicy(agent("", concurrency=number))
    meeting = threading.Barrier(number)

    async def all_at_once(patch):
        patch.setattr("skill1.evaluate.command.run_command", lambda *_, **__: meeting.wait(HANG_S) and None)
        await asyncio.gather(*(call(policy, str(n)) for n in range(number)), return_exceptions=True)

    with pytest.MonkeyPatch.context() as patch:
        asyncio.run(all_at_once(patch))
    assert not meeting.broken


def test_a_skill_is_trained_for_an_agent(agent, tmp_path):
    command = agent(
        """
        skill = Path(".agents/skills/advice/SKILL.md").read_text()
        print("Paris" if "Name the city" in skill else "unsure")
        """
    )

    class Optimizer:
        model = "scripted"

        def chat(self, **_):
            return '{"edits": [{"op": "append", "content": "Name the city."}]}', {}

    items = [{"id": "1", "question": "Capital of France?", "answers": ["Paris"]}]
    run = SkillOptTrainer(
        config=SkillOptConfig(num_epochs=1, out_root=str(tmp_path / "out")),
        env=SimpleQAEnv(train_items=items, val_items=items, test_items=items, initial_skill="Answer.\n"),
        optimizer_client=Optimizer(),
        target_client=CommandClient(command),
    )
    assert run.train()["test_delta_hard"] == 1.0
    assert run.best_skill == "Answer.\n\nName the city.\n"


def test_calls_of_threads_at_once_are_all_counted(monkeypatch):
    """The trainer's rollouts call one client from several threads."""
    added = Account.__add__

    def slowly(mine, other):
        total = added(mine, other)
        time.sleep(0.01)  # in which another thread adds to the same total
        return total

    monkeypatch.setattr(Account, "__add__", slowly)
    answer = CommandResult("ok", Account.of_call(3, 1), "", 0.0)
    monkeypatch.setattr("skill1.methods.skillopt.trainer.run_command", lambda *_: answer)
    client = CommandClient(Command(("agent",)))
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: client.chat(system="", user="x"), range(16)))
    assert client.account == Account(calls=16, prompt_tokens=48, completion_tokens=16)


def test_a_whole_evaluation_plays_through_an_agents_command_line(tmp_path, agent, capsys):
    """Each turn is one call: the stub opens whatever spot it has not tried; its tokens are counted."""
    command = agent(
        f"""
        spots = ["cupboard", "drawer", "shelf", "box"]
        asked = sys.stdin.read()
        answer = "<think>look</think><action>open " + spots[len(asked) % 4] + "</action>"
        print(json.dumps({{"result": answer, "usage": {USAGE}}}))
        """
    )
    target = "command:" + " ".join(command.arguments)
    small = ["--eval.limit=2", "--env.max_steps=3", "--agent.profile=generic", "--endpoint.concurrency=2"]
    code = main(
        ["eval", target, "--env", "household", "--split", "heldout", "--library", "none", "--json", *small]
    )
    result = json.loads(capsys.readouterr().out)
    assert code == 0 and result["episodes"] == 2 and result["errors"] == 0
    assert result["by_type"] and result["success_rate"] in (0.0, 0.5, 1.0)
    calls = sum(row["turns"] for row in result["results"])
    assert result["tokens"]["server_counted"] == {
        "answers": calls,
        "prompt_tokens": 45 * calls,
        "completion_tokens": 7 * calls,
        "unreported": 0,
    }


def test_a_command_line_is_split_as_a_shell_would_and_no_more():
    found = endpoint_command(EndpointConfig(url="command:agent -p '{prompt}' --dir $HOME;ls", timeout_s=7.0))
    assert found.arguments == ("agent", "-p", "{prompt}", "--dir", "$HOME;ls") and found.timeout_s == 7.0
    with pytest.raises(ConfigError, match="cannot be split"):
        endpoint_command(EndpointConfig(url="command:agent 'open"))
