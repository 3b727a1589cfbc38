"""With ``pytest -n``, each process takes pages: the commands of one follow each other in a folder of their own."""

import pytest


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    from xdist.scheduler import LoadScopeScheduling

    class ByPage(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return nodeid.partition("[")[2].partition(":")[0] or nodeid

    return ByPage(config, log)
