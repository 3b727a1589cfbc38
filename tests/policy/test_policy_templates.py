"""Chat templates of Qwen2.5 and Qwen3: what is fed, with and without thinking, and what comes back."""

import asyncio

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from qwen_tokenizers import NO_THOUGHT, QWEN3, QWEN25, SPECIAL, SYSTEM, THINKS, qwen_tokens
from tokenizers import AddedToken, normalizers

from skill1.agent.parse import parse_rank_chat
from skill1.config import AgentConfig
from skill1.credit.rows import merge
from skill1.policy.protocol import Generation, Sampling
from skill1.policy.random import generator
from skill1.policy.scripted import ScriptedPolicy
from skill1.policy.tokens import Tokens
from skill1.schema import STAGES, Observation, RandomKey
from tests.rollout.fakes import ToyEnv, ToyLibrary, ends, goes_on, play, skills
from tests.rollout.fakes import settings as play_settings

TOKENS = {"qwen2.5": qwen_tokens(QWEN25), "qwen3": qwen_tokens(QWEN3)}
BOTH = pytest.mark.parametrize("name", TOKENS)
LESSON = '{"description_head": "egg in fridge", "action_lesson": "open it", "navigation_lesson": null}'
ANSWERS = {
    "query": "an egg in a closed place</query>",
    "rerank": "<rank>2, 1</rank>",
    "act": "<action>open fridge</action>",
    "distill": f"```json\n{LESSON}\n```",
}
THOUGHT = "<think>\nThe answer goes between <action> and <rank> tags, as <query>: or {so}.\n</think>\n\n"


def spelt(name: str, ids) -> str:
    """Ids as text, special tokens spelt out."""
    return TOKENS[name].tokenizer.decode(list(ids), skip_special_tokens=False)


class Answering:
    """A policy that answers each stage with a text and the end token, or with the ids that ``draw`` makes.

    ``ended``: why each answer ended. Without ``is_closed`` none has its end token. ``stops``: asked for, by stage.
    """

    version, max_positions = 0, None

    def __init__(self, tokens, answers=None, draw=None, *, ended="stop", is_closed=True) -> None:
        self.tokens, self.answers, self.draw, self.attached = tokens, answers, draw, []
        self.ended, self.is_closed, self.stops = ended, is_closed, {}

    def attach(self, session: str) -> None:
        self.attached.append(session)

    def release(self, session: str) -> None:
        self.attached.remove(session)

    async def generate(self, prompt_ids, sampling, *, session, key, view=None) -> Generation:
        self.stops[STAGES[key.stage]] = sampling.stop
        if self.draw is not None:
            ids = self.draw(generator(*key))
        else:
            ids = (*self.tokens.encode(self.answers[list(ANSWERS)[key.stage]]), self.tokens.eos_id)
        text = self.tokens.decode(ids[:-1] if ids[-1] == self.tokens.eos_id else ids)
        ids = ids if self.is_closed else ids[:-1]
        return Generation(ids, (-1.0,) * len(ids), self.ended, text)


def play_chat(name: str, *, thinking: bool = True, thought: str = "", start: str = "you see a desk"):
    """A two-turn episode of the generic profile in which two skills are found."""
    answers = {stage: answer if stage == "query" else thought + answer for stage, answer in ANSWERS.items()}
    env = ToyEnv([goes_on("the fridge is open"), ends()], start=Observation(start, ("look", "open fridge"), {}))
    how = play_settings(AgentConfig(profile="generic", thinking=thinking), budget=20_000)
    return play(env, Answering(TOKENS[name], answers), ToyLibrary(skills(0.9, 0.8)), how), env


def test_qwen25_prompts_are_as_its_template_demands():
    ids = TOKENS["qwen2.5"].chat("put the egg", "<query>")
    assert spelt("qwen2.5", ids) == (
        f"<|im_start|>system\n{SYSTEM}<|im_end|>\n<|im_start|>user\nput the egg<|im_end|>\n"
        "<|im_start|>assistant\n<query>"
    )
    assert ids == TOKENS["qwen2.5"].chat("put the egg", "<query>", thinking=False)  # it knows of no thinking


def test_qwen3_is_asked_to_think_or_not():
    start = "<|im_start|>user\nput the egg<|im_end|>\n<|im_start|>assistant\n"
    tokens = TOKENS["qwen3"]
    assert spelt("qwen3", tokens.chat("put the egg")) == start
    assert spelt("qwen3", tokens.chat("put the egg", thinking=False)) == start + NO_THOUGHT
    opened = tokens.chat("put the egg", "<query>")  # an opened answer leaves no room for a thought
    assert spelt("qwen3", opened) == start + NO_THOUGHT + "<query>"
    assert opened == tokens.chat("put the egg", "<query>", thinking=False)


def test_a_thought_that_the_template_always_opens_is_closed_before_an_opening_and_in_a_demonstration():
    """Else a query that was cut off is a thought's, and a policy learns to answer in a thought without an end."""
    tokens = qwen_tokens(THINKS)
    for ids in (tokens.chat("put the egg", "<query>"), tokens.next_message("put the egg", "<query>")):
        spelled = tokens.tokenizer.decode(list(ids), skip_special_tokens=False)
        assert spelled.endswith("<|im_start|>assistant\n" + NO_THOUGHT + "<query>")
    texts = {
        "query": "an egg</query>",
        "rerank": "<rank>1</rank>",
        "act": "<think>so</think>\n<action>look</action>",
    }
    policy = ScriptedPolicy(tokens, lambda stage, view, rng: texts[stage])

    def answered(stage, prefill=""):
        prompt, key = tokens.chat("put the egg", prefill), RandomKey(0, 0, 0, 0, STAGES.index(stage), 0)
        return asyncio.run(policy.generate(prompt, Sampling(1.0, 99), session="s", key=key)).text

    assert answered("query", "<query>") == texts["query"] and answered("act") == texts["act"]
    assert answered("rerank") == "\n</think>\n\n" + texts["rerank"]
    assert parse_rank_chat(answered("rerank"), 1, allow_none=False).valid


@pytest.mark.parametrize("has_template", [True, False])
def test_an_answer_ends_where_the_template_ends_one_whatever_the_tokenizer_calls_its_end(has_template):
    """Qwen2.5's base models name another token: in a chat they would write the user's next message, too."""
    tokenizer = qwen_tokens(QWEN25).tokenizer
    tokenizer.eos_token = "<|endoftext|>"
    tokenizer.chat_template = QWEN25 if has_template else None
    tokens = Tokens(tokenizer)
    end, mark = tokens.encode("<|endoftext|><|im_end|>")
    assert tokens.eos_id == end and tokens.end_id == (mark if has_template else end)
    assert tokens.end_ids(None) == {end, tokens.end_id}
    policy, key = ScriptedPolicy(tokens, lambda stage, view, rng: "look"), RandomKey(0, 0, 0, 0, 2, 0)
    answer = asyncio.run(policy.generate((end,), Sampling(1.0, 99), session="s", key=key))
    assert answer.token_ids[-1] == tokens.end_id and answer.text == "look"


MISTRAL = (
    "{% for message in messages %}{% if message['role'] == 'user' %}[INST] {{ message['content'] }} [/INST]"
    "{% else %} {{ message['content'] }}<|im_end|>{% endif %}{% endfor %}"
)


@pytest.mark.parametrize("puts_blanks", [False, True])
@pytest.mark.parametrize(("template", "is_marked"), [(MISTRAL, False), (MISTRAL, True), (QWEN25, False)])
def test_a_demonstrated_answer_has_the_tokens_of_a_conversation(template, is_marked, puts_blanks):
    tokens = qwen_tokens(template)
    tokens.tokenizer.add_tokens([AddedToken("[/INST]", special=True)] if is_marked else [])
    if puts_blanks:  # as Llama 2's tokenizer does before a text and behind each special token
        tokens.tokenizer.backend_tokenizer.normalizer = normalizers.Prepend(" ")
    expert = ScriptedPolicy(tokens, lambda *_: "open fridge")
    prompt = tokens.chat("you see a fridge")
    given = asyncio.run(expert.generate(prompt, Sampling(1.0, 40), session="", key=RandomKey(0, 0, 0, 0, 2, 0)))
    messages = [{"role": "user", "content": "you see a fridge"}, {"role": "assistant", "content": "open fridge"}]
    whole = tokens.tokenizer.apply_chat_template(messages, tokenize=True, return_dict=False)
    assert whole[: len(prompt) + len(given.token_ids)] == [*prompt, *given.token_ids]


def test_a_template_for_one_message_is_not_tried_again_at_each_answer():
    tokens = qwen_tokens("{% if messages | length > 1 %}{{ raise_exception('one only') }}{% endif %}" + QWEN25)
    prompt = tokens.chat("you see a fridge")
    assert tokens.answer("open fridge", prompt) == tokens.encode("open fridge")
    tokens.tokenizer.apply_chat_template = None  # to render it costs more than to encode an answer
    assert tokens.answer("close fridge", prompt) == tokens.encode("close fridge")


def test_a_mark_that_also_closes_a_thought_ends_no_answer():
    """As GPT-OSS's: a message of thoughts, then one of the answer, each closed by one mark."""
    answer = "{% if message['role'] == 'assistant' %}<|im_start|>final\n{% endif %}"
    tokenizer = qwen_tokens(QWEN25.replace("{{ message['content']", answer + "{{ message['content']")).tokenizer
    tokenizer.eos_token = "<|endoftext|>"
    tokens = Tokens(tokenizer)
    assert tokens.end_id == tokens.eos_id and tokens.end_ids(None) == {tokens.eos_id}
    assert tokens.closing(tokens.eos_id) == tokens.encode("<|im_end|>")


def test_a_template_that_asks_for_the_date_gives_the_same_prompt_on_every_day():
    tokens = qwen_tokens("Today Date: {{ strftime_now('%d %b %Y') }}\n" + QWEN25)
    assert tokens.tokenizer.decode(tokens.chat("look")).startswith("Today Date: 26 Jul 2024\n")


@BOTH
@pytest.mark.parametrize("thought", ["", THOUGHT, "<think>\n\n</think>\n\n"], ids=["plain", "thought", "empty"])
def test_answers_parse_in_every_stage_with_and_without_a_thought(name, thought):
    episode, env = play_chat(name, thought=thought)
    assert episode.ok and all(segment.valid for segment in episode.segments), episode.segments
    assert [segment.stage for segment in episode.segments] == ["query", "rerank", "act", "act", "distill"]
    assert episode.ranking == (1, 0) and env.actions == ["open fridge", "open fridge"]
    assert episode.draft.description == "egg in fridge" and "open it" in episode.draft.strategy
    if thought:
        assert all("<think>" in segment.text for segment in episode.segments if segment.stage != "query")


def test_thinking_off_adds_the_empty_block_to_every_prompt_and_to_no_answer():
    (on, _), (off, _) = play_chat("qwen3"), play_chat("qwen3", thinking=False)
    block = TOKENS["qwen3"].encode(NO_THOUGHT)
    for with_thought, without in zip(on.segments, off.segments, strict=True):
        added = () if with_thought.stage == "query" else block
        assert without.prompt_ids == with_thought.prompt_ids + added
        assert without.response_ids == with_thought.response_ids and not set(block[:1]) & set(without.response_ids)
    assert [s.prompt_ids for s in play_chat("qwen2.5")[0].segments] == [
        s.prompt_ids for s in play_chat("qwen2.5", thinking=False)[0].segments
    ]


@pytest.mark.parametrize(
    ("template", "thinking", "has_stops"),
    [
        (QWEN25, True, True),
        (QWEN3, True, False),
        (QWEN3, False, True),
        (THINKS, True, False),
        (THINKS, False, False),
    ],
)
def test_no_stop_string_ends_an_answer_in_its_thought(template, thinking, has_stops):
    """Asked for tags, a thought says so: "I write it inside <action> </action>"."""
    policy = Answering(qwen_tokens(template), ANSWERS)
    how = play_settings(AgentConfig(profile="generic", thinking=thinking), budget=20_000)
    assert play(ToyEnv([ends()]), policy, ToyLibrary(skills(0.9, 0.8)), how).ok
    kept = {"rerank": ("</rank>",), "act": ("</action>",)} if has_stops else {"rerank": (), "act": ()}
    # A query is opened, and its thought closed.
    assert policy.stops == {"query": ("</query>",), "distill": (), **kept}


@pytest.mark.parametrize(("template", "begins"), [(QWEN3, "<think>\n"), (THINKS, "")])
@pytest.mark.parametrize("ended", ["length", "stop"])
def test_what_a_thought_quotes_is_no_answer_where_it_was_cut_off(template, begins, ended):
    quoted = {stage: f"{begins}So {answer} it is" for stage, answer in ANSWERS.items()} | {"query": "egg</query>"}
    policy = Answering(qwen_tokens(template), quoted, ended=ended)
    how = play_settings(AgentConfig(profile="generic"), budget=20_000)
    episode = play(ToyEnv([ends()]), policy, ToyLibrary(skills(0.9, 0.8)), how)
    is_read = ended == "stop"  # by a policy that was taught to answer at once, and ends no thought
    assert [segment.valid for segment in episode.segments[1:]] == [is_read] * 3
    assert (episode.draft is not None) == is_read and episode.ranking_valid == is_read


@BOTH
@given(pieces=st.lists(st.sampled_from([*SPECIAL, "<|", "im_end", "|>", "<", "|", "x", " ", "é"]), max_size=12))
@settings(max_examples=60)
def test_no_text_spells_out_a_special_token(name, pieces):
    tokens = TOKENS[name]
    numbers = {tokens.encode(token)[0] for token in SPECIAL}
    fed = [number for number in tokens.chat("".join(pieces)) if number in numbers]
    assert fed == [number for number in tokens.chat("x") if number in numbers]


def with_added(template: str, *added: str, special: bool = False) -> Tokens:
    """Qwen's tokenizer with more tokens."""
    tokenizer = qwen_tokens(template).tokenizer
    tokenizer.add_tokens([AddedToken(token, special=special, normalized=False) for token in added])
    return Tokens(tokenizer)


def test_an_observation_cannot_write_role_marks_that_are_not_flagged_as_special():
    """As DeepSeek's, which only the template tells; a thought and a word that is one token stay as they are."""
    template = (
        "{% for message in messages %}{% if message['role'] == 'user' %}<｜User｜>{% else %}<｜Assistant｜>{% endif %}"
        "{{ message['content'] }}{% endfor %}<｜Assistant｜><think></think>"
    )
    tokens = with_added(template, "<｜User｜>", "<｜Assistant｜>", "user")
    ids = tokens.chat("user <｜User｜> <｜<｜User｜>User｜> <think> </think> <｜Assistant｜>")
    text = tokens.tokenizer.decode(list(ids), skip_special_tokens=False)
    assert text.startswith("<｜User｜>user < ｜User｜>") and "<think> </think> < ｜Assistant｜>" in text
    assert [text.count(mark) for mark in ("<｜User｜>", "<｜Assistant｜>")] == [1, 1]
    foreign = with_added(
        "{# <｜User｜> #}" + QWEN25, "<｜User｜>"
    )  # a token, but no mark that this template writes
    assert foreign.encode("<｜User｜>")[0] in foreign.chat("<｜User｜>")


def test_a_thought_is_asked_for_and_read_also_where_its_marks_are_flagged_as_special():
    tokens = with_added(QWEN25, "<think>", "</think>", special=True)
    prompt = tokens.tokenizer.decode(list(tokens.chat("Reason inside <think> </think>.")))
    assert "Reason inside <think> </think>." in prompt
    answer = "<think>\n<rank>1</rank>?\n</think>\n\n<rank>2, 1</rank>"
    assert tokens.decode((*tokens.encode(answer), tokens.eos_id)) == answer


@pytest.mark.parametrize("token", [" <mask>", "  ", "x ", "<mask> "])
def test_breaking_up_a_special_token_with_a_blank_at_its_edge_comes_to_an_end(token):
    tokens = with_added(QWEN25, token, special=True)
    text = tokens.tokenizer.decode(list(tokens.continuation(f"a{token}b")), skip_special_tokens=False)
    assert text == f"a{token}b".replace("<", "< ")


def odd_ids(tokens):
    """Draws bytes and pairs at random: no tokenizer would cut their text so, and some are halves of a character."""
    usable = sorted(set(range(len(tokens))) - {tokens.encode(token)[0] for token in SPECIAL})

    def draw(rng: np.random.Generator) -> tuple[int, ...]:
        return (*(usable[i] for i in rng.integers(len(usable), size=9)), tokens.eos_id)

    return draw


@BOTH
def test_a_continuing_prompt_begins_with_exactly_what_was_fed_and_sampled(name):
    tokens = TOKENS[name]
    env = ToyEnv([*(goes_on(f"room {i}") for i in range(4)), ends()])
    policy = Answering(tokens, draw=odd_ids(tokens))
    episode = play(env, policy, None, play_settings(AgentConfig(profile="compact"), budget=5_000, max_steps=6))
    assert episode.ok
    acts = episode.stage_segments("act")
    assert len(acts) == 5
    for previous, following in zip(acts[:-1], acts[1:], strict=True):
        fed = previous.prompt_ids + previous.response_ids
        assert following.prompt_ids[: len(fed)] == fed and len(following.prompt_ids) > len(fed)
    assert acts in [tuple(row[-5:]) for row in merge([*acts])]  # one training row
    again = tokens.encode(spelt(name, acts[-1].prompt_ids))
    assert again != acts[-1].prompt_ids  # text in between would have changed the tokens
