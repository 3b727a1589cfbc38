"""OpenEnv servers in a thread of this process, and episodes for their clients to play again.

Those are of ALFWorld and WebShop: what our own engine shows and pays for each action.
"""

import contextlib
import functools
import threading
from dataclasses import dataclass

import numpy as np
import uvicorn

from skill1.config import EnvConfig
from skill1.config.load import load_config
from skill1.env.openenv import ServedSuite
from skill1.env.openenv_server import make_openenv_app
from skill1.env.registry import make_suite
from skill1.env.serve import listen
from skill1.schema import AgentView, Turn
from tests.documented.extract import ROOT

EPISODES = 20
BUY = "click[buy now]"
SHARE_ERRING = 3  # each third episode is left early or errs, so that rewards differ


@contextlib.contextmanager
def serving_app(app):
    """The address (openenv://…) of an application while it answers on a free port."""
    with listen(0) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield f"openenv://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def serving(config: EnvConfig):
    """The address of the OpenEnv server of a suite."""
    return serving_app(make_openenv_app(ServedSuite(make_suite(config), config, threading.Lock())))


@dataclass(frozen=True)
class Play:
    """One episode: where it begins, what was done, what was seen, what it paid."""

    split: str
    index: int
    actions: tuple[str, ...]
    texts: tuple[str, ...]  # what reset and each action showed
    reward: float  # r: the clipped sum
    done: bool


def config_of(name):
    """As `skill1 envs serve NAME --env.data data/NAME` plays it."""
    overrides = ["--env.name", name, "--env.data", str(ROOT / "data" / name)]
    return load_config(f"{name}/base", overrides).env


@functools.cache
def plays(name):
    """Twenty episodes of the splits in turn, played here by the environment's own expert."""
    suite = make_suite(config_of(name))
    splits = [split for split in suite.splits() if "disjoint" not in split]
    places = [(splits[k % len(splits)], k // len(splits)) for k in range(3 * EPISODES)]
    places = [(split, index) for split, index in places if index < suite.splits()[split]]
    if len(places) < EPISODES:
        places *= 2
    return [
        _play(suite, split, index, (k + k // SHARE_ERRING) % SHARE_ERRING == 2)
        for k, (split, index) in enumerate(places[:EPISODES])
    ]


def _play(suite, split, index, errs):
    config = config_of(suite.name)
    env, task = suite.make(split), suite.tasks(split)[index]
    expert, rng = suite.expert(env, "oracle"), np.random.default_rng(index)
    first = seen = env.reset(task_index=index)
    actions, texts, turns, total, done = [], [first.text], [], 0.0, False
    while not done:
        view = AgentView(task, first.text, seen, config.max_steps, turns=tuple(turns))
        action = expert.answer("act", view, rng)
        if errs and len(actions) >= 2:
            listed = [action for action in seen.admissible if action != "help"]  # no tool says it
            at_random = listed[int(rng.integers(len(listed)))]
            action = BUY if BUY in seen.admissible else at_random  # whatever it is: pays in part
        before, (seen, reward, terminated, truncated, _) = seen, env.step(action)
        actions.append(action)
        texts.append(seen.text)
        turns.append(Turn(before.text, action, True, float(reward)))
        total, done = total + reward, terminated or truncated
        if errs and len(actions) == 12:
            break
    env.close()
    return Play(split, index, tuple(actions), tuple(texts), min(1.0, max(0.0, total)) if done else 0.0, done)
