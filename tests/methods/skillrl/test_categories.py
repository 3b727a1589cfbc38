"""The category of a task decides which task-specific skills it meets."""

import json
from pathlib import Path

import pytest

from skill1.config import EnvConfig
from skill1.env.registry import make_suite
from skill1.methods.skillrl.bank import category_of, category_of_goal
from skill1.schema import Task

ROOT = Path(__file__).parents[3]
BANKS = ROOT / "tests" / "golden" / "skillrl"


def task(env, type_, instruction):
    return Task(f"{env}/train/0", env, "train", 0, instruction, type_)


@pytest.mark.parametrize(
    ("env", "type_", "instruction", "category"),
    [
        ("alfworld", "pick_two_obj_and_place", "find two book and put them in sofa.", "pick_and_place"),
        ("alfworld", "pick_and_place_simple", "put some hot sauce on shelf.", "pick_and_place"),
        ("alfworld", "pick_clean_then_place_in_recep", "put a clean pan in cabinet.", "clean"),
        ("alfworld", "pick_heat_then_place_in_recep", "put a hot egg in fridge.", "heat"),
        ("alfworld", "pick_cool_then_place_in_recep", "put a cool tomato in microwave.", "cool"),
        ("alfworld", "look_at_obj_in_light", "look at bowl under the desklamp.", "look_at_obj_in_light"),
        ("alfworld", "look_at_obj_in_light", "examine the bowl with the desklamp.", "examine"),
        ("webshop", "fashion", "i want a pair of red sneakers", "footwear"),
        ("webshop", "fashion", "show me a men's dress shirt", "apparel"),
        ("webshop", "fashion", "find earrings, gold", "accessories"),
        ("webshop", "beauty", "a shampoo ring holder", "beauty_health"),
        ("webshop", "grocery", "gluten free crackers", "other"),
        ("household", "two", "house rowan bend . task : put two hammer on desk .", "two, rowan bend"),
        ("game", "hard", "win", "hard"),
    ],
)
def test_the_type_decides_and_words_only_where_it_cannot(env, type_, instruction, category):
    assert category_of(task(env, type_, instruction)) == category


@pytest.mark.parametrize(
    ("env", "goal", "category"),
    [
        ("alfworld", "heat some egg and put it in garbagecan.", "heat"),
        ("alfworld", "put a hot egg in garbagecan.", "heat"),
        ("alfworld", "put a cool tomato in microwave.", "cool"),
        ("alfworld", "look at cd under the desklamp.", "look_at_obj_in_light"),
        ("alfworld", "find two pen and put them in drawer.", "pick_and_place"),
        ("webshop", "Find me women's sandals with price lower than 30.00 dollars.", "footwear"),
        ("webshop", "Find me a thing", "other"),
        ("elsewhere", "heat it", "other"),
    ],
)
def test_a_goal_without_a_type_goes_by_its_words(env, goal, category):
    assert category_of_goal(env, goal) == category


@pytest.mark.parametrize(
    ("env", "bank"), [("alfworld", "alfworld_skills.json"), ("webshop", "webshop_skills.json")]
)
def test_every_task_of_ours_has_a_category_in_the_published_bank(env, bank):
    categories = json.loads((BANKS / bank).read_text(encoding="utf-8"))["task_specific_skills"]
    suite = make_suite(EnvConfig(name=env, data=str(ROOT / "data" / env)))
    found = {category_of(one) for one in suite.tasks("train")}
    assert found <= set(categories) and len(found) >= 4
