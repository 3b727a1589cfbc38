"""``skill1 skills eval``: pairs with and without a skill, the figures, and the files that other runners read."""

import json
import sys
from dataclasses import replace

import pytest

from skill1.cli import main
from skill1.config import EndpointConfig
from skill1.config.load import load_config
from skill1.errors import ConfigError, DataError
from skill1.evaluate.figures import newcombe, newcombe_paired
from skill1.evaluate.skill_benchmark import (
    Measured,
    benchmark,
    effect,
    measure_skills,
    next_iteration,
    write_workspace,
)
from skill1.evaluate.skill_cases import CaseRun, Graded
from skill1.library.formats.skill_evals import EvalCase, SkillFolder, write_cases
from skill1.policy.account import Account
from tests.policy.chat_server import Raw, chat, serving
from tests.rollout.tiny_world import tasks

SKILL_MD = "---\nname: sums\ndescription: When numbers are added.\n---\n\nUSE-THE-ABACUS\n"


def run(case, won, repeat=0, tokens=10, seconds=2.0, fault=""):
    graded = () if fault else (Graded("it is solved", won, "seen"),)
    return CaseRun(case, repeat, graded, tokens, seconds, "text", fault)


def pairs_of(*won):
    return [(run(str(n), first), run(str(n), second, tokens=4)) for n, (first, second) in enumerate(won)]


def measured(tmp_path, pairs, accounts=None):
    runs = {"with_skill": [p[0] for p in pairs], "without_skill": [p[1] for p in pairs]}
    return Measured(SkillFolder(tmp_path, "sums", SKILL_MD, ()), runs, accounts)


def test_effect_of_ten_cases():
    """2 both, 4 only with, 1 only without, 3 neither: .6 − .3."""
    won = [(1, 1)] * 2 + [(1, 0)] * 4 + [(0, 1)] + [(0, 0)] * 3
    found = effect(pairs_of(*[(bool(a), bool(b)) for a, b in won]))
    assert found["difference"] == pytest.approx(0.3) and found["cases"] == found["pairs"] == 10
    assert found["interval_95"] == list(newcombe_paired(2, 4, 1, 3))
    assert found["interval_95"] == pytest.approx([-0.1177, 0.6011], abs=1e-4)
    assert found["permutation_p"] == pytest.approx(2 * (1 + 5) / 32)  # 1 of 5 or fewer against, both sides
    assert found["verdict"] == "not shown"


def test_the_verdict_follows_the_interval():
    assert effect(pairs_of(*[(True, False)] * 8))["verdict"] == "helps"
    assert effect(pairs_of(*[(False, True)] * 8))["verdict"] == "harms"
    assert effect(pairs_of(*[(True, True)] * 8))["verdict"] == "not shown"


def test_repeats_of_one_case_prove_nothing_of_others():
    """Eight times one case: its own shares are 1 and 0, and still it is one case."""
    repeated = [(run("1", True, n), run("1", False, n)) for n in range(8)]
    found = effect(repeated)
    assert (found["cases"], found["pairs"], found["difference"]) == (1, 8, 1.0)
    assert found["interval_95"] == list(newcombe(1.0, 1, 0.0, 1)) and found["verdict"] == "not shown"
    assert found["permutation_p"] == 1.0


def test_benchmark_has_the_shape_of_the_format(tmp_path):
    pairs = pairs_of((True, False), (True, True))
    found = benchmark(measured(tmp_path, pairs))["run_summary"]
    assert found["with_skill"]["pass_rate"] == {"mean": 1.0, "stddev": 0.0}
    assert found["without_skill"]["pass_rate"] == {"mean": 0.5, "stddev": 0.5}  # of 0 and 1, by their number
    assert found["delta"] == {"pass_rate": 0.5, "time_seconds": 0.0, "tokens": 6.0}


def test_a_pair_with_a_fault_counts_in_neither_arm(tmp_path):
    broken = (run("9", False, fault="it broke"), run("9", True))
    found = benchmark(measured(tmp_path, [*pairs_of((True, True)), broken]))
    assert found["skill1"]["errors"] == 1 and found["skill1"]["pairs"] == 1
    assert found["run_summary"]["without_skill"]["pass_rate"]["mean"] == 1.0
    with pytest.raises(DataError, match="it broke"):
        benchmark(measured(tmp_path, [broken]))


def test_what_a_server_counted_has_a_price(tmp_path):
    accounts = {
        "with_skill": Account(prompt_tokens=3_000_000),
        "without_skill": Account(completion_tokens=1_000_000),
    }
    found = benchmark(
        measured(tmp_path, pairs_of((True, True)), accounts), EndpointConfig(prompt_price=2, completion_price=5)
    )
    assert found["skill1"]["cost"] == {"with_skill": 6.0, "without_skill": 5.0}


def test_the_workspace_is_what_runners_lay_out(tmp_path):
    found = measured(tmp_path, [*pairs_of((True, False)), (run("a b", True, fault="no"), run("a b", True))])
    assert next_iteration(tmp_path / "w").name == "iteration-1"
    write_workspace(tmp_path / "w" / "iteration-1", found, {"run_summary": {}})
    place = tmp_path / "w" / "iteration-1"
    assert next_iteration(tmp_path / "w").name == "iteration-2"
    grading = json.loads((place / "eval-0" / "with_skill" / "grading.json").read_text())
    assert grading["summary"] == {"passed": 1, "failed": 0, "total": 1, "pass_rate": 1.0}
    assert grading["expectations"] == [{"text": "it is solved", "passed": True, "evidence": "seen"}]
    assert grading["assertion_results"] == grading["expectations"]
    timing = json.loads((place / "eval-0" / "without_skill" / "timing.json").read_text())
    assert timing == {"total_tokens": 4, "duration_ms": 2000}
    assert (place / "eval-a-b" / "with_skill" / "outputs" / "response.txt").is_file()
    assert not (place / "eval-a-b" / "with_skill" / "grading.json").exists()
    assert (place / "benchmark.json").is_file()


def test_a_filled_folder_keeps_no_grade_of_a_run_that_failed_since(tmp_path):
    place, silent = (
        tmp_path / "w" / "eval-a" / "with_skill",
        CaseRun("a", 0, (Graded("it is solved", False, "-"),)),
    )
    write_workspace(tmp_path / "w", measured(tmp_path, [(silent, run("a", True))]), {})
    assert (place / "grading.json").is_file()
    assert (place / "outputs" / "response.txt").read_text() == "", "an empty answer is no error"
    failed = CaseRun("a", 0, fault="no answer")
    write_workspace(tmp_path / "w", measured(tmp_path, [(failed, run("a", True))]), {})
    assert not (place / "grading.json").exists()
    assert (place / "outputs" / "response.txt").read_text() == "ERROR: no answer\n"


def test_cases_have_folders_of_their_own_whatever_their_ids(tmp_path):
    # A folder's name cannot be as long as the last two.
    ids = ("晴", "雨", "a/b", "a b", "晴" * 250, "晴" * 250 + "!")
    write_workspace(tmp_path / "w", measured(tmp_path, [(run(case, True), run(case, True)) for case in ids]), {})
    names = {place.name for place in (tmp_path / "w").iterdir() if place.is_dir()}
    long = f"eval-{'晴' * 60}"
    assert names == {"eval-a-b", "eval-a-b-2", "eval-晴", "eval-雨", long, f"{long}-2"}


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "sums"
    path.mkdir()
    (path / "SKILL.md").write_text(SKILL_MD)
    return path


def test_a_foreign_skill_is_played_and_judged(folder, tmp_path, capsys):
    """The model answers right only with the skill in its prompt; the judge reads the answer."""
    cases = [
        EvalCase(str(n), f"Add {n} and the file.", "The sum.", ("right", "short"), ("evals/numbers.txt",))
        for n in (1, 2)
    ]
    write_cases(folder, "sums", cases)
    (folder / "evals" / "numbers.txt").write_text("5 and 7")

    def answers(request):
        text = request["messages"][0]["content"]
        if request["model"] == "judge":
            verdicts = [{"passed": "TWELVE" in text, "evidence": "said"}, {"passed": True, "evidence": ""}]
            return chat(json.dumps({"verdicts": verdicts}))
        assert "5 and 7" in text, "files are shown"
        return chat("TWELVE" if "USE-THE-ABACUS" in text else "no idea")

    with serving(answers) as stub:
        asked = ["skills", "eval", str(folder), "--target", stub.url, "--endpoint.model", "small", "--json"]
        assert main([*asked, "--judge", f"{stub.url}#judge"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["run_summary"]["with_skill"]["pass_rate"]["mean"] == 1.0
    assert found["run_summary"]["without_skill"]["pass_rate"]["mean"] == 0.5
    assert found["skill1"]["difference"] == 1.0
    # The judge's tokens are not the arms'; 11 + 3 for each of two answers.
    assert found["skill1"]["server_counted"]["with_skill"]["prompt_tokens"] == 22
    place = tmp_path / "sums-workspace" / "iteration-1"
    assert (place / "eval-1" / "with_skill" / "outputs" / "response.txt").read_text() == "TWELVE"
    assert json.loads((place / "benchmark.json").read_text()) == found


VERDICT = json.dumps({"verdicts": [{"passed": True, "evidence": ""}]})


def evaluated(folder, answers, *names):
    """The exit code of ``skill1 skills eval`` of so many skills, and those of which a benchmark was kept."""
    for name in names:
        (folder / "all" / name).mkdir(parents=True)
        (folder / "all" / name / "SKILL.md").write_text(SKILL_MD.replace("sums", name))
        write_cases(folder / "all" / name, name, [EvalCase("1", f"Add, {name}.", "A sum.")])
    with serving(answers) as stub:
        asked = ["skills", "eval", str(folder / "all"), "--target", stub.url, "--endpoint.model", "small"]
        code = main([*asked, "--judge", f"{stub.url}#judge"])
    return code, [file.parent.name for file in (folder / "all-workspace").rglob("benchmark.json")]


def test_a_skill_that_nobody_could_grade_does_not_cost_the_others(tmp_path, capsys):
    def answers(request):
        is_graded = request["model"] == "judge" and "Add, good." in request["messages"][0]["content"]
        return chat(VERDICT if is_graded else "I think so.")

    assert evaluated(tmp_path, answers, "good", "odd") == (1, ["good"])
    told = capsys.readouterr()
    assert "good" in told.out and "odd: no case could be played" in told.err


def test_what_the_first_skill_cost_is_kept_if_the_server_refuses_the_second(tmp_path, capsys):
    def answers(request):
        if "Add, b." in request["messages"][0]["content"]:
            return Raw(402, {"error": {"message": "no credit left"}})
        return chat(VERDICT)

    assert evaluated(tmp_path, answers, "a", "b") == (1, ["a"])
    assert "no credit left" in capsys.readouterr().err


def test_a_judge_that_takes_no_temperature_but_its_own_is_asked_at_that(folder):
    write_cases(folder, "sums", [EvalCase("1", "Add.", "A sum.")])

    def answers(request):
        if request["model"] == "judge" and "temperature" in request:
            return Raw(400, {"error": {"message": "Unsupported value: 'temperature' takes only the default."}})
        return chat(VERDICT)

    with serving(answers) as stub:
        (found,) = measure_skills(folder, served(stub), model="", judge=f"{stub.url}#judge")
    assert len(found.pairs) == 1


def test_a_verdict_that_is_none_is_no_failure(folder):
    """A judge that does not answer as asked leaves the pair out."""
    write_cases(folder, "sums", [EvalCase("1", "Add.", "A sum.")])
    with serving(chat("I think it is fine.")) as stub:
        found = measure_skills(folder, served(stub), model="", judge=f"{stub.url}#judge")
    with pytest.raises(DataError, match="no usable verdict"):
        benchmark(found[0])


def test_a_judge_on_another_server_does_not_get_the_policys_key(folder, monkeypatch):
    write_cases(folder, "sums", [EvalCase("1", "Add.", "A sum.")])
    monkeypatch.setenv("PLAYERS_KEY", "secret")
    with serving(chat("7")) as stub, serving(chat("fine")) as other:
        config = served(stub, "--endpoint.api_key_variable=PLAYERS_KEY")
        measure_skills(folder, config, model="", judge=f"{other.url}#judge")
        assert set(stub.keys) == {"Bearer secret"} and set(other.keys) == {None}
        measure_skills(folder, config, model="", judge=f"{stub.url}/#judge")
        assert set(stub.keys) == {"Bearer secret"}


def test_a_call_without_an_answer_leaves_its_pair_out(folder, tmp_path):
    """An agent that fails at one case with the skill; it has answered another one before."""
    write_cases(folder, "sums", [EvalCase("1", "Add.", "A sum."), EvalCase("2", "Take away.", "A difference.")])
    agent = tmp_path / "agent.py"
    agent.write_text(
        "import os, sys\nprint('3')\nsys.exit('away' in sys.stdin.read() and os.path.exists('.agents'))"
    )
    given = [f"--endpoint.url=command:{sys.executable} -I {agent}", "--endpoint.concurrency=1"]
    with serving(chat(VERDICT)) as stub:
        (found,) = measure_skills(
            folder, load_config("household/skill1", given), model="", judge=f"{stub.url}#judge"
        )
    faults = [run.fault for run in found.runs["with_skill"]]
    assert faults[0] == "" and "gave no answer: exit code 1" in faults[1] and len(found.pairs) == 1


def served(stub, *overrides):
    return load_config("household/skill1", [f"--endpoint.url={stub.url}", "--endpoint.model=small", *overrides])


def played_by(stub, *, turns):
    given = ["--target", stub.url, "--endpoint.model", "small", "--profile", "dialogue"]
    return [*given, "--env.max_steps", str(turns)]


def test_a_game_is_decided_by_its_environment(folder, capsys):
    """Two games behind a server that always gives up: nothing is solved, and no judge is asked."""
    games = [
        EvalCase(str(n), task.instruction, "Solved.", ("solved",), game=task) for n, task in enumerate(tasks(2))
    ]
    write_cases(folder, "sums", games)
    with serving(chat("look")) as stub:
        assert main(["skills", "eval", str(folder), *played_by(stub, turns=2)]) == 0
        prompts = [json.dumps(request["messages"]) for request in stub.requests]
    told = capsys.readouterr()
    assert "not shown" in told.out and "sums-workspace" in told.err
    assert sum("USE-THE-ABACUS" in prompt for prompt in prompts) == len(prompts) / 2
    grading = json.loads((folder.parent / "sums-workspace/iteration-1/eval-0/with_skill/grading.json").read_text())
    assert (
        not grading["expectations"][0]["passed"] and "not won in 2 turns" in grading["expectations"][0]["evidence"]
    )


def test_a_game_of_a_run_of_several_environments_is_played_in_its_own(folder):
    """Such a run writes splits with the environment's name in front."""
    (task,) = tasks(1)
    write_cases(folder, "sums", [EvalCase("1", "Play.", game=replace(task, split=f"{task.env}/{task.split}"))])
    with serving(chat("look")) as stub:
        config = served(stub, "--agent.profile=dialogue", "--env.max_steps=1")
        (found,) = measure_skills(folder, config, model="")
    assert len(found.pairs) == 1 and found.runs["with_skill"][0].transcript.startswith(task.instruction)
    write_cases(folder, "sums", [EvalCase("1", "Play.", game=replace(task, split="nowhere/train"))])
    with serving(chat("look")) as stub, pytest.raises(DataError, match="data has changed"):
        measure_skills(folder, served(stub, "--agent.profile=dialogue"), model="")


def test_a_folder_named_by_a_dot_has_its_workspace_beside_it(folder, monkeypatch):
    write_cases(folder, "sums", [EvalCase("1", "Play.", game=tasks(1)[0])])
    monkeypatch.chdir(folder)
    with serving(chat("look")) as stub:
        assert main(["skills", "eval", ".", *played_by(stub, turns=1)]) == 0
    assert (folder.parent / "sums-workspace" / "iteration-1" / "benchmark.json").is_file()


def test_what_cannot_be_measured_says_what_to_type(folder):
    write_cases(folder, "sums", [EvalCase("1", "Add.")])
    with serving(chat("ok")) as stub:
        config = served(stub)
        with pytest.raises(ConfigError, match="--judge URL#MODEL"):
            measure_skills(folder, config, model="")
        with pytest.raises(ConfigError, match="expected URL#MODEL"):
            measure_skills(folder, config, model="", judge="large")
        with pytest.raises(DataError, match="neither expectations nor"):
            measure_skills(folder, config, model="", judge=f"{stub.url}#judge")
        with pytest.raises(ConfigError, match="expected at least 1"):
            measure_skills(folder, config, model="", repeats=0)
        write_cases(folder, "sums", [EvalCase("1", "Play.", game=tasks(1)[0])])
        with pytest.raises(ConfigError, match="--env household"):
            measure_skills(folder, served(stub, "--env.name=webshop"), model="")


def test_settings_that_nothing_would_read_are_refused(folder, capsys):
    write_cases(folder, "sums", [EvalCase("1", "Play.", game=tasks(1)[0])])
    given = ["skills", "eval", str(folder), "--target", "http://127.0.0.1:9/v1", "--endpoint.model", "small"]
    for key, value in (("eval.split", "seen"), ("library.top_k", "9"), ("endpoint.budget", "2")):
        assert main([*given, f"--{key}", value]) == 1
        assert f"`{key}` has no effect here: `skill1 skills eval` provides the skill" in capsys.readouterr().err
