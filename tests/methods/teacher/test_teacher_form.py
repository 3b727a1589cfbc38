"""The form of a teacher's answer: what is read out of hostile text, and how it is worded."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.errors import DataError, PromptError
from skill1.methods.teacher.question import Form, load_prompt, require_known_prompts

SKILLS = Form({"skills": [{"title": str, "weight?": float}], "done?": bool})
ANSWER = {"skills": [{"title": "look first", "weight": 0.5}]}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(ANSWER),
        "Here you are:\n```json\n" + json.dumps(ANSWER, indent=2) + "\n```\nGood luck!",
        '<think>{maybe {this}? or {"skills": []} first</think> ' + json.dumps(ANSWER) + " That is all.",
        'First {"skills": "none"} then ' + json.dumps(ANSWER),
        json.dumps(ANSWER | {"comment": {"nested": [1, 2]}}),
    ],
)
def test_the_object_of_the_form_is_found_wherever_it_stands(text):
    assert SKILLS.read(text) == ANSWER


def test_the_last_object_that_fits_counts():
    assert SKILLS.read('{"skills": []} no, better {"skills": [{"title": "b"}]}') == {"skills": [{"title": "b"}]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I cannot help with that.", "no JSON object"),
        ('{"skills": [{"title": "cut o', "no JSON object"),
        ('{"skills": {"title": "x"}}', "answer.skills should be a list"),
        ('{"skills": [{"title": 3}]}', "answer.skills[0].title should be a text, got 3"),
        ('{"skills": [{"weight": 1}]}', "answer.skills[0] has no 'title'"),
        ('{"skills": [], "done": "yes"}', "answer.done should be a true or false"),
        ('{"skills": [{"title": "x", "weight": NaN}]}', "weight should be a number"),
        ('{"fertigkeiten": []}', "has no 'skills'"),
        # Of the last object, which was meant as the answer.
        ('Not {"titles": []} but {"skills": "none"}', "answer.skills should be a list"),
        pytest.param('{"skills":' * 50_000, "no JSON object", id="nested deep"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, said):
    with pytest.raises(DataError) as caught:
        SKILLS.read(text)
    assert said in str(caught.value)


def test_whole_numbers_count_as_numbers_but_truth_values_do_not():
    form = Form({"x": float})
    assert form.read('{"x": 2}') == {"x": 2.0}
    for other in ("true", "1" + "0" * 400, "-1" + "0" * 400, "1e999"):  # the last three have no finite value
        with pytest.raises(DataError, match="should be a number"):
            form.read(f'{{"x": {other}}}')


@pytest.mark.parametrize("text", ["{", '{"a":"', '{"a":[', "\n"])
def test_a_long_broken_answer_is_given_up_soon(text):
    """Without a bound on openings the first took 40 seconds, the answer being decoded from each of them."""
    started = time.process_time()
    with pytest.raises(DataError):
        SKILLS.read("```json" + text * (150_000 // len(text)))
    assert time.process_time() - started < 10


def test_braces_of_formulas_before_the_answer_do_not_hide_it():
    thought = r"\frac{a}{b} and f(x) { return x } " * 2000
    assert SKILLS.read(thought + '{"skills": [], "done": true}') == {"skills": [], "done": True}


@given(st.text(max_size=300))
def test_any_text_is_an_answer_or_a_data_error(text):
    try:
        found = SKILLS.read(text)
    except DataError:
        return
    assert isinstance(found["skills"], list)


def test_the_wording_shows_every_key():
    assert SKILLS.wording() == '{"skills": [{"title": text, "weight": number}, …], "done": true or false}'


def test_a_prompt_of_the_users_replaces_one_and_can_be_read_and_filled(tmp_path):
    own = tmp_path / "teacher" / "skillrl"
    own.mkdir(parents=True)
    (own / "evolve.txt").write_bytes("f\u00fcr {form}".encode("latin-1"))
    with pytest.raises(PromptError, match="evolve.txt cannot be read as UTF-8"):
        load_prompt("skillrl/evolve", {}, str(tmp_path))
    with pytest.raises(PromptError, match="evolve.txt cannot be read as UTF-8"):
        require_known_prompts("skillrl", str(tmp_path))
    for text, fault in (
        ("{failure} {form}", "unknown placeholder {failure}"),
        ("{failures}", "{form} is missing"),
    ):
        (own / "evolve.txt").write_text(text)
        with pytest.raises(PromptError, match=f"evolve.txt: .*{fault}"):
            require_known_prompts("skillrl", str(tmp_path))
    (own / "evolve.txt").write_text("{failures} {form}")
    require_known_prompts("skillrl", str(tmp_path))
    (own / "evolv.txt").touch()
    with pytest.raises(PromptError, match="evolv.txt replaces no prompt.*known files: evolve.txt, general.txt"):
        require_known_prompts("skillrl", str(tmp_path))
