"""What answers from outside this process: environment server, model endpoint, other interpreter, loggers.

Answers are read as data and cut at one MiB; keys go to the endpoint only, never into a finding.
"""

from __future__ import annotations

import http.client
import json
import netrc
import os
import shutil
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from skill1.config import Skill1Config
from skill1.config.address import base_address
from skill1.config.trust import COMMAND
from skill1.env.openenv_client import is_openenv
from skill1.env.registry import opened_suite
from skill1.env.service import Finding
from skill1.env.workers import command_of
from skill1.errors import ConfigError, MissingExtraError, Skill1Error, quoted
from skill1.evaluate.command import endpoint_command

ANSWER_TIMEOUT_S = 3.0
LONGEST_ANSWER = 1 << 20
INTERPRETER_TIMEOUT_S = 20.0
OWN_MACHINE = ("127.0.0.1", "localhost", "::1")
WANDB_HOST = "api.wandb.ai"
_VERSION_CODE = (
    "import sys; v = sys.version_info; v < (3, 11) and sys.exit('Python %d.%d; 3.11 or newer is needed' % v[:2]); "
    "import skill1; print(skill1.__version__)"
)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A key meant for one host is not carried to another."""

    def redirect_request(self, *arguments: Any, **named: Any) -> None:
        return None


def interpreter(config: Skill1Config) -> Iterator[Finding]:
    """Whether ``env.python`` starts and has skill1, which the environment workers are."""
    python = config.env.python
    if not python:
        return
    (program, *_), variables = command_of(config.env)
    path = shutil.which(program)
    if path is None:
        yield Finding("env.python", "missing", f"{python} is not a program", "set --env.python to an interpreter")
        return
    try:
        done = subprocess.run(
            [path, "-c", _VERSION_CODE],
            capture_output=True,
            text=True,
            # As the workers' -P, at which a Python before 3.11 would only stop: this folder is no place to import from.
            env=variables | {"PYTHONSAFEPATH": "1"},
            timeout=INTERPRETER_TIMEOUT_S,
        )
    except (OSError, subprocess.SubprocessError) as error:
        yield Finding("env.python", "missing", f"{path} does not answer: {error}", f"{quoted(path)} --version")
        return
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no message"])[-1][:200]
        command = f"{quoted(path)} -m pip install skill1, or set --env.python to another interpreter"
        yield Finding("env.python", "missing", f"{path} has no skill1: {reason}", command)
    else:
        yield Finding("env.python", "ok", f"{path} with skill1 {done.stdout.strip()[:40]}")


def environment_server(config: Skill1Config) -> Iterator[Finding]:
    """Whether the server at ``env.url`` is one that a run with this configuration would play on."""
    url, name = config.env.url, config.env.name
    if not url:
        return
    protocol = " --protocol openenv" if is_openenv(url) else ""
    try:
        with opened_suite(replace(config.env, timeout_s=ANSWER_TIMEOUT_S)):
            yield Finding("env.url", "ok", f"{url} serves {name}")
    except Skill1Error as error:
        yield Finding("env.url", "missing", str(error), f"skill1 envs serve {name} --port {_port(url)}{protocol}")


def _port(url: str) -> int | str:
    try:
        return urllib.parse.urlsplit(url).port or "P"
    except ValueError:  # not a number
        return "P"


def endpoint(config: Skill1Config) -> Iterator[Finding]:
    """Whether ``endpoint.url`` lists its models, the named one among them, and whether the key is there."""
    chosen = config.endpoint
    if not chosen.url:
        return
    if chosen.url.startswith(COMMAND):
        try:
            yield _program_finding(endpoint_command(chosen).arguments[0])
        except ConfigError as error:
            yield Finding("endpoint.url", "missing", str(error), "correct --endpoint.url")
        return
    key = os.environ.get(chosen.api_key_variable, "").strip()  # a secret from a file often ends with a line break
    yield _key_finding(chosen.url, chosen.api_key_variable, bool(key))
    models_url = f"{base_address(chosen.url)}/models"
    command = f"curl {models_url}"
    answer = _get(models_url, {"Authorization": f"Bearer {key}"} if key else {})
    if answer in LISTS_NOTHING and chosen.model is not None:
        detail = f"{chosen.url} lists no models, so it is not known whether it serves {chosen.model}"
        trial = "skill1 eval URL --endpoint.model NAME --env E --library none --limit 1"
        yield Finding("endpoint.url", "warn", detail, trial)
        return
    if answer in REFUSED:
        detail = f"{chosen.url} {answer}: it does not accept ${chosen.api_key_variable}"
        yield Finding("endpoint.url", "missing", detail, f"export {chosen.api_key_variable}=KEY")
        return
    if isinstance(answer, str):
        yield Finding("endpoint.url", "missing", f"{chosen.url} {answer}", f"start the server, then {command}")
        return
    models = [str(entry.get("id")) for entry in answer.get("data") or () if isinstance(entry, dict)]
    if chosen.model is None:
        detail = f"{chosen.url} answers, but endpoint.model names none of: {', '.join(models[:8])}"
        yield Finding("endpoint.url", "missing", detail, f"use --endpoint.model {models[0] if models else 'NAME'}")
    # A server that lists no models may still serve the one that is named.
    elif models and chosen.model not in models:
        detail = f"{chosen.url} does not list {chosen.model!r}; it lists {', '.join(models[:8])}"
        yield Finding("endpoint.url", "missing", detail, f"use --endpoint.model {models[0]}")
    else:
        yield Finding("endpoint.url", "ok", f"{chosen.url} serves {chosen.model}")


def _program_finding(program: str) -> Finding:
    if shutil.which(program) is None:
        return Finding("endpoint.url", "missing", f"there is no program {program}", "install it, or name its path")
    # Not a bare name, which is looked up in PATH.
    if os.sep in program and not os.path.isabs(program):
        detail = f"{program} is in this folder, but a command runs in a scratch folder"
        return Finding(
            "endpoint.url", "missing", detail, f"give its full path: {quoted(os.path.abspath(program))}"
        )
    return Finding("endpoint.url", "ok", f"{program} is there")


def _key_finding(url: str, variable: str, is_set: bool) -> Finding:
    if is_set:
        return Finding("api key", "ok", f"${variable} is set")
    if urllib.parse.urlsplit(url).hostname in OWN_MACHINE:
        return Finding("api key", "ok", f"${variable} is not set; a server on this machine rarely asks for one")
    return Finding("api key", "warn", f"${variable} is not set", f"export {variable}=…")


# A server that answers so is there, but has no such page; none is required of it.
LISTS_NOTHING = tuple(f"answers with status {status}" for status in (404, 405, 501))
REFUSED = tuple(f"answers with status {status}" for status in (401, 403))


def _get(url: str, headers: Mapping[str, str] = {}) -> Mapping[str, Any] | str:
    """The JSON object at an address, or what went wrong, to follow the address in a sentence."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https"):
        return "is not an http:// or https:// address"
    # As a run asks it: no proxy leads to this machine.
    direct = [urllib.request.ProxyHandler({})] if parts.hostname in OWN_MACHINE else []
    opener = urllib.request.build_opener(_NoRedirects, *direct)
    try:
        with opener.open(urllib.request.Request(url, headers=dict(headers)), timeout=ANSWER_TIMEOUT_S) as reply:
            answer = json.loads(reply.read(LONGEST_ANSWER))
    except urllib.error.HTTPError as error:
        return f"answers with status {error.code}"
    except (OSError, http.client.HTTPException) as error:
        return f"cannot be reached: {getattr(error, 'reason', error)}"
    except (ValueError, RecursionError):
        return "does not answer in JSON"
    if isinstance(answer, list) and all(isinstance(entry, dict) for entry in answer):
        return {"data": answer}  # some servers list their models bare
    return answer if isinstance(answer, dict) else "does not answer with a JSON object"


def loggers(config: Skill1Config) -> Iterator[Finding]:
    """Whether the loggers of ``logging.to`` are installed, and wandb logged in."""
    if not config.logging.to:
        return
    from skill1.run.loggers import check_loggers

    names = f"logging.to = {config.logging.to}"
    try:
        check_loggers(config)
    except MissingExtraError as error:
        detail, _, command = str(error).partition(" Type: ")
        yield Finding("loggers", "missing", detail, command)
        return
    except ConfigError as error:
        yield Finding("loggers", "missing", str(error), "correct --logging.to or leave it out")
        return
    if "wandb" in config.logging.to and not config.logging.offline and not _has_wandb_key():
        detail = f"{names}: no wandb key was found here"
        yield Finding("loggers", "warn", detail, "wandb login, or use --logging.offline true")
    else:
        yield Finding("loggers", "ok", f"{names}: installed")


def _has_wandb_key() -> bool:
    if os.environ.get("WANDB_API_KEY") or os.environ.get("WANDB_MODE") in ("offline", "disabled"):
        return True
    try:
        return netrc.netrc(Path.home() / ".netrc").authenticators(WANDB_HOST) is not None
    except (OSError, RuntimeError, netrc.NetrcParseError):  # RuntimeError: this user has no home
        return False
