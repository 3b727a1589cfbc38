"""The guide behind docs/reference/metrics.md explains every key that a run writes, and none that no run writes."""

import ast
import json
import re
from pathlib import Path

import pytest

from skill1.config.load import load_config
from skill1.config.registry import METRICS
from skill1.run.metric_guide import metrics
from skill1.schema import STAGES

ROOT = Path(__file__).resolve().parents[2]
WRITERS = (
    *(
        "rollout/metrics.py",
        "train/learner.py",
        "train/step.py",
        "policy/ledger.py",
        "train/writing.py",
        "train/verl/loss.py",
        "train/verl/run.py",
        "train/verl/trainer.py",
    ),
    "train/validation.py",
    # Writers of methods: what they write is explained beside them.
    *(
        f"{place.partition(':')[0].removeprefix('skill1.').replace('.', '/')}.py"
        for place in METRICS.built_in.values()
    ),
)
AREAS = (
    "outcome|select|distill|library|credit|policy|tokens|prompt|time|errors|oracle|control"
    "|validate|teacher|endpoint|budget"
)
OF_METHODS = {key.partition("/")[0] for name in METRICS.built_in for m in METRICS.load(name) for key in m.keys}
SOURCE_KEY = re.compile(rf"({AREAS}|{'|'.join(sorted(OF_METHODS))})/[a-z_0-9]+")
EXPLAIN = "explain it in skill1/run/metric_guide.py, or beside its writer (METRICS in skill1/config/registry.py)"


def documented_patterns():
    """Every key of the guide; <stage>, <type> and <env> stand for any."""
    return [key for listed in metrics().values() for metric in listed for key in metric.keys]


def matcher(pattern):
    escaped = (
        re.escape(pattern)
        .replace("<stage>", f"({'|'.join(STAGES)})")
        .replace("<type>", "[^/]+")
        .replace("<env>", "[^/]+")
    )
    return re.compile(escaped)


def is_documented(key, patterns):
    return any(matcher(pattern).fullmatch(key) for pattern in patterns)


def right_skills(number):
    """Skill lines that tell the hidden facts of the first training tasks, so that the oracle has something to find."""
    from skill1_envs.household.tasks import load_split

    for home, request in load_split("train").chores[:number]:
        facts = f"{request.kind} in {home.spots[request.kind]}"
        if request.type in home.appliances:
            facts += f" {request.type} using {home.appliances[request.type]}"
        yield json.dumps({"description": str(request.name), "strategy": facts, "utility": 0.5})


def source_keys(files):
    """Texts in these files of the package that look like keys."""
    found = set()
    for name in files:
        tree = ast.parse((ROOT / "skill1" / name).read_text(encoding="utf-8"))
        constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        found |= {value for value in constants if isinstance(value, str) and SOURCE_KEY.fullmatch(value)}
    return found


@pytest.fixture(scope="module")
def written_keys(tmp_path_factory):
    """Keys of three one-step runs of a very small random policy: our credit, the paper's with KL, GRPO."""
    pytest.importorskip("torch")
    from skill1 import Library, Skill1Trainer
    from skill1.env.registry import make_suite
    from skill1.library.formats import import_into
    from skill1.policy.tiny import TinyShape, make_tiny_policy

    folder = tmp_path_factory.mktemp("metrics")
    config = load_config("household/skill1")
    shape = TinyShape(hidden_size=32, layers=1, heads=2, feed_forward=64)
    make_tiny_policy(make_suite(config.env).vocabulary(), folder / "model", seed=0, shape=shape)
    (folder / "skills.jsonl").write_text("\n".join(right_skills(4)), encoding="utf-8")
    with Library.open(folder / "start.sqlite", config.library, create=True) as library:
        import_into(library, folder / "skills.jsonl", "jsonl")
    small = [
        *("--model.path", str(folder / "model"), "--train.threads", "1", "--train.steps", "1"),
        *("--train.tasks_per_step", "2", "--train.mini_batches", "1", "--train.group_size", "4"),
        *("--library.init", str(folder / "start.sqlite"), "--library.similarity_threshold", "-1.0"),
    ]
    controls = ["--library.control_share=0.5", "--train.validate_every=1", "--train.validate_tasks=6"]
    paper = ["--credit.selection=ndcg", "--credit.distillation=variation", "--loss.kl_coefficient=0.01"]
    keys = set()
    for name, extra in (("household/skill1", controls), ("household/skill1", paper), ("household/grpo", [])):
        run = folder / f"run-{len(keys)}"
        Skill1Trainer(load_config(name, [*small, *extra]), run).train()
        for line in (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines():
            keys |= set(json.loads(line))
    return keys


def test_every_key_a_run_writes_is_documented(written_keys):
    patterns = documented_patterns()
    assert len(written_keys) > 60
    assert [key for key in sorted(written_keys) if not is_documented(key, patterns)] == [], EXPLAIN


def test_every_key_the_source_names_is_documented():
    """A random policy never writes a good skill, so some keys only show in the source."""
    patterns, found = documented_patterns(), source_keys(WRITERS)
    assert len(found) >= 60
    areas = {name.partition("/")[0] for name in found}
    assert {"teacher", "budget", "bank", "skillpro", "skillopt", "reflection"} <= areas
    assert [key for key in sorted(found) if not is_documented(key, patterns)] == [], EXPLAIN


def test_no_documented_key_is_stale(written_keys):
    source = "".join((ROOT / "skill1" / name).read_text(encoding="utf-8") for name in WRITERS)
    stale = [
        pattern
        for pattern in documented_patterns()
        if f'"{pattern.replace("<env>", "{env}")}"' not in source
        and not any(matcher(pattern).fullmatch(key) for key in written_keys)
    ]
    assert stale == [], "no run writes it: take it out of skill1/run/metric_guide.py, or of its writer's METRICS"


def test_every_documented_key_is_explained_once():
    patterns = documented_patterns()
    assert len(patterns) == len(set(patterns)) and len(patterns) > 40
