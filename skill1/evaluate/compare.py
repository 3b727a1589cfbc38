"""Comparison of evaluated runs: arms, paired differences against a baseline, and what the figures do not say.

Takes run directories or result files, returns a JSON-ready mapping. ``compare_text`` writes it for people.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from skill1.errors import ConfigError, DataError
from skill1.evaluate import statistics
from skill1.evaluate.arms import (
    ORIGIN,
    Arm,
    EvalResult,
    Metric,
    find_result,
    make_arms,
    refuse_mixtures,
    require_metric,
)
from skill1.evaluate.figures import in_order, wilson
from skill1.evaluate.statistics import LEAST_SEEDS, welch_of

FORMAT = "skill1-comparison-1"
# Decides only the words of a verdict; p-values and intervals are always given.
LEVEL = 0.05


def compare(
    targets: Sequence[str | Path],
    *,
    split: str | None = None,
    library: str | None = None,
    env: str | None = None,
    baseline: str | None = None,
    metric: Metric = "success",
) -> dict[str, Any]:
    """Compare evaluated runs on the tasks they share; every figure is explained in ``docs/explanation/statistics.md``.

    Args:
        targets: run directories with stored evaluations, or result files of ``skill1 eval``.
        split: which of a run's evaluations.
        library: likewise, by library mode.
        env: likewise, by environment, of runs of several.
        baseline: a target or the label of an arm; default: the arm of the first target.
        metric: ``success`` (share of tasks solved), ``outcome`` (mean of r(τ) in [0, 1]) or ``score`` (mean of the
            environment's own grade in [0, 1], where it gives one).

    Raises:
        DataError: no evaluation fits, or they are of different tasks, temperatures or repeats.
        ConfigError: nothing to compare, an unknown metric or baseline, or one seed twice in an arm.
    """
    if not targets:
        raise ConfigError("nothing to compare. Type: skill1 compare runs/A runs/B")
    return compare_results([find_result(target, split, library, env) for target in targets], baseline, metric)


def _choose_baseline(arms: Sequence[Arm], wanted: str | None) -> Arm:
    """The arm of a label, a run directory or a result file; default: the first.

    Raises:
        ConfigError: there is no such arm.
    """
    if wanted is None:
        return arms[0]
    for arm in arms:
        # Resolved, so that a path is found however it is written.
        places = {path for result in arm.results for path in (result.target.resolve(), result.path.resolve())}
        if arm.label == wanted or Path(wanted).resolve() in places:
            return arm
    labels = ", ".join(repr(arm.label) for arm in arms)
    raise ConfigError(
        f"--baseline {wanted} is not one of the compared arms. Type one of the runs, or a label: {labels}."
    )


def compare_results(
    results: Sequence[EvalResult], baseline: str | None = None, metric: Metric = "success"
) -> dict[str, Any]:
    """:func:`compare` of results that are read already."""
    # Before anything is computed: figures of other tasks or temperatures would look like a difference.
    refuse_mixtures(results)
    require_metric(results, metric)
    arms, differing = make_arms(results)
    chosen = _choose_baseline(arms, baseline)
    tasks = list(results[0].types)
    pairs = [compare_pair(arm, chosen, results[0].types, metric) for arm in arms if arm is not chosen]
    # A test for each arm but the baseline: uncorrected, one of many is small by chance.
    for pair, adjusted in zip(pairs, statistics.holm([p["permutation_p"] for p in pairs]), strict=True):
        pair["permutation_p_holm"] = adjusted
    # Two families of tests: over all tasks, and over task types.
    correct([pair["welch"] for pair in pairs])
    correct([row["welch"] for pair in pairs for row in pair["by_type"].values()])
    # Of any result: `refuse_mixtures` has seen to it that these are the same in all.
    facts = results[0].facts
    content = {
        "format": FORMAT,
        **{name: facts[name] for name in ("env", "split", "split_sha256", "temperature", "repeats")},
        "metric": metric,
        "tasks": len(tasks),
        "baseline": chosen.label,
        "differing_keys": differing,
        "type_labels": dict(results[0].labels),
        "arms": [describe_arm(arm, tasks, metric) for arm in arms],
        "pairs": pairs,
    }
    return content | {"unit": unit_sentence(content), "notes": notes(content, arms)}


def describe_arm(arm: Arm, tasks: Sequence[str], metric: Metric) -> dict[str, Any]:
    """Mean with its interval over seeds and tasks, and each seed by itself."""
    # [seeds, tasks], NaN where all repeats ended in errors.
    values_ST = arm.values(tasks, metric)
    # A seed of errors alone would drop out of every mean over seeds without a word.
    if np.isnan(values_ST).all(axis=1).any():
        empty = [r.path for r, row in zip(arm.results, values_ST, strict=True) if np.isnan(row).all()]
        raise DataError(
            f"{empty[0]} holds only episodes in error. Type: skill1 envs check NAME; then again: skill1 eval RUN"
        )
    rates = statistics.seed_means(values_ST)
    return {
        "label": arm.label,
        "seeds": list(arm.seeds),
        "library": arm.results[0].facts["library"],
        "mean": statistics.mean_over_tasks(values_ST),
        "interval_95": mean_interval(values_ST, metric),
        "per_seed": dict(zip(map(str, arm.seeds), rates, strict=True)),
        "seed_standard_deviation": statistics.standard_deviation(rates),
        # Only tasks with a value in some seed: the mean is over these.
        "tasks": int((~np.isnan(statistics.task_means(values_ST))).sum()),
        "errors": sum(result.errors for result in arm.results),
        "by_type": _types_of_arm(values_ST, arm.results[0], metric),
        "files": [str(result.path) for result in arm.results],
    }


def mean_interval(values_ST: np.ndarray, metric: Metric) -> list[float] | None:
    """By resampling; Wilson's where every success agrees: all resamples are then alike, and would look certain."""
    means = statistics.task_means(values_ST)
    known = means[~np.isnan(means)]
    if metric == "success" and known.size and (np.all(known == 0) or np.all(known == 1)):
        return list(wilson(float(known.sum()), known.size))
    return _listed(statistics.bootstrap_mean(values_ST))


def _types_of_arm(values_ST: np.ndarray, result: EvalResult, metric: Metric) -> dict[str, dict[str, Any]]:
    """Mean and interval of each task type, as for all tasks; a type of which all episodes are in error is left out."""
    table = {}
    for name, of_type in _columns_by_type(list(result.types.values()), result.labels):
        if not np.isnan(values_ST[:, of_type]).all():
            table[name] = {
                "tasks": int(of_type.sum()),
                "mean": statistics.mean_over_tasks(values_ST[:, of_type]),
                "interval_95": mean_interval(values_ST[:, of_type], metric),
            }
    return table


def _columns_by_type(types: Sequence[str], labels: Mapping[str, str]) -> Iterator[tuple[str, np.ndarray]]:
    for name in in_order(types, labels):
        yield name, np.asarray([type_ == name for type_ in types])


def compare_pair(arm: Arm, baseline: Arm, types: Mapping[str, str], metric: Metric) -> dict[str, Any]:
    """All figures of one arm against the baseline, over the tasks for which both have a value."""
    tasks = list(types)
    first_ST, second_ST, excluded = paired_values(arm, baseline, tasks, metric)
    # A task that one arm could not finish in any seed has no difference; both arms do without it.
    both = ~np.isnan(statistics.task_means(first_ST)) & ~np.isnan(statistics.task_means(second_ST))
    if not both.any():
        raise DataError(
            f"{arm.label} and {baseline.label} have no task that both finished without an error. Type: skill1 envs "
            "check NAME; then evaluate both again: skill1 eval RUN"
        )
    first_ST, second_ST = first_ST[:, both], second_ST[:, both]
    same_seeds = arm.seeds == baseline.seeds
    # Seeds of an evaluation say nothing about trainings: no test over them.
    is_trained = not (arm.is_one_policy or baseline.is_one_policy)
    # Seeds first, then tasks: each task counts once, whichever of its seeds are missing.
    means, base_means = statistics.task_means(first_ST), statistics.task_means(second_ST)
    # Over tasks, each the mean over its seeds: the trained policies are taken as given.
    p_value, is_exact = statistics.sign_flip_test(list(means - base_means))
    kept = [types[task] for task, is_kept in zip(tasks, both, strict=True) if is_kept]
    return {
        "arm": arm.label,
        "baseline": baseline.label,
        "tasks": int(both.sum()),
        "tasks_left_out": int((~both).sum()),
        "values_excluded": excluded,
        "mean": float(means.mean()),
        "baseline_mean": float(base_means.mean()),
        **_difference(first_ST, second_ST, same_seeds),
        "permutation_p": p_value,
        "permutation_is_exact": is_exact,
        "cohens_h": statistics.cohens_h(float(means.mean()), float(base_means.mean())),
        **_discordance(arm, baseline, first_ST, second_ST, metric),
        **(_over_seeds(first_ST, second_ST, arm, same_seeds) if is_trained else {}),
        "welch": over_seeds_unpaired(first_ST, second_ST) if is_trained else None,
        "by_type": _by_type(first_ST, second_ST, kept, arm, same_seeds=same_seeds, is_trained=is_trained),
    }


def paired_values(
    arm: Arm, baseline: Arm, tasks: Sequence[str], metric: Metric
) -> tuple[np.ndarray, np.ndarray, int]:
    """Both arms' values, and how many were taken out because their partner is an error.

    Seeds are partners when both arms have the same, or one each; with other seeds only whole tasks are partners.
    """
    first_ST, second_ST = arm.values(tasks, metric), baseline.values(tasks, metric)
    if not _are_partners(arm, baseline):
        return first_ST, second_ST, 0
    broken = np.isnan(first_ST) | np.isnan(second_ST)
    # Counted is what is there and has lost its partner, not what is missing on both sides.
    excluded = int((broken & ~(np.isnan(first_ST) & np.isnan(second_ST))).sum())
    # On both sides: an arm must not gain by tasks that broke in it alone.
    return np.where(broken, np.nan, first_ST), np.where(broken, np.nan, second_ST), excluded


def _are_partners(arm: Arm, baseline: Arm) -> bool:
    # Of one seed each: two policies, compared episode by episode.
    return arm.seeds == baseline.seeds or len(arm.seeds) == len(baseline.seeds) == 1


def _difference(first_ST: np.ndarray, second_ST: np.ndarray, same_seeds: bool) -> dict[str, Any]:
    differences = statistics.task_means(first_ST) - statistics.task_means(second_ST)
    interval = statistics.bootstrap_difference(first_ST, second_ST, same_seeds=same_seeds)
    return {"difference": float(differences.mean()), "interval_95": _listed(interval)}


def _discordance(
    arm: Arm, baseline: Arm, first_ST: np.ndarray, second_ST: np.ndarray, metric: Metric
) -> dict[str, Any]:
    """Pairs that one of both solves; only where a value is one episode's success."""
    repeats = arm.results[0].facts["repeats"]
    if metric != "success" or repeats != 1 or not _are_partners(arm, baseline):
        return {}
    only_arm, only_baseline = statistics.discordant(first_ST, second_ST)
    ratio, interval = statistics.discordant_odds_ratio(only_arm, only_baseline)
    counts = {"only_arm": only_arm, "only_baseline": only_baseline, "odds_ratio": ratio}
    if len(arm.seeds) > 1:
        return counts  # a task's seeds are not independent: no McNemar test, no interval
    return counts | {
        "odds_ratio_95": list(interval),
        "mcnemar_p": statistics.mcnemar_exact(only_arm, only_baseline),
    }


def _over_seeds(first_ST: np.ndarray, second_ST: np.ndarray, arm: Arm, same_seeds: bool) -> dict[str, Any]:
    """Differences paired by seed, and a sign-flip test over them."""
    if not same_seeds or len(arm.seeds) < 2:
        return {}
    # One value a seed: this test speaks of trainings, where the permutation test speaks of tasks.
    rates = zip(statistics.seed_means(first_ST), statistics.seed_means(second_ST), strict=True)
    differences = [one - other for one, other in rates]
    # A seed whose episodes all ended in errors has no difference to flip.
    if any(math.isnan(difference) for difference in differences):
        return {}
    return {
        "seed_differences": dict(zip(map(str, arm.seeds), differences, strict=True)),
        "seed_difference_standard_deviation": statistics.standard_deviation(differences),
        "seed_p": statistics.sign_flip_test(differences)[0],
    }


def _by_type(
    first_ST: np.ndarray,
    second_ST: np.ndarray,
    types: Sequence[str],
    arm: Arm,
    *,
    same_seeds: bool,
    is_trained: bool,
) -> dict[str, dict[str, Any]]:
    table = {}
    for name, of_type in _columns_by_type(types, arm.results[0].labels):
        one, other = first_ST[:, of_type], second_ST[:, of_type]
        table[name] = {
            "tasks": int(of_type.sum()),
            "mean": statistics.mean_over_tasks(one),
            "baseline_mean": statistics.mean_over_tasks(other),
            **_difference(one, other, same_seeds),
            "welch": over_seeds_unpaired(one, other) if is_trained else None,
        }
    return table


def over_seeds_unpaired(first_ST: np.ndarray, second_ST: np.ndarray) -> dict[str, Any] | None:
    """Welch's t-test on the means of the seeds, as in the paper's appendix D; None with fewer than two seeds a side.

    ``t``, ``degrees_of_freedom`` and ``p`` are None where neither side has a spread to compare with.
    """
    rates, others = statistics.seed_means(first_ST), statistics.seed_means(second_ST)
    found = welch_of(rates, others)
    if found is None:
        return None
    counts = [sum(not math.isnan(rate) for rate in sample) for sample in (rates, others)]
    return asdict(found) | {"seeds": counts}


def correct(tests: Sequence[dict[str, Any] | None]) -> None:
    """Write ``p_holm`` into these Welch tests, which are one family; None where there is no p."""
    for test in tests:
        if test is not None:
            test["p_holm"] = None
    known = [test for test in tests if test is not None and test["p"] is not None]
    for test, adjusted in zip(known, statistics.holm([test["p"] for test in known]), strict=True):
        test["p_holm"] = adjusted


def _listed(interval: tuple[float, float] | None) -> list[float] | None:
    return list(interval) if interval else None


def unit_sentence(content: Mapping[str, Any]) -> str:
    """What was counted."""
    return (
        f"Unit: the task. {content['tasks']} tasks of {content['env']} {content['split']}, each counting once; "
        "repeats and seeds make the value of a task more precise, but add no tasks."
    )


def notes(content: Mapping[str, Any], arms: Sequence[Arm]) -> list[str]:
    """What the figures support and what they do not, in sentences."""
    return [
        *(verdict(pair) for pair in content["pairs"]),
        *_seed_notes(arms),
        *_pair_notes(content["pairs"]),
        # Seeds of an evaluation say nothing about trainings.
        *_welch_notes(content["pairs"], {arm.label: 1 if arm.is_one_policy else len(arm.seeds) for arm in arms}),
        *_data_notes(arms),
    ]


def verdict(pair: Mapping[str, Any]) -> str:
    """One sentence on a pair: a difference on these tasks, for these policies only, or none shown."""
    points, p_value = 100 * abs(pair["difference"]), pair["permutation_p_holm"]
    names = f"{pair['arm']} against {pair['baseline']}"
    low, high = pair["interval_95"]
    # Before the next: an interval of no width would read as certainty there.
    if p_value > LEVEL and high - low <= statistics.TIE:
        return (
            f"{names}: every resample gives {100 * low:+.1f} points, so the interval has no width. That shows too "
            "little variety to judge by, not certainty."
        )
    if p_value > LEVEL:
        return (
            f"{names}: no difference was found (p = {p_value:.3g} after Holm); that does not mean that there is "
            f"none. The interval allows {100 * low:+.1f} to {100 * high:+.1f} points."
        )
    direction = "better" if pair["difference"] > 0 else "worse"
    # The test takes the policies as given, the interval covers their seeds, too: they need not agree.
    if low <= 0 <= high:
        return (
            f"{names}: {points:.1f} points {direction} for these trained policies (p = {p_value:.3g} after Holm), "
            "but the interval over seeds and tasks contains 0, so nothing can be claimed about the method."
        )
    return f"{names}: {points:.1f} points {direction} on these tasks (p = {p_value:.3g} after Holm)."


def _seed_notes(arms: Sequence[Arm]) -> list[str]:
    single = [arm.label for arm in arms if len(arm.seeds) == 1]
    found = []
    if single:
        found.append(
            f"One seed: {'; '.join(single)}. Intervals and p-values are then over tasks; they say nothing about "
            "other training seeds."
        )
    found += [
        f"{arm.label}: the same weights, evaluated several times. Its seeds are evaluation seeds, so their "
        "spread says nothing about training: type --repeats N instead."
        for arm in arms
        if arm.is_one_policy
    ]
    # Only where there are several seeds is there a spread to be told of.
    if len(single) < len(arms):
        found.append(
            "The permutation test is over tasks and takes the trained policies as given; the intervals cover both "
            "seeds and tasks, but with few seeds they are too narrow."
        )
    return found


def _pair_notes(pairs: Sequence[Mapping[str, Any]]) -> list[str]:
    found = []
    for pair in pairs:
        if "seed_p" in pair:
            # All seeds of one sign, up or down, are 2 of 2ⁿ patterns: no p is smaller.
            count = len(pair["seed_differences"])
            found.append(
                f"{pair['arm']}: sign flips over its {count} seeds give p = {pair['seed_p']:.3g}; the smallest "
                f"that {count} seeds can give is {2 / 2**count:.3g}."
            )
        if pair["tasks_left_out"] or pair["values_excluded"]:
            found.append(
                f"{pair['arm']} against {pair['baseline']}: values left out because their partner ended in an error: "
                f"{pair['values_excluded']}; whole tasks left out: {pair['tasks_left_out']}."
            )
    return found


def _welch_notes(pairs: Sequence[Mapping[str, Any]], seeds: Mapping[str, int]) -> list[str]:
    """What Welch's test says of each pair, or why there is none."""
    return [f"{pair['arm']} against {pair['baseline']}: {_welch_words(pair, seeds)}" for pair in pairs]


def _welch_words(pair: Mapping[str, Any], seeds: Mapping[str, int]) -> str:
    test = pair["welch"]
    if test is None:
        return (
            f"no Welch test over seeds, which needs {LEAST_SEEDS} seeds on each side; here are "
            f"{seeds[pair['arm']]} and {seeds[pair['baseline']]}."
        )
    if test["t"] is None:
        return "on neither side do the seeds differ from each other, so Welch's test has no spread to judge by."
    return (
        f"Welch's t-test over {test['seeds'][0]} and {test['seeds'][1]} seeds gives t = {test['t']:.2f}, "
        f"df = {test['degrees_of_freedom']:.2f}, p = {test['p']:.3g}. It is about other training seeds on these "
        "same tasks, and assumes that results of seeds are normally distributed."
    )


def _data_notes(arms: Sequence[Arm]) -> list[str]:
    results = [result for arm in arms for result in arm.results]
    found = []
    if not all(result.facts["is_whole_split"] for result in results):
        found.append("Only the first tasks of the split were evaluated, not the whole split.")
    if len({arm.seeds for arm in arms}) > 1:
        # Of a training or, of the same weights, of an evaluation.
        found.append("The arms have different seeds; differences are paired by task only.")
    found += [
        f"{arm.label}: its seeds started from files of the same name in different folders, {' and in '.join(folders)}."
        for arm in arms
        if len(folders := _start_folders(arm)) > 1
    ]
    for name, words in ORIGIN.items():
        if any(result.facts[name] != results[0].facts[name] for result in results):
            found.append(f"The results were made with different {words}; that may explain part of any difference.")
    if errors := sum(result.errors for result in results):
        found.append(f"{errors} episodes ended in an error; they count as neither success nor failure.")
    return found


def _start_folders(arm: Arm) -> list[str]:
    """Paths of the models that its results began from, one for each that differs in more than numbers, as seeds do."""
    paths = {str(result.settings.get("model.path")): None for result in arm.results}
    return list({re.sub(r"\d+", "#", path): path for path in paths}.values())
