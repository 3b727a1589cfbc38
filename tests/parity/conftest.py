"""A tiny policy, the recorded answers with their log-probs under it, and the run of the local backend."""

from __future__ import annotations

import functools
import importlib.util

import pytest

if (
    importlib.util.find_spec("transfer_queue") is not None
):  # comes with verl; without it every test here is skipped
    from parity_replay import Replay, Scored, read_answers
    from parity_runs import credited_as, make_library, make_policy, parity_config, run_locally

    from skill1.policy.load import load_model
    from skill1.policy.tokens import Tokens


@pytest.fixture(scope="session")
def policy(tmp_path_factory):
    return make_policy(tmp_path_factory.mktemp("parity") / "policy")


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    return make_library(tmp_path_factory.mktemp("stocked") / "library.sqlite")


@pytest.fixture(scope="session")
def tokens(policy):
    return Tokens.load(policy)


@pytest.fixture(scope="session")
def answers(policy, library, tokens, tmp_path_factory):
    """Recorded answers; log-probs are those of the start weights, so the second step is a little off policy."""
    config = parity_config(policy, library)
    model = load_model(config.model, policy)
    scored = Scored(read_answers(tokens), tokens, model, config.sampling.temperature)
    with pytest.MonkeyPatch.context() as patch:
        run_locally(config, tmp_path_factory.mktemp("scored") / "run", scored, patch)
    return scored.scored


@pytest.fixture(scope="session")
def local_run(policy, library, tokens, answers, tmp_path_factory):
    """Folder of the local run and the samples of its steps."""
    folder = tmp_path_factory.mktemp("local") / "run"
    with pytest.MonkeyPatch.context() as patch:
        return folder, run_locally(parity_config(policy, library), folder, Replay(answers, tokens), patch)


@pytest.fixture(scope="session")
def samples_of(policy, library, tokens, answers, tmp_path_factory):
    """Credit by its name in ``parity_runs.CREDITS`` → samples of the second step."""

    @functools.cache
    def samples(credit: str):
        config = parity_config(policy, library, *credited_as(credit))
        with pytest.MonkeyPatch.context() as patch:
            return run_locally(config, tmp_path_factory.mktemp(credit) / "run", Replay(answers, tokens), patch)[1]

    return samples


@pytest.fixture(scope="session")
def cluster_run(policy, library, answers, tmp_path_factory):
    """Folder of the same run on two ranks of the cluster backend, and its trainer, still alive."""
    from parity_cluster import played_on_cluster

    config = parity_config(policy, library, cluster=True)
    with played_on_cluster(config, tmp_path_factory.mktemp("cluster") / "run", answers) as run:
        yield run
