"""A run's answers from a server: paid once, counted in the step that used them first, there after a kill."""

import asyncio
import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.errors import StorageError
from skill1.policy.account import Account
from skill1.policy.endpoint_logprobs import _pattern, of_answer, read_echo, read_prompt_logprobs
from skill1.policy.ledger import Ledger, question_name
from skill1.policy.reply import UnusableAnswer

ANSWER = {"text": "yes", "prompt_tokens": 10, "completion_tokens": 2}


class Server:
    def __init__(self, answer=ANSWER):
        self.asked, self.given = 0, answer

    async def ask(self):
        self.asked += 1
        await asyncio.sleep(0)
        return self.given


def ask(ledger, server, *names):
    async def all_at_once():
        return await asyncio.gather(*(ledger.answer(name, server.ask) for name in names))

    return asyncio.run(all_at_once())


def test_a_question_is_paid_once_also_when_asked_twice_at_once():
    ledger, server = Ledger(None), Server()
    assert ask(ledger, server, "a", "a", "b") == [ANSWER] * 3
    assert ask(ledger, server, "a") == [ANSWER]
    assert server.asked == 2
    assert ledger.account == Account(calls=2, cached=2, prompt_tokens=20, completion_tokens=4)


def test_a_resumed_run_counts_what_it_uses_and_pays_nothing_again(tmp_path):
    first, server = Ledger(tmp_path / "l.sqlite"), Server()
    for step, name in enumerate("abc", start=1):
        first.step = step
        ask(first, server, name)
    first.close()
    again = Ledger(tmp_path / "l.sqlite", step=2)  # killed in step 3
    assert again.account.calls == 2
    again.step = 3
    assert ask(again, server, "c") == [ANSWER] and server.asked == 3
    assert again.account == Account(calls=3, prompt_tokens=30, completion_tokens=6)


def test_answers_without_counts_are_told_apart():
    ledger = Ledger(None)
    ask(ledger, Server({"text": "", "prompt_tokens": None, "completion_tokens": 4}), "a")
    assert ledger.account == Account(calls=1, unreported=1, completion_tokens=4)


def test_a_question_that_failed_is_asked_again():
    ledger, server = Ledger(None), Server()

    async def broken():
        raise OSError("gone")

    with pytest.raises(OSError):
        asyncio.run(ledger.answer("a", broken))
    assert ask(ledger, server, "a") == [ANSWER] and ledger.account.calls == 1


@pytest.mark.parametrize("number", [0, 1])
def test_a_waiter_that_is_cancelled_takes_the_answer_from_nobody(number):
    ledger, server = Ledger(None), Server()

    async def all_but_one():
        asked = [asyncio.ensure_future(ledger.answer("a", server.ask)) for _ in range(3)]
        await asyncio.sleep(0)
        asked[number].cancel()
        return await asyncio.gather(*asked, return_exceptions=True)

    told = asyncio.run(all_but_one())
    assert isinstance(told.pop(number), asyncio.CancelledError) and told == [ANSWER] * 2
    assert ask(ledger, server, "a") == [ANSWER] and server.asked == 1 and ledger.account.calls == 1


def test_a_question_whose_event_loop_ended_is_asked_again():
    ledger, server = Ledger(None), Server()

    async def left():
        asyncio.ensure_future(ledger.answer("a", server.ask))
        await asyncio.sleep(0)

    asyncio.run(left())
    assert ask(ledger, server, "a") == [ANSWER] and ledger.account.calls == 1


@pytest.mark.parametrize("path", [".", "a file/l.sqlite", "a file"])
def test_what_cannot_hold_answers_is_named(tmp_path, path):
    (tmp_path / "a file").write_text("no database, " * 100)
    with pytest.raises(StorageError, match=f"{path} cannot be used for the answers"):
        Ledger(tmp_path / path)


def test_a_question_is_its_model_path_and_text():
    names = {question_name(*of) for of in (("m", "/a", {"x": 1}), ("n", "/a", {"x": 1}), ("m", "/b", {"x": 1}))}
    assert len(names) == 3 and question_name("m", "/a", {"x": 1, "y": 2}) == question_name(
        "m", "/a", {"y": 2, "x": 1}
    )


def pieces(*listed):
    return [list(one) for one in listed]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        # "user: go" | "north" | " now" | "<end>": the answer "north now" is the second and third piece.
        ("north now", (-0.5, -0.25)),
        (" north now\n", (-0.5, -0.25)),  # a template drops the blanks
        ("<think>why</think>north now", (-0.5, -0.25)),  # and some the thought
        ("now", (-0.25,)),
        ("h n", (-0.5, -0.25)),  # pieces it shares with its neighbours count
        ("", (0.0,)),
    ],
)
def test_log_probs_of_an_answer_are_those_of_the_pieces_that_hold_it(answer, expected):
    found = pieces(("user: go ", None), ("north", -0.5), (" now", -0.25), ("<end>", -3.0))
    assert of_answer(found, answer) == expected


def test_the_last_place_counts_and_a_prompt_without_the_answer_is_nan(caplog):
    assert of_answer(pieces(("yes", -1.0), (" or ", -2.0), ("yes", -3.0)), "yes") == (-3.0,)
    assert math.isnan(of_answer(pieces(("no", -1.0)), "yes")[0]) and "do not hold the answer" in caplog.text


def test_bytes_of_a_character_may_come_as_any_unreadable_ones():
    found = pieces(("say ", -9.0), ("caf", -1.0), ("\ufffd", -2.0), ("\ufffd", -4.0), ("!", -8.0))
    assert of_answer(found, "café!") == (-1.0, -2.0, -4.0, -8.0)


def test_an_answer_without_ascii_is_not_taken_for_certain():
    found = pieces(("user: go ", None), ("北", -0.5), ("�", -0.25), ("<end>", -3.0))
    assert of_answer(found, "北方") == (-0.5, -0.25)
    assert math.isnan(of_answer(pieces(("no", -1.0)), "北方")[0])


@given(st.text("a北方", max_size=12), st.text("a北", min_size=1, max_size=4))
def test_the_last_place_is_found_also_where_places_overlap(text, answer):
    plain = re.compile("".join("[^\x00-\x7f]*" if run == "北" else run for run in re.findall("a+|北", answer)))
    # An answer begins within ASCII, or where a run of other letters begins.
    begins = [place for place in range(len(text)) if answer[0] == "a" or text[:place][-1:] in ("", "a")]
    places = [found.span() for place in begins if (found := plain.match(text, place)) and found.group()]
    expected = list(range(*places[-1])) if places else [None]
    found = of_answer([[letter, place] for place, letter in enumerate(text)], answer)
    assert [None if math.isnan(value) else value for value in found] == expected


def test_a_prompt_without_ascii_is_read_from_one_place_only():
    begins, prompt = re.compile(_pattern("北")), "南" * 100
    assert [place for place in range(100) if begins.match(prompt, place)] == [0]


def test_vllms_list_is_read_own_entry_first():
    body = b"""{"prompt_logprobs": [null, {"5": {"logprob": -0.5, "rank": 3, "decoded_token": "hi"},
               "7": {"logprob": -0.1, "rank": 1, "decoded_token": "ho"}}], "usage": {"prompt_tokens": 2}}"""
    assert read_prompt_logprobs(body) == {
        "pieces": [["", None], ["hi", -0.5]],
        "prompt_tokens": 2,
        "completion_tokens": None,
    }
    assert read_prompt_logprobs(b'{"choices": []}')["pieces"] is None


def test_an_echo_is_read_and_one_of_the_answer_alone_is_none():
    body = b'{"choices": [{"logprobs": {"tokens": ["a", "b"], "token_logprobs": [null, -1]}}]}'
    assert read_echo(body)["pieces"] == [["a", None], ["b", -1.0]]
    alone = b'{"choices": [{"logprobs": {"tokens": ["b"], "token_logprobs": [-1]}}]}'
    assert read_echo(alone)["pieces"] is None
    assert read_echo(b'{"choices": [{"logprobs": null}]}')["pieces"] is None


@pytest.mark.parametrize("read", [read_prompt_logprobs, read_echo])
@settings(max_examples=200)
@given(
    body=st.binary(max_size=60) | st.sampled_from([b"[]", b"null", b'{"choices": 3}', b'{"prompt_logprobs": [3]}'])
)
def test_whatever_a_server_sends_is_read_or_unusable(read, body):
    try:
        assert set(read(body)) == {"pieces", "prompt_tokens", "completion_tokens"}
    except UnusableAnswer:
        pass


@pytest.mark.parametrize(
    ("read", "body"),
    [
        (read_prompt_logprobs, '{"prompt_logprobs": [{"5": {"logprob": -%s, "decoded_token": "hi"}}]}'),
        (read_echo, '{"choices": [{"logprobs": {"tokens": ["a", "b"], "token_logprobs": [null, -%s]}}]}'),
    ],
)
def test_a_number_that_no_float_holds_is_unusable(read, body):
    with pytest.raises(UnusableAnswer, match="OverflowError"):
        read((body % ("9" * 400)).encode())
