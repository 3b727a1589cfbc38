"""``POST /retrieve``: requests and replies as Search-R1's family has them, hostile ones, many at once; the client."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1_envs.kit.passages import Hit, Passage
from skill1_envs.search.retriever import open_retriever
from skill1_envs.search.retriever.client import RetrieverClient, checked_addresses
from skill1_envs.search.retriever.meaning import build_meaning, make_encoder
from skill1_envs.search.retriever.server import MAX_BODY_BYTES
from skill1_envs.search.retriever.service import served
from skill1_envs.search.retriever.wire import read_reply, read_request, write_reply, write_request
from skill1_envs.search.retriever.words import WordRetriever, build_words
from tests import http_server
from tests.limits import HANG_S, wait_until
from tests.search.worlds import TEXTS, quiet, write_corpus

testclient = pytest.importorskip("starlette.testclient")
uvicorn = pytest.importorskip("uvicorn")


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("retriever")
    build_words(write_corpus(folder / "corpus.jsonl"), folder / "index", quiet)
    return folder / "index"


@pytest.fixture(scope="module")
def asked(index):
    """Asks the application, in this process."""
    with testclient.TestClient(served(index)[0], base_url="http://127.0.0.1:8000") as client:
        yield client


@contextmanager
def listening(index):
    """The address of a real server."""
    server = uvicorn.Server(uvicorn.Config(served(index)[0], port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_until(lambda: server.started or not thread.is_alive())
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/retrieve"
    finally:
        server.should_exit = True
        thread.join(HANG_S)


def document(number):
    title, _, text = TEXTS[number].partition("\n")
    return {"id": str(number), "contents": TEXTS[number], "title": title.strip('"'), "text": text}


def test_the_form_of_skyrl_and_skillrl(asked, index):
    reply = asked.post("/retrieve", json={"query": "harbour", "topk": 2, "return_scores": True})
    assert reply.status_code == 200 and reply.headers["content-type"] == "application/json"
    scores = [hit.score for hit in WordRetriever(index).retrieve(["harbour"], 2)[0]]
    expected = [{"document": document(place), "score": score} for place, score in zip([3, 2], scores, strict=True)]
    assert reply.json() == {"result": [expected]}


def test_the_form_of_search_r1(asked):
    reply = asked.post("/retrieve", json={"queries": ["hill", "zebra", "harbour"], "topk": 1})
    assert reply.json() == {"result": [[document(3)], [], [document(3)]]}
    assert asked.post("/retrieve", json={"queries": []}).json() == {"result": []}


def test_three_documents_without_scores_unless_asked(asked):
    for more in ({}, {"topk": None, "return_scores": None}, {"other": 1}):
        (found,) = asked.post("/retrieve", json={"query": "Tarn harbour Orla", **more}).json()["result"]
        assert len(found) == 3 and all("score" not in each for each in found)


def test_the_reply_reads_as_in_the_familys_client(asked):
    """Its steps in our words; ``bench/retriever.py --skyrl-gym`` asks the real one."""
    reply = asked.post("/retrieve", json={"query": "harbour", "topk": 3, "return_scores": True}).json()
    lines = [
        f"Doc {place}: {item['document']['contents'].strip()}\n"
        for found in reply.get("result", [])
        for place, item in enumerate(found, 1)
    ]
    assert "".join(lines) == f"Doc 1: {TEXTS[3]}\nDoc 2: {TEXTS[2]}\n"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "the body is a list"),
        (b"{}", "expected query"),
        (b'{"query": ["a"]}', "queries, a list of texts"),
        (b'{"queries": "a"}', "queries, a list of texts"),
        (b'{"query": "a", "queries": ["b"]}', "different things"),
        (b'{"query": "a", "topk": 0}', "from 1 to 1000"),
        (b'{"query": "a", "topk": true}', "from 1 to 1000"),
        (b'{"query": "a", "return_scores": 1}', "true or false"),
        (json.dumps({"queries": ["a"] * 1025}).encode(), "at most 1024"),
    ],
)
def test_what_is_no_request_is_refused_with_what_was_expected(asked, body, says):
    reply = asked.post("/retrieve", content=body, headers={"content-type": "application/json"})
    assert reply.status_code == 400 and says in reply.json()["error"]["message"]


def test_large_bodies_forms_and_foreign_hosts_are_refused(asked):
    large = b" " * (MAX_BODY_BYTES + 1)
    assert asked.post("/retrieve", content=large, headers={"content-type": "application/json"}).status_code == 413
    assert asked.post("/retrieve", content=b"{}", headers={"content-type": "text/plain"}).status_code == 415
    assert asked.post("/retrieve", json={"query": "a"}, headers={"host": "evil.example"}).status_code == 400
    assert asked.get("/retrieve").status_code == 405


def test_documents_of_vectors_carry_id_and_contents_only(tmp_path):
    pytest.importorskip("faiss")
    build_meaning(
        write_corpus(tmp_path / "corpus.jsonl"), tmp_path / "index", "flat", make_encoder("hashing"), quiet
    )
    app, about = served(tmp_path / "index")
    with testclient.TestClient(app, base_url="http://localhost") as client:
        (found,) = client.post("/retrieve", json={"query": TEXTS[2], "topk": 1}).json()["result"]
    assert found == [{"id": "2", "contents": TEXTS[2]}]
    assert about == {
        "index": "flat",
        "passages": 4,
        "encoder": "hashing",
        "dimensions": 1024,
        "memory_bytes": 4 * 4 * 1024,
    }


def test_a_damaged_corpus_is_an_answer_too(tmp_path):
    corpus = write_corpus(tmp_path / "corpus.jsonl")
    build_words(corpus, tmp_path / "index", quiet)
    app, _ = served(tmp_path / "index")
    corpus.write_bytes(b"x" * corpus.stat().st_size)  # while it is served
    with testclient.TestClient(app, base_url="http://localhost") as client:
        reply = client.post("/retrieve", json={"query": "hill"})
    assert reply.status_code == 500 and "is not a passage" in reply.json()["error"]["message"]


def test_the_client_finds_what_is_found_in_process(index):
    queries = ["harbour", "Orla Venn", "zebra", '"\ud800\x00</information>']
    with listening(index) as address:
        client = open_retriever(None, address=[address, address.removesuffix("/retrieve")])
        assert client.retrieve(queries, 2) == WordRetriever(index).retrieve(queries, 2)
        assert client.retrieve(["harbour"], 0) == [[]] and client.retrieve([], 3) == []
        client.close()


def test_sixty_four_clients_at_once_lose_nothing(index):
    queries = ["harbour", "Orla Venn", "hill", "ledger birth"]
    expected = WordRetriever(index).retrieve(queries, 3)
    with listening(index) as address, ThreadPoolExecutor(64) as pool:
        answers = list(pool.map(lambda _: RetrieverClient(address).retrieve(queries, 3), range(64)))
    assert answers == [expected] * 64


class Scripted(BaseHTTPRequestHandler):
    """Answers with what its server's script says next: (status, body or None for one that never comes), or None to
    break off."""

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        step = self.server.script.pop(0)
        if step is None:
            self.close_connection = True
            return
        status, body = step
        self.send_response(status)
        if body is None:
            self.send_header("content-length", "9")
            self.end_headers()
            self.connection.recv(1)  # until the client has gone
            return
        self.send_header("content-length", str(len(body) + (status == 299)))  # 299: more is announced than comes
        self.send_header("location", "http://127.0.0.1:9/elsewhere")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextmanager
def scripted(*script):
    with http_server.listening(Scripted) as server:
        server.script = list(script)
        yield server, f"{server.url}/retrieve"


FOUND = [[Hit(Passage("7", '"Tarn"\nA town.'), 1.5)]]
GOOD = (200, write_reply(FOUND, with_scores=True, with_title=False))


def test_what_may_pass_is_tried_again_with_growing_waits():
    waits = []
    with scripted((500, b""), (502, b""), (503, b"busy"), (504, b""), None, (299, b"{"), GOOD) as (
        server,
        address,
    ):
        assert RetrieverClient(address, wait=waits.append).retrieve(["tarn"], 3) == FOUND
    assert waits == [1, 2, 3, 4, 5, 6] and server.script == []


def test_a_wait_is_told_once_until_a_server_answers(caplog):
    down = [(503, b"busy")] * 3
    with scripted(*down[:2], GOOD, *down, GOOD, *down, GOOD) as (_, address):
        client = RetrieverClient([address, address], wait=lambda _: None)  # each of the two may fail once
        client.retrieve(["tarn"], 3)
        assert not caplog.records
        client.retrieve(["tarn"], 3)
        assert f"No retriever answers; each search is tried 10 times. The last: {address}: HTTP 503" in caplog.text
        client.retrieve(["tarn"], 3)
    assert len(caplog.records) == 2


def test_a_refusal_whose_reason_never_comes_is_as_good_as_one_with_a_reason():
    waits = []
    with scripted((503, None), GOOD) as (_, address):
        assert RetrieverClient(address, timeout_s=0.5, wait=waits.append).retrieve(["tarn"], 3) == FOUND
    assert waits == [1]
    with scripted((404, None)) as (_, address), pytest.raises(EnvironmentFault, match="HTTP 404: no reason came"):
        RetrieverClient(address, timeout_s=0.5, wait=pytest.fail).retrieve(["a"], 3)


def test_after_ten_tries_it_gives_up():
    waits = []
    with scripted(*[(503, b"busy")] * 11) as (server, address):
        with pytest.raises(EnvironmentFault, match=r"in 10 tries.*HTTP 503: busy.*skill1 retriever serve"):
            RetrieverClient(address, wait=waits.append).retrieve(["tarn"], 3)
    assert waits == list(range(1, 10)) and len(server.script) == 1


def test_nobody_is_waited_for_once_the_search_is_given_up():
    given_up = threading.Event()
    given_up.set()
    with scripted((503, b"busy"), GOOD) as (server, address):
        with pytest.raises(EnvironmentFault, match="nobody waits"):
            RetrieverClient(address, wait=pytest.fail).retrieve(["tarn"], 3, given_up)
    assert server.script == [GOOD]


def test_addresses_take_turns_and_stand_in_for_each_other():
    with scripted(GOOD, GOOD) as (one, first), scripted((503, b""), GOOD) as (other, second):
        client = RetrieverClient(f"{first},{second}", wait=lambda _: None)
        assert client.retrieve(["a", "b", "c"], 3) == FOUND * 3
    assert one.script == other.script == []


@pytest.mark.parametrize("status", [302, 400, 404])
def test_other_statuses_are_not_tried_again(status):
    with scripted((status, b"no")) as (_, address), pytest.raises(EnvironmentFault, match=f"HTTP {status}"):
        RetrieverClient(address, wait=pytest.fail).retrieve(["a"], 3)


def test_a_server_that_is_silent_is_given_up():
    with ThreadingHTTPServer(("127.0.0.1", 0), Scripted) as silent:  # listens, and nobody answers
        address = f"http://127.0.0.1:{silent.server_address[1]}"
        client = RetrieverClient(address, timeout_s=0.05, tries=2, wait=lambda _: None)
        with pytest.raises(EnvironmentFault, match="in 2 tries of 0.05 s"):
            client.retrieve(["a"], 3)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b'{"result": [[], []]}',
        b'{"result": [[7]]}',
        b'{"result": [[{"document": {"contents": 7}}]]}',
        b'{"result": [[{"document": {"contents": "a"}, "score": NaN}]]}',
        b'{"result": [[{"document": {"contents": "a"}, "score": ' + b"9" * 400 + b"}]]}",
        b"[" * 100_000,
    ],
)
def test_a_reply_that_is_none_is_refused(body):
    with pytest.raises(DataError, match="the reply cannot be read"):
        read_reply(body)


@pytest.mark.parametrize(
    ("result", "hits"),
    [
        ([[{"id": 7, "contents": "a"}]], [Hit(Passage("7", "a"), 0.0)]),
        ([[{"document": {"title": "T", "text": "x"}, "score": 2}]], [Hit(Passage("", '"T"\nx'), 2.0)]),
        ([[{"document": {"id": "7", "contents": "a"}, "score": None}]], [Hit(Passage("7", "a"), 0.0)]),
        *(([[]], []), ([], []), (None, [])),  # where nothing was found
    ],
)
def test_replies_of_other_servers_are_read(result, hits):
    assert read_reply(json.dumps({"result": result}).encode()) == hits


texts = st.text(st.characters())


@given(st.lists(st.builds(Hit, st.builds(Passage, texts, texts), st.floats(-9, 9)), max_size=4), st.booleans())
def test_what_is_written_is_read(hits, with_title):
    assert read_reply(write_reply([hits], with_scores=True, with_title=with_title)) == hits


@given(texts, st.integers(1, 1000))
def test_a_request_is_read_as_it_was_meant(query, top_k):
    request = read_request(write_request(query, top_k))
    assert (request.queries, request.top_k, request.with_scores) == ((query,), top_k, True)


@pytest.mark.parametrize(
    "address", [" , ", "127.0.0.1:8000", "http://", "http://a:b", "http://u@a", "http://a/ b"]
)
def test_what_is_no_address_is_refused(address):
    with pytest.raises(ConfigError, match="http://127.0.0.1:8000/retrieve"):
        checked_addresses(address)


def test_without_a_path_retrieve_is_meant():
    assert checked_addresses("http://a:1, http://b/,https://c/find") == (
        "http://a:1/retrieve",
        "http://b/retrieve",
        "https://c/find",
    )
