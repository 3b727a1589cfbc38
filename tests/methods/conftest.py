"""One tiny random policy for the tests of methods that train."""

import pytest

pytest.importorskip("torch")


@pytest.fixture(scope="session")
def tiny(tmp_path_factory):
    from tests.rollout.tiny_world import tiny_policy

    return tiny_policy(tmp_path_factory.mktemp("methods") / "tiny")
