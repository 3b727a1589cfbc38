"""Rows as TRL has them: the same tokens, the same loss, micro-batches of one size."""

from types import SimpleNamespace

import pytest

from skill1.config import LossConfig, TrainConfig
from skill1.schema import TokenSample
from tests.bench.scripts import script

trl_step = script("trl_step")
peer = script("peer")


def row(ids: str, trained: str, *, kl_only: bool = False) -> TokenSample:
    """Letters are tokens; ``trained`` has an x at each trained position."""
    where = [float(mark == "x") for mark in trained]
    none = (0.0,) * len(ids)
    return TokenSample(
        ids=tuple(map(ord, ids)),
        stages=tuple(2 if w else -1 for w in where),
        logprobs=none,
        advantages=tuple(0.3 * w for w in where),
        weights=none if kl_only else tuple(0.1 * w for w in where),
        kl_weights=tuple(0.1 * w for w in where),
        clipped=(0,) * len(ids),
        group=0,
    )


ROWS = [row("abcd", "..xx"), row("abcdef", "..x..x"), row("abcde", "....x", kl_only=True)]


def test_weights_are_a_mean_over_tokens_and_then_over_rows():
    first, second, third = trl_step.as_grpo(ROWS)
    # Three rows; two trained tokens in the first, one in the last: 1/(3·2) and 1/(3·1).
    assert first.weights == first.kl_weights == (0, 0, 1 / 6, 1 / 6)
    assert third.weights == (0, 0, 0, 0, 1 / 3)
    assert sum(sum(each.weights) for each in (first, second, third)) == pytest.approx(1)
    assert first.advantages == (0, 0, 1.5, 1.5) and second.advantages == (0, 0, -0.5, 0, 0, -0.5)
    assert second.clipped == (0, 0, 1, 0, 0, 1) and second.ids == ROWS[1].ids


def test_a_completion_begins_with_the_first_trained_token_and_masks_the_others():
    found = trl_step.as_completion(trl_step.as_grpo(ROWS)[1])
    assert found["prompt"] + found["completion"] == list(ROWS[1].ids) and len(found["prompt"]) == 2
    assert found["mask"] == [1, 0, 0, 1] and found["advantages"] == [-0.5, 0, 0, -0.5]


def test_micro_batches_are_of_one_size_and_fit_the_budget():
    # 13 tokens hold two rows of at most 6: one pair, and the third row is left out.
    assert trl_step.rows_of_one_size(ROWS, 13) == (ROWS[:2], 2)
    assert trl_step.rows_of_one_size(ROWS, 1000) == (ROWS, 3)
    assert trl_step.rows_of_one_size(ROWS, 1) == (ROWS, 1)  # a longer row stands alone


def test_the_job_has_everything_that_ours_has_from_its_configuration():
    config = SimpleNamespace(
        sampling=SimpleNamespace(temperature=0.7), loss=LossConfig(), train=TrainConfig(weight_decay=0.2)
    )
    run = SimpleNamespace(config=config, model=SimpleNamespace(dtype="torch.bfloat16"))
    arguments = SimpleNamespace(threads=2, trl_weights="float32")
    job = trl_step.job_of(SimpleNamespace(run=run, episodes={}), [], 4, "weights", arguments)
    assert (job["dtype"], job["temperature"], job["weight_decay"]) == ("bfloat16", 0.7, 0.2)
    assert (job["clip_high"], job["kl_coefficient"], job["micro_rows"], job["threads"]) == (0.2, 0.01, 4, 2)


def test_steps_take_turns_and_ratios_are_of_a_round():
    # The first of each does not count. TRL's 8 s by ours 2 s: 4; its 6 s beside 2 s: 3; the median is 3.5.
    ours = iter([trl_step.Step(9, 9, 0, 0, 0), trl_step.Step(2, 1, 1, 0.5, 3), trl_step.Step(2, 1, 1, 0.5, 3)])
    trl = iter([trl_step.Step(9, 9, 0, 0, 0), trl_step.Step(8, 2, 6, 0.5, 3), trl_step.Step(6, 2, 4, 0.5, 3)])
    found = trl_step.summary(trl_step.in_turn({"ours": lambda: next(ours), "trl": lambda: next(trl)}, 2))
    assert found["ratios"]["trl_over_ours_step"] == [4.0, 3.0] and found["trl_over_ours_step"] == 3.5
    assert found["trl_over_ours_update"] == 5.0 and found["trl_over_ours_generation"] == 2.0
    assert found["trl"]["step_s"] == 7 and found["ours"]["loss"] == 0.5


def test_tokens_that_trl_did_not_write_are_an_error():
    answer = {"generated": 5, "seconds": 3.0, "generation_s": 1.0, "loss": 0.1, "gradient_norm": 2.0}
    child = SimpleNamespace(ask=lambda: answer)
    assert trl_step.trl_step(child, 5).update_s == 2.0
    with pytest.raises(peer.PeerError, match="5 tokens; expected 6"):
        trl_step.trl_step(child, 6)


def test_a_step_without_rows_says_what_to_type():
    with pytest.raises(SystemExit, match="kl_coefficient"):
        trl_step.measured(SimpleNamespace(samples=[]), SimpleNamespace(), None)
