"""The page of a report: what came into the pool, what was refused and what left, with the reason."""

from skill1.methods.skillpro.log import append_iteration
from skill1.methods.skillpro.page import page
from skill1.report.method_page import MethodFiles

POOL = {"name": "Open", "freq": 9, "maturity": 3, "avg_gain": 0.25, "initiation": "a box", "policy": ["open it"]}


def evolution(**more):
    told = {"parent": "Open", "candidate": "Open_v1", "type": "REFINE", "j_score": -0.5, "action": "NONE"}
    return told | {"sample_count": 6, "best_of_n": 3} | more


def iteration(number, evolutions=(), gone=()):
    return {
        "iteration": number,
        "global_baseline": 0.5,
        "pool_snapshot": [POOL],
        "evolution_details": list(evolutions),
        "maintenance_details": list(gone),
    }


def made(folder, *iterations, last_step=9):
    for one in iterations:
        append_iteration(folder, one)
    return page(MethodFiles(folder, folder / "none.sqlite", {"skillpro.acceptance_margin": 0.0}, last_step))


def test_gradients_gate_and_maintenance_each_with_its_reason(tmp_path):
    texts = {"initiation": "a <b>box</b>", "policy": ["look first"], "termination": "it is open"}
    refused = evolution(candidate_skill=texts, gradients=["policy: look first"])
    came_in = evolution(candidate="New", type="NEW", j_score=0.25, action="NEW_OPTION_ADDED")
    too_long, silent = evolution(j_score=None), evolution(candidate=None, j_score=None)
    gone = {"stage": "negative bound", "name": "Bad", "avg_gain": -0.5, "freq": 12, "maturity": 4}
    found = made(tmp_path, iteration(1), iteration(2, [refused, came_in, too_long, silent], [gone]), iteration(3))
    assert [(change.verdict, change.why) for change in found.changes] == [
        ("refused", "J = -0.5 is not above the margin 0."),
        ("accepted", "J = 0.25 is above the margin 0."),
        ("refused", "J could not be measured: with it a prompt would not fit."),
        ("nothing", "The teacher wrote nothing that is readable and new to the library."),
        ("removed", "The lower bound of its gain is below 0: it harms."),
    ]
    change, notes = found.changes[0].texts
    assert ("-", "Starts when: a box") in change.lines and ("+", "Starts when: a <b>box</b>") in change.lines
    assert notes.lines == ((" ", "policy: look first"),)
    assert found.tables[0].rows == (("Open", "a box", "open it", "–", "9", "0.25", "3"),)
    assert dict(found.facts)["refused"] == "2" and dict(found.facts)["taken out"] == "1"


def test_without_a_gate_the_reason_is_the_ablation(tmp_path):
    forced = evolution(j_score=-0.25, action="REFINE_CANDIDATE_ADDED")
    unscored = evolution(j_score=None, action="NEW_OPTION_ADDED")
    found = made(tmp_path, iteration(1, [forced, unscored]))
    assert [change.why for change in found.changes] == [
        "J = -0.25; there is no gate in this ablation.",
        "Admitted without a gate.",
    ]


def test_iterations_that_a_resume_took_back_are_left_out(tmp_path):
    assert made(tmp_path, iteration(1), iteration(2, [evolution()]), last_step=1).changes == ()
    assert made(tmp_path / "empty").changes == ()
