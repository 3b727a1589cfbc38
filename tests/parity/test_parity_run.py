"""One run with the same answers on both backends: same library, same figures, same weights. Needs verl and Ray.

The cluster backend plays and trains through verl's real queue, agent process and two FSDP2 ranks; see parity_cluster.

Tolerances, all in fp32. Log-probs, losses and norms are sums in another order (packed rows, two ranks): RELATIVE. AdamW
divides each entry of the gradient by its own size, so an entry that is almost nothing but rounding takes a step of
another size, at most the learning rate: the largest difference of a weight is held to LARGEST_STEP of it, the mean to
MEAN_STEP.
"""

import gzip
import json
import sqlite3
from functools import partial

import pytest

pytest.importorskip("transfer_queue")  # comes with verl

import torch  # noqa: E402
from parity_runs import STEPS, parity_config  # noqa: E402
from safetensors.torch import load_file  # noqa: E402

from skill1.config import LossConfig  # noqa: E402
from skill1.policy.load import load_model  # noqa: E402
from skill1.run.directory import SHARDS_FOLDER  # noqa: E402
from skill1.run.locate import step_folder  # noqa: E402
from skill1.train import checkpoint  # noqa: E402
from skill1.train.batches import mini_batches  # noqa: E402
from skill1.train.learner import LocalLearner, learning_rate  # noqa: E402
from skill1.train.verl.loss import step_loss  # noqa: E402

pytestmark = [pytest.mark.verl, pytest.mark.timeout(600)]
RELATIVE = 2e-5
LARGEST_STEP, MEAN_STEP = 0.01, 1e-5  # of the learning rate, for each update
TABLES = ("runs", "skills", "events", "commits", "meta", "vectors")
RATE = "policy/learning_rate"
ONLY_ON_A_CLUSTER = {"policy/logprob_gap", "policy/largest_logprob_gap", "perf/mfu/actor"}
ONLY_ON_A_CLUSTER |= {
    f"perf/{name}_gb" for name in ("max_memory_allocated", "max_memory_reserved", "cpu_memory_used")
}


def tables_of(run):
    """All rows of a run's library, but for the run's name."""
    with sqlite3.connect(f"file:{run / 'library.sqlite'}?mode=ro", uri=True) as database:
        rows = {name: database.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in TABLES}
    rows["runs"] = [(row[0], *row[2:]) for row in rows["runs"]]
    return rows


def metrics_of(run):
    lines = (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    return [{k: v for k, v in json.loads(line).items() if not k.startswith("time/")} for line in lines]


def require_close(got, expected):
    """What the weights give agrees within the tolerance; all else is equal."""
    assert set(got) - ONLY_ON_A_CLUSTER == set(expected)
    for name, value in expected.items():
        if name.startswith("policy/"):
            assert got[name] == pytest.approx(value, rel=RELATIVE, abs=1e-7), name
        else:
            assert got[name] == value, name


def require_same_weights(got, expected, start, step_sizes):
    """``step_sizes``: the learning rate of every update that lies between ``start`` and the weights."""
    assert set(got) == set(expected)
    apart = torch.cat([(got[name] - expected[name]).abs().flatten() for name in expected])
    moved = torch.cat([(expected[name] - start[name]).abs().flatten() for name in expected])
    total = sum(step_sizes)
    assert float(moved.max()) > 0.5 * max(step_sizes)
    assert float(apart.max()) <= LARGEST_STEP * total
    assert float(apart.mean()) <= MEAN_STEP * total


def test_the_recording_has_something_to_compare(local_run):
    rows = tables_of(local_run[0])
    first, second = metrics_of(local_run[0])
    assert {row[1] for row in rows["events"]} >= {"added", "retrieved", "selected"}
    assert first["distill/admitted"] and second["distill/admitted"]
    assert 0 < first["outcome/success_rate"] < 1 and 0 < second["outcome/success_rate"] < 1
    assert second["policy/clip_fraction"] > 0 and second["policy/kl"] > 0.005
    assert first["policy/gradient_norm"] > 0.2  # train.max_grad_norm: the norm is clipped
    for part in mini_batches(local_run[1][1], 2):
        assert sum(len(sample.ids) for sample in part) > 2 * 400  # several micro-batches on each of two ranks


def test_both_backends_leave_the_same_library(local_run, cluster_run):
    assert tables_of(cluster_run[0]) == tables_of(local_run[0])


def test_both_backends_write_the_same_episodes(local_run, cluster_run):
    files = sorted(path.name for path in (local_run[0] / "episodes").iterdir())
    assert len(files) == STEPS
    for name in files:
        texts = [gzip.decompress((run / "episodes" / name).read_bytes()) for run in (cluster_run[0], local_run[0])]
        assert texts[0] == texts[1], name


def test_both_backends_write_the_same_metrics(local_run, cluster_run):
    got, expected = (metrics_of(run) for run in (cluster_run[0], local_run[0]))
    assert len(got) == len(expected) == STEPS
    for ours, theirs in zip(got, expected, strict=True):
        require_close(ours, theirs)


@pytest.mark.parametrize("step", range(1, STEPS + 1))
def test_both_backends_end_in_the_same_weights(local_run, cluster_run, policy, step):
    got, expected = (
        load_file(step_folder(run, step) / "model.safetensors") for run in (cluster_run[0], local_run[0])
    )
    assert got.keys() == expected.keys()
    rates = [row[RATE] for row in metrics_of(local_run[0])[:step] for _ in range(2)]
    require_same_weights(got, expected, load_file(policy / "model.safetensors"), rates)


@pytest.mark.parametrize("step", range(1, STEPS + 1))
def test_a_checkpoint_holds_the_same_state(local_run, cluster_run, step):
    got, expected = (checkpoint.load_state(step_folder(run, step)) for run in (cluster_run[0], local_run[0]))
    assert got == expected and len(got.buffer)


KL, ENTROPY = 0.05, 0.01
VARIANTS = {
    "equation-ndcg": (LossConfig(kl_coefficient=KL, entropy_coefficient=ENTROPY), 1),
    "equation-trend": (LossConfig(kl_coefficient=KL), 2),
    "token-ndcg": (LossConfig(kl_coefficient=0.0, entropy_coefficient=ENTROPY), 2),
    "token-trend": (LossConfig(kl_coefficient=KL, clip_low=0.02, clip_high=0.02), 4),
}


@pytest.mark.parametrize("credit", VARIANTS)
def test_one_step_from_a_checkpoint(credit, cluster_run, local_run, policy, library, tokens, samples_of, tmp_path):
    """The second step again, from the first checkpoint of either backend, under other losses and credits."""
    samples, (loss, parts) = samples_of(credit), VARIANTS[credit]
    folder = step_folder(local_run[0], 1)
    config = parity_config(policy, library, f"--train.mini_batches={parts}")
    model, reference = (load_model(config.model, path) for path in (folder, policy))
    learner = LocalLearner(model, reference, loss, config.train, pad_id=tokens.pad_id, temperature=1.0)
    checkpoint.load_optimizer(folder, learner.optimizer, learner.masters)
    expected = learner.update(samples, 1)

    cluster = cluster_run[1]
    cluster.actor_rollout_wg.load_checkpoint(local_path=str(step_folder(cluster_run[0], 1) / SHARDS_FOLDER))
    cluster.actor_rollout_wg.set_loss_fn(partial(step_loss, loss=loss))
    got = cluster.update(samples, parts, learning_rate(config.train, 1), tokens.pad_id)
    cluster.save(tmp_path)

    require_close(got, expected)
    assert expected["tokens/trained"] > 100
    start = load_file(folder / "model.safetensors")
    weights = {name: value.detach() for name, value in model.state_dict().items() if name in start}
    require_same_weights(load_file(tmp_path / "model.safetensors"), weights, start, [expected[RATE]] * parts)
