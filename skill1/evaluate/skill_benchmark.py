"""Does this skill help? Its cases played with and without it, in pairs, and ``benchmark.json`` as runners write it.

The shape is that of agentskills.io ("Evaluating skills", 2026) and of its runners; what they have no word for (the
interval, the pairs, the price) is under ``skill1``, a key that they pass over.
"""

from __future__ import annotations

import math
import re
import statistics as plain
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import count, product
from pathlib import Path
from typing import Any

from rich.console import Console

from skill1.config import EndpointConfig, Skill1Config
from skill1.config.address import base_address
from skill1.config.mixture import is_mixture, member_config, member_names
from skill1.env.registry import opened_suite
from skill1.errors import ConfigError, DataError
from skill1.evaluate.evaluation import EvaluatedPolicy, counted, opened_policy
from skill1.evaluate.figures import newcombe, newcombe_paired
from skill1.evaluate.skill_cases import CaseRun, answer_cases, play_games
from skill1.evaluate.statistics import sign_flip_test
from skill1.library.formats import skill_md
from skill1.library.formats.records import Terms, write_json, write_text
from skill1.library.formats.skill_evals import SkillFolder, skill_folders
from skill1.policy.account import Account
from skill1.run.progress import Progress
from skill1.schema import Skill

ARMS = ("with_skill", "without_skill")
FORMAT = "skill1-skill-benchmark-1"
BENCHMARK_FILE = "benchmark.json"
# For folder names: an id is any text of somebody's file. Letters of any script stay, or such ids would share a folder.
UNSAFE = re.compile(r"[^\w.-]+")
LONGEST_NAME = 60  # characters of an id in a name: file systems take 255 bytes, and a letter may be four


@dataclass(frozen=True, slots=True)
class Measured:
    """A skill's cases, played: both arms in equal order, and what a server counted for each (None: nobody did)."""

    folder: SkillFolder
    runs: Mapping[str, Sequence[CaseRun]]  # arm → runs in (case, repeat) order
    accounts: Mapping[str, Account] | None = None

    @property
    def pairs(self) -> list[tuple[CaseRun, CaseRun]]:
        """Runs with and without the skill, where both could be graded."""
        both = zip(*(self.runs[arm] for arm in ARMS), strict=True)
        return [(first, second) for first, second in both if not first.fault and not second.fault]


def measure_skills(
    path: Path,
    config: Skill1Config,
    *,
    model: str,
    judge: str | None = None,
    repeats: int = 1,
    console: Console | None = None,
    on_measured: Callable[[Measured], None] | None = None,
) -> list[Measured]:
    """Play the cases of a skill's folder, or of a folder of them, with and without the skill.

    Args:
        config: who plays is ``endpoint.url``, else ``model``; ``eval.temperature`` counts.
        judge: ``URL#MODEL`` of an OpenAI-compatible server, which grades the answers to cases that are no games.
        repeats: times each case is played in each arm.
        console: rich console for progress, or None.
        on_measured: called with each as it ends: what it has cost must not be lost if a later one fails.

    Raises:
        DataError: there are no cases, or they cannot be played any more.
        ConfigError: the policy cannot be used, a case needs a judge, or the cases are of other environments.
        PolicyError: a server cannot be asked.
    """
    if repeats < 1:
        raise ConfigError(f"--repeats {repeats} cannot be used; expected at least 1.")
    # A server need not repeat itself at temperature 0, so there repeats are allowed.
    if repeats > 1 and config.eval.temperature == 0 and config.endpoint.url is None:
        raise ConfigError(
            "at temperature 0 all repeats of a case are alike. Leave out --repeats, or --temperature 0."
        )
    folders = skill_folders(path)
    cases = [case for folder in folders for case in folder.cases]
    if judge is None and any(case.game is None for case in cases):
        raise ConfigError(
            "some cases belong to no environment, so a judge has to grade the answers. Type --judge URL#MODEL, the "
            "address of an OpenAI-compatible server and a model's name there."
        )
    # What can be refused is refused before a policy is opened.
    configs = {case.game.env: _config_of(config, case.game.env) for case in cases if case.game is not None}
    with ExitStack() as stack:
        policy = stack.enter_context(opened_policy(config, model))
        suites = {env: stack.enter_context(opened_suite(own.env)) for env, own in configs.items()}
        judging = _opened_judge(stack, judge, config.endpoint)
        table = _Table(config, configs, suites, policy, judging, repeats)
        with Progress("skills eval", len(folders) * len(ARMS), console) as progress:
            measured = []
            for folder in folders:
                measured.append(_measured(table, folder, progress))
                if on_measured is not None:
                    on_measured(measured[-1])
            return measured


@dataclass(frozen=True)
class _Table:
    """What all skills are measured with."""

    config: Skill1Config
    configs: Mapping[str, Skill1Config]  # by environment
    suites: Mapping[str, Any]
    policy: EvaluatedPolicy
    judge: Any
    repeats: int


def _config_of(config: Skill1Config, env: str) -> Skill1Config:
    if config.env.name == env:
        return config
    if is_mixture(config.env) and env in member_names(config.env.name):
        return member_config(config, env)
    raise ConfigError(
        f"there are cases for environment {env}, but this configuration plays {config.env.name}. Type --env {env}, or "
        "keep skills of different environments in different folders."
    )


def _opened_judge(stack: ExitStack, judge: str | None, endpoint: EndpointConfig) -> Any:
    if judge is None:
        return None
    url, mark, model = judge.partition("#")
    if not (url and mark and model):
        raise ConfigError(
            f"--judge {judge} cannot be used; expected URL#MODEL, as in http://127.0.0.1:8000/v1#NAME."
        )
    from skill1.policy.endpoint import open_endpoint

    # The policy's key is for its own server only: one elsewhere gets that of the default variable.
    is_elsewhere = endpoint.url is not None and base_address(endpoint.url) != base_address(url)
    variable = EndpointConfig.api_key_variable if is_elsewhere else endpoint.api_key_variable
    opened = open_endpoint(EndpointConfig(url=url, model=model, api_key_variable=variable))
    stack.callback(opened.close)
    return opened


def _measured(table: _Table, folder: SkillFolder, progress: Progress) -> Measured:
    # The utility is a stand-in: this skill is handed over, never retrieved.
    (skill,) = skill_md.read(folder.path, Terms(0.5, 0, "", table.config.agent.max_skill_chars)).skills
    runs: dict[str, list[CaseRun]] = {}
    accounts: dict[str, Account] = {}
    for arm in ARMS:
        # One arm after the other: a server's count does not tell whose tokens they were.
        before = counted(table.policy.engine)
        runs[arm] = _arm(table, folder, skill if arm == ARMS[0] else None)
        if before is not None:
            accounts[arm] = _less(counted(table.policy.engine), before)
        progress.advance(skill=folder.path.name, arm=arm)
    return Measured(folder, runs, accounts or None)


def _arm(table: _Table, folder: SkillFolder, skill: Skill | None) -> list[CaseRun]:
    """All runs of one arm, in the order of the cases."""
    runs: list[CaseRun] = []
    for env, suite in table.suites.items():
        games = [case for case in folder.cases if case.game is not None and case.game.env == env]
        runs += play_games(suite, table.policy, table.configs[env], games, skill, table.repeats)
    single = [case for case in folder.cases if case.game is None]
    if single:
        is_with = skill is not None
        runs += answer_cases(
            table.policy, table.judge, table.config, folder, single, with_skill=is_with, repeats=table.repeats
        )
    # Both arms in one order, or the pairs would not be of the same case.
    place = {case.id: number for number, case in enumerate(folder.cases)}
    return sorted(runs, key=lambda run: (place[run.case], run.repeat))


def _less(after: Account, before: Account) -> Account:
    was = asdict(before)
    return Account(**{name: number - was[name] for name, number in asdict(after).items()})


def benchmark(measured: Measured, prices: EndpointConfig | None = None) -> dict[str, Any]:
    """The content of ``benchmark.json``, from the pairs that could be graded.

    Standard deviations are over runs and divide by their number, as the runners' do.

    Raises:
        DataError: no pair could be graded.
    """
    # Both arms are summed up over the pairs: neither must gain by a run that failed in it.
    pairs = measured.pairs
    if not pairs:
        fault = next((run.fault for arm in ARMS for run in measured.runs[arm] if run.fault), "there are no cases")
        raise DataError(f"{measured.folder.path}: no case could be played with and without the skill: {fault}")
    summary = {arm: _summary([pair[place] for pair in pairs]) for place, arm in enumerate(ARMS)}
    first, second = (summary[arm] for arm in ARMS)
    delta = {name: first[name]["mean"] - second[name]["mean"] for name in first}
    return {
        "run_summary": {**summary, "delta": delta},
        "skill1": {
            "format": FORMAT,
            "skill_name": measured.folder.name,
            **effect(pairs),
            "errors": len(measured.runs[ARMS[0]]) - len(pairs),
            **_paid(measured, prices),
        },
    }


def _summary(runs: Sequence[CaseRun]) -> dict[str, dict[str, float]]:
    figures = {
        "pass_rate": [run.pass_rate for run in runs],
        "time_seconds": [run.seconds for run in runs],
        "tokens": [float(run.tokens) for run in runs],
    }
    return {
        name: {"mean": math.fsum(values) / len(values), "stddev": plain.pstdev(values)}
        for name, values in figures.items()
    }


def effect(pairs: Sequence[tuple[CaseRun, CaseRun]]) -> dict[str, Any]:
    """What the skill changes: the share of runs in which all checks pass, with the skill − without it.

    Cases are the unit: each counts once, and repeats sharpen its own share, never the interval. That is Newcombe's, for
    pairs where each case was played once; else for two independent rates, which is rather too wide. p is of sign flips
    over cases. The skill ``helps`` or ``harms`` where the interval leaves 0 out; else its effect is ``not shown``.

    Example: of 10 cases 4 are solved with the skill only, 1 without it only, 2 both ways: .6 − .3 = +.3, interval
    (−.118, +.601), so the effect is not shown.
    """
    by_case: dict[str, list[tuple[bool, bool]]] = {}
    for first, second in pairs:
        by_case.setdefault(first.case, []).append((first.solved, second.solved))
    # Of each case the shares of its repeats that were solved with and without the skill.
    shares = [[sum(arm) / len(won) for arm in zip(*won, strict=True)] for won in by_case.values()]
    rate, other = (math.fsum(arm) / len(shares) for arm in zip(*shares, strict=True))
    low, high = _interval([won for of_case in by_case.values() for won in of_case], len(shares), rate, other)
    p_value, _ = sign_flip_test([first - second for first, second in shares])
    return {
        "cases": len(shares),
        "pairs": len(pairs),
        "solved_with_skill": rate,
        "solved_without_skill": other,
        "difference": rate - other,
        "interval_95": [low, high],
        "permutation_p": p_value,
        "verdict": "helps" if low > 0 else "harms" if high < 0 else "not shown",
    }


def _interval(won: Sequence[tuple[bool, bool]], cases: int, rate: float, other: float) -> tuple[float, float]:
    # Repeats of a case are not independent pairs, so with them cases count as trials.
    if len(won) == cases:
        # In the order that it takes: both, only the first, only the second, neither.
        return newcombe_paired(*(won.count(pair) for pair in product((True, False), repeat=2)))
    return newcombe(rate, cases, other, cases)


def _paid(measured: Measured, prices: EndpointConfig | None) -> dict[str, Any]:
    """What the server counted, and the price of each arm where prices are known."""
    if measured.accounts is None:
        return {}
    facts: dict[str, Any] = {
        "server_counted": {arm: asdict(account) for arm, account in measured.accounts.items()}
    }
    if prices is not None and (prices.prompt_price or prices.completion_price):
        facts["cost"] = {
            arm: account.cost(prices.prompt_price, prices.completion_price)
            for arm, account in measured.accounts.items()
        }
    return facts


def next_iteration(workspace: Path) -> Path:
    """``WORKSPACE/iteration-N``, the first that is not there."""
    places = (workspace / f"iteration-{number}" for number in count(1))
    return next(place for place in places if not place.exists())


def write_workspace(folder: Path, measured: Measured, content: Mapping[str, Any]) -> Path:
    """Every run of a skill and its ``benchmark.json``, as runners lay them out; returns that file.

    ``eval-ID/with_skill/`` has ``outputs/response.txt``, ``timing.json`` and ``grading.json``; of several repeats each
    is in a ``run-N`` of its own. Long ids are cut; of those that give one name the later ones get a number.

    Raises:
        DataError: the folder cannot be written.
    """
    names = _folder_names(dict.fromkeys(run.case for run in measured.runs[ARMS[0]]))
    try:
        for arm in ARMS:
            for run in measured.runs[arm]:
                place = folder / names[run.case] / arm
                is_repeated = any(other.repeat for other in measured.runs[arm])
                _write_run(place / f"run-{run.repeat + 1}" if is_repeated else place, run)
    except OSError as error:
        raise DataError(f"{folder} cannot be written: {error}. Type --output FOLDER.") from error
    write_json(folder / BENCHMARK_FILE, content)
    return folder / BENCHMARK_FILE


def _folder_names(cases: Iterable[str]) -> dict[str, str]:
    names: dict[str, str] = {}
    for case in cases:
        usual = f"eval-{UNSAFE.sub('-', case)[:LONGEST_NAME] or 'case'}"
        free = (usual, *(f"{usual}-{number}" for number in range(2, len(names) + 2)))
        names[case] = next(name for name in free if name not in names.values())
    return names


def _write_run(place: Path, run: CaseRun) -> None:
    (place / "outputs").mkdir(parents=True, exist_ok=True)
    answer = f"ERROR: {run.fault}\n" if run.fault and not run.transcript else run.transcript
    write_text(place / "outputs" / "response.txt", answer)
    write_json(place / "timing.json", {"total_tokens": run.tokens, "duration_ms": round(1000 * run.seconds)})
    if run.fault:
        # Where the folder was filled before, it is of a run that is there no more.
        (place / "grading.json").unlink(missing_ok=True)
        return
    checks = [asdict(check) for check in run.graded]
    passed = sum(check.passed for check in run.graded)
    counts = {"passed": passed, "failed": len(checks) - passed, "total": len(checks), "pass_rate": run.pass_rate}
    # The list has two names: the format's present one, and the one that runners from before it read.
    write_json(place / "grading.json", {"expectations": checks, "assertion_results": checks, "summary": counts})
