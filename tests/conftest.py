"""What holds for all tests: nothing is read from or left in the home of whoever runs them."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_state_folder(tmp_path_factory):
    """Runs that are made here are noted as the user's own (skill1.trust), in a folder that goes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield
