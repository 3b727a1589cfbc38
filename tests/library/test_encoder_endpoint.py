"""Embeddings of a server, against a real one in a thread: batches, prompts, cache, faults, whole libraries."""

import asyncio
import json
import logging
import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import LibraryConfig, Skill1Config
from skill1.config.load import load_config
from skill1.doctor import installed, parts
from skill1.errors import ConfigError, LibraryError
from skill1.library import Library, make_encoder
from skill1.library.endpoint_encoder import (
    KEY_VARIABLE,
    PROBE_TEXT,
    EndpointEncoder,
    VectorCache,
    model_tag,
    read_address,
    read_embeddings,
)
from skill1.library.protocol import as_asynchronous
from skill1.policy.reply import UnusableAnswer
from skill1.train.verl.library_actor import LibraryServer
from tests.library.builders import HASHING, episode
from tests.library.embedding_stub import DIMENSIONS, answer, changed, embeddings, raw_json, unit, vector
from tests.limits import HANG_S
from tests.policy.chat_server import Raw, serving

SECRET = "sk-very-secret-0123456789"


pytestmark = pytest.mark.usefixtures("retry_waits")


def encoder(stub, *, model="small", **how):
    return EndpointEncoder(f"{stub.url}#{model}", **how)


def failure(stub, **how):
    with pytest.raises(LibraryError) as caught:
        encoder(stub, **how).encode(["a"])
    return str(caught.value)


# Rows


def test_rows_are_unit_and_in_the_order_of_the_texts():
    texts = [f"text {i}" for i in range(70)]
    with embeddings() as stub:
        rows = encoder(stub).encode([*texts, texts[3]])
    assert rows.dtype == np.float32 and rows.shape == (71, DIMENSIONS)
    assert rows == pytest.approx(np.array([unit(text) for text in [*texts, texts[3]]]), abs=1e-6)
    assert [len(request["input"]) for request in stub.requests] == [1, 32, 32, 6]  # the fixed text, then batches
    assert {request["model"] for request in stub.requests} == {"small"}


def test_nothing_to_encode_asks_nothing():
    with embeddings() as stub:
        asked = encoder(stub, query_prompt="find: ")
        assert asked.encode([]).shape == (0, DIMENSIONS)
        assert not asked.encode_queries(["", " \n"]).any()
        assert [request["input"] for request in stub.requests] == [[PROBE_TEXT]]


def test_a_server_that_takes_few_texts_at_once_gets_few():
    def fussy(request):
        return answer(request) if len(request["input"]) <= 5 else Raw(413, {"error": "batch size 32 > 5"})

    texts = [str(i) for i in range(40)]
    with serving(fussy) as stub:
        rows = encoder(stub).encode(texts)
    assert rows == pytest.approx(np.array([unit(text) for text in texts]), abs=1e-6)
    assert [len(request["input"]) for request in stub.requests] == [1, 32, 16, 8, *[4] * 10]


@pytest.mark.parametrize(
    ("refusal", "tries"),
    [
        (Raw(413, {"error": "inputs must have less than 512 tokens"}), 1),
        (Raw(500, {"error": {"message": "input (600 tokens) is too large to process."}}), 5),  # llama.cpp
    ],
)
def test_a_text_too_long_for_the_server_is_cut_and_ends_nothing(refusal, tries):
    """What the policy writes may be longer than a served model takes, again at every resume."""

    def fussy(request):
        return refusal if any(len(text) > 200 for text in request["input"]) else answer(request)

    long = "a mug on the counter " * 15  # 315 characters, of which 75% of 75% are taken
    with serving(fussy) as stub:
        rows = encoder(stub).encode(["a", long, "b", "c"])
        assert rows == pytest.approx(np.array([unit(t) for t in ("a", long[:177], "b", "c")]), abs=1e-6)
        # What was too much was the text: others still go together.
        asked = [len(request["input"]) for request in stub.requests]
        assert asked == [1, *[4] * tries, *[2] * tries, 1, *[1] * tries, *[1] * tries, 1, 2]


def test_a_long_text_that_is_refused_at_any_length_is_an_error():
    long = "a mug on the counter " * 15
    with serving(answer, Raw(400, {"error": "no"})) as stub, pytest.raises(LibraryError, match="HTTP 400.*: no"):
        encoder(stub).encode([long])


def test_a_text_that_a_filter_refuses_is_near_nothing_and_ends_nothing(caplog):
    """What the policy writes may be refused at any length, and that is no fault of the server."""

    def filtering(request):
        refused = any("harm" in text for text in request["input"])
        return Raw(400, {"error": "the response was filtered"}) if refused else answer(request)

    with serving(filtering) as stub, caplog.at_level(logging.WARNING):
        rows = encoder(stub).encode(["a", "harm", "harm " * 40, "b"])
    nothing = np.zeros(DIMENSIONS)
    assert rows == pytest.approx(np.array([unit("a"), nothing, nothing, unit("b")]), abs=1e-6)
    assert "refuses 'harm' at any length" in caplog.text


def test_half_surrogates_are_replaced():
    with embeddings() as stub:
        assert encoder(stub).encode(["a \ud800 b"])[0] == pytest.approx(unit("a ? b"), abs=1e-6)


# Prompts and identity


def test_prompts_are_put_in_front_and_kept_apart():
    with embeddings() as stub:
        asked = encoder(stub, model="intfloat/e5-base-v2")
        assert asked.encode(["mug"])[0] == pytest.approx(unit("passage: mug"), abs=1e-6)
        assert asked.encode_queries(["mug"])[0] == pytest.approx(unit("query: mug"), abs=1e-6)
        own = encoder(stub, model="intfloat/e5-base-v2", query_prompt="", document_prompt="d: ")
        assert own.encode_queries(["mug"])[0] == pytest.approx(unit("mug"), abs=1e-6)
        assert own.identity.endswith(':"d: "') and asked.identity.endswith(':"passage: "')
        assert own.identity != asked.identity


def test_the_identity_tells_dimensions_and_model_but_not_the_query_prompt():
    with embeddings() as stub:
        plain = encoder(stub).identity
        assert plain.startswith(f"{stub.url}#small:{DIMENSIONS}:")
        assert encoder(stub, query_prompt="find: ").identity == plain
    with serving(lambda request: answer(request, model=1)) as other:
        assert encoder(other).identity.split(":")[-1] != plain.split(":")[-1]


@given(st.integers(0, 2**32 - 1))
def test_the_tag_survives_noise_and_tells_models(seed):
    random = np.random.default_rng(seed)
    row, other = random.standard_normal((2, 384)) / 384**0.5
    places = np.sort(np.abs(row))
    if places[-16] - places[-17] > 1e-5:  # else noise may exchange the two
        assert model_tag(row + random.uniform(-1e-6, 1e-6, 384)) == model_tag(row)
    assert model_tag(row) != model_tag(other)


def test_a_noisy_server_keeps_its_identity_through_the_cache(tmp_path):
    cache, calls = VectorCache(tmp_path / "vectors.sqlite"), []

    def noisy(request):
        calls.append(request)
        noise = np.random.default_rng(len(calls)).standard_normal(DIMENSIONS) * 0.02
        return {"data": [{"embedding": (vector(text) + noise).tolist()} for text in request["input"]]}

    with serving(noisy) as stub:
        first, second = encoder(stub, cache=cache), encoder(stub, cache=cache)
        assert first.identity == second.identity
        assert np.array_equal(first.encode(["mug"]), second.encode(["mug"]))
        assert [call["input"] for call in calls] == [[PROBE_TEXT], [PROBE_TEXT], ["mug"]]


def test_another_model_behind_the_name_is_noticed_and_gets_no_old_rows(tmp_path, caplog):
    cache, model = VectorCache(tmp_path / "vectors.sqlite"), [0]
    with serving(lambda request: answer(request, model=model[0])) as stub:
        old = encoder(stub, cache=cache)
        old.encode(["mug"])
        model[0] = 1
        new = encoder(stub, cache=cache)
        with caplog.at_level(logging.WARNING):
            assert new.identity != old.identity
        assert "another model answers" in caplog.text
        assert new.encode(["mug"])[0] == pytest.approx(unit("mug", model=1), abs=1e-6)
        model[0] = 0
        assert encoder(stub, cache=cache).identity == old.identity


def test_a_near_copy_of_a_model_gets_another_identity(tmp_path):
    """A fine-tune whose answer to the fixed text has the same largest places is told by its cosine."""
    cache, scale = VectorCache(tmp_path / "vectors.sqlite"), [1.0]

    def stretched(request):
        entries = [
            {"embedding": (np.sign(row := vector(text)) * abs(row) ** scale[0]).tolist()}
            for text in request["input"]
        ]
        return {"data": entries}

    with serving(stretched) as stub:
        old = encoder(stub, cache=cache)
        before, scale[0] = old.identity, 1.3
        after = encoder(stub, cache=cache)
        assert model_tag(after._probe) == model_tag(old._probe) and after.identity != before


# Cache


def test_texts_are_asked_for_once_on_a_machine():
    with embeddings() as stub:
        name = f"{stub.url}#small"
        first = make_encoder(name).encode(["a", "b"])
        again = make_encoder(f"{stub.url}/#small")
        assert np.array_equal(again.encode(["b", "a", "c"])[:2], first[::-1])
        assert [request["input"] for request in stub.requests] == [[PROBE_TEXT], ["a", "b"], [PROBE_TEXT], ["c"]]
        assert np.allclose(again.uncached().encode(["a"])[0], first[0])
        assert stub.requests[-1]["input"] == ["a"]


def test_what_was_paid_for_before_a_fault_is_kept():
    texts = [str(i) for i in range(40)]
    with serving(answer, answer, Raw(401)) as stub:
        with pytest.raises(LibraryError, match=KEY_VARIABLE):
            make_encoder(f"{stub.url}#small").encode(texts)
        stub.answers[:] = [answer]
        make_encoder(f"{stub.url}#small").encode(texts)
        assert stub.requests[-1]["input"] == texts[32:]


# Faults


@pytest.mark.parametrize("fault", [Raw(503), "break", "half", raw_json(lambda text: text[:-20]), Raw(200, "{}")])
def test_transient_faults_are_repeated(fault):
    with serving(fault, fault, answer) as stub:
        assert encoder(stub).encode(["a"])[0] == pytest.approx(unit("a"), abs=1e-6)


def test_a_server_that_never_answers_is_told():
    with serving(Raw(500, "out of memory")) as stub:
        message = failure(stub)
        assert len(stub.requests) == 5
    assert f"{stub.url}#small" in message and "HTTP 500: out of memory" in message
    with serving(answer) as gone:
        pass
    assert "Check the server." in failure(gone)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda good: good["data"].append({"index": 1, "embedding": [1.0]}), "2 vectors for 1 texts"),
        (lambda good: good["data"].clear(), "0 vectors for 1 texts"),
        (lambda good: good["data"][0].update(index=1), "not one for each"),
        (lambda good: good["data"][0].update(embedding=[]), "not equally many"),
        (lambda good: good["data"][0].update(embedding=["x"]), "not equally many"),
        (lambda good: good["data"][0].update(embedding=[[1.0], [2.0, 3.0]]), "not equally many"),
        (lambda good: good["data"][0].update(embedding=[[1.0]]), "not equally many"),
        (lambda good: good["data"][0].update(embedding=[1.0, float("nan")]), "not numbers"),
        (lambda good: good["data"][0].update(embedding=[1.0, None]), "not"),
        (lambda good: good["data"][0].update(embedding=[1e300, 1e300]), "not numbers"),
    ],
)
def test_wrong_vectors_end_it_at_once(spoil, said):
    with serving(changed(spoil)) as stub:
        assert said in failure(stub)
        assert len(stub.requests) == 1


def test_dimensions_that_change_are_told():
    with serving(answer, lambda request: answer(request, dimensions=8)) as stub:
        assert "8 numbers, but earlier ones of 24" in failure(stub)


def test_refusals_say_what_to_do_and_no_key(monkeypatch):
    with serving(Raw(401, {"error": {"message": "no key"}})) as stub:
        assert f"{KEY_VARIABLE} is empty or not set" in failure(stub)
    monkeypatch.setenv(KEY_VARIABLE, SECRET)
    with serving(Raw(404, {"error": f"no model for {SECRET}"})) as stub:
        message = failure(stub)
        assert "HTTP 404" in message and "(key)" in message and SECRET not in message


def test_the_key_goes_into_the_header_and_nowhere_else(monkeypatch, caplog):
    with embeddings() as stub, caplog.at_level(logging.DEBUG, "skill1"):
        make_encoder(f"{stub.url}#small").encode(["a"])
        monkeypatch.setenv(KEY_VARIABLE, SECRET)
        asked = make_encoder(f"{stub.url}#small")
        asked.encode(["b"])
        assert stub.keys == [None, None, f"Bearer {SECRET}", f"Bearer {SECRET}"]
        assert SECRET not in asked.identity + asked.name + caplog.text
    files = [path for path in Path.home().rglob("*") if path.is_file()]
    assert files and all(SECRET.encode() not in path.read_bytes() for path in files)
    monkeypatch.setenv(KEY_VARIABLE, "not\na key")
    with pytest.raises(ConfigError, match=KEY_VARIABLE):
        make_encoder(f"{stub.url}#small").encode(["b"])


@pytest.mark.parametrize(
    "name",
    ["http://#m", "http://h/v1", "http://h/v1#", f"http://u:{SECRET}@h/v1#m", f"https://h/v1?key={SECRET}#m", "http://[::1#m",
     "http://h:0/v1#m", "http://h/\nv1#m", "http://h/v1#m\n", "ftp://h#m"],
)  # fmt: skip
def test_addresses_that_cannot_be_used(name):
    with pytest.raises(LibraryError, match="text-embedding-3-small") as caught:
        read_address(name)
    assert SECRET not in str(caught.value)


def test_addresses():
    assert read_address("http://127.0.0.1:8000/v1/#BAAI/bge-m3") == ("http://127.0.0.1:8000/v1", "BAAI/bge-m3")
    assert make_encoder("https://api.openai.com/v1#text-embedding-3-small").threshold == 0.4


@given(
    st.binary(max_size=200)
    | st.recursive(st.none() | st.floats() | st.text(), st.lists).map(lambda x: repr(x).encode())
)
def test_any_bytes_are_refused_in_order(body):
    with pytest.raises((UnusableAnswer, ValueError)):
        read_embeddings(body, 2)


@given(st.permutations(range(6)), st.booleans())
def test_reading_an_answer_by_hand(order, numbered):
    entries = [{"embedding": [float(i), 1.0], **({"index": i} if numbered else {})} for i in order]
    rows = read_embeddings(json.dumps({"data": entries}).encode(), 6)
    assert rows.tolist() == [[float(i), 1.0] for i in (range(6) if numbered else order)]


# Libraries


def filled(path, config):
    with Library.open(path, config, create=True) as library:
        drafts = [
            ("heat an egg", "use the microwave"),
            ("cool a mug", "use the fridge"),
            ("find keys", "look about"),
        ]
        library.commit([episode(i, draft=draft) for i, draft in enumerate(drafts)], step=1, policy_version=0)
        return {skill.description: skill.id for skill in library.skills()}


def content(path):
    with sqlite3.connect(path) as connection:
        tables = ("skills", "events", "commits", "meta", "vectors")
        return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


def test_a_library_of_a_server_finds_with_the_query_prompt(tmp_path):
    with embeddings() as stub:
        config = LibraryConfig(encoder=f"{stub.url}#e5-small", query_prompt="passage: ", similarity_threshold=-1.0)
        ids = filled(tmp_path / "l.sqlite", config)
        with Library.open(tmp_path / "l.sqlite", config) as library:
            # the query's prompt is the documents' here, so an equal text is found with cosine 1
            found = library.retrieve("cool a mug", training=False)
            assert found[0].skill.id == ids["cool a mug"] and found[0].similarity == pytest.approx(1.0, abs=1e-6)
        asked = len(stub.requests)
        with Library.open(tmp_path / "l.sqlite", read_only=True) as library:  # no configuration: as it was made
            assert library.config.query_prompt == "passage: "
            assert library.search("cool a mug")[0].similarity == pytest.approx(1.0, abs=1e-6)
        assert [request["input"] for request in stub.requests[asked:]] == [[PROBE_TEXT]]


@pytest.mark.parametrize("is_actor", [False, True])
def test_episodes_wait_for_a_server_together(tmp_path, is_actor):
    """No query is answered before all have asked; what two ask alike is asked once, even if one of them gives up."""
    meeting = threading.Barrier(3)

    def together(request):
        meeting.wait(timeout=HANG_S)
        return answer(request)

    async def played(retrieve):
        queries = ("heat an egg", "cool <b>a mug</b>", "find keys", "find keys")
        episodes = [asyncio.create_task(retrieve(query, training=False)) for query in queries]
        await asyncio.sleep(0)  # all have asked
        episodes[2].cancel()
        return await asyncio.gather(*episodes[:2], episodes[3])

    with embeddings() as stub:
        config = replace(
            Skill1Config(), library=LibraryConfig(encoder=f"{stub.url}#small", query_prompt="query: ")
        )
        filled(tmp_path / "library.sqlite", config.library)
        with Library.open(tmp_path, config.library, read_only=True) as library:
            library.prepare()
            server = LibraryServer(config, str(tmp_path)) if is_actor else None
            asked = len(stub.requests)
            stub.answers[:] = [together]
            found = asyncio.run(played(server.retrieve if server else as_asynchronous(library).retrieve))
            assert len(stub.requests) == asked + 3
        # From the rows on disk, one by one.
        stub.answers[:] = [answer]
        with Library.open(tmp_path, config.library, read_only=True) as library:
            queries = ("heat an egg", "cool <b>a mug</b>", "find keys")
            assert found == [library.retrieve(query, training=False) for query in queries]
        assert [request["input"] for request in stub.requests[asked + 3 :]] == [[PROBE_TEXT]]


def no_thread(thread, begin=threading.Thread.start):
    if thread.name == "skill1-query":
        raise RuntimeError("can't start new thread")
    begin(thread)


@pytest.mark.parametrize("start", [threading.Thread.start, no_thread])
def test_a_fault_while_a_query_is_asked_is_told_and_not_kept(tmp_path, monkeypatch, start):
    """Also where the system allows no more threads."""
    monkeypatch.setattr(threading.Thread, "start", start)
    with embeddings() as stub:
        config = LibraryConfig(encoder=f"{stub.url}#small", query_prompt="query: ")
        filled(tmp_path / "l.sqlite", config)
        with Library.open(tmp_path / "l.sqlite", config) as library:
            library.prepare()
            stub.answers[:] = [Raw(401)]
            for _ in range(2):
                with pytest.raises(LibraryError, match=KEY_VARIABLE):
                    asyncio.run(as_asynchronous(library).retrieve("heat an egg", training=False))
            stub.answers[:] = [answer]
            assert len(asyncio.run(as_asynchronous(library).search("heat an egg", 3))) == 3


def test_a_server_that_fails_leaves_the_library_as_it_was(tmp_path):
    path = tmp_path / "l.sqlite"
    ids = filled(path, HASHING)
    before = content(path)
    with (
        serving(answer, Raw(401)) as stub,
        Library.open(path, LibraryConfig(encoder=f"{stub.url}#small")) as library,
    ):
        with pytest.raises(LibraryError, match=KEY_VARIABLE):
            library.prepare()
        assert content(path) == before
        stub.answers[:] = [answer]
        library.prepare()
        assert library.search("heat an egg")[0].skill.id == ids["heat an egg"]
    after = dict(content(path)[3])
    assert after["encoder"] == f"{stub.url}#small" and len(content(path)[4]) == 3


# Doctor


def test_the_doctor_asks_no_server(monkeypatch):
    def found(name):
        return next(iter(parts.encoder(load_config(None, [f"--library.encoder={name}"]))))

    assert (
        found("http://127.0.0.1:1/v1#m").status == "ok" and "is not set" in found("http://127.0.0.1:1/v1#m").detail
    )
    monkeypatch.setenv(KEY_VARIABLE, SECRET)
    assert "is sent" in found("http://127.0.0.1:1/v1#m").detail
    assert found(f"http://u:{SECRET}@h/v1#m").status == "missing"
    assert SECRET not in str(found(f"http://u:{SECRET}@h/v1#m"))
    config = load_config(None, ["--library.encoder=http://127.0.0.1:1/v1#m"])
    assert "encoders" not in installed.needed_extras(config)
    assert "openai" in {finding.name for finding in installed.packages(config)}
