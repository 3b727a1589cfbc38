"""One real run for all tests of the viewer; a test that changes it takes a copy."""

from __future__ import annotations

import shutil

import pytest

from skill1.report import open_view
from tests.report.builders import make_run


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    return make_run(tmp_path_factory.mktemp("viewer"))


@pytest.fixture
def run(made, tmp_path):
    return shutil.copytree(made, tmp_path / "run")


@pytest.fixture
def view(run):
    """It looks at the files at every call."""
    return open_view(run, share=1)
