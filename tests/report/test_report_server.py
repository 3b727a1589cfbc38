"""The live page's server: what it answers, whom it answers, and that it follows a run without touching it."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import pytest
from starlette.testclient import TestClient

from skill1.errors import ConfigError, DataError, MissingExtraError
from skill1.report.server import Guard, address, guard_of, is_own, listen_on, make_app, serve
from tests.limits import HANG_S
from tests.report.builders import HOSTILE, LAST, add_step

NAMES = ("127.0.0.1", "localhost", "::1")
TOKEN = "a-token-of-some-length"
PARTS = ("version", "summary", "metrics", "skills", "episodes", "library_history", "uplift", "dynamics", "method")


def client_of(view, guard=None, host="127.0.0.1"):
    return TestClient(make_app(view, guard or Guard(NAMES)), base_url=f"http://{host}:8123")


@pytest.fixture
def client(view):
    return client_of(view)


def test_every_part_is_what_the_view_says(client, view):
    for name in PARTS:
        assert client.get(f"/api/{name}").json() == getattr(view, name)(), name
    first, last = view.skills()[0]["id"], view.episodes()[0]["id"]
    assert client.get(f"/api/skill/{first}").json() == view.skill(first)
    assert client.get(f"/api/episode/{last}").json() == view.episode(last)
    assert client.get("/api/metrics?since=3").json() == view.metrics(3)


def test_the_page(client):
    answer = client.get("/")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    (nonce,) = set(re.findall(r"'nonce-([^']+)'", policy))
    assert "default-src 'none'" in policy and f'nonce="{nonce}"' in answer.text
    assert nonce not in client.get("/").text
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/api/skill/nobody",
        "/api/episode/s9",
        "/api/skill/..%2F..%2Fmanifest.json",
        "/api/episode/%00",
        "/x",
        "/api/",
    ],
)
def test_what_is_not_there(client, path):
    assert client.get(path).status_code == 404


def test_wrong_questions(client):
    assert client.get("/api/metrics?since=-1").status_code == 400
    assert client.get("/api/metrics?since=x").json()["error"].startswith("since is not a step")
    for method in ("POST", "PUT", "DELETE"):
        assert client.request(method, "/api/summary").status_code == 405


def test_what_the_browser_has_is_not_sent_again(client, run):
    first = client.get("/api/version")
    again = client.get("/api/version", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    add_step(run, LAST + 1)
    later = client.get("/api/version", headers={"If-None-Match": first.headers["etag"]})
    assert later.status_code == 200 and later.json()["metrics"] != first.json()["metrics"]
    assert client.get(f"/api/metrics?since={LAST}").json()["steps"] == [LAST + 1]


def test_version_answers_while_something_long_is_read(client, view):
    before = client.get("/api/version").json()
    held, done = threading.Event(), threading.Event()

    def hold():
        with view._turn:
            held.set()
            done.wait(HANG_S)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(HANG_S)
    assert client.get("/api/version").json() == before
    done.set()
    thread.join()


def test_foreign_host_names_are_refused(view):
    for host in ("evil.example", "127.0.0.1.evil.example", "0.0.0.0"):
        answer = client_of(view, host=host).get("/api/summary")
        assert answer.status_code == 400 and "household" not in answer.text
    for host in NAMES[:2]:
        assert client_of(view, host=host).get("/api/summary").status_code == 200
    assert client_of(view).get("/", headers={"Host": "[::1]:8123"}).status_code == 200
    assert client_of(view).get("/", headers={"Host": "[::"}).status_code == 400


def test_the_token_opens_once_and_the_cookie_after_that(view):
    client = client_of(view, Guard(NAMES, TOKEN))
    for path in ("/", "/api/version", "/?token=wrong", "/api/summary?token=%E2%82%AC"):
        refused = client.get(path)
        assert refused.status_code == 403 and TOKEN not in refused.text and "set-cookie" not in refused.headers
    opened = client.get(f"/?token={TOKEN}")
    cookie = opened.headers["set-cookie"]
    assert opened.status_code == 200 and "HttpOnly" in cookie and "samesite=strict" in cookie.lower()
    assert client.get("/api/summary").status_code == 200
    client.cookies.clear()
    assert client.get("/api/summary").status_code == 403


def test_with_a_token_addresses_in_numbers_are_known_and_foreign_names_are_not():
    guard = guard_of("0.0.0.0", None)
    assert len(guard.token) >= 32 and guard.knows_host("192.168.1.7:8123") and guard.knows_host("[fe80::1]:8123")
    assert guard.knows_host(socket.gethostname()) and not guard.knows_host("evil.example")
    assert guard_of("0.0.0.0", TOKEN).token == TOKEN
    assert guard_of("127.0.0.1", None).token == guard_of("localhost", None).token == ""
    assert guard_of("127.0.0.1", TOKEN).token == TOKEN and guard_of("127.0.0.2", None).knows_host("127.0.0.2:8123")
    assert guard_of("0.0.0.0", None).token != guard.token
    for token in ("secret", "é" * 20, "a" * 15 + " "):
        with pytest.raises(ConfigError, match=f"{len(token)} characters; expected at least 16"):
            guard_of("0.0.0.0", token)


def test_which_hosts_are_this_machine_alone():
    assert all(map(is_own, ["127.0.0.1", "127.0.0.2", "localhost", "::1"]))
    assert not any(map(is_own, ["0.0.0.0", "::", "192.168.1.7", "example.org", ""]))
    assert address("localhost", 81, "") == "http://127.0.0.1:81/"
    assert address("::1", 81, "t") == "http://[::1]:81/?token=t"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])
def test_the_address_to_open_is_one_that_another_machine_can_use(host, monkeypatch):
    monkeypatch.setattr(socket, "getfqdn", lambda: "Node7.cluster")
    assert address(host, 81, "t") == "http://node7.cluster:81/?token=t"
    assert guard_of(host, None).knows_host("node7.cluster:81")


@pytest.mark.parametrize("name", ["localhost", "localhost.localdomain", "3f2a9c1b", "1.0.0.ip6.arpa"])
def test_a_machine_without_a_name_is_opened_on_itself(name, monkeypatch):
    monkeypatch.setattr(socket, "getfqdn", lambda: name)
    assert address("0.0.0.0", 81, "") == "http://127.0.0.1:81/" and address("::", 81, "") == "http://[::1]:81/"


def test_sockets():
    with listen_on("127.0.0.1", 0) as taken, pytest.raises(ConfigError, match="--port 0"):
        listen_on("127.0.0.2", 70_000)
    assert taken.fileno() == -1
    with pytest.raises(ConfigError, match="cannot be used"):
        listen_on("203.0.113.1", 0)  # an address of documentation, nobody's


def test_hostile_texts_are_json(client):
    answer = client.get(f"/api/episode/s0-{LAST:06d}-t00-r0")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["turns"][1]["observation"] == HOSTILE


def test_serve_refuses_before_it_listens(tmp_path):
    announced = []
    with pytest.raises(DataError, match="neither a run nor a library"):
        serve(tmp_path, announced.append, port=0)
    assert announced == []


def test_the_command_announces_answers_and_ends(run):
    words = [sys.executable, "-m", "skill1", "serve", str(run), "--port", "0", "--token", TOKEN]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        (url,) = re.findall(rf"open (http://127\.0\.0\.1:\d+/)\?token={TOKEN}", line)
        with urllib.request.urlopen(f"{url}api/summary?token={TOKEN}") as answer:
            assert json.load(answer)["name"] == "run"
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"{url}api/summary")
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert process.returncode in (0, 130) and "Traceback" not in errors


def test_without_its_packages_it_is_said_what_to_install(view, monkeypatch):
    monkeypatch.setitem(sys.modules, "fastapi", None)
    with pytest.raises(MissingExtraError, match=r"fastapi.*skill1\[serve\]"):
        make_app(view, Guard(NAMES))
