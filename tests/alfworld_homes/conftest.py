"""Tests that read the alfworld package are skipped where it is not installed."""

from tests.alfworld_generate.conftest import pytest_collection_modifyitems  # noqa: F401
