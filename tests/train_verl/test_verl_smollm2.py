"""The run that is started by hand has a configuration that loads; whether it learns is told by its own figures."""

from pathlib import Path


def test_what_the_script_types_is_a_configuration(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    import run_smollm2

    from skill1.config.load import load_config

    config = load_config("alfworld/smollm2/cluster", run_smollm2.options(run_smollm2.SMALL))
    assert (config.backend, config.train.steps) == ("verl", run_smollm2.STEPS)
