"""skill1 compare: which results are found, what becomes one arm, what is refused, what is said."""

import json
import math

import pytest

from skill1.cli import main
from skill1.config import LibraryConfig
from skill1.errors import ConfigError, DataError
from skill1.evaluate.arms import find_result, read_eval
from skill1.evaluate.compare import compare
from skill1.evaluate.compare_text import Grid, comparison_grids, to_latex, to_markdown
from skill1.evaluate.figures import wilson
from skill1.evaluate.provenance import checkpoint_library_hash
from skill1.evaluate.statistics import mcnemar_exact
from skill1.library import Library
from tests.evaluate.evals import make_run, record, write

GOOD = [True] * 30 + [False] * 10
POOR = [True] * 12 + [False] * 28


@pytest.fixture
def runs(tmp_path):
    """Two arms with two seeds each."""
    return [
        make_run(tmp_path / f"{method}-s{seed}", record(values[shift:] + values[:shift], seed=seed, method=method))
        for method, values in (("grpo", POOR), ("skill1", GOOD))
        for seed, shift in ((0, 0), (1, 2))
    ]


def one_seed_each(folder, first=POOR, second=GOOD, *, score=None, **facts):
    """A result of GRPO and one of Skill1; ``score``: of an episode, from whether it was won."""
    contents = [record(first, method="grpo", **facts), record(second, **facts)]
    if score is not None:
        for row in (row for content in contents for row in content["results"]):
            row["score"] = score(row["success"])
    return [write(folder / f"{content['method']}.json", content) for content in contents]


def test_runs_that_differ_in_the_seed_alone_are_one_arm(runs):
    content = compare(runs)
    assert [(arm["label"], arm["seeds"]) for arm in content["arms"]] == [
        ("household-grpo-cold-start", [0, 1]),
        ("household-skill1-cold-start", [0, 1]),
    ]
    assert content["differing_keys"] == {
        "method": {"household-grpo-cold-start": "grpo", "household-skill1-cold-start": "skill1"}
    }
    assert content["arms"][1]["per_seed"] == {"0": 0.75, "1": 0.75}


def test_the_figures_of_a_pair_by_hand(runs):
    (pair,) = compare(runs)["pairs"]
    assert (pair["mean"], pair["baseline_mean"]) == pytest.approx((0.75, 0.3))
    assert pair["difference"] == pytest.approx(0.45) and pair["interval_95"][0] > 0.2
    assert pair["seed_differences"] == pytest.approx({"0": 0.45, "1": 0.45})
    assert pair["seed_p"] == 0.5  # two seeds: 2 of 4 patterns
    assert (pair["only_arm"], pair["only_baseline"]) == (36, 0) and "mcnemar_p" not in pair
    assert pair["cohens_h"] == pytest.approx(2 * math.asin(math.sqrt(0.75)) - 2 * math.asin(math.sqrt(0.3)))
    assert {name: row["tasks"] for name, row in pair["by_type"].items()} == {"heat": 20, "look": 20}
    assert sum(row["difference"] for row in pair["by_type"].values()) / 2 == pytest.approx(0.45)


def test_one_seed_per_arm_gets_mcnemar_and_a_warning(runs):
    content = compare([runs[0], runs[2]])
    (pair,) = content["pairs"]
    assert pair["mcnemar_p"] == mcnemar_exact(18, 0) == pair["permutation_p"] and pair["permutation_is_exact"]
    assert pair["odds_ratio"] == 37.0 and "seed_p" not in pair
    assert any("say nothing about other training seeds" in note for note in content["notes"])
    assert "Unit: the task. 40 tasks" in content["unit"]


def test_an_arm_against_itself_shows_nothing(tmp_path, runs):
    other = record(GOOD, config={"credit": {"alpha": 1}})
    content = compare([runs[2], make_run(tmp_path / "other", other)])
    (pair,) = content["pairs"]
    assert (pair["difference"], pair["interval_95"], pair["permutation_p"]) == (0.0, [0.0, 0.0], 1.0)
    assert any("the interval has no width" in note for note in content["notes"])
    assert [arm["label"][-20:] for arm in content["arms"]][1].endswith("[credit.alpha=1]")


def test_an_interval_whose_bounds_differ_by_rounding_alone_has_no_width(tmp_path):
    wins = [[n < count for n in range(3)] for count in (0, 1, 2, 0, 1)]
    more = [[n <= count for n in range(3)] for count in (0, 1, 2, 0, 1)]
    (verdict,) = (
        note for note in compare(one_seed_each(tmp_path, wins, more))["notes"] if "every resample" in note
    )
    assert "gives +33.3 points" in verdict


def test_no_difference_shown_is_not_said_to_be_none(tmp_path):
    content = compare(one_seed_each(tmp_path, POOR, POOR[3:] + POOR[:3]))
    assert content["pairs"][0]["permutation_p"] == 1.0
    assert any("that does not mean that there is none" in note for note in content["notes"])


def test_errors_are_left_out_in_pairs_and_counted(tmp_path):
    content = compare(one_seed_each(tmp_path, [True, True, None, False], [None, True, True, True]))
    (pair,) = content["pairs"]
    assert (pair["tasks"], pair["tasks_left_out"], pair["values_excluded"]) == (2, 2, 2)
    assert (pair["mean"], pair["baseline_mean"]) == (1.0, 0.5)
    assert [arm["errors"] for arm in content["arms"]] == [1, 1] and content["arms"][0]["mean"] == pytest.approx(
        2 / 3
    )
    assert any("2 episodes ended in an error" in note for note in content["notes"])
    told = "values left out because their partner ended in an error: 2; whole tasks left out: 2."
    assert any(note.endswith(told) for note in content["notes"])


def test_with_other_seeds_pairs_are_of_tasks(tmp_path):
    paths = [
        write(tmp_path / f"{method}{seed}.json", record(values, method=method, seed=seed))
        for method, values, seeds in (("grpo", POOR, (0, 1)), ("skill1", GOOD, (5, 6, 7)))
        for seed in seeds
    ]
    (pair,) = compare(paths)["pairs"]
    assert pair["difference"] == pytest.approx(0.45) and "only_arm" not in pair and "seed_p" not in pair


def test_repeats_sharpen_a_task_and_are_no_more_tasks(tmp_path):
    twice = ([[a, b] for a, b in zip(values, values[::-1], strict=True)] for values in (POOR, GOOD))
    content = compare(one_seed_each(tmp_path, *twice))
    (pair,) = content["pairs"]
    assert content["tasks"] == 40 and pair["difference"] == pytest.approx(0.45) and "mcnemar_p" not in pair


def test_outcome_is_another_metric(runs):
    assert compare(runs, metric="outcome")["pairs"][0]["difference"] == pytest.approx(0.225)
    with pytest.raises(ConfigError, match="--metric speed"):
        compare(runs, metric="speed")


def test_the_score_is_compared_where_every_result_has_one(tmp_path):
    """GOOD and POOR differ by .45 in success; a score of a quarter for each success differs by a quarter of that."""
    graded = one_seed_each(tmp_path, score=lambda won: won / 4)
    content = compare(graded, metric="score")
    assert content["pairs"][0]["difference"] == pytest.approx(0.45 / 4) and "only_arm" not in content["pairs"][0]
    older = write(tmp_path / "older.json", record(GOOD, seed=1))
    assert compare([*graded, older])["metric"] == "success"
    with pytest.raises(DataError, match="older.json has no score"):
        compare([*graded, older], metric="score")


def test_a_score_given_to_some_episodes_only_is_none(tmp_path):
    """As in the result's own `mean_score`; the other metrics are compared all the same."""
    partly = one_seed_each(tmp_path, score=lambda won: 1.0 if won else None)
    assert compare(partly)["pairs"][0]["difference"] == pytest.approx(0.45)
    with pytest.raises(DataError, match="grpo.json has no score: household gives none, or not in every episode"):
        compare(partly, metric="score")


def test_verdict_makes_no_claim_about_the_method_from_seeds_that_disagree(tmp_path):
    paths = [
        write(tmp_path / f"{method}{seed}.json", record(values, method=method, seed=seed))
        for method, of_seed in (("grpo", (POOR, POOR)), ("skill1", ([True] * 40, [False] * 40)))
        for seed, values in enumerate(of_seed)
    ]
    content = compare(paths)
    assert content["pairs"][0]["interval_95"][0] < 0 < content["pairs"][0]["interval_95"][1]
    assert any(
        "nothing can be claimed about the method" in note or "no difference was found" in note
        for note in content["notes"]
    )


def renamed(content):
    content["results"][3]["task"] = "another"
    return content


TRIALS = {"limit": 3, "episodes": 20, "success_rate_by_trial": [0.2, 0.5, 0.6]}


@pytest.mark.parametrize(
    ("other", "word"),
    [
        (record(POOR, method="grpo", split_sha256="f" * 64), "differ in split_sha256"),
        (record(POOR, method="grpo", temperature=0.0), "differ in temperature"),
        (record(POOR, method="grpo", split="train"), "differ in split"),
        (record(POOR, method="grpo", env="alfworld"), "differ in env"),
        (record(POOR, method="grpo", trials=TRIALS), "differ in trials"),
        (record([[v, v] for v in GOOD], method="grpo"), "differ in repeats"),
        (renamed(record(POOR, method="grpo")), "list different tasks"),
        (record(GOOD), "same seed 0"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_results_that_do_not_belong_together_are_refused(tmp_path, other, word):
    paths = [write(tmp_path / "a.json", record(GOOD)), write(tmp_path / "b.json", other)]
    with pytest.raises((DataError, ConfigError), match=word):
        compare(paths)


def test_a_result_from_before_a_key_is_of_the_arm_with_its_default(tmp_path):
    def played(seed, commit, config, values=GOOD):
        content = record(values, seed=seed, config=config)
        content["card"]["git_commit"] = commit * 40
        return write(tmp_path / f"{seed}-{commit}-{len(config)}.json", content)

    older, newer = played(0, "a", {}), played(1, "b", {"credit": {"trend_uses": 2.0}})
    (arm,) = compare([older, newer])["arms"]
    assert arm["seeds"] == [0, 1]
    content = compare([older, played(1, "c", {"credit": {"trend_uses": 5.0}})])
    assert [*content["differing_keys"]["credit.trend_uses"].values()] == [2.0, 5.0]
    again = compare([older, played(0, "b", {"credit": {"trend_uses": 2.0}}, POOR)])
    assert [*again["differing_keys"]["git_commit"].values()] == ["a" * 8, "b" * 8], (
        "the same, played by newer code"
    )
    other = played(0, "b", {"credit": {"trend_uses": 5.0}})
    labels = [arm["label"] for arm in compare([older, played(0, "b", {}, POOR), other])["arms"]]
    assert ["git_commit=" in label for label in labels] == [True, True, False], "it has one, too: not None"


def test_seeds_that_a_newer_version_trained_again_are_two_arms_of_seeds(tmp_path):
    def trained(seed, version, config):
        content = record(GOOD, seed=seed, config=config)
        content["card"] |= {"skill1_version": version, "policy_sha256": f"{seed}{version[-1]}" * 32}
        return write(tmp_path / version / f"{seed}.json", content)

    older = [trained(seed, "0.9.0.dev1", {}) for seed in (0, 1)]
    newer = [trained(seed, "0.9.0.dev2", {"credit": {"trend_uses": 2.0}}) for seed in (0, 1)]
    content = compare([*older, *newer])
    assert [arm["seeds"] for arm in content["arms"]] == [[0, 1], [0, 1]]
    assert [*content["differing_keys"]["skill1_version"].values()] == ["0.9.0.dev1", "0.9.0.dev2"]


def test_another_checkpoint_or_library_mode_is_another_arm(tmp_path):
    contents = [record(GOOD), record(POOR, step=10), record(POOR, library="none")]
    content = compare([write(tmp_path / f"{i}.json", c) for i, c in enumerate(contents)])
    assert len(content["arms"]) == 3 and set(content["differing_keys"]) == {"checkpoint_step", "eval.library"}
    assert len({arm["label"] for arm in content["arms"]}) == 3
    assert all(p["permutation_p_holm"] == pytest.approx(min(1, 2 * p["permutation_p"])) for p in content["pairs"])


def test_before_many_evaluations_are_compared_their_number_is_told_beside_the_result(tmp_path, capsys):
    paths = [write(tmp_path / f"{step}.json", record(GOOD, step=step)) for step in range(11)]
    assert main(["compare", *map(str, paths), "--json"]) == 0
    told = capsys.readouterr()
    assert told.err.startswith("comparing 11 evaluations; ") and len(json.loads(told.out)["arms"]) == 11
    assert main(["compare", *map(str, paths[:2]), "--json"]) == 0
    assert capsys.readouterr().err == ""


def test_the_newest_checkpoint_of_a_run_is_taken(tmp_path):
    run = make_run(tmp_path / "run", record(POOR, step=9), record(GOOD, step=10))
    write(run / "eval" / "matrix-p000009-l000010-abc.json", {"format": "skill1-matrix-cell-1"})
    assert find_result(run).facts["checkpoint_step"] == 10


def test_an_evaluation_with_another_library_is_not_the_run_s_own(tmp_path):
    run = make_run(tmp_path / "run")
    checkpoint = run / "checkpoints" / "step_000050"
    checkpoint.mkdir(parents=True)
    Library.open(checkpoint, LibraryConfig(encoder="hashing"), create=True).close()
    other = record(POOR)
    other["card"]["library_sha256"] = "f" * 64
    path = write(run / "eval" / "heldout-frozen-step50-12345678.json", other)
    with pytest.raises(DataError, match=f"of another file .to compare it, name {path}"):
        find_result(run)
    own = record(GOOD)
    own["card"]["library_sha256"] = checkpoint_library_hash(checkpoint)
    make_run(run, own)
    assert find_result(run).facts["library_sha256"] != "f" * 64


def test_one_evaluation_stored_twice_is_one(tmp_path):
    run = make_run(tmp_path / "run", record(GOOD))
    write(run / "eval" / "heldout-frozen.json", record(GOOD, fingerprint="of the quickstart", wall_s=3.0))
    assert find_result(run).facts["checkpoint_step"] == 50
    # More than there are, and a key that cards leave out by now; by code that was pulled since.
    later = record(GOOD, config={"eval": {"limit": 99999}, "teacher": {"retries": 5}})
    later["card"] |= {"git_commit": "f" * 40, "skill1_version": "0.2.0"}
    write(run / "eval" / "heldout-frozen-first99999.json", later)
    assert find_result(run).facts["checkpoint_step"] == 50
    write(run / "eval" / "other.json", record(POOR))
    with pytest.raises(DataError, match="2 evaluations of its newest checkpoint"):
        find_result(run)
    newer = {"credit": {"trend_uses": 2.0}}  # a key that the version of the first one did not have
    played = make_run(tmp_path / "upgraded", record(GOOD))
    write(played / "eval" / "quickstart.json", record(GOOD, config=newer))
    assert find_result(played).scores["success"]


def test_seeds_with_a_cold_start_of_their_own_are_one_arm(tmp_path):
    contents = [
        record(
            GOOD,
            seed=s,
            config={"model": {"path": f"runs/{s}/household-cold-start"}, "env": {"data": f"runs/{s}/games"}},
        )
        for s in (0, 1)
    ]
    arms = compare([write(tmp_path / f"{i}.json", c) for i, c in enumerate(contents)])["arms"]
    assert len(arms) == 1


def test_cold_starts_evaluated_themselves_are_one_arm_and_other_models_are_not(tmp_path):
    folders = [f"runs/bench/seed-{seed}/household-cold-start" for seed in (0, 1)]
    own = [
        write(
            tmp_path / f"own{s}.json",
            record(GOOD, seed=s, step=None, model=folder, config={"model": {"path": folder}}),
        )
        for s, folder in enumerate(folders)
    ]
    named = [
        write(tmp_path / f"named{s}.json", record(GOOD, seed=s, step=None, model=folder))
        for s, folder in enumerate(folders)
    ]
    (arm,) = compare(own)["arms"]
    assert (arm["label"], arm["seeds"]) == ("household-skill1-household-cold-start", [0, 1])
    content = compare(named)
    assert len(content["arms"]) == 2 and set(content["differing_keys"]) == {"model"}


def test_seeds_of_an_evaluation_are_no_seeds_of_a_training(tmp_path):
    def played(seed, policy, values=GOOD, **facts):
        content = record(values, seed=seed, model=f"runs/{policy}/checkpoints/step_000050", **facts)
        content["card"] |= {"policy_sha256": policy * 64, "library_sha256": "e" * 64}
        return write(tmp_path / f"{seed}" / f"{policy}.json", content)  # with --output, wherever that is

    own = [played(seed, policy, method="grpo") for seed, policy in enumerate("abc")]
    again = [played(seed, "d", POOR) for seed in range(3)]
    content = compare([*own, *again])
    notes, (pair,) = content["notes"], content["pairs"]
    (told,) = [note for note in notes if "the same weights, evaluated several times" in note]
    assert told.startswith("household-skill1-cold-start:") and "--repeats N" in told
    assert any("no Welch test over seeds" in note and "here are 1 and 3." in note for note in notes)
    assert pair["welch"] is None and all(row["welch"] is None for row in pair["by_type"].values())
    assert "seed_p" not in pair and not any("sign flips" in note for note in notes)
    assert not any(grid.title.startswith("Welch") for grid in comparison_grids(content))
    trained = [played(seed, policy, POOR) for seed, policy in enumerate("xyz")]
    assert not any("no Welch test" in note for note in compare([*own, *trained])["notes"])
    # One training, evaluated twice: it has no other training seed.
    fewer = compare([own[0], *again[:2]])["notes"]
    assert "The arms have different seeds; differences are paired by task only." in fewer
    assert not any("trained with" in note for note in fewer)


def test_trainings_that_end_alike_are_several_all_the_same(tmp_path):
    def trained(name, method, values):
        content = record(values, seed=int(name[-1]), method=method)
        content["card"] |= {"policy_sha256": "a" * 64, "library_sha256": "e" * 64}
        return make_run(tmp_path / name, content)

    runs = [
        trained(f"{method}-{seed}", method, v)
        for method, v in (("grpo", GOOD), ("skillopt", POOR))
        for seed in (0, 1)
    ]
    content = compare(runs)
    assert not any("evaluated several times" in note for note in content["notes"])


@pytest.mark.parametrize("seeds", [1, 2])
def test_an_interval_has_a_width_where_all_outcomes_agree(tmp_path, seeds):
    """As of an evaluation: Wilson's of 4 of 4 tasks, and of 2 of 2 or 0 of 2 of each type."""
    paths = [
        make_run(tmp_path / f"{name}{seed}", record(values, seed=seed, method=name))
        for name, values in (("grpo", [True] * 4), ("skill1", [True, False] * 2))
        for seed in range(seeds)
    ]
    first, second = compare(paths)["arms"]
    assert (first["mean"], first["interval_95"]) == (1.0, pytest.approx(wilson(4, 4)))
    assert second["by_type"]["heat"]["interval_95"] == pytest.approx(wilson(2, 2))
    assert second["by_type"]["look"]["interval_95"] == pytest.approx(wilson(0, 2))
    assert second["interval_95"] == [0.0, 1.0], "what differs is resampled"
    (outcome, _) = compare(paths, metric="outcome")["arms"]
    assert outcome["interval_95"] == [0.5, 0.5], "no rate: its spread is not known"


def test_two_models_whose_folders_end_alike_are_two_arms_or_said_aloud(tmp_path):
    def played(folder, seed, policy):
        content = record(
            GOOD, seed=seed, step=None, model=f"{folder}/final", config={"model": {"path": f"{folder}/final"}}
        )
        content["card"]["policy_sha256"] = policy * 64
        return write(tmp_path / f"{policy}.json", content)

    content = compare([played("big", 0, "a"), played("small", 0, "b")])
    assert list(content["differing_keys"]) == ["policy_sha256"] and len(content["arms"]) == 2
    content = compare([played("big", 0, "a"), played("small", 1, "b")])
    assert len(content["arms"]) == 1 and any(
        "in different folders, big/final and in small/final" in n for n in content["notes"]
    )
    seeds = [played(f"seed-{seed}", seed, policy) for seed, policy in enumerate("ab")]
    assert not any("in different folders" in note for note in compare(seeds)["notes"])


def test_one_policy_with_two_libraries_or_behind_two_servers_is_two_arms(tmp_path):
    def played(name, values, **facts):
        content = record(values, **{key: facts.pop(key) for key in ("seed", "model") if key in facts})
        content["card"] |= facts
        return write(tmp_path / f"{name}.json", content)

    own = [played(f"own{seed}", GOOD, seed=seed, library_sha256=f"{seed}" * 64) for seed in (0, 1)]
    assert len(compare(own)["arms"]) == 1  # each seed has a library of its own
    other = played("other", POOR, library_sha256="f" * 64)
    content = compare([own[0], other])
    assert list(content["differing_keys"]) == ["library_sha256"] and content["pairs"][0]["difference"] < 0
    assert [arm["label"].partition(" ")[2] for arm in content["arms"]] == [
        "[library_sha256=00000000]",
        "[library_sha256=ffffffff]",
    ]
    served = [played(name, GOOD, model=name, policy_sha256=None) for name in ("small", "large")]
    assert [arm["label"] for arm in compare(served)["arms"]] == [
        "household-skill1-small",
        "household-skill1-large",
    ]


def test_of_an_environment_the_newest_checkpoint_it_was_played_with_is_taken(tmp_path):
    run = make_run(tmp_path / "run", record(GOOD, step=10, env="webshop"), record(GOOD, step=20))
    assert find_result(run, env="webshop").facts["checkpoint_step"] == 10
    with pytest.raises(DataError, match="Type: skill1 eval .* --env.name search"):
        find_result(run, env="search")


def test_a_run_without_a_fitting_evaluation_names_the_command(tmp_path):
    run = make_run(tmp_path / "run", record(GOOD))
    with pytest.raises(DataError) as caught:
        find_result(run, "valid_unseen", "none")
    assert f"Type: skill1 eval {run} --split valid_unseen --library none" in str(caught.value)
    assert "heldout with library frozen" in str(caught.value)
    with pytest.raises(DataError, match="Type: skill1 eval .*run --split 'my split'"):
        find_result(run, "my split")
    blank = make_run(tmp_path / "a run", record(GOOD))
    with pytest.raises(DataError, match=f"Type: skill1 eval '{blank}' --split"):
        find_result(blank, "valid_unseen", "none")
    make_run(run, record(GOOD, library="fresh"))
    with pytest.raises(
        DataError, match=r"(?s)2 evaluations of its newest checkpoint.*--library L, or name one of"
    ):
        find_result(run)
    assert find_result(run, library="fresh").facts["library"] == "fresh"
    with pytest.raises(DataError, match="neither a run directory nor a result file"):
        find_result(tmp_path / "nowhere")


def test_a_library_typed_for_a_method_without_one_makes_no_other_evaluation(tmp_path):
    """``skill1 eval RUN --library fresh`` of GRPO plays with none, as without the option."""
    run = make_run(tmp_path / "run")
    for library in ("none", "fresh"):
        config = {"method": "grpo", "eval": {"library": library}}
        result = record(GOOD, library="none", uses_library=False, config=config)
        write(run / "eval" / f"{library}.json", result)
    assert find_result(run, library="fresh").facts["library"] == "none"
    with pytest.raises(DataError, match="is a checkpoint.*Name the file that `skill1 eval .*run@20` has written"):
        find_result(f"{run}@20")


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 5000, '{"format": "skill1-eval-1"}', "\xff"])
def test_broken_files_are_named(tmp_path, text):
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(DataError, match="bad.json"):
        read_eval(path)


@pytest.mark.parametrize(
    ("changes", "row", "word"),
    [
        ({}, {"success": "yes"}, "could not convert"),
        ({}, {"outcome": 7}, "outcome"),
        ({}, {"success": 10**400}, "OverflowError"),
        ({"seed": "0"}, {}, "seed"),
        ({"repeats": 10**15}, {}, "rows of 8 tasks"),
        ({"checkpoint_step": "fifty"}, {}, "checkpoint_step"),
        ({"type_labels": ["x"]}, {}, "items"),
    ],
)
def test_fields_of_another_kind_are_named(tmp_path, changes, row, word):
    content = record([True] * 8) | changes
    content["results"][0] |= row
    with pytest.raises(DataError, match=f"missing or garbled field.*{word}"):
        read_eval(write(tmp_path / "bad.json", content))


@pytest.mark.parametrize("edit", [lambda rows: [*rows, rows[0]], lambda r: r[:1] + r[:1], lambda r: r[1:]])
def test_a_task_played_once_too_often_or_too_rarely_is_refused(tmp_path, edit):
    content = record([[True, False], [True, True]])
    content["results"] = edit(content["results"])
    with pytest.raises(DataError, match="expected each task once for each of 2 repeats"):
        read_eval(write(tmp_path / "bad.json", content))


def test_other_versions_and_prompts_are_said_aloud(tmp_path, runs):
    other = record(POOR, method="grpo")
    other["card"] |= {"skill1_version": "0.0.9", "prompts": {"act.txt": "f" * 64}}
    same, mixed = (
        [write(tmp_path / "a.json", record(GOOD)), b] for b in (runs[1], write(tmp_path / "b.json", other))
    )
    said = " ".join(compare(mixed)["notes"])
    assert "different versions of skill1" in said and "different prompt texts" in said
    assert "made with different" not in " ".join(compare(same)["notes"])


def test_labels_in_column_heads_are_no_markup(tmp_path, capsys):
    paths = [write(tmp_path / f"{mode}.json", record(GOOD, library=mode)) for mode in ("frozen", "none")]
    before = paths[1].read_bytes()
    assert main(["compare", *map(str, paths), "-o", str(paths[1])]) == 2
    assert "is one of the files compared" in capsys.readouterr().err and paths[1].read_bytes() == before
    (tmp_path / "library.sqlite").write_bytes(b"SQLite format 3\0")
    assert main(["compare", *map(str, paths), "-o", str(tmp_path / "library.sqlite")]) == 2
    assert main(["compare", *map(str, paths)]) == 0
    heads = capsys.readouterr().out.partition("keys in which the arms differ")[2].partition("by task type")[0]
    assert "eval.library=frozen" in heads and "eval.library=none" in heads


def test_baseline_by_run_or_label(runs):
    assert compare(runs, baseline=str(runs[3]))["baseline"] == "household-skill1-cold-start"
    assert compare(runs, baseline="household-skill1-cold-start")["pairs"][0]["difference"] == pytest.approx(-0.45)
    with pytest.raises(ConfigError, match="is not one of the compared arms"):
        compare(runs, baseline="nobody")


def test_one_arm_is_described_without_pairs(runs, capsys):
    assert main(["compare", *map(str, runs[:2])]) == 0
    assert "household-grpo-cold-start" in capsys.readouterr().out
    assert compare(runs[:2])["pairs"] == []


@pytest.mark.parametrize("style", ["table", "markdown", "latex", "json"])
def test_every_format_says_the_same(runs, capsys, tmp_path, style):
    assert main(["compare", *map(str, runs), "--format", style]) == 0
    out = capsys.readouterr().out
    if style == "json":
        assert json.loads(out)["pairs"][0]["difference"] == pytest.approx(0.45)
    else:
        assert "+45.0" in out and "75.0" in out and "Unit: the task" in out
    file = tmp_path / "new folder" / "out"
    assert main(["compare", *map(str, runs), "--format", style, "-o", str(file)]) == 0
    if style in ("markdown", "latex"):
        assert file.read_text(encoding="utf-8") == out


def test_a_place_that_takes_no_table_is_told(runs, tmp_path, capsys):
    def refused(file):
        code = main(["compare", *map(str, runs), "-o", str(file)])
        return code, capsys.readouterr().err

    code, told = refused("/proc/none/told")
    assert code == 1 and "Type another -" in told  # root is told at the end, all others at the start
    code, told = refused(tmp_path)
    assert code == 1 and "is a folder, but a comparison is one file" in told
    file = runs[0] / "eval" / "new.json"  # among the results that comparisons read
    code, told = refused(file)
    assert code == 2 and "in the eval folder of a run that is compared" in told and not file.exists()


def test_a_command_in_a_note_is_on_one_line(tmp_path, capsys, monkeypatch):
    run = make_run(tmp_path / ("long" * 20), record(GOOD))
    (run / "config.yaml").write_text("env: {name: household}\n")
    other = write(tmp_path / "other.json", record(GOOD, env="webshop", step=None, model="start"))
    assert main(["compare", "--transfer", str(run), str(other)]) == 0
    assert f"Type: skill1 eval {run} --env.name webshop" in capsys.readouterr().out


def test_a_library_mode_that_is_none_is_told_with_those_there_are(runs, capsys):
    assert main(["compare", str(runs[0]), "--library", "frozn"]) == 2
    assert "'frozn'" in (told := capsys.readouterr().err) and "frozen" in told


def test_misuse_of_the_command_is_exit_2(runs, capsys):
    for words in (["--steps", "1,2"], ["--train.steps", "3"], ["--matrix"]):
        assert main(["compare", *map(str, runs), *words]) == 2
    assert main(["compare", str(runs[0]), "--matrix", "--steps", "1,x"]) == 2
    assert "expected whole numbers" in capsys.readouterr().err


def test_hostile_text_is_escaped_in_markdown_and_latex():
    grid = Grid("t_1", ("a|b", "c"), (("x\n| y |", r"\input{z} 5 % #1 _^~ & $"),))
    markdown = to_markdown([grid], ["<script>*"])
    assert all(line.replace("\\|", "").count("|") in (0, 3) for line in markdown.splitlines())
    assert r"&lt;script>\*" in markdown
    latex = to_latex([grid], ["a\nb"])
    assert r"\textbackslash{}input\{z\} 5 \% \#1 \_\textasciicircum{}\textasciitilde{} \& \$" in latex
    assert latex.endswith("% a b\n") and r"\toprule" in latex and latex.count(r"\begin") == latex.count(r"\end")


def test_types_by_short_name_with_intervals_in_the_papers_order(tmp_path, runs):
    """Even tasks are heat, odd ones look; GOOD solves the first 30 of 40: 15 of 20 of each."""
    labels = {"look": "Look", "absent": "Pick", "heat": "Heat"}
    content = compare(one_seed_each(tmp_path, type_labels=labels))
    assert list(content["type_labels"].values()) == ["Look", "Pick", "Heat"]
    first, second = content["arms"]
    assert {name: row["mean"] for name, row in first["by_type"].items()} == pytest.approx(
        {"look": 0.3, "heat": 0.3}
    )
    low, high = second["by_type"]["heat"]["interval_95"]
    assert low < 0.75 < high and second["by_type"]["heat"]["tasks"] == 20
    assert list(content["pairs"][0]["by_type"]) == ["look", "heat"]
    (grid,) = [grid for grid in comparison_grids(content) if "All" in grid.columns]
    assert grid.columns == ("arm", "Look", "Pick", "Heat", "All")
    assert grid.rows[2] == (second["label"], "75.0", "–", "75.0", "75.0")
    assert grid.rows[3][0] == "95 %" and grid.rows[3][1].startswith(f"{100 * low:.1f} to ")
    assert "Look" in to_markdown([grid], ()) and "Look" in to_latex([grid], ())
    unnamed = compare(runs)
    assert unnamed["type_labels"] == {} and not [g for g in comparison_grids(unnamed) if "All" in g.columns]


def test_a_hash_that_is_none_is_compared_all_the_same(tmp_path):
    content = record(GOOD)
    content["card"] |= {"policy_sha256": ["a"], "library_sha256": {"b": 1}}
    (arm,) = compare([write(tmp_path / "edited.json", content)])["arms"]
    assert arm["seeds"] == [0]
