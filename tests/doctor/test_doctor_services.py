"""Servers, keys, other interpreters, loggers: what answers from outside this process."""

import json
import sys
from http.server import BaseHTTPRequestHandler

import pytest

from skill1.doctor import services
from skill1.env.wire import PROTOCOL
from tests.http_server import listening

KEY = "sk-do-not-print-me"


@pytest.fixture
def server():
    """A local server whose answers a test sets: path → (status, body, headers); it notes what it was asked."""

    class Handler(BaseHTTPRequestHandler):
        answers, asked = {}, []

        def do_GET(self):
            self.asked.append((self.path, self.headers.get("Authorization")))
            status, body, headers = self.answers.get(self.path, (404, "", {}))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *arguments):
            pass

    with listening(Handler) as running:
        Handler.url = running.url
        yield Handler


def json_answer(content, status=200):
    return status, json.dumps(content), {}


def test_endpoint_and_its_models(server, household, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    server.answers["/v1/models"] = json_answer({"data": [{"id": "small"}, {"id": "large"}]})

    def found(*more):
        return list(services.endpoint(household(f"--endpoint.url={server.url}/v1", *more)))

    key, address = found("--endpoint.model=large")
    assert (key.status, address.status) == ("ok", "ok")
    assert server.asked == [("/v1/models", f"Bearer {KEY}")]
    assert found()[1].command == "use --endpoint.model small"
    (_, other) = found("--endpoint.model=huge")
    assert other.status == "missing" and "lists small, large" in other.detail
    assert KEY not in repr(found("--endpoint.model=huge"))
    del server.answers["/v1/models"]
    (_, unlisted) = found("--endpoint.model=large")
    assert unlisted.status == "warn" and "lists no models" in unlisted.detail, "a run can still use it"
    assert found()[1].status == "missing", "without a name there is nothing to ask for"


@pytest.mark.parametrize(
    ("answer", "status", "part"),
    [
        ((200, "<html>", {}), "missing", "not answer in JSON"),
        (json_answer([1]), "missing", "not answer with a JSON object"),
        (json_answer([{"id": "m"}]), "ok", "serves m"),  # bare
        ((401, "", {}), "missing", "does not accept $OPENAI_API_KEY"),
    ],
)
def test_an_endpoint_that_answers_otherwise(server, household, monkeypatch, answer, status, part):
    monkeypatch.setenv("OPENAI_API_KEY", "secret\n")  # as from a file
    server.answers["/v1/models"] = answer
    found = list(services.endpoint(household(f"--endpoint.url={server.url}/v1", "--endpoint.model=m")))
    assert found[1].status == status and part in found[1].detail
    assert found[1].command.startswith(("curl", "export", "start the server")) == (status == "missing")


def test_no_proxy_leads_to_an_endpoint_here(server, household, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    server.answers["/v1/models"] = json_answer({"data": [{"id": "m"}]})
    found = list(services.endpoint(household(f"--endpoint.url={server.url}/v1", "--endpoint.model=m")))
    assert found[1].status == "ok"


def test_the_key_does_not_follow_a_redirect(server, household, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    server.answers["/v1/models"] = (302, "", {"Location": f"{server.url}/elsewhere"})
    found = list(services.endpoint(household(f"--endpoint.url={server.url}/v1")))
    assert "status 302" in found[1].detail and [path for path, _ in server.asked] == ["/v1/models"]


def test_a_missing_key_is_a_worry_only_elsewhere(household, monkeypatch):
    monkeypatch.setattr(services, "_get", lambda url, headers: {"data": []})
    here = list(services.endpoint(household("--endpoint.url=http://127.0.0.1:8000/v1")))
    there = list(services.endpoint(household("--endpoint.url=https://models.invalid/v1")))
    assert here[0].status == "ok"
    assert (there[0].status, there[0].command) == ("warn", "export OPENAI_API_KEY=…")


def test_an_address_that_is_none(household, finding):
    found = finding(household("--endpoint.url=file:///etc/passwd", "--endpoint.model=m"), "endpoint.url")
    assert found.status == "missing" and "not an http:// or https:// address" in found.detail


def test_an_agent_is_there_only_as_a_run_would_start_it(household, finding, tmp_path):
    program = tmp_path / "my agent.sh"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)

    def found(line):
        return finding(household(f"--endpoint.url=command:{line}"), "endpoint.url")

    assert found(f"'{program}' -p").status == "ok"
    here = found("'./my agent.sh' -p")
    assert (here.status, here.command) == ("missing", f"give its full path: '{program}'")
    assert found("./no-such-agent").status == "missing"
    unread = found("agent 'open")
    assert (unread.status, unread.command) == ("missing", "correct --endpoint.url")
    assert "cannot be split into words" in unread.detail


def test_environment_server(server, household, finding):
    pytest.importorskip("httpx")
    config = household(f"--env.url={server.url}/")
    port = server.url.rpartition(":")[2]
    absent = finding(config, "env.url")
    assert (absent.status, absent.command) == ("missing", f"skill1 envs serve household --port {port}")

    def serves(**told):
        server.answers["/suite"] = json_answer({"protocol": PROTOCOL, "max_steps": config.env.max_steps, **told})
        return finding(config, "env.url")

    assert "plays 'alfworld'" in serves(name="alfworld", env="alfworld").detail
    assert serves(name="household", env="household").status == "ok"
    # What a run refuses is not ok.
    assert "was started with env.max_steps 3" in serves(name="household", max_steps=3).detail


def test_openenv_server(household, finding):
    pytest.importorskip("websockets")
    from tests.env.openenv_worlds import serving

    config = household().env
    with serving(config) as url:
        assert finding(household(f"--env.url={url}"), "env.url").status == "ok"
        refused = finding(household(f"--env.url={url}", "--env.max_steps=3"), "env.url")
    assert (refused.status, f"env.max_steps {config.max_steps}" in refused.detail) == ("missing", True)
    assert refused.command.endswith("--protocol openenv")


def test_a_server_that_is_down(household, finding):
    found = finding(household("--env.url=http://127.0.0.1:9"), "env.url")
    assert found.status == "missing" and "no environment server answers there" in found.detail


def test_interpreters(household, finding, tmp_path, monkeypatch):
    assert "not a program" in finding(household("--env.python=no-such-python"), "env.python").detail
    old = tmp_path / "old python"
    # Before 3.11 Python knows no -P.
    old.write_text(
        '#!/bin/sh\n[ "$1" = -c ] || { echo "Try python -h" >&2; exit 2; }\n'
        f'exec {sys.executable} -c "import sys; sys.version_info = (3, 10, 4)\n$2"\n'
    )
    old.chmod(0o755)
    assert "Python 3.10; 3.11 or newer" in finding(household(f"--env.python={old}"), "env.python").detail
    monkeypatch.setattr(services, "_VERSION_CODE", "import no_such_module")
    bare = finding(household(f"--env.python={sys.executable}"), "env.python")
    assert bare.status == "missing" and bare.command.startswith(f"{sys.executable} -m pip install skill1")
    broken = tmp_path / "my python"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    found = finding(household(f"--env.python={broken}"), "env.python")
    assert found.command.startswith(f"'{broken}' -m pip install")
    monkeypatch.setattr(services, "_VERSION_CODE", "print('0.1.0')")
    assert finding(household(f"--env.python={sys.executable}"), "env.python").status == "ok"


def test_loggers(household, finding, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert list(services.loggers(household())) == []
    unknown = finding(household("--logging.to=tensorbord"), "loggers")
    assert unknown.status == "missing" and "tensorboard" in unknown.detail
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    (absent,) = services.loggers(household("--logging.to=wandb"))
    assert absent.status == "missing" and absent.command == "pip install 'skill1[wandb]'"


def test_wandb_without_a_key(household, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("skill1.run.loggers.check_loggers", lambda config: None)
    (found,) = services.loggers(household("--logging.to=wandb"))
    assert found.status == "warn" and "wandb login" in found.command
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)  # no home folder
    assert list(services.loggers(household("--logging.to=wandb"))) == [found]
    (found,) = services.loggers(household("--logging.to=wandb", "--logging.offline=true"))
    assert found.status == "ok"
    monkeypatch.setenv("WANDB_API_KEY", KEY)
    (found,) = services.loggers(household("--logging.to=wandb"))
    assert found.status == "ok" and KEY not in repr(found)
