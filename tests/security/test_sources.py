"""What the sources may not do, whoever writes them: load pickles, run code that a file names, trust a model's code."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(path for folder in ("skill1", "envs/skill1_envs") for path in (ROOT / folder).rglob("*.py"))
FORBIDDEN_MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal"}
FORBIDDEN_CALLS = {
    "torch.load",
    "faiss.read_index",
    "yaml.unsafe_load",
    "yaml.full_load",
    "eval",
    "exec",
    "os.system",
    "os.popen",
    "subprocess.getoutput",
}
# Reading a run's configuration is harmless, carrying it out is not: for that there is trust.load_own_config.
READERS = {
    "skill1/cli/evaluation.py",  # what differs from the run, for the name of the result
    "skill1/cli/doctor.py",
    "skill1/cli/sharing.py",  # trust: lists what is asked, carries out nothing
    "skill1/cli/viewer.py",  # health: reads limits, makes nothing
    "skill1/config/load.py",
    "skill1/doctor/parts.py",
    "skill1/evaluate/provenance.py",
    "skill1/evaluate/transfer.py",
    "skill1/evaluate/matrix.py",  # hashes of its prompts; what plays a cell asks
    "skill1/run/locate.py",  # says so to its callers, who ask
    "skill1/run/directory.py",
    "skill1/train/internalise.py",  # whether there is a library; what plays it asks
    "skill1/train/fork.py",  # what differs; the fork's own configuration was asked about
    "skill1/recipes/sweep.py",
    "skill1/train/verl/agent_loop.py",  # of the run that its trainer was started for, who asked
    "skill1/share/hub.py",  # the name of the method, for the model card
    "skill1/config/trust.py",
}


def short(path):
    return path.relative_to(ROOT).as_posix()


def calls(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


@pytest.mark.parametrize("path", SOURCES, ids=short)
def test_no_pickles_no_evaluated_text_and_no_trust_in_foreign_code(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not FORBIDDEN_MODULES & {name.partition(".")[0] for name in names}, path
    for name, call in calls(tree):
        assert name not in FORBIDDEN_CALLS, (path, name)
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        for switch in ("allow_pickle", "trust_remote_code", "shell"):
            value = given.get(switch)
            assert value is None or (isinstance(value, ast.Constant) and value.value is False), (path, switch)
        if name == "yaml.load":
            assert ast.unparse(given["Loader"]) in ("_Loader", "reader", "yaml.SafeLoader", "yaml.CSafeLoader"), (
                path
            )
        if name.endswith((".from_pretrained", "SentenceTransformer")) and "GenerationConfig" not in name:
            assert "trust_remote_code" in given, (path, name)


def test_a_runs_configuration_is_carried_out_only_after_it_was_asked_about():
    readers = {
        short(path)
        for path in SOURCES
        if any(
            name.rpartition(".")[2] == "load_run_config"
            for name, _ in calls(ast.parse(path.read_text(encoding="utf-8")))
        )
    }
    assert readers <= READERS, "new readers: use trust.load_own_config if the configuration is to be carried out"
