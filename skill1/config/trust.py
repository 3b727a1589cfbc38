"""What a run or library from someone else may decide on this machine: nothing that chooses code, programs or addresses.

A run's configuration can name a module to import, a program to start or a server that gets a key. Such settings hold if
the user typed them: now, on the command line, or before, when a run with them was made here (a record is kept under
``$XDG_STATE_HOME/skill1/accepted``) or by ``skill1 trust``. Takes configurations, imports nothing of what they name.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from skill1.config import EndpointConfig, EnvConfig, Skill1Config
from skill1.config.configuration import method_sections
from skill1.config.load import load_run_config, parse_overrides
from skill1.config.mixture import MIXTURE, is_mixture, members
from skill1.errors import UntrustedError, quoted

OWN_FAMILIES = ("textarena",)  # prefixes of environment names that are skill1's own; a test compares
COMMAND = "command:"  # of endpoint.url
ON_THIS_MACHINE = ("tensorboard",)  # loggers that send nothing
ADDRESSES = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class Claim:
    """A setting that runs code, starts a program or reaches another machine.

    ``keys``: those that say it, all of which have to be typed. ``place``: where the code or program lies here, so that
    another file of the same name is another claim.
    """

    keys: tuple[str, ...]
    setting: str
    effect: str
    place: str = ""

    def __str__(self) -> str:
        text = f"{self.setting}: {self.effect}" + (f" ({self.place})" if self.place else "")
        return "".join(c if c.isprintable() else "\ufffd" for c in text)  # on one line, whatever the file holds


def load_own_config(path: str | os.PathLike[str], overrides: Iterable[str] = ()) -> Skill1Config:
    """The configuration of a run that is to be carried out; :func:`skill1.config.load.load_run_config` only reads it.

    Raises:
        UntrustedError: it asks for something that the user has not typed.
        ConfigError: as for reading it.
    """
    overrides = list(overrides)
    config = load_run_config(path, overrides)
    require_trust(claims(config), path, typed=parse_overrides(overrides))
    return config


def require_trust(
    asked: Iterable[Claim], origin: str | os.PathLike[str], typed: Iterable[str] = (), *, is_run: bool = True
) -> None:
    """Refuse what a file asks for, unless its keys are in ``typed`` or it was accepted before.

    ``is_run``: the file is a run's or a library, which `skill1 trust` reads.

    Raises:
        UntrustedError: naming the file, each setting and what to type.
    """
    known = set(typed)
    # All keys of a claim, not one: with a typed address, the file could still choose the variable whose secret
    # goes there.
    refused = [claim for claim in asked if not known.issuperset(claim.keys) and not is_accepted(claim)]
    if refused:
        listed = "\n".join(f"  {claim}" for claim in refused)
        keys = " ".join(dict.fromkeys(f"--{key} VALUE" for claim in refused for key in claim.keys))
        trust = f", or accept all of them: skill1 trust {quoted(origin)}" if is_run else ""
        raise UntrustedError(
            f"{origin} asks for settings that could run code or reach another machine, and that you did not "
            f"type:\n{listed}\n"
            f"If you know who made it and want this, type it yourself: {keys}{trust}"
        )


def claims(config: Skill1Config) -> tuple[Claim, ...]:
    """Everything of this kind in a configuration."""
    found = (
        *_environment_claims(config.env),
        *_endpoint_claims(config.endpoint),
        *_teacher_claims(config.teacher),
        *_method_claims(config),
        *encoder_claims(config.library.encoder),
        *_cluster_claims(config),
        *_logger_claims(config),
    )
    # Environments of a mixture claim the same where they share a setting.
    return tuple(dict.fromkeys(found))


def shard_claims(config: Skill1Config, run: str | os.PathLike[str]) -> tuple[Claim, ...]:
    """What only training from its checkpoints asks: verl loads its shards of weights and optimizer as pickles."""
    if config.backend != "verl":
        return ()
    effect = "loads pickles from the checkpoints of this run, which can run code"
    return (Claim(("backend",), "backend = verl", effect, os.path.realpath(run)),)


def encoder_claims(name: str | None) -> tuple[Claim, ...]:
    """A server of embeddings gets texts and a key. Names of models choose no code: see ``models.files``."""
    if name is None or not name.startswith(ADDRESSES):
        return ()
    return (Claim(("library.encoder",), f"library.encoder = {name}", "sends texts and $OPENAI_API_KEY there"),)


def environment_claims(name: str) -> tuple[Claim, ...]:
    """A ``module:Class`` that is neither announced by a package nor ours."""
    family, colon, _ = name.partition(":")
    if not colon or family in OWN_FAMILIES:
        return ()
    return (Claim(("env.name",), f"env.name = {name}", f"imports the module {family}", _module_place(family)),)


def accept(asked: Iterable[Claim]) -> None:
    """Remember that the user wants these. Where nothing can be written, the question comes again."""
    for claim in asked:
        with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: this user has no home
            file = _record(claim)
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Only the name of the file counts; its text is for people, who delete it to take an acceptance back.
            file.write_text(f"{claim}\n", encoding="utf-8")


def is_accepted(claim: Claim) -> bool:
    """Whether the user typed this setting on this machine before."""
    try:
        return _record(claim).is_file()
    except (OSError, RuntimeError):
        return False


def records_folder() -> Path:
    """``skill1/accepted`` of the user's state folder: $XDG_STATE_HOME, or ~/.local/state."""
    folder = os.environ.get("XDG_STATE_HOME")
    return (Path(folder) if folder else Path.home() / ".local" / "state") / "skill1" / "accepted"


def _record(claim: Claim) -> Path:
    # Without the keys: a setting means the same whether it is shared or of one environment of several. No text of
    # a configuration and no path holds a null character, so two claims never read alike. A path that is not UTF-8
    # holds half surrogates.
    text = "\0".join((claim.setting, claim.place))
    return records_folder() / hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _environment_claims(env: EnvConfig) -> Iterator[Claim]:
    for member in members(env):
        own = member.env
        yield from environment_claims(member.name)

        def key(name: str, member=member) -> str:
            # To be typed is the key that sets it: the environment's own, or the shared one.
            is_own = is_mixture(env) and name in env.mixture.get(member.name, {})
            return f"{MIXTURE}{member.name}.{name}" if is_own else f"env.{name}"

        if own.python:
            setting = f"env.python = {own.python}"
            yield Claim((key("python"),), setting, "starts this program", _program_place(own.python))
        if own.url:
            yield Claim((key("url"),), f"env.url = {own.url}", "plays on that server")
        if own.retriever:
            yield Claim((key("retriever"),), f"env.retriever = {own.retriever}", "sends search queries there")
        # Our own simulator and index read such a folder as data.
        if own.data and (own.engine != "native" or own.search != "builtin"):
            effect = "is read by another project's engine, which may run code in it"
            yield Claim((key("data"),), f"env.data = {own.data}", effect, os.path.abspath(own.data))


def _method_claims(config: Skill1Config) -> Iterator[Claim]:
    """Servers that methods have besides the endpoint and the teacher."""
    for name, own in method_sections().items():
        for url_key, variable_key in own.servers:
            section = getattr(config, name)
            url, variable = getattr(section, url_key), getattr(section, variable_key)
            if url is None:
                continue
            keys = [f"{name}.{url_key}"]
            keys += [f"{name}.{variable_key}"] * (variable != EndpointConfig.api_key_variable)
            setting = f"{name}.{url_key} = {url}, {name}.{variable_key} = {variable}"
            yield Claim(tuple(keys), setting, f"sends prompts and ${variable} there")


def _endpoint_claims(endpoint: EndpointConfig) -> Iterator[Claim]:
    url = endpoint.url
    if not url:
        return
    variable = endpoint.api_key_variable
    is_default = variable == EndpointConfig.api_key_variable
    # The default variable need not be typed: it is what a typed address means by itself.
    keys = ("endpoint.url",) if is_default else ("endpoint.url", "endpoint.api_key_variable")
    # Address and variable make one claim: what was accepted with one key is asked about again with another.
    setting = f"endpoint.url = {url}, endpoint.api_key_variable = {variable}"
    if url.startswith(COMMAND):
        place = _program_place(*_words(url.removeprefix(COMMAND))[:1])
        yield Claim(keys, setting, f"starts this program, which gets ${variable}", place)
    else:
        yield Claim(keys, setting, f"sends prompts and ${variable} there")


def _teacher_claims(teacher: Any) -> Iterator[Claim]:
    if teacher.kind != "service":
        return
    own = [name for name in ("url", "api_key_variable") if getattr(teacher, name) is not None]
    setting = ", ".join(f"teacher.{name} = {getattr(teacher, name)}" for name in ("kind", "service", *own))
    # Another service than a typed kind means by itself: the file chooses the address, or which key goes there.
    named = ["service"] if teacher.service != type(teacher).service else []
    keys = tuple(f"teacher.{name}" for name in ("kind", *named, *own))
    yield Claim(keys, setting, "sends episodes and a key there")


def _cluster_claims(config: Skill1Config) -> Iterator[Claim]:
    if config.backend != "verl":
        return
    if config.cluster.ray_address:
        setting = f"cluster.ray_address = {config.cluster.ray_address}"
        yield Claim(("cluster.ray_address",), setting, "joins that Ray cluster, which can run code here")
    for path, value in config.verl.items():
        yield Claim(
            (f"verl.{path}",), f"verl.{path} = {value!r}", "is passed to verl, which can load code with it"
        )


def _logger_claims(config: Skill1Config) -> Iterator[Claim]:
    names = [name.strip() for name in config.logging.to.split(",")]
    sending = [name for name in names if name and name not in ON_THIS_MACHINE]
    if sending:
        yield Claim(("logging.to",), f"logging.to = {config.logging.to}", f"sends figures to {', '.join(sending)}")


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)  # as `evaluate.command` does
    except ValueError:  # an open quote: it is refused there
        return []


def _program_place(program: str = "") -> str:
    """Where a program lies, from any folder: a relative path means another program elsewhere."""
    return os.path.abspath(shutil.which(program) or program) if program else ""


def _module_place(module: str) -> str:
    """The file or folder that an import of the module would take, found without importing anything."""
    # The topmost package only: to find a module inside, Python would import what is around it.
    top = module.partition(".")[0]
    try:
        spec = PathFinder.find_spec(top, [*sys.path, os.getcwd()])  # as env.loading looks
    except (ImportError, ValueError, OSError):
        return ""
    if spec is None:
        return ""
    return os.path.realpath(spec.origin or next(iter(spec.submodule_search_locations or ()), ""))
