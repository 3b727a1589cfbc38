"""The study's arms differ in one thing and nothing else, and its figures are those of hand-computed cases."""

import json
import math
import sys
from functools import partial

import pytest

from tests.bench.scripts import record as record_of
from tests.bench.scripts import script

study = script("study")
record = partial(record_of, round_tasks=1)


@pytest.mark.parametrize("world", ["household", "alfworld", "webshop"])
def test_every_arm_is_a_configuration_with_the_same_budget(world):
    loaded = {arm: study.config_of(world, arm, (), smoke=False) for arm in study.ARMS}
    budgets = {(c.train, c.env, c.eval, c.sampling, c.model) for c in loaded.values()}
    assert len(budgets) == 1
    trained = {arm: repr(config) for arm, config in loaded.items() if arm != study.COLD_START}
    assert len(set(trained.values())) == len(trained), "two arms are the same"


@pytest.mark.parametrize("world", ["household", "alfworld", "webshop"])
def test_the_arm_that_shares_the_run_of_a_quickstart_is_the_worlds_own_skill1(world):
    own = study.config_of(world, study.OWN.get(world, study.FULL), (), smoke=False)
    plan = study.world_of(world)
    assert own == study.load_config(f"{plan.configs}/skill1", ["--eval.explore=false"])
    order = study.Order(study.Path("runs"), study.Path("results"), tuple(study.ARMS), smoke=False, until=0.0)
    runs = {arm: order.run(world, arm, 1).name for arm in study.ARMS}
    assert runs[study.OWN.get(world, study.FULL)] == f"{plan.label}-skill1"
    assert len(set(runs.values())) == len(runs), "two arms share a run"


def test_gathering_pairs_seeds_and_takes_the_last_three_rounds():
    records = [
        record("full", 1, "0111"),
        record("full", 2, "0110"),
        record("paper", 1, "1000"),
        record("paper", 3, "1111"),
    ]
    found = study.gathered(records)["household"]
    assert found["full"]["heldout_late_by_seed"] == {"1": 1.0, "2": pytest.approx(2 / 3)}
    over = found["paper"]["over_full"]
    assert (over["seeds"], over["difference"], over["interval_95"]) == ([1], -1.0, (-1.0, -1.0))
    assert found["full"]["over_full"] is found["paper"]["over_paper"] is None
    assert found["full"]["over_paper"]["difference"] == 1.0
    assert math.isnan(study.late_values(record("full", 1, "00-1"))[1])


def test_the_exploring_evaluation_is_compared_with_the_greedy_one_and_with_other_arms():
    def explored(arm, seed, greedy, exploring):
        found = record(arm, seed, greedy)
        name = f"heldout/fresh/{study.EXPLORING}"
        return found | {
            "evaluations": found["evaluations"]
            | {name: found["evaluations"]["seen/none"] | {"successes": exploring}}
        }

    records = [
        explored("full", 1, "0100", "0110"),
        explored("paper", 1, "0100", "1000"),
        record("paper", 2, "0111"),
    ]
    found = study.gathered(records)["household"]
    ours = found["full"]["exploring"]
    assert ours["late_by_seed"] == {"1": pytest.approx(2 / 3)}
    assert ours["over_greedy"]["difference"] == pytest.approx(1 / 3)
    assert ours["over_paper"] == {
        "seeds": [1],
        "difference": pytest.approx(2 / 3),
        "interval_95": ours["over_paper"]["interval_95"],
    }
    assert list(found["paper"]["exploring"]["late_by_seed"]) == ["1"], "an older record has none"
    assert study.gathered([record("full", 1, "0111")])["household"]["full"]["exploring"] is None


def test_a_table_brings_its_world_and_worlds_their_own_tables():
    assert study.tables_of(["household", "webshop"], None) == {"household": "household", "webshop": "webshop_tiny"}
    assert study.tables_of(["webshop"], "skill1plus") == {"household": "skill1plus"}


def test_the_preset_is_not_played_with_settings_that_its_seeds_were_not_drawn_for(monkeypatch):
    import seeds

    settings = seeds.settings_of("skill1plus")
    changed = settings["household/skill1plus"] | {"library.alpha": 0.5}
    monkeypatch.setattr(seeds, "settings_of", lambda _: settings | {"household/skill1plus": changed})
    monkeypatch.setattr(study, "in_parallel", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["bench/study.py", "--worlds", "household", "--arms", "full"])
    study.main()
    monkeypatch.setattr(sys, "argv", [*sys.argv, "skill1plus"])
    with pytest.raises(seeds.NotFreshError, match="seeds of skill1plus were drawn for other settings"):
        study.main()


def test_success_of_each_type_leaves_errors_out():
    rows = [{"type": kind, "success": won} for kind, won in (("heat", True), ("cool", None), ("heat", False))]
    assert study.by_type([*rows, {"type": "cool", "success": True}]) == {"cool": 1.0, "heat": 0.5}


@pytest.mark.slow
def test_the_smoke_leaves_records_that_are_not_repeated(tmp_path, monkeypatch):
    given = ["--worlds", "household", "--seeds", "1", "--smoke", "--arms", "full", "cold-start"]
    folders = ["--runs-dir", str(tmp_path / "runs"), "--results", str(tmp_path / "results")]
    monkeypatch.setattr(sys, "argv", ["bench/study.py", *given, *folders])
    study.main()
    files = sorted((tmp_path / "results").rglob("*.json"))
    assert [file.parent.name for file in files] == ["cold-start", "full"]
    before = [file.stat().st_mtime_ns for file in files]
    study.main()
    assert [file.stat().st_mtime_ns for file in files] == before
    found = study.gathered([json.loads(file.read_text()) for file in files])
    assert found["household"]["cold-start"]["over_full"]["seeds"] == [1]
    kept = files[1].read_text()
    files[1].unlink()
    monkeypatch.setattr(sys, "argv", [*sys.argv, "--remeasure"])
    study.main()
    again, before = json.loads(files[1].read_text()), json.loads(kept)
    for changing in ("cpu_minutes", "command"):
        again.pop(changing), before.pop(changing)
    assert again == before
