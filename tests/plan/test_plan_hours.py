"""Hours: published runs are found again, what resembles them gets their range, everything else is not known."""

import math

import pytest

from skill1.config.load import load_config
from skill1.plan.estimate import changed
from skill1.plan.hours import HOPPER, PUBLISHED, Time, step_time
from skill1.plan.shape import KNOWN


def time_of(*options, name="alfworld/cluster", model="qwen2.5-7b", gpu="H800", measured_s=0.0):
    return step_time(load_config(name, list(options)), KNOWN[model], gpu, measured_s)


@pytest.mark.parametrize("run", PUBLISHED, ids=lambda run: f"{run.source}-{run.method}-{run.gpu}")
def test_a_published_run_is_found_again(run):
    options = {"method": "skill1", "train.tasks_per_step": 16, "train.group_size": run.episodes // 16}
    options |= {"cluster.gpus_per_node": run.gpus, "cluster.tensor_parallel": 1}
    options |= {"agent.selection": run.selection, "agent.distillation": run.distillation}
    config = changed(load_config("alfworld/cluster"), options)
    object.__setattr__(config, "method", run.method)  # SkillRL was trained on a cluster, though ours is not
    found = step_time(config, KNOWN[run.model], run.gpu, 0)
    assert found.step == run.step and run.source in found.source


def test_the_paper_by_hand():
    found = time_of()
    assert found.step == (386.6, 493.8)
    least, most = found.hours(150)
    assert least == pytest.approx(386.6 * 150 / 3600)  # 16.1
    assert most == pytest.approx(493.8 * 150 / 3600 * 30 / 18.4)  # 30 hours of 150 steps of 441.6 s, 18.4 hours
    assert least < 30 < most  # as it took


def test_hours_of_a_whole_run_hold_validation_already():
    (run,) = [run for run in PUBLISHED if run.source == "SkillRL paper"]
    assert run.step == pytest.approx((576 / (30 / 18.4), 576)) and run.most_of_run == 576


def test_a_run_of_about_this_size_gets_the_range_of_the_published_ones():
    found = time_of("--method=grpo", "--train.group_size=8")  # 128 episodes: 0.95 x 10^9 parameters each GPU
    assert found.step == pytest.approx((288 / (30 / 18.4), 576)) and "range of 6 published runs" in found.source
    assert found.hours(150)[1] == pytest.approx(521.8 * 30 / 18.4 * 150 / 3600)


def test_nothing_simple_predicts_the_run_that_is_left_out_within_a_quarter():
    """The mean of the others: GRPO's 287 s would be called 400, the 1.5B model's 226 s 417."""
    middles = [math.sqrt(run.step[0] * run.step[1]) for run in PUBLISHED if run.gpu in HOPPER]
    ratios = []
    for place, known in enumerate(middles):
        others = middles[:place] + middles[place + 1 :]
        ratios.append(math.exp(sum(map(math.log, others)) / len(others)) / known)
    assert (min(ratios), max(ratios)) == pytest.approx((0.57, 1.85), abs=0.01)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"gpu": None}, "not named"),
        ({"gpu": "4090"}, "on 4090"),
        ({"model": "qwen2.5-72b"}, "of this size"),
        ({"name": "alfworld/skill1"}, "backend local"),
        ({"name": "alfworld/skillpro"}, "trains no weights"),
        ({"name": "alfworld/nodes"}, "several machines"),
        ({"name": "webshop/cluster"}, "50 turns"),
        ({"name": "alfworld/one_gpu"}, "LoRA"),
    ],
)
def test_what_nobody_published_is_not_known(options, why):
    found = time_of(**options)
    assert found.step is None and why in found.source and found.hours(150) is None


def test_whole_trajectories_in_prompts_are_another_matter():
    assert time_of("--agent.distillation=raw", "--train.group_size=8").step is None


def test_a_measurement_goes_before_all():
    found = time_of(gpu=None, measured_s=360)
    assert found.step == (360, 360) and found.hours(150) == (15, 15)
    assert isinstance(found, Time) and "measured" in found.source
