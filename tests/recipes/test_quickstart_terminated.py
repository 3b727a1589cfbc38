"""SIGTERM to a whole quickstart, in each of its parts: how the process ends, and that the same command goes on."""

import json
import subprocess
import sys

from skill1.run.directory import read_manifest
from skill1.train.records import read_metrics

# The same command four times, in processes that share the imports: the first three are asked to end somewhere.
SCRIPT = """
import json, os, signal, sys
from skill1.cli import main
from skill1.evaluate import evaluation
from dataclasses import replace
from skill1.train import sft
from skill1.recipes import quickstart
from skill1.recipes import worlds as quickstart_worlds
from skill1.train import trainer
from skill1.train.learner import LocalLearner
from transformers import PreTrainedTokenizerFast, Qwen2ForCausalLM  # once, not in each process
household = quickstart_worlds.HOUSEHOLD
lessons = tuple(replace(lesson, episodes=40, smoke_episodes=16) for lesson in household.lessons)
quickstart_worlds.world_of = lambda name, model: replace(household, lessons=lessons)
def asked_in(owner, name, at):
    real, calls = getattr(owner, name), []
    def function(*args, **kwargs):
        calls.append(1)
        if len(calls) == at:
            os.kill(os.getpid(), signal.SIGTERM)
        return real(*args, **kwargs)
    setattr(owner, name, function)
codes = []
for place in ((sft, "_update", 2), (LocalLearner, "update", 2), (evaluation, "_play_rounds", 3), None):
    process = os.fork()
    if not process:
        if place:
            asked_in(*place)
        with open(os.path.join(sys.argv[1], f"{len(codes)}.err"), "w") as file:
            os.dup2(file.fileno(), 2)
        os._exit(main(["quickstart", "household", "--smoke", "--json", "--runs-dir", *sys.argv[2:]]))
    codes.append(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
    print(json.dumps({"codes": codes, "there": sorted(os.listdir(sys.argv[2]))}))
"""


def test_sigterm_in_every_part_of_a_quickstart(tmp_path):
    """In training the step is saved, exit code 143. Elsewhere the system ends it, and the part is made anew."""
    runs = tmp_path / "runs"
    overrides = ("--train.threads=1", "--train.tasks_per_step=2", "--train.group_size=2", "--eval.limit=2")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path), str(runs), *overrides, "--eval.round_tasks=1"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    stages = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"codes"')]
    errors = [(tmp_path / f"{number}.err").read_text() for number in range(4)]
    assert stages[-1]["codes"] == [-15, 143, -15, 0], errors
    assert "household-cold-start" not in stages[0]["there"], "half a cold start has no name"
    assert "household-cold-start" in stages[1]["there"] and "after step 2 of 3, which is saved" in errors[1]
    assert "household-summary.json" not in stages[2]["there"]
    assert set(stages[3]["there"]) == {
        "household-cold-start",
        "household-grpo",
        "household-skill1",
        "household-summary.json",
    }
    for method in ("skill1", "grpo"):
        assert [row["step"] for row in read_metrics(runs / f"household-{method}")] == [1, 2, 3]
        assert read_manifest(runs / f"household-{method}")["finished"]
