"""The folder in which documented commands are typed: a checkout, with what its reader has at that point of a page.

Code is linked, what commands may write is copied. ``.venv`` holds stand-ins: ``skill1`` asks the process that has
imported everything (server.py), ``pip``, ``conda`` and ``ray`` only say whether they could do it (installer.py), and
``python`` is the one that runs the tests. So scripts find an environment that is up to date and install nothing.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.documented.extract import ROOT

LINKED = ("skill1", "envs", "docs", "LICENSE", "README.md")
COPIED = ("bench", "configs", "data", "examples", "launch_scripts", ".ci", "pyproject.toml", "setup.py")
PROFILES = ("cpu", "alfworld", "webshop", "test", "docs")
COLD_START = "runs/household-cold-start"
KEPT = "--train.checkpoint_every 1 --train.keep_checkpoints 10 --logging.episodes_every 1"
LITTLE = f"--train.tasks_per_step 4 --train.group_size 4 --eval.limit 4 --eval.round_tasks 1 {KEPT}"
HUB = (
    "Qwen/Qwen2.5-7B-Instruct",
    "Qwen/Qwen2.5-3B-Instruct",
    "Qwen/Qwen2.5-1.5B-Instruct",
    "Qwen/Qwen3-4B",
    "Org/Model",
)
SECRETS = {"OPENAI_API_KEY": "a-key", "AZURE_OPENAI_API_KEY": "a-key", "OPENROUTER_API_KEY": "a-key"}
PATIENCE_S = 1000.0  # a limit against hanging, far from what any of them takes
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Result:
    """Exit code and both streams of a command."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Workspace:
    """A folder and the address of the process that runs its ``skill1``."""

    folder: Path
    server: str

    def environment(self, **more):
        """What a user's shell has, without secrets but invented ones, and without a network."""
        bin = self.folder / ".venv" / "bin"
        kept = {name: os.environ[name] for name in ("LANG", "LC_ALL", "TMPDIR") if name in os.environ}
        return {
            **kept,
            **SECRETS,
            "PATH": f"{bin}:{os.environ['PATH']}",
            "PYTHONPATH": f"{ROOT}:{ROOT / 'envs'}",
            "HOME": str(self.folder.parent / "home"),
            "HF_HOME": str(Path(self.server).parent / "hub"),
            "HF_HUB_OFFLINE": "1",
            "ALFWORLD_DATA": str(self.folder / "data" / "alfworld"),
            "WEBSHOP_DATA": str(self.folder / "shop"),
            "TOKENIZERS_PARALLELISM": "false",
            "WANDB_SILENT": "true",
            **{name: "1" for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "NO_COLOR")},
            **more,
        }

    def type(self, command, given="", timeout=PATIENCE_S, **more):
        """Runs a line in bash, as a reader does."""
        streams = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        shell = ["bash", "-c", command]
        where = dict(cwd=self.folder, env=self.environment(**more), start_new_session=True)
        with subprocess.Popen(shell, **streams, **where) as process:
            try:
                out, err = process.communicate(given, timeout)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)  # the client's end ends the command too
                raise
        return Result(process.returncode, out, err)

    def must(self, command):
        done = self.type(command)
        assert done.code == 0, f"{command}\n{done.out}{done.err}"
        return done

    def call(self, function, *words):
        """Calls a function in the process that has imported torch."""
        program = f"{sys.executable} -IS {Path(__file__).parent / 'client.py'} --call {self.server}"
        return self.must(f"{program} {function} {' '.join(map(str, words))}")

    def copy(self, folder):
        """A new workspace with the same contents, and stand-ins of its own."""
        shutil.copytree(self.folder, folder, symlinks=True, ignore=shutil.ignore_patterns(".venv"))
        other = Workspace(folder, self.server)
        other.add_programs()
        return other

    def add_programs(self):
        """The programs of ``.venv``, and the stamps by which setup.sh tells that nothing is to be installed."""
        bin, here, python = self.folder / ".venv" / "bin", Path(__file__).parent, sys.executable
        bin.mkdir(parents=True)
        ours = f'case "$1 $2" in "-m pip" | "-m skill1") exec {bin}/$2 "${{@:3}}" ;; esac'
        programs = {
            "skill1": f'exec {python} -IS {here}/client.py {self.server} "$@"',
            "hf": f'exec {python} -m huggingface_hub.cli.hf "$@"',
            **{name: f'{ours}; exec {python} "$@"' for name in ("python", "python3")},
            **{name: f'exec {python} {here}/installer.py {name} "$@"' for name in ("pip", "conda", "ray")},
        }
        (bin / "activate").write_text(f"export PATH={bin}:$PATH\n")
        for name, body in programs.items():
            (bin / name).write_text(f"#!/usr/bin/env bash\n{body}\n")
            (bin / name).chmod(0o755)
        stamp = (
            'echo "$PWD $(cat pyproject.toml setup.py launch_scripts/setup.sh launch_scripts/install.sh | cksum)"'
        )
        line = f"for p in {' '.join(PROFILES)}; do {stamp} > .venv/skill1-$p.stamp; done"
        subprocess.run(["bash", "-c", line], cwd=self.folder, check=True)


def checkout(folder, server):
    """A checkout as it is after cloning, before anything was run."""
    folder.mkdir(parents=True)
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    for name in ("tests", "tests/golden"):  # linked but for what a command writes anew
        (folder / name).mkdir()
        for below in (ROOT / name).iterdir():
            if below.name not in ("golden", "prompts", "__pycache__"):
                (folder / name / below.name).symlink_to(below)
    shutil.copytree(ROOT / "tests" / "golden" / "prompts", folder / "tests" / "golden" / "prompts")
    (folder.parent / "home").mkdir(exist_ok=True)
    new = Workspace(folder.resolve(), server)
    new.add_programs()
    return new


def block(page, language, holding):
    """The one fenced block of a page in this language that holds this text."""
    text = (ROOT / page).read_text(encoding="utf-8")
    (found,) = [body for name, body in FENCE.findall(text) if name == language and holding in body]
    return found


def add_downloads(space):
    """Models in the cache of Hugging Face, and products enough for WebShop's official split."""
    space.call("tests.documented.models:make_hub", Path(space.server).parent / "hub", *HUB)
    space.must("skill1 envs make-catalogue webshop shop --products 400 --seed 0")


def add_runs(space):
    """What the first run left: a cold start, and two runs from it."""
    add_cold_start(space.folder)
    for method, steps in (("skill1", 4), ("grpo", 2)):
        to = f"--run-dir runs/household-{method} --train.steps {steps}"
        space.must(f"skill1 train --config household/{method} {to} {LITTLE}")


def add_cold_start(folder):
    """The shipped run's weights stand for the cold start: a policy that wins now and then, without training one."""
    cold = folder / COLD_START
    cold.mkdir(parents=True)
    (shipped,) = (ROOT / "data/household/run/checkpoints").iterdir()
    for name in (
        "config.json",
        "generation_config.json",
        "model.safetensors",
        "tokenizer.json",
        "tokenizer_config.json",
    ):
        shutil.copy(shipped / name, cold / name)


def add_example(space, page):
    """The configuration that a page has its reader write."""
    text = (ROOT / page).read_text(encoding="utf-8")
    examples = [body for name, body in FENCE.findall(text) if name == "yaml" and body.find("inherits: ") >= 0]
    for body in examples[:1]:
        (space.folder / "mine.yaml").write_text(body, encoding="utf-8")


def add_files(space):
    """An environment, prompts and banks of the reader's own."""
    folder, own = space.folder, "docs/tutorials/your-own-environment.md"
    (folder / "my_env.py").write_text(block(own, "python", "class MySuite"), encoding="utf-8")
    (folder / "my_prompts").mkdir()
    shutil.copy(ROOT / "skill1/agent/prompts/compact/query.txt", folder / "my_prompts")
    space.must("skill1 library export data/household/run bank.json --format skillrl")
    for name in ("claude_style_skills.json", "alfworld_skills.json"):
        shutil.copy(folder / "bank.json", folder / name)
