"""Alarms fire on recorded collapsed runs and stay silent on good ones; every rule by a case made for it."""

import gzip
import json
import math
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.config.keys import config_keys
from skill1.config.load import load_config
from skill1.run.health import (
    CLEARED,
    Watch,
    diagnose,
    duplicate_alarm,
    duplicate_share,
    key_figures,
)
from skill1.run.health_rules import DUPLICATES, HISTORY, LONG, RULES, WINDOW, History
from skill1.schema import STAGES

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "health"
PAPER = ["--credit.selection=ndcg", "--credit.distillation=variation"]
GOOD = {  # recording → configuration
    "skill1": ("household/skill1", []),
    "skill1-seed-1": ("household/skill1", ["--seed=1"]),
    "grpo": ("household/grpo", []),
    "variation": ("household/skill1", ["--credit.distillation=variation"]),
    "variation-no-kl": ("household/skill1", ["--credit.distillation=variation", "--loss.kl_coefficient=0"]),
}
COLLAPSED = {  # recording → configuration, what a watch must say, what must still hold at the end
    "paper-nokl": (
        [*PAPER, "--loss.kl_coefficient=0"],
        {"texts lose their worth", "never the first candidate", "picks worse than blind", "entropy gone"},
        {"texts lose their worth", "never the first candidate", "entropy gone"},
    ),
    "paper-hot": (
        ["--credit.selection=none", "--credit.distillation=variation"],
        {"unreadable answers", "always the first candidate", "answers are cut"},
        {"unreadable answers", "answers are cut"},
    ),
    "entropy-gone": (
        ["--loss.kl_coefficient=0", "--loss.entropy_coefficient=0"],
        {"no gradient", "no success", "success is falling", "ratios explode", "ratios drift", "entropy explodes"},
        {"no gradient", "no success", "unreadable answers", "answers are cut", "always the first candidate"},
    ),
    "unstable": (
        ["--train.learning_rate=0.02"],
        {"KL runs away", "ratios drift", "ratios are clipped", "nothing is retrieved", "unreadable answers"},
        {"no gradient", "no success", "KL runs away", "writes nothing"},
    ),
    "invalid-paid": (
        ["--credit.invalid_value=1.5", "--credit.lambda_distill=3.0"],
        {"unreadable answers", "nothing is stored", "success is falling", "texts lose their worth"},
        {"unreadable answers", "nothing is stored"},
    ),
}


def recording(name):
    with gzip.open(GOLDEN / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def names(alarms):
    return {alarm.name for alarm in alarms}


def constant(steps, **figures):
    """Rows of one kind; ``a__b`` stands for ``a/b``."""
    row = {key.replace("__", "/"): value for key, value in figures.items()}
    return [{"step": step, **row} for step in range(1, steps + 1)]


CONFIG = load_config("household/skill1")
HEALTHY = {
    "outcome__success_rate": 0.5,
    "outcome__groups_with_spread": 0.6,
    "act__valid_rate": 1.0,
    "distill__valid_rate": 0.98,
    "distill__admitted": 5.0,
    "distill__merged": 20.0,
    "library__size": 300.0,
    "library__mean_utility": 0.45,
    "select__candidates": 4.0,
    "select__first_share": 0.6,
    "select__none_share": 0.05,
    "tokens__trained": 3000.0,
    "policy__entropy": 0.3,
    "policy__gradient_norm": 0.5,
}


@pytest.mark.parametrize("name", GOOD)
def test_good_runs_are_silent_from_the_first_step_to_the_last(name):
    rows, config = recording(name), load_config(GOOD[name][0], GOOD[name][1])
    assert len(rows) == 110
    watch = Watch(config)
    assert [alarm for row in rows for alarm in watch.see(row)] == []
    assert diagnose(rows, config) == diagnose(rows[:WINDOW], config) == []


@pytest.mark.parametrize("name", COLLAPSED)
def test_collapsed_runs_raise_their_alarms(name):
    overrides, live, final = COLLAPSED[name]
    rows, config = recording(name), load_config("household/skill1", overrides)
    watch = Watch(config)
    assert live <= names(alarm for row in rows for alarm in watch.see(row))
    found = diagnose(rows, config)
    assert final <= names(found)
    for alarm in found:  # since: it holds there and at every step after, and not at the step before
        key = (alarm.name, alarm.metric)
        holds = [
            key in {(a.name, a.metric) for a in diagnose(rows[:end], config)}
            for end in (alarm.since - 1, alarm.since)
        ]
        assert holds == [False, True], alarm


def test_a_run_that_never_wins_has_no_gradient():
    config = load_config("alfworld/tiny")
    alarm = next(a for a in diagnose(recording("alfworld-tiny"), config) if a.name == "no gradient")
    assert (alarm.metric, alarm.value, alarm.since) == ("outcome/groups_with_spread", 0.0, 10)
    assert "train.group_size = 4: raise it" in alarm.knob
    served = load_config("alfworld/tiny", ["--endpoint.url=http://127.0.0.1:1/v1"])  # its weights cannot change
    assert "no gradient" not in {a.name for a in diagnose(recording("alfworld-tiny"), served)}


@pytest.mark.parametrize(
    ("name", "figures", "steps"),
    [
        ("no gradient", {"outcome__groups_with_spread": 0.04}, 10),
        ("no success", {"outcome__success_rate": 0.0}, LONG),
        ("nothing is trained", {"tokens__trained": 0.0}, 10),
        ("environment errors", {"errors__episodes": 1.0}, 10),  # of 96 episodes
        ("environment retries", {"errors__retried": 10.0}, 10),
        ("invalid actions", {"act__valid_rate": 0.79}, 10),
        ("unreadable answers", {"distill__valid_rate": 0.79}, 10),
        ("answers are cut", {"rerank__length_stops": 0.16}, 10),
        ("prompts are shortened", {"prompt__shortened": 193.0}, 10),  # 96 episodes
        ("entropy gone", {"policy__entropy/act": 0.009}, 10),
        ("entropy gone", {"policy__entropy/query": 0.0009}, 10),
        ("KL runs away", {"policy__kl": 1.1}, 10),
        ("ratios drift", {"policy__mismatch_kl/act": 0.021}, 10),
        ("ratios are clipped", {"policy__clip_fraction/query": 0.21}, 10),
        ("ratios explode", {"policy__largest_ratio": 1001.0}, 10),
        ("gradient norm jumps", {"policy__gradient_norm": 10.1}, 10),
        ("writes nothing", {"distill__declined": 0.81}, 10),
        ("nothing is stored", {"distill__admitted": 0.0, "distill__merged": 0.0}, 10),
        ("always the first candidate", {"select__first_share": 1.0}, 10),
        ("never the first candidate", {"select__first_share": 0.0}, 10),
        ("nothing is retrieved", {"select__candidates": 0.4}, 10),
        ("skills are refused", {"select__none_share": 0.95}, 10),
        (
            "skills mislead",
            {
                "select__none_share": 0.3,
                "outcome__success_with_skill": 0.3,
                "outcome__success_without_skill": 0.45,
            },
            10,
        ),
        ("picks worse than blind", {"select__utility_of_used": 0.39}, 10),
        (
            "library never merges",
            {"distill__admitted": 50.0, "distill__merged": 1.0, "library__mean_utility": 0.1},
            LONG,
        ),
    ],
)
def test_each_rule_fires_at_its_limit_and_only_with_enough_steps(name, figures, steps):
    rows = constant(steps, **HEALTHY | figures)
    (alarm,) = diagnose(rows, CONFIG)
    assert (alarm.name, alarm.since) == (name, steps)
    assert diagnose(rows[:-1], CONFIG) == []


@pytest.mark.parametrize(
    "figures",
    [
        {},
        {
            "outcome__success_rate": 0.96,
            "outcome__groups_with_spread": 0.0,
            "policy__entropy/act": 0.001,
        },  # solved
        {"select__first_share": 1.0, "select__candidates": 1.2},  # hardly a choice
        {"policy__mismatch_kl/distill": 0.5, "policy__clip_fraction/distill": 0.4},  # realised: old texts
        {"policy__entropy/query": 0.002},  # a query may be a copy
        {"distill__merged": 90.0, "distill__admitted": 1.0},  # merging is what the library is for
        {"outcome__success_with_skill": 0.3, "outcome__success_without_skill": 1.0},  # too few without
        {"distill__admitted": 0.0, "distill__merged": 0.0, "outcome__success_rate": 0.05},  # nothing to store
    ],
)
def test_what_only_looks_like_a_collapse_is_silent(figures):
    assert diagnose(constant(LONG, **HEALTHY | figures), CONFIG) == []


@pytest.mark.parametrize(
    ("config", "figures"),
    [
        ("grpo_random", {"select__candidates": 0.0}),  # drawn, not retrieved
        ("skillpro", {"select__candidates": 0.4}),  # its controller may choose none
        ("retroagent", {"select__candidates": 0.45}),  # one lesson, in half of each group
        ("grpo_bank", {"select__never_retrieved": 1.0}),  # frozen: nobody counts
    ],
)
def test_methods_that_search_otherwise_are_silent(config, figures):
    bank = ["--library.init=bank.json"] if config.startswith("grpo_") else []
    rows = constant(LONG, **HEALTHY | figures)
    assert diagnose(rows, load_config(f"household/{config}", bank)) == []
    assert len(diagnose(rows, CONFIG)) == 1


def test_steps_that_only_fill_the_library_train_nothing_on_purpose():
    config = load_config("household/skill1", ["--train.library_steps=12"])
    rows = constant(LONG, **HEALTHY)
    filling = [row | {"tokens/trained": 0.0} for row in rows[:12]]
    assert diagnose(filling, config) == diagnose([*filling, *rows[12:]], config) == []
    rows = constant(LONG, **HEALTHY | {"tokens__trained": 0.0})
    assert [alarm.since for alarm in diagnose(rows, config)] == [22]  # the first window after them


def test_figures_just_inside_every_limit_are_silent():
    inside = {
        "outcome__groups_with_spread": 0.051,
        "errors__episodes": 0.95,  # .0099 of 96 episodes
        "errors__retried": 9.5,
        "prompt__shortened": 191.0,
        "act__valid_rate": 0.81,
        "distill__valid_rate": 0.81,
        "distill__declined": 0.79,
        "act__length_stops": 0.14,
        "policy__entropy/act": 0.011,
        "policy__entropy/query": 0.0011,
        "policy__kl": 0.99,
        "policy__mismatch_kl/act": 0.019,
        "policy__clip_fraction/act": 0.19,
        "policy__largest_ratio": 999.0,
        "policy__gradient_norm": 9.9,
        "select__first_share": 0.989,
        "select__none_share": 0.89,
        "select__utility_of_used": 0.41,
        "outcome__success_with_skill": 0.41,
        "outcome__success_without_skill": 0.5,
        "tokens__trained": 1.0,
    }
    assert diagnose(constant(LONG, **HEALTHY | inside), CONFIG) == []


def test_late_texts_count_where_nothing_is_late():
    rows = constant(WINDOW, **HEALTHY | {"policy__mismatch_kl/distill": 0.5})
    assert names(diagnose(rows, load_config("household/skill1", ["--credit.distillation=variation"]))) == {
        "ratios drift"
    }


def large_run(seed, steps=150):
    """Rows as a 7B chat policy gives them on ALFWorld: 16 groups of 16, success .2 → .6, entropy .3 → .1 nats.

    Tasks differ in difficulty, so success and spread are as noisy as 16 tasks a step make them.
    """
    draw = random.Random(seed)

    def noisy(value, spread):
        return value * math.exp(draw.gauss(0, spread))

    size, utility, rows = 0.0, 0.2, []
    for step in range(1, steps + 1):
        ability = 0.2 + 0.4 * min(1.0, step / 120)
        chances = [draw.betavariate(1.2 * ability, 1.2 * (1 - ability)) for _ in range(16)]
        wins = [sum(draw.random() < chance for _ in range(16)) for chance in chances]
        success = sum(wins) / 256
        added, merged = draw.randint(10, 150 if step < 60 else 60), draw.randint(5, 60)
        size, utility = min(5000.0, size + added), utility + 0.05 * (0.95 * success - utility)
        entropy = noisy(0.3 - 0.2 * step / steps, 0.1)
        row = {
            "step": step,
            "outcome/success_rate": success,
            "outcome/groups_with_spread": sum(0 < won < 16 for won in wins) / 16,
            "act/valid_rate": min(1.0, 0.9 + step / 400),
            "distill/admitted": float(added),
            "distill/merged": float(merged),
            "library/size": size,
            "library/mean_utility": utility,
            "select/utility_of_used": utility + draw.gauss(0.03, 0.02),
            "select/candidates": float(min(5, step - 1)),
            "select/first_share": draw.gauss(0.5 + 0.3 * step / steps, 0.03),
            "select/none_share": 1.0 if step == 1 else 0.0,
            "policy/entropy": entropy,
            "policy/kl": noisy(0.05 * step / steps, 0.3),
            "policy/gradient_norm": noisy(2.0 if step <= 5 else 0.3, 0.5),
            "policy/largest_ratio": math.exp(abs(draw.gauss(1.5, 1.2))),
            "prompt/shortened": float(draw.randint(0, 60)),
            "errors/retried": float(draw.random() < 0.3),
            "tokens/trained": noisy(900_000, 0.2),
        }
        for stage, share in (("query", 0.5), ("rerank", 0.25), ("act", 1.0), ("distill", 1.5)):
            row |= {
                f"policy/entropy/{stage}": share * entropy,
                f"policy/mismatch_kl/{stage}": noisy(0.002, 1.0),  # a sampler in bfloat16
                f"policy/clip_fraction/{stage}": noisy(0.02, 0.5),
                f"{stage}/length_stops": max(0.0, draw.gauss(0.05, 0.02)),
            }
        rows.append(row)
    return rows


@pytest.mark.parametrize("seed", range(3))
def test_a_good_run_of_another_shape_is_silent_and_its_collapse_is_not(seed):
    rows, config = large_run(seed), load_config("alfworld/skill1")
    watch = Watch(config)
    assert [alarm for row in rows for alarm in watch.see(row)] == []
    broken = [
        row | {"outcome/success_rate": 0.3 * row["outcome/success_rate"], "policy/entropy": 1.5} for row in rows
    ]
    assert {"success is falling", "entropy explodes"} <= names(diagnose(rows[:120] + broken[120:], config))


def test_advice_that_was_taken_already_is_left_out():
    rows = constant(WINDOW, **HEALTHY | {"distill__declined": 0.9})
    (alarm,) = diagnose(rows, CONFIG)  # household/skill1 credits by what was realised
    assert alarm.knob == "credit.lambda_distill = 1.0: lower it"
    (alarm,) = diagnose(rows, load_config("household/skill1", ["--credit.distillation=variation"]))
    assert alarm.knob.startswith("credit.distillation = variation: realised rewards later use")


def course(*parts, metric):
    """Healthy rows in which one figure takes a value for so many steps, then the next."""
    values = [value for steps, value in parts for _ in range(steps)]
    return [row | {metric: value} for row, value in zip(constant(len(values), **HEALTHY), values, strict=True)]


@pytest.mark.parametrize(
    ("metric", "before", "after", "name", "delay"),
    [
        # .5 → .3 at step 41: mean of 20 rows below .6 * .5 = .3 never, so .2; (20 - n) * .5 + n * .2 < 6 from n = 14 on
        ("outcome/success_rate", 0.5, 0.2, "success is falling", 14),
        # mean of 10 rows above .3 + .3: n * 1.2 + (10 - n) * .3 > 9 from n = 7 on (three times .3)
        ("policy/entropy", 0.3, 1.2, "entropy explodes", 7),
        # the median of 10 passes 10 * .5 with the 6th row; at 5 it is (.5 + 6) / 2
        ("policy/gradient_norm", 0.5, 6.0, "gradient norm jumps", 6),
        # mean of 10 below .8 * .5: n * .3 + (10 - n) * .5 < 4 from n = 6 on
        ("library/mean_utility", 0.5, 0.3, "texts lose their worth", 6),
    ],
)
def test_rules_about_the_course_speak_after_the_turn(metric, before, after, name, delay):
    rows = course((40, before), (20, after), metric=metric)
    assert diagnose(rows[: 40 + delay - 1], CONFIG) == []
    (alarm,) = diagnose(rows, CONFIG)
    assert (alarm.name, alarm.metric, alarm.since) == (name, metric, 40 + delay)


def test_one_odd_step_is_no_alarm():
    odd = {
        "outcome/success_rate": 0.0,
        "policy/gradient_norm": 500.0,
        "policy/largest_ratio": 1e8,
        "policy/kl": 12.1,  # of a good quickstart, whose next step had 0.08
        "act/valid_rate": 0.3,
    }
    rows = constant(60, **HEALTHY)
    rows[45] |= odd
    assert diagnose(rows[:46], CONFIG) == diagnose(rows, CONFIG) == []


def test_a_watch_says_each_alarm_once_and_again_when_it_was_long_away():
    gone, fine = {"outcome/groups_with_spread": 0.0}, {"outcome/groups_with_spread": 1.0}
    blocks = [(10, gone), (5, fine), (10, gone), (WINDOW + CLEARED, fine), (10, gone)]
    rows = [row | figures for steps, figures in blocks for row in constant(steps, **HEALTHY)]
    rows = [row | {"step": number} for number, row in enumerate(rows, start=1)]
    watch = Watch(CONFIG)
    raised = [(alarm.name, alarm.since) for row in rows for alarm in watch.see(row)]
    assert raised == [("no gradient", 10), ("no gradient", 65)]


def test_a_watch_that_goes_on_does_not_repeat_what_was_said():
    rows = constant(30, **HEALTHY | {"act__valid_rate": 0.1})
    assert Watch(CONFIG, rows[:15]).see(rows[15]) == []
    assert names(Watch(CONFIG, rows[:9]).see(rows[9])) == {"invalid actions"}


@pytest.mark.parametrize("gap", [CLEARED - 1, CLEARED + 1])
def test_a_watch_of_a_long_run_remembers_as_one_that_saw_it_all(gap):
    blocks = [(400, {}), (10, {"act__valid_rate": 0.1}), (WINDOW - 1 + gap, {}), (10, {"act__valid_rate": 0.1})]
    rows = [row for steps, figures in blocks for row in constant(steps, **HEALTHY | figures)]
    seen = Watch(CONFIG)
    for row in rows[:-10]:
        seen.see(row)
    resumed = Watch(CONFIG, rows[:-10])
    assert [names(resumed.see(row)) for row in rows[-10:]] == [names(seen.see(row)) for row in rows[-10:]]


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), length=st.integers(0, HISTORY + 40))
def test_rows_with_any_gaps_are_judged_without_an_error_and_alike_live_and_at_rest(seed, length):
    draw = random.Random(seed)
    keys = sorted({metric for rule in RULES for metric in rule.metrics} | {"distill/merged", "library/size"})
    rows = [
        {"step": step}
        | {
            key: draw.choice([None, 0.0, draw.random(), 5.0, math.nan, "text"])
            for key in keys
            if draw.random() < 0.8
        }
        for step in range(1, length + 1)
    ]
    watch, raised = Watch(CONFIG), set()
    for row in rows:
        raised |= {(a.name, a.metric) for a in watch.see(row)}
    assert {(a.name, a.metric) for a in diagnose(rows, CONFIG)} <= raised


def test_means_by_hand():
    history = History([{"step": i, "a/b": float(i)} for i in range(1, 31)], CONFIG)
    assert history.mean("a/b") == 25.5 and history.mean("a/b", before=WINDOW) == 15.5  # 21 … 30, 11 … 20
    assert (
        history.median("a/b") == 25.5 and history.mean("a/b", last=31) is None and history.mean("no/such") is None
    )
    sparse = History([{"a/b": 1.0 if i < 5 else None} for i in range(10)], CONFIG)
    assert sparse.mean("a/b") == 1.0 and sparse.total("a/b") is None  # half are there, not all
    assert History(sparse.rows[1:] + [{}], CONFIG).mean("a/b") is None


def test_duplicates_by_hand(tmp_path):
    assert duplicate_share(["Put egg 1 in bowl!", "put EGG 2 in bowl", "put egg on bowl"]) == pytest.approx(1 / 3)
    assert duplicate_share([]) == 0.0
    texts = [f"{'say the same' if i % 2 else chr(97 + i % 26) * (1 + i // 26)} {i}" for i in range(60)]
    alarm = duplicate_alarm(texts, 7, CONFIG)  # 30 of one kind: 29 of 60 repeat an earlier one
    assert (alarm.name, alarm.value, alarm.since) == (DUPLICATES.name, pytest.approx(29 / 60), 7)
    assert "library.merge_similarity = 0.85" in alarm.knob
    assert duplicate_alarm(texts[:49], 7, CONFIG) is None


def test_present_values_are_said_as_in_a_configuration():
    """`library.similarity_threshold = None: lower it` gave nothing to lower, and no word to type."""
    (alarm,) = diagnose(constant(10, **HEALTHY | {"select__candidates": 0.4}), CONFIG)
    assert "library.similarity_threshold = null: lower it; null: the encoder's own; " in alarm.knob


def test_rules_have_names_of_their_own_and_knobs_that_exist():
    for rule in (*RULES, DUPLICATES):
        for key, _ in rule.knobs:
            assert all(key.format(stage=stage) in config_keys() for stage in STAGES), key
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_key_figures_are_means_of_the_last_steps():
    rows = constant(15, outcome__success_rate=0.2) + constant(5, outcome__success_rate=0.6)
    assert key_figures(rows) == {"outcome/success_rate": pytest.approx(0.4)} and key_figures([]) == {}
