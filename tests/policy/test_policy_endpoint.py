"""A policy behind an endpoint, against a real server in a thread: requests, answers, faults."""

import asyncio
import json
import threading
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.config import EndpointConfig
from skill1.errors import ConfigError, PolicyError, PromptFilteredError, UnansweredError
from skill1.policy import server as server_module
from skill1.policy.endpoint import OUTAGE, open_endpoint
from skill1.policy.endpoint_tokens import TextTokens
from skill1.policy.ledger import Ledger
from skill1.policy.protocol import Sampling
from skill1.policy.reply import NO_ANSWER, UnusableAnswer, is_cut_in_thought, read_reply
from skill1.schema import RandomKey
from tests.limits import HANG_S
from tests.policy.chat_server import Raw, chat, serving

KEY = RandomKey(0, 1, 2, 3, 2, 4)
SECRET = "sk-very-secret-0123456789"
GOOD = chat("<action>look</action>")


@pytest.fixture(autouse=True)
def waits(retry_waits):
    return retry_waits


def endpoint(url, **config):
    config = {"retries": 2, "timeout_s": HANG_S, "concurrency": 4, **config}
    return closing(open_endpoint(EndpointConfig(url=url, model="small", **config)))


def ask(policy, text="what now?", prefill="", stop=("</action>",), key=KEY, max_tokens=64):
    prompt = policy.tokens.chat(text, prefill)
    sampling = Sampling(0.4, max_tokens, stop)
    return asyncio.run(asyncio.wait_for(policy.generate(prompt, sampling, session="e", key=key), HANG_S))


def failure(policy, **how):
    with pytest.raises(PolicyError) as caught:
        ask(policy, **how)
    return str(caught.value)


# Tokens


@settings(max_examples=300)
@given(st.text(max_size=200), st.text(max_size=30))
def test_texts_come_back_from_their_tokens(text, prefill):
    tokens = TextTokens()
    assert tokens.decode(tokens.encode(text)) == text
    assert tokens.messages(tokens.chat(text, prefill)) == ([text], prefill)
    assert tokens.messages(tokens.encode(text)) is None
    assert len(tokens.encode(text)) <= len(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("open the fridge 1", 5),  # open| the| fridge| |1
        ("countertop", 2),  # countert|op
        ("12345", 2),  # 123|45
        ("a == b", 3),  # a| ==| b
        ("\n\n\n", 2),
        ("蛋蛋", 2),
    ],
)
def test_estimated_counts(text, count):
    assert len(TextTokens().encode(text)) == count


# Requests and answers


def test_request_and_answer(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    with serving(GOOD) as stub, endpoint(stub.url) as policy:
        answer = ask(policy, "It's {you} \ud800 ééé", prefill="<query>")
        again, other = ask(policy), ask(policy, key=KEY._replace(turn=5))
    first, second, third = stub.requests
    assert first["messages"] == [{"role": "user", "content": "It's {you} ? ééé\n\nBegin your answer with <query>"}]
    assert (first["model"], first["temperature"], first["max_tokens"]) == ("small", 0.4, 64)
    assert first["stop"] == ["</action>"]
    assert set(first) == {"model", "messages", "temperature", "max_tokens", "stop", "seed"}
    assert first["seed"] == second["seed"] != third["seed"] and 0 <= third["seed"] < 2**31
    assert second["messages"][0]["content"] == "what now?"
    assert stub.keys == [f"Bearer {SECRET}"] * 3
    assert answer.text == again.text == other.text == "<action>look</action>"
    assert answer.logprobs == () and answer.finish_reason == "stop"
    assert answer.token_ids[-1] == policy.tokens.eos_id
    assert policy.tokens.decode(answer.token_ids) == answer.text
    assert (policy.usage.calls, policy.usage.prompt_tokens, policy.usage.completion_tokens) == (3, 33, 9)
    assert (policy.max_positions, policy.max_rows) == (None, 4)


def test_what_another_model_answers_is_counted_too():
    with serving(GOOD) as stub, endpoint(stub.url) as policy:
        ask(policy), ask(policy.with_model("large"))
        assert policy.usage.calls == 2 and policy.usage.prompt_tokens == 22


def cached(stub, folder, models):
    """Whether the ledger in a folder has the answer of a server that lists these models; it is there afterwards."""
    stub.models = models
    with endpoint(stub.url) as policy:
        policy.ledger = Ledger(folder / "answers.sqlite")
        ask(policy)
        return policy.ledger.account.cached


def test_answers_of_another_model_under_the_same_name_are_not_taken(tmp_path):
    """vLLM was stopped and serves another folder under the name that the command types."""

    def served(root, created):
        return {"data": [{"id": "small", "root": root, "created": created}, {"id": "large", "root": "x"}]}

    with serving(GOOD) as stub:
        roots = ("runs/wrong", "runs/right", "runs/right", "runs/wrong")
        assert [cached(stub, tmp_path, served(*of)) for of in zip(roots, range(4), strict=True)] == [0, 0, 1, 1]
        assert len(stub.requests) == 2


ROOT = {"data": [{"id": "small", "root": "runs/right"}]}


@pytest.mark.parametrize("fault", [Raw(503, "busy"), Raw(429, "slowly"), "break", "half"])
@pytest.mark.parametrize("number", [1, 1000])
def test_a_server_that_cannot_tell_its_model_just_now_is_not_paid_again(tmp_path, fault, number):
    """Of one fault the next try is taken; where there is no end of them, what the server said last."""
    faults = [fault] * number
    listed = (ROOT, lambda: faults.pop() if faults else ROOT, ROOT)
    with serving(GOOD) as stub:
        assert [cached(stub, tmp_path, models) for models in listed] == [0, 1, 1]


def test_what_another_server_said_of_its_model_does_not_count(tmp_path):
    with serving(GOOD) as one, serving(GOOD) as other:
        assert cached(one, tmp_path, ROOT) == 0
        # It serves another model under this name, and cannot say so.
        assert cached(other, tmp_path, lambda: Raw(503, "busy")) == 0
        assert len(other.requests) == 1


def test_a_server_that_does_not_list_its_model_is_asked_for_it_once(tmp_path):
    asked = []
    with serving(GOOD) as stub, endpoint(stub.url) as policy:
        stub.models = lambda: asked.append(1) or Raw(404, "no such page")
        policy.ledger = Ledger(tmp_path / "answers.sqlite")
        ask(policy), ask(policy, "and now?")
    assert len(asked) == 1 and len(stub.requests) == 2


@pytest.mark.parametrize(
    ("reply", "text", "finish"),
    [
        (
            chat("<action>look", stop_reason="</action>"),
            "<action>look</action>",
            "stop",
        ),  # vLLM says what ended it
        (chat("<action>look", stop_reason=None), "<action>look", "stop"),  # … and that the model ended itself
        (chat("<action>look", stop_reason=42), "<action>look", "stop"),
        (chat("<action>look"), "<action>look</action>", "stop"),  # others say nothing
        (chat("I do not know"), "I do not know", "stop"),
        (chat("<action>look</action>"), "<action>look</action>", "stop"),
        (chat("<action>look", "length"), "<action>look", "length"),
        (chat("<action>lo", "content_filter", stop_reason=None), "<action>lo", "stop"),
        (chat(None, "length"), "", "length"),  # a reasoning model that used up its limit
        (chat(""), "", "stop"),
    ],
)
def test_what_ended_the_answer(reply, text, finish):
    with serving(reply) as stub, endpoint(stub.url) as policy:
        answer = ask(policy)
    assert (answer.text, answer.finish_reason) == (text, finish)
    assert (policy.tokens.eos_id in answer.token_ids) is (finish == "stop")


@pytest.mark.parametrize(
    "cut",
    [
        chat(None, stop_reason="</action>"),  # the server keeps thoughts to itself
        chat("<think>I write it inside <action> ", stop_reason="</action>"),
        chat("<think>I write it inside <action> </action>"),
        chat(""),  # servers other than vLLM do not say that the thought met a stop string
    ],
)
def test_no_stop_string_ends_an_answer_in_its_thought(cut):
    whole = chat("<think>inside <action> </action></think><action>look</action>", stop_reason=None)
    with serving(lambda request: cut if "stop" in request else whole) as stub, endpoint(stub.url) as policy:
        assert ask(policy).text == whole["choices"][0]["message"]["content"]
        first, second = stub.requests
        assert first == {**second, "stop": ["</action>"]}
        assert ask(policy, stop=()).text.endswith("<action>look</action>") and len(stub.requests) == 3


def test_a_thought_that_its_model_did_not_end_is_not_asked_for_again():
    with serving(chat("<think>so", stop_reason=None)) as stub, endpoint(stub.url) as policy:
        assert ask(policy).text == "<think>so" and len(stub.requests) == 1


def test_an_opening_that_the_prompt_asked_for_counts_as_open():
    with serving(chat("heating food")) as stub, endpoint(stub.url) as policy:
        assert ask(policy, prefill="<query>", stop=("</query>",)).text == "heating food</query>"


@pytest.mark.parametrize(
    "usage", [None, {}, {"prompt_tokens": -1, "completion_tokens": 2}, {"prompt_tokens": "9"}, 7]
)
def test_usage_that_cannot_be_used_is_counted_as_such(usage):
    with serving({**GOOD, "usage": usage}) as stub, endpoint(stub.url) as policy:
        policy.ledger = Ledger(None)
        ask(policy)
        account = policy.ledger.account
    assert (account.calls, account.unreported, account.prompt_tokens) == (1, 1, 0)


def test_one_policy_serves_many_event_loops_and_keeps_to_its_concurrency():
    gate = threading.Barrier(3)  # three requests are under way at once, or this breaks
    a_fourth = threading.Event()

    def meet(_request):
        gate.wait(HANG_S)
        if len(stub.requests) > 3:
            a_fourth.set()
        a_fourth.wait(0.3)  # the first three leave a fourth the time to show up beside them
        return GOOD

    async def many(policy):
        prompts = [policy.tokens.chat(f"number {i}") for i in range(9)]
        sampling = Sampling(0.0, 8)
        return await asyncio.gather(*(policy.generate(p, sampling, session="e", key=KEY) for p in prompts))

    with serving(meet) as stub, endpoint(stub.url, concurrency=3) as policy:
        for _ in range(2):
            assert len(asyncio.run(many(policy))) == 9
    assert stub.most_under_way == 3 and len(stub.requests) == 18


# Servers that take other parameters


def refused(message, status=400):
    return Raw(status, {"error": {"message": message}})


def test_max_completion_tokens_is_learnt_once():
    message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    with serving(refused(message), GOOD) as stub, endpoint(stub.url) as policy:
        ask(policy), ask(policy)
    assert ["max_tokens" in request for request in stub.requests] == [True, False, False]
    assert all(request["max_completion_tokens"] == 64 for request in stub.requests[1:])


@pytest.mark.parametrize("name", ["seed", "stop"])
@pytest.mark.parametrize("status", [400, 422])
def test_optional_parameters_are_left_out_where_rejected(name, status):
    with serving(refused(f"Unknown field: {name}", status), GOOD) as stub, endpoint(stub.url) as policy:
        ask(policy), ask(policy)
    assert [name in request for request in stub.requests] == [True, False, False]


def test_a_model_without_temperatures_is_asked_at_its_own_where_that_is_meant():
    message = "Unsupported parameter: 'temperature' is not supported with this model."
    with serving(refused(message), GOOD) as stub, endpoint(stub.url) as policy:
        asyncio.run(policy.generate(policy.tokens.chat("x"), Sampling(1.0, 8), session="e", key=KEY))
        assert ["temperature" in request for request in stub.requests] == [True, False]
    with serving(refused(message)) as stub, endpoint(stub.url) as policy:
        assert message.rstrip(".") in failure(policy)  # 0.4 was asked for


def test_a_server_that_rejects_everything_is_given_up():
    with (
        serving(refused("seed, stop, max_tokens: use max_completion_tokens")) as stub,
        endpoint(stub.url) as policy,
    ):
        assert "refused the request (HTTP 400)" in failure(policy)
    assert len(stub.requests) == 2


@pytest.mark.parametrize("fault", [Raw(503, "loading"), "break", Raw(200, "{not json")])
def test_one_call_without_an_answer_is_told_from_an_outage(fault):
    down = [fault] * 3  # one call with its two retries
    with serving(GOOD, *down, GOOD, *down * OUTAGE) as stub, endpoint(stub.url) as policy:
        ask(policy)
        with pytest.raises(UnansweredError, match="gave no usable answer in 3 tries") as caught:
            ask(policy)
        assert caught.value.is_unusable == (fault == Raw(200, "{not json"))
        ask(policy)
        for _ in range(OUTAGE - 1):
            with pytest.raises(UnansweredError):
                ask(policy)
        with pytest.raises(PolicyError) as caught:
            ask(policy)
        assert not isinstance(caught.value, UnansweredError)


def test_a_refusal_is_no_missing_answer():
    with serving(GOOD, Raw(401, "no"), Raw(400, "never")) as stub, endpoint(stub.url) as policy:
        ask(policy)
        for status in (401, 400):
            with pytest.raises(PolicyError, match=f"HTTP {status}") as caught:
                ask(policy)
            assert not isinstance(caught.value, UnansweredError)


# Faults that another try may mend


@pytest.mark.parametrize(
    "fault",
    [
        Raw(429, "slow down"),
        Raw(500, "oops"),
        Raw(408),
        "break",
        "half",
        Raw(200, "{not json"),
        Raw(200, "[" * 100_000),
        Raw(200, {"choices": []}),
        Raw(200, {"choices": [{"message": "text"}]}),
        chat(None),
        {"choices": [{"message": {"content": None, "tool_calls": [{}]}, "finish_reason": "tool_calls"}]},
        {"choices": [{"message": {"content": "", "tool_calls": [{}]}, "finish_reason": "length"}]},
    ],
    ids=str,
)
def test_transient_faults_are_repeated_then_end_the_evaluation(fault):
    with serving(fault, fault, GOOD) as stub, endpoint(stub.url) as policy:
        assert ask(policy).text == "<action>look</action>"
        assert len(stub.requests) == 3
    with serving(fault) as stub, endpoint(stub.url) as policy:
        message = failure(policy)
        assert len(stub.requests) == 3
        for part in (stub.url, "'small'", "3 tries", "endpoint.retries"):
            assert part in message
    if isinstance(fault, Raw) and fault.status != 200:
        assert f"HTTP {fault.status}" in message


def test_unusable_answers_and_faults_are_counted_together():
    garbage = Raw(200, "{not json")
    with serving(Raw(500), garbage, "break", garbage) as stub, endpoint(stub.url, retries=3) as policy:
        assert "4 tries" in failure(policy)
    assert len(stub.requests) == 4


def test_what_a_server_says_with_status_200_is_quoted(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    with (
        serving(Raw(200, {"error": {"message": "sk-secret has no credit"}})) as stub,
        endpoint(stub.url) as policy,
    ):
        assert "(key) has no credit" in failure(policy)


def test_faults_are_waited_out_longer_and_longer(waits):
    with serving(Raw(500)) as stub, endpoint(stub.url, retries=4) as policy:
        failure(policy)
    assert len(waits) == 4 and all(waits[i] < waits[i + 1] for i in range(3)) and sum(waits) < 8


def test_retry_after_is_honoured(waits):
    slow_down = Raw(429, headers=(("Retry-After", "77.5"),))
    with serving(slow_down, GOOD) as stub, endpoint(stub.url) as policy:
        ask(policy)
    assert waits == [77.5]


@pytest.mark.parametrize("header", ["86400", "Fri, 01 Jan 2100 00:00:00 GMT"])
def test_a_daily_limit_is_not_waited_for(header):
    with serving(GOOD, Raw(429, "quota", (("Retry-After", header),))) as stub, endpoint(stub.url) as policy:
        ask(policy)
        with pytest.raises(PolicyError) as caught:
            ask(policy)
    assert all(part in str(caught.value) for part in (header, "Come back later", "quota"))
    assert not isinstance(caught.value, UnansweredError) and len(stub.requests) == 2  # not one episode's fault


def test_a_server_that_hangs_costs_its_time_out():
    with serving("hang") as stub, endpoint(stub.url, timeout_s=0.05, retries=1) as policy:
        assert "endpoint.timeout_s = 0.05" in failure(policy)
    assert len(stub.requests) == 2


def test_no_server_at_all():
    with serving(GOOD) as stub:
        url = stub.url
    with endpoint(url) as policy:
        message = failure(policy)
    assert url in message and "ConnectError" in message


def test_one_failure_ends_all_that_wait_or_hang():
    """The third hangs until the block ends."""
    asked = threading.Barrier(3)

    def answer(request):
        if len(stub.requests) <= 3:  # not the second's retries
            asked.wait(HANG_S)
        return {"first": Raw(401), "second": Raw(500), "third": "hang"}[request["messages"][0]["content"]]

    with serving(answer) as stub:
        policy = open_endpoint(EndpointConfig(url=stub.url, model="small", retries=8, timeout_s=900.0))

        async def all_three():
            prompts = [policy.tokens.chat(name) for name in ("first", "second", "third")]
            await asyncio.gather(*(policy.generate(p, Sampling(0.0, 8), session="e", key=KEY) for p in prompts))

        with pytest.raises(PolicyError, match="HTTP 401"):
            asyncio.run(all_three())
        assert stub.under_way >= 1, "the third hangs still"


def test_a_body_without_end_is_cut_off(monkeypatch):
    monkeypatch.setattr("skill1.policy.server.MAX_BODY_BYTES", 1000)
    with serving(chat("x" * 2000)) as stub, endpoint(stub.url) as policy:
        assert "more than 1000 bytes" in failure(policy)


# Refusals


@pytest.mark.parametrize("status", [401, 403])
@pytest.mark.parametrize("key", [SECRET, ""])
def test_a_refused_key_names_the_variable_and_never_the_key(status, key, monkeypatch, caplog):
    monkeypatch.setenv("MY_KEY", key)
    caplog.set_level(0)
    with (
        serving(refused(f"Incorrect key {SECRET[:9]}***", status)) as stub,
        endpoint(stub.url, api_key_variable="MY_KEY") as policy,
    ):
        message = failure(policy)
    assert "MY_KEY" in message and f"HTTP {status}" in message and len(stub.requests) == 1
    assert ("does not accept" in message or "with the key in" in message) is bool(key)
    assert ("not set" in message) is not bool(key)
    assert SECRET[:9] not in message and SECRET not in caplog.text


@pytest.mark.parametrize("status", [400, 500])
def test_a_key_the_server_repeats_is_not_shown(status, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    with serving(Raw(status, f"\x1b[31mbad header\n {SECRET} {'x' * 9000}")) as stub, endpoint(stub.url) as policy:
        message = failure(policy)
        assert SECRET not in message + repr(vars(policy)) and "(key)" in message
    assert len(message) < 700 and message.isprintable()


def test_an_unknown_model_lists_the_known_ones():
    with serving(refused("no model named small", 404)) as stub, endpoint(stub.url) as policy:
        message = failure(policy)
    assert "Its models: small, large. Set endpoint.model" in message and "no model named small" in message


def test_a_list_of_models_that_does_not_come_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(server_module, "LISTING_S", 0.05)
    with serving(Raw(404)) as stub, endpoint(stub.url) as policy:
        stub.models = "hang"
        assert "answered HTTP 404" in failure(policy)


def test_a_wrong_address_says_where_it_should_end():
    with serving(Raw(404)) as stub, endpoint(stub.url.removesuffix("/v1")) as policy:
        assert "often in /v1" in failure(policy)


@pytest.mark.parametrize(
    "said",
    [
        "This model's maximum context length is 4096 tokens, seed max_completion_tokens",
        "prompt is too long",
        "request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it",  # llama.cpp
        "The decoder prompt (length 9000) is longer than the maximum model length of 4096.",  # vLLM
        "Input validation error: `inputs` must have less than 4096 tokens. Given: 4545",  # TGI
        "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 3000 `inputs` tokens",
        "Input length (9000) exceeds the maximum allowed length (4096).",  # SGLang
        "The input token count (134123) exceeds the maximum number of tokens allowed (131072).",  # Gemini
    ],
)
def test_a_prompt_too_long_names_the_setting(said):
    with serving(refused(said)) as stub, endpoint(stub.url) as policy:
        message = failure(policy)
    assert "model.max_prompt_tokens" in message and said[:20] in message and len(stub.requests) == 1


def test_a_limit_on_answers_is_not_one_on_prompts():
    """A teacher would have passed over each of its questions for it."""
    said = "Input validation error: `max_new_tokens` must be <= 512. Given: 1024"  # TGI
    with serving(refused(said)) as stub, endpoint(stub.url) as policy:
        message = failure(policy)
    assert said in message and "prompt too long" not in message


@pytest.mark.parametrize(
    "said",
    [
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
        "Content Exists Risk",
    ],
)
def test_a_prompt_that_a_filter_refuses_is_told_from_others(said):
    with serving(refused(said), GOOD) as stub, endpoint(stub.url) as policy:
        with pytest.raises(PromptFilteredError, match=f"for its content .HTTP 400.: {said[:19]}"):
            ask(policy)
        assert ask(policy).text == "<action>look</action>"


def test_only_what_the_request_needs_is_sent(monkeypatch):
    """openai would add these, and what this machine is; they may be meant for another server."""
    variables = ("OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID")
    for name in variables:
        monkeypatch.setenv(name, SECRET)
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", f"Authorization: Bearer {SECRET}\nX-Gateway: {SECRET}")
    monkeypatch.setenv("MINE", "my-key")
    for variable, key in (("MINE", "Bearer my-key"), ("NONE", None)):
        with serving(GOOD) as stub, endpoint(stub.url, api_key_variable=variable) as policy:
            ask(policy)
        (headers,) = stub.headers
        assert headers.pop("authorization", None) == key and SECRET not in str(headers)
        assert {name for name in headers if name.startswith("x-")} == {"x-stainless-retry-count"}


def test_redirects_are_not_followed(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    with serving(GOOD) as other:
        away = Raw(307, headers=(("Location", f"{other.url}/chat/completions"),))
        with serving(away) as stub, endpoint(stub.url) as policy:
            assert "HTTP 307" in failure(policy)
    assert other.requests == []


@pytest.mark.parametrize(
    ("config", "part"),
    [
        ({}, "endpoint.url"),
        ({"url": "http://127.0.0.1:1/v1"}, "endpoint.model"),
        ({"url": "ftp://host/v1", "model": "m"}, "http://"),
        ({"url": f"http://me:{SECRET}@host/v1", "model": "m"}, "api_key_variable"),
        ({"url": f"http://me:{SECRET}:{SECRET}@host:port/v1", "model": "m"}, "api_key_variable"),
        ({"url": f"http://host/v1?key={SECRET}", "model": "m"}, "api_key_variable"),
    ],
)
def test_unusable_settings(config, part):
    with pytest.raises(ConfigError) as caught:
        open_endpoint(EndpointConfig(**config))
    assert part in str(caught.value) and SECRET not in str(caught.value)


def test_a_key_that_is_no_header_text_is_refused_unseen(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", f"{SECRET}\nX-Evil: 1")
    with pytest.raises(ConfigError, match="OPENAI_API_KEY") as caught:
        open_endpoint(EndpointConfig(url="http://127.0.0.1:1/v1", model="m"))
    assert SECRET not in str(caught.value)


def test_a_word_level_profile_is_refused():
    with serving(GOOD) as stub, endpoint(stub.url) as policy:
        raw = policy.tokens.encode("<bos> task query :")
        with pytest.raises(PolicyError, match="agent.profile"):
            asyncio.run(policy.generate(raw, Sampling(0.0, 8), session="e", key=KEY))


@pytest.mark.parametrize(
    ("beside", "ended"),
    [({"refusal": "no"}, "stop"), ({"reasoning_content": "so"}, "stop"), ({}, "content_filter")],
)
def test_an_answer_of_a_thought_or_a_refusal_alone_is_empty_and_not_asked_for_again(beside, ended):
    body = chat(None, ended)
    body["choices"][0]["message"] |= beside
    reply = read_reply(json.dumps(body).encode())
    assert reply.text == "" and is_cut_in_thought(reply, ("</action>",)) is ("reasoning_content" in beside)


@pytest.mark.parametrize(
    "choice", [{"finish_reason": "error"}, {"finish_reason": "abort"}, {"error": {"code": 502}}]
)
def test_an_outage_in_the_middle_of_an_answer_is_none(choice):
    body = chat("<act")
    body["choices"][0] |= choice
    with pytest.raises(UnusableAnswer, match="broke off"):
        read_reply(json.dumps(body).encode())


def test_an_empty_earlier_answer_is_sent_with_words():
    with serving(GOOD) as stub, endpoint(stub.url) as policy:
        policy.tokens.messages = lambda ids: (("first", " ", "second"), "")
        ask(policy)
        contents = [message["content"] for message in stub.requests[0]["messages"]]
    assert contents == ["first", NO_ANSWER, "second"]


@pytest.mark.parametrize("proxy", ["socks://127.0.0.1:9", "nonsense://127.0.0.1:9"])
def test_a_proxy_that_cannot_be_used_is_told(proxy, monkeypatch):
    monkeypatch.setenv("ALL_PROXY", proxy)
    with pytest.raises(ConfigError, match="the proxy in ALL_PROXY, HTTPS_PROXY or HTTP_PROXY cannot be used"):
        open_endpoint(EndpointConfig(url="https://models.example/v1", model="m"))


THOUGHT = {
    "type": "thinking",
    "thinking": [{"type": "text", "text": "so"}],
}  # as Mistral's reasoning models answer


@pytest.mark.parametrize(
    ("parts", "ended", "text"),
    [
        (
            [THOUGHT, {"type": "text", "text": "<action>"}, {"type": "text", "text": "look"}],
            "stop",
            "<action>look",
        ),
        ([{"type": "reference", "ids": [1]}, {"type": "text", "text": "look"}], "stop", "look"),
        ([THOUGHT], "length", ""),
    ],
)
def test_of_an_answer_in_parts_the_texts_count(parts, ended, text):
    body = chat("")
    body["choices"][0] |= {"message": {"role": "assistant", "content": parts}, "finish_reason": ended}
    assert read_reply(json.dumps(body).encode()).text == text


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@settings(max_examples=200)
@given(JSON_VALUES, JSON_VALUES, st.sampled_from(["content", "finish_reason", "usage", "stop_reason"]))
def test_no_answer_of_a_server_breaks_the_reader(message, value, name):
    whole = chat("text")
    for where in (whole, whole["choices"][0], whole["choices"][0]["message"]):
        if name in where:
            where[name] = value
    for body in (message, {"choices": [{"message": message}]}, {"choices": message}, whole):
        try:
            assert isinstance(read_reply(json.dumps(body).encode()).text, str)
        except UnusableAnswer:
            pass
