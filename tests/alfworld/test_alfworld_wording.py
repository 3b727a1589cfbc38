"""ALFWorld's sentences in a few words: nothing a player needs is lost, and commands stay what they are."""

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.agent.profile import load_profile
from skill1.policy.tiny import words_of
from skill1.schema import AgentView, Observation, Task
from skill1_envs.alfworld.simulator import texts
from skill1_envs.alfworld.wording import brief_page, brief_task, brief_words, rules_hash

NAME = re.compile(r"[a-z]+ \d+")
# A change of either side without the other means: raise BRIEF_VERSION, or take back the change.
RULES_AND_TEXTS = (
    "b2e3fef1868a2544c07ffa011aa9b262a92d9db8139c70e89e99f2d0cfa410e3",
    "b85b17487bae4050f8ddf6fc5541be08a616da6fda1037171fca72bb24a3c932",
)


@pytest.fixture(scope="module")
def observations(recordings) -> list[str]:
    """Every different recorded observation but the help text."""
    shown = {step["observation"] for episode in recordings.episodes for step in episode["steps"]}
    return sorted(text for text in shown if not text.startswith("Available commands"))


def spelt_out(brief: str) -> list[str]:
    """``pen 2 1 mug 1`` → ``pen 2``, ``pen 1``, ``mug 1``; a list that begins with a number counts."""
    words = brief.split()
    if brief[:1].isdigit():
        counts = zip(words[::2], words[1::2], strict=True)
        return [f"{kind} {number}" for count, kind in counts for number in range(int(count), 0, -1)]
    names, kind = [], ""
    for word in words:
        if word.isdigit():
            names.append(f"{kind} {word}")
        kind = kind if word.isdigit() else word
    return names


def told(text: str) -> list[str]:
    """The names of a sentence in order, a place that is named twice only once; neither greeting nor task."""
    text = text.split("\n\n")[1] if texts.WELCOME in text else text
    if found := re.match(r"You (?:arrive at|open the) [a-z]+ \d+\. ", text):
        text = text[found.end() :]
    return NAME.findall(text.lower())


PEN = "at maple hill, look at pen under the desklamp."
ROOM = texts.MIDDLE_OF_ROOM % "a cabinet 10, a cabinet 2, a cabinet 1, a fridge 1, and a sinkbasin 1"
SAID = 'Heat an egg. Then say "{things}", nothing happens.'  # by people


@pytest.mark.parametrize(
    ("text", "task", "expected"),
    [
        ("", None, ""),
        # The old wording, which the hash below does not hold.
        ("You arrive at loc 14. The drawer 3 is closed.", None, "drawer 3 closed"),
        ("You put the pencil 1 in/on the desk 1.", None, "put pencil 1 in desk 1"),
        # Examples of the new one.
        (
            "The drawer 3 is open. In it, you see a pen 2, a pen 1, and a mug 1.",
            None,
            "drawer 3 has pen 2 1 mug 1",
        ),
        ("This is a hot and clean sliced apple 1.", None, "apple 1 hot clean sliced"),
        (
            f"{texts.WELCOME}\n\n{ROOM}\n\nYour task is to: {SAID}",
            None,
            "cabinet 10 2 1 fridge 1 sinkbasin 1",
        ),
        # What nobody knows stays in its place.
        (
            "A bell\n rings. You close the drawer 3. Who {is} there? The safe 1 is ajar.\n\nNothing happens.",
            None,
            "a bell rings . drawer 3 closed . who {is} there? the safe 1 is ajar . nothing happens",
        ),
        # With a task only the things that it names are listed.
        ("On the desk 1, you see a pen 2, a mug 1, and a desklamp 1.", PEN, "desk 1 has pen 2 desklamp 1 other"),
        ("You open the drawer 3. The drawer 3 is open. In it, you see a mug 1.", PEN, "drawer 3 has other"),
        ("You open the drawer 3. The drawer 3 is open. In it, you see nothing.", PEN, "drawer 3 empty"),
        ("You pick up the mug 1 from the drawer 3.", PEN, "got mug 1 from drawer 3"),
    ],
)
def test_short_forms(text, task, expected):
    assert brief_page(text, task) == expected


@pytest.mark.parametrize(
    ("sentence", "brief"),
    [
        ("at maple hill, put a clean cloth in cabinet.", "maple hill clean cloth cabinet"),
        ("at oak bay, find two pen and put them in desk.", "oak bay two pen desk"),
        ("Put the mug, at last, in the sink.", "mug last sink"),
        ("", ""),
    ],
)
def test_a_task_keeps_its_telling_words(sentence, brief):
    assert brief_task(sentence) == brief


def test_every_name_can_be_read_back_in_order(observations):
    for text in observations:
        assert spelt_out(brief_page(text)) == told(text), text


def test_every_state_can_be_read_back(observations):
    """Closed, empty, and what was done to a thing."""
    for text in observations:
        brief = brief_page(text)
        closed = " is closed." in text or text.startswith("You close ")
        assert brief.endswith(" closed") == closed, text
        bare = text.endswith((", you see nothing.",)) and not text.startswith(("You are", texts.WELCOME))
        assert brief.endswith(" empty") == bare, text
        if text.startswith("This is a ") and " normal " not in text:
            marks = {"hot", "cool", "cold", "clean", "sliced"}
            assert set(brief.split()) & marks == set(re.findall(r"\w+", text)) & marks, text


def test_no_recorded_sentence_is_unknown_and_all_are_shorter(observations):
    known = brief_words() | {"clean", "heat", "cool", "hot", "cold", "sliced"}
    names = {name.partition(" ")[0] for text in observations for name in NAME.findall(text.lower())}
    assert len(observations) > 1000
    for text in observations:
        words = brief_page(text).split()
        assert {word for word in words if not word.isdigit()} <= known | names, text
        assert len(words) <= len(words_of(text)) // 2 + 2, text


def test_a_change_of_the_short_forms_changes_the_hash(observations):
    briefs = "\n".join(map(brief_page, observations))
    assert (rules_hash(), hashlib.sha256(briefs.encode()).hexdigest()) == RULES_AND_TEXTS


FRAGMENTS = [*texts.TEMPLATES, "a pen 1", "drawer 3", ", and ", "nothing", "\n\n", ".", " ", "{0}", "\x00"]


@given(st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=8)), max_size=12))
def test_any_text_gives_one_line(parts):
    brief = brief_page("".join(parts))
    assert brief == brief.lower()
    assert "\n" not in brief


def view(observation: str) -> AgentView:
    task = Task("t", "alfworld", "train", 0, "at maple hill, put a clean cloth in cabinet.", "")
    first = f"{texts.WELCOME}\n\n{texts.MIDDLE_OF_ROOM % 'a desk 2, and a desk 1'}\n\n{texts.TASK % 'x'}"
    return AgentView(task, first, Observation(observation or first, ("go to desk 1",)), 10)


def test_compact_prompts_of_alfworld_are_brief(tmp_path):
    profile = load_profile("compact", env="alfworld")
    assert profile.prompt_hashes()["brief"] == rules_hash()
    first = profile.render("act_first", view(""), history=0).text
    assert first == "<bos> maple hill clean cloth cabinet . 2 desk . skill : none . act :"
    later = profile.render("act", view("You close the drawer 3."), history=0)
    assert (later.text, later.continues) == ("drawer 3 closed . act :", True)
    assert "result" not in profile.own_words()
    assert {"has", "got", "empty", "closed"} <= profile.own_words()
    (tmp_path / "query.txt").write_text("<bos> {task} {first_observation} query :")
    profile = load_profile("compact", str(tmp_path), env="alfworld")
    assert "cabinet 2 desk query :" in profile.render("query", view(""), history=0).text


@pytest.mark.parametrize(("name", "env"), [("compact", "household"), ("compact", ""), ("alfworld", "alfworld")])
def test_other_prompts_show_observations_as_they_are(name, env):
    profile = load_profile(name, env=env)
    assert (
        "you close the drawer 3."
        in profile.render("act_first", view("You close the drawer 3."), history=0).text.lower()
    )
    assert "brief" not in profile.prompt_hashes()
    assert not profile.own_words()
