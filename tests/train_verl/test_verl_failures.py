"""One line of an error that holds a whole traceback."""

import asyncio
import sys
from types import SimpleNamespace

import pytest

from skill1.config import Skill1Config
from skill1.errors import TrainingError
from skill1.train.step import commit
from skill1.train.verl.library_actor import _once
from skill1.train.verl.policy import cause

DEAD = """The actor died unexpectedly before finishing this task.
\tclass_name: create_colocated_worker_cls.<locals>.WorkerDict
\tactor_id: 0500
\tpid: 17
\tip: 192.0.2.7
The actor is dead because its worker process has died.
See the manual."""
TASK = """\x1b[36mray::vLLMHttpServer.generate()\x1b[39m (pid=17, ip=192.0.2.7)
  File "async_server.py", line 679, in generate
    raise output
\tretried: no
EngineDeadError: EngineCore encountered an issue.
"""


SAID = {
    "a dead process": (DEAD, "WorkerDict on 192.0.2.7: The actor is dead because its worker process has died."),
    "its machine unknown": ("died\n\tclass_name: Server\nit fell", "Server on an unknown machine: it fell"),
    "no more is known": ("It died.\n\tclass_name: Server\n\tip: 192.0.2.7", "Server on 192.0.2.7: It died."),
    "a traceback": (TASK, "EngineDeadError: EngineCore encountered an issue."),
    "a page about memory": ("4 workers were killed.\nused: 24\nSee the manual.", "4 workers were killed."),
    "no words": ("", "RuntimeError"),
}


@pytest.mark.parametrize(("text", "expected"), SAID.values(), ids=SAID)
def test_of_an_error_one_line_is_told(text, expected):
    assert cause(RuntimeError(text)) == expected


def test_of_a_lost_library_one_thing_is_said(monkeypatch, tmp_path):
    """Whether the step was committed is not known; a second sentence said that nothing was, and spoke of the disk."""

    class Lost(Exception):
        pass

    def get(_answer):
        raise Lost("died")

    errors = SimpleNamespace(RayTaskError=type("Task", (Exception,), {}), RayActorError=Lost)
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(get=get, exceptions=errors))
    library = SimpleNamespace(commit=lambda _episodes, *, step, policy_version: _once(None, step))
    policy = SimpleNamespace(version=1)
    run = SimpleNamespace(library=library, config=Skill1Config(), policy=policy, run_dir=tmp_path)
    with pytest.raises(
        TrainingError, match="step 2: died Its file is whole, with or without the change.*restores the library.*"
    ):
        commit(run, [], 2)


@pytest.mark.verl
def test_an_episode_tells_a_dead_servers_cause_in_one_line_and_our_own_errors_in_full():
    pytest.importorskip("transfer_queue")  # comes with verl
    from ray.exceptions import RayError

    from skill1.errors import PolicyError
    from skill1.train.verl.agent_loop import Skill1AgentLoop

    def told(error):
        class Broken(Skill1AgentLoop):
            def __init__(self):
                pass

            async def _play(self, fields):
                raise error

        (row,) = asyncio.run(Broken().run({}))
        return row.extra_fields["failure"]

    assert told(RayError(TASK)) == "EngineDeadError: EngineCore encountered an issue."
    assert told(PolicyError("gone\nLook there.")) == "PolicyError: gone\nLook there."
