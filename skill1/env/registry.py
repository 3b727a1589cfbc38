"""Where an environment plays: in this process, in worker processes, or on a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields

from skill1.config import EnvConfig
from skill1.config.mixture import check_mixture, is_mixture
from skill1.config.registry import SUITES
from skill1.config.values import checked, kinds_of
from skill1.env.border import GuardedSuite
from skill1.env.http_suite import HttpSuite
from skill1.env.loading import is_family_member, load_suite, suite_class, suite_target, suite_targets
from skill1.env.mixture import MixtureSuite
from skill1.env.openenv_client import is_openenv
from skill1.env.openenv_suite import OpenEnvSuite
from skill1.env.protocol import Suite, close_suite
from skill1.env.workers import WorkerSuite

__all__ = ["make_suite", "opened_suite", "suite_class", "suite_target", "suite_targets"]


def make_suite(config: EnvConfig) -> Suite:
    """The suite named by ``config.name``, played where ``config`` says: ``url``, else ``workers`` or ``python``.

    Several names make one suite of several (:class:`skill1.env.mixture.MixtureSuite`), each played as it says itself.
    An ``engine`` that is not ours, and TextArena's games, always play in workers: they may hang, crash, or print.

    Raises:
        ConfigError: no such environment (names the nearest and lists all), its module cannot be imported, its workers
            cannot start, its server does not answer, or a key that chooses has none of its values.
    """
    # Made in Python it is not checked yet, and environments would take any word for one of theirs.
    for own in fields(config):
        value = getattr(config, own.name)
        # Of a key that chooses, `kinds_of` lists the words; of any other, types.
        if value != own.default and str in map(type, kinds_of(EnvConfig, own.name)):
            checked(EnvConfig, own.name, value, f"env.{own.name}")
    check_mixture(config.mixture)
    if is_mixture(config):
        return MixtureSuite(config, make_suite)
    suite = _placed(config)
    # Our own suites are held to the contract by tests; what others answer, and any server, is checked while they play.
    return suite if config.name in SUITES and not config.url else GuardedSuite(suite, config.name)


def _placed(config: EnvConfig) -> Suite:
    # First: where a server plays, its own settings say in which process.
    if config.url:
        return OpenEnvSuite(config) if is_openenv(config.url) else HttpSuite(config)
    if config.workers or config.python or config.engine != "native" or is_family_member(config.name):
        return WorkerSuite(config)
    return load_suite(config)


@contextmanager
def opened_suite(config: EnvConfig) -> Iterator[Suite]:
    """A suite for the length of a block: its processes and connections end with it."""
    suite = make_suite(config)
    try:
        yield suite
    finally:
        close_suite(suite)
