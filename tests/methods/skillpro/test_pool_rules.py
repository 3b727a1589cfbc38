"""The rule-based analyst's answers: counted lessons, in the forms the questions ask for."""

import json
from types import SimpleNamespace

import pytest

from skill1.methods.skillpro import evolution
from skill1.methods.skillpro.rules import gradient, rewrite, summary, update
from skill1.schema import SkillDraft
from tests.methods.skillpro.samples import experience, skill


def analyst(draft):
    return SimpleNamespace(lesson=lambda episode: draft)


def notes(*pairs):
    return [{"initiation": where, "policy": what} for where, what in pairs]


def asked(attempt=0, *, refine=False, gradients=()):
    return {
        "skill": skill("A", initiation="Oak Hill put tool"),
        "attempt": attempt,
        "is_refinement": refine,
        "gradients": gradients,
    }


def test_a_lesson_is_related_if_it_begins_where_the_skill_does():
    evidence = {"skill": skill("A", initiation="Oak Hill put tool"), "experience": experience(1.0, "A")}
    own = gradient(analyst(SkillDraft("oak hill put tool", "tool in box")), evidence)
    assert own["is_related"] and own["policy"] == "tool in box"
    assert not gradient(analyst(SkillDraft("elm lane put tool", "tool in box")), evidence)["is_related"]
    assert not gradient(analyst(None), evidence)["is_related"]


def test_attempts_go_down_the_lessons_by_how_often_they_were_learnt():
    gradients = notes(("a", "x"), ("b", "y"), ("b", "y"), ("c", ""))
    assert [update(None, asked(n, gradients=gradients))["policy"] for n in range(3)] == [["y"], ["x"], []]
    assert update(None, asked(gradients=gradients))["skill_name"] == "B"


def test_a_refinement_keeps_to_its_own_situation():
    gradients = notes(("elm lane put tool", "y"), ("elm lane put tool", "y"), ("oak hill put tool", "x"))
    assert update(None, asked(refine=True, gradients=gradients))["policy"] == ["x"]
    assert update(None, asked(1, refine=True, gradients=gradients))["policy"] == []


def test_without_gradients_the_best_paid_actions_are_repeated():
    told = summary(None, {"experience": experience(1.0, "A")})
    assert told == {"summary": "open box , open box"}
    evidence = {"skill": skill("A", initiation="case"), "summaries": [(0.0, "bad"), (1.0, "good")]}
    assert rewrite(None, {**evidence, "attempt": 0})["policy"] == ["good"]
    assert rewrite(None, {**evidence, "attempt": 1})["policy"] == ["bad"]


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        (
            evolution._GRADIENT,
            gradient(analyst(SkillDraft("a", "b")), {"skill": skill(), "experience": experience(0.0, "A")}),
        ),
        (evolution._SUMMARY, summary(None, {"experience": experience(0.0, "A")})),
        (evolution._SKILL, update(None, asked(gradients=notes(("a", "x"))))),
        (evolution._SKILL, update(None, asked())),
    ],
)
def test_answers_have_the_forms_that_models_are_held_to(form, answer):
    assert form.read(json.dumps(answer)) == answer
