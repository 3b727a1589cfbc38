"""Short forms of questions, pages and commands, under each of the rules."""

import json

import pytest

from skill1.schema import Observation
from skill1_envs.search.generate.questions import WORDINGS, Question, read_question
from skill1_envs.search.rules import ANSWERED, OUT_OF_TURNS, RULES
from skill1_envs.search.wording import (
    Document,
    brief_page,
    brief_task,
    documents,
    read_author,
    read_entries,
    shortened,
    spelt_out,
)

BIRTH = "Where was Dara Quill of Upper Orvane born?"
BOOK = "Where was the author of The Silent Mill, a book from Upper Orvane born?"
DEATH = "Who died first, Dara Quill, Pell Lunt or Belo Nesk of Upper Orvane?"
LEDGER = (
    '"Upper Orvane Ledger"\nThis ledger of Upper Orvane keeps records of birth; records of crest or death are kept '
    "elsewhere. Dara Quill: Raven Ferry. Pell Lunt: Clay Gate."
)
ROLL = (
    '"Upper Orvane Roll"\nThis roll of Upper Orvane keeps records of death; records of birth or crest are kept '
    "elsewhere. Dara Quill: 431. Pell Lunt: 402. Belo Nesk: 482. Cori Fosk: 417."
)
ELSEWHERE = LEDGER.replace("Upper Orvane", "Old Corvel")
MILL = '"The Silent Mill"\nThe Silent Mill is a book by Pell Lunt of Upper Orvane. It was printed twice.'
ROME = '"Rome"\nA city.'


def shown(*contents):
    """As the rules skyrl and skill1 show documents."""
    result = "".join(f"Doc {number}: {text}\n" for number, text in enumerate(contents, start=1))
    return f"<information>{json.dumps({'result': result})}</information>"


def shown_by_search_r1(*contents):
    parted = (text.partition("\n") for text in contents)
    lines = [f"Doc {number}(Title: {title}) {text}" for number, (title, _, text) in enumerate(parted, start=1)]
    return "\n\n<information>" + "\n".join(lines) + "</information>\n\n"


@pytest.mark.parametrize("show", [shown, shown_by_search_r1])
def test_documents_are_read_under_any_rules(show):
    assert documents(show(ROME, MILL))[0] == Document("Rome", "A city.")
    assert read_author(documents(show(ROME, MILL))[1]) == ("silent mill", "pell lunt")
    page = read_entries(documents(show(LEDGER))[0])
    assert (page.realm, page.register, page.kind) == ("upper orvane", "ledger", "birth")
    assert page.facts == {"dara quill": "raven ferry", "pell lunt": "clay gate"}


@pytest.mark.parametrize("show", [shown, shown_by_search_r1])
@pytest.mark.parametrize(
    ("question", "found", "expected"),
    [
        (BIRTH, (LEDGER, ROME), "ledger birth dara quill raven ferry"),
        (BIRTH, (ROLL,), "roll death"),
        (BIRTH, (ROLL, LEDGER), "roll death ; ledger birth dara quill raven ferry"),
        (BIRTH, (ELSEWHERE, ROME), "other"),
        (BOOK, (MILL,), "silent mill by pell lunt"),
        (BIRTH, (MILL,), "other"),
        (BOOK, (LEDGER,), "ledger birth dara quill raven ferry ; pell lunt clay gate"),
        (DEATH, (ROLL,), "roll death dara quill 431 ; pell lunt 402 ; belo nesk 482"),
        ("Who was king?", (ROME, MILL), "rome ; the silent mill"),
    ],
)
def test_what_is_found_is_told_in_a_few_words(show, question, found, expected):
    assert brief_page(show(*found), question) == expected


def test_what_is_no_document():
    assert brief_page(BIRTH, BIRTH) == "start"
    assert brief_page("", BIRTH) == brief_page(shown(), BIRTH) == "nothing"
    assert brief_page('<information>{"result": "No search results found."}</information>', BIRTH) == "nothing"
    assert brief_page("<information>{broken</information>", BIRTH) == "nothing"
    assert [brief_page(text, BIRTH) for text in (ANSWERED, OUT_OF_TURNS)] == ["end", "end"]
    for rules in RULES.values():
        assert brief_page(rules.not_understood(), BIRTH) == "nothing"


def test_questions():
    assert brief_task(BIRTH) == "upper orvane birth dara quill"
    assert brief_task(BOOK) == "upper orvane birth silent mill"
    assert brief_task(DEATH) == "upper orvane death dara quill pell lunt belo nesk first"
    assert brief_task("Who was king?") == "who was king"


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("search ledger upper orvane", "<search>ledger upper orvane</search>"),
        ("answer raven ferry", "<answer>raven ferry</answer>"),
        ("nonsense", "nonsense"),
    ],
)
def test_commands_go_both_ways(short, long):
    assert spelt_out(short, Observation(""), BIRTH) == long
    assert shortened(long, Observation(""), BIRTH) == short


@pytest.mark.parametrize(
    ("question", "page", "short", "long"),
    [
        (BIRTH, LEDGER, "answer dara quill", "<answer>raven ferry</answer>"),
        (BOOK, LEDGER, "answer pell lunt", "<answer>clay gate</answer>"),
        (BIRTH, ROLL, "answer dara quill", "<answer>dara quill</answer>"),  # it keeps another kind of fact
        (DEATH, ROLL, "answer pell lunt", "<answer>pell lunt</answer>"),
    ],
)
def test_an_entrys_name_stands_for_what_it_says(question, page, short, long):
    observation = Observation(shown(page))
    assert spelt_out(short, observation, question) == long
    assert shortened(long, observation, question) == short


def test_every_wording_is_read_back():
    for kind, wordings in WORDINGS.items():
        for number in range(len(wordings)):
            if kind == "comparison":
                asked = [Question(kind, "upper orvane", "death", ("dara quill", "pell lunt", "belo nesk"), number)]
            else:
                asked = [
                    Question("one_hop", "upper orvane", kind, ("dara quill",), number),
                    Question("two_hop", "upper orvane", kind, ("silent mill",), number),
                ]
            for question in asked:
                assert read_question(question.sentence) == question
    assert read_question("Who was the first king of Rome?") is None
