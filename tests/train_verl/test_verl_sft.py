"""The cold start through verl's own trainer on two CPU ranks: its first update is torch's of the same loss."""

import pytest

pytest.importorskip("skill1_verl_cpu")  # the platform plugin of tests/verl_support, which imports verl

import torch  # noqa: E402
from safetensors.torch import load_file  # noqa: E402

from skill1.config import ModelConfig  # noqa: E402
from skill1.policy.load import load_model  # noqa: E402
from skill1.policy.tokens import Tokens  # noqa: E402
from skill1.train.demos import read_demos, write_demos  # noqa: E402
from skill1.train.verl.sft import columns_of, run_sft  # noqa: E402
from tests.rollout.tiny_world import household, tiny_policy  # noqa: E402

pytestmark = [pytest.mark.verl, pytest.mark.slow, pytest.mark.timeout(600)]
LEARNING_RATE = 1e-3
SAME_STEP = 1e-5  # of weights moved by 1e-3: both gradients have the same sign nearly everywhere


def one_update(folder, rows):
    """AdamW's first step on the weighted mean over all rows, gradient clipped to 1."""
    model = load_model(ModelConfig(path=str(folder), device="cpu", dtype="float32"))
    optimizer = torch.optim.AdamW(model.parameters(), LEARNING_RATE, betas=(0.9, 0.98), weight_decay=0.01)
    columns = columns_of(rows)
    total = sum(map(sum, columns["weights"]))
    for ids, weights in zip(columns["ids"], columns["weights"], strict=True):
        logits = model(torch.tensor([ids])).logits[0, :-1]
        logprobs = logits.log_softmax(-1).gather(-1, torch.tensor(ids[1:])[:, None])[:, 0]
        (-(torch.tensor(weights[1:]) * logprobs).sum() / total).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return dict(model.named_parameters())


def test_the_first_update_is_that_of_our_weighted_loss(tmp_path, monkeypatch):
    folder = tiny_policy(tmp_path / "tiny")
    data, tokens = tmp_path / "demos.gz", Tokens.load(folder)
    write_demos(household(folder), episodes=20, kind="oracle", seed=0, output=data)
    demos = read_demos(data, tokens)
    rows = [row for demo in demos for row in demo.rows]
    assert len(rows) % 2 == 0  # both ranks get all of theirs
    words = ("--backend=verl", "--train.final_learning_rate=1", "--cluster.gpus_per_node=2", "--sft.epochs=1")
    more = (f"--sft.learning_rate={LEARNING_RATE}", "--sft.warmup_updates=1", f"--sft.batch_size={len(demos)}")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    result = run_sft(household(folder, *words, *more), data, tmp_path / "out")
    assert list((tmp_path / "here").iterdir()) == []  # Hydra keeps its notes in `outputs`
    assert result == {"rows": len(rows), "updates": 1}
    expected = one_update(folder, rows)
    trained, start = load_file(tmp_path / "out" / "model.safetensors"), load_file(folder / "model.safetensors")
    assert set(trained) == set(start)
    apart = torch.cat([(trained[name].float() - expected[name].detach()).abs().flatten() for name in trained])
    moved = torch.cat([(trained[name].float() - start[name]).abs().flatten() for name in trained])
    assert moved.median() > LEARNING_RATE / 2  # Adam's first step has one size
    # A gradient near 0 may have either sign. Products in bfloat16, which FSDP takes of itself, turn over 0.0025.
    assert (apart > SAME_STEP).float().mean() < 0.001
