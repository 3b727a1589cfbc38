"""The shape of the code base: imports point one way, light modules stay light, files and functions stay small."""

import ast
import graphlib
import itertools
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (ROOT / "skill1", ROOT / "envs" / "skill1_envs")
LONGEST_FILE = 500
LONGEST_FUNCTION = 60
HEAVY = (
    *("torch", "transformers", "faiss", "sentence_transformers"),
    *("ray", "vllm", "verl", "openai", "hydra", "omegaconf"),
)

# What everything stands on, lowest first: none of these imports what is named later or nowhere here. Above them only
# circles are forbidden.
GROUND = ("schema", "errors", "config", "models", "run")
FOR_ENVIRONMENTS = {"schema", "errors", "config", "env.protocol", "env.service", "env.wording", "library.encoder"}
BENCHMARKS = re.compile("alfworld|webshop", re.IGNORECASE)
# Of skill1/, what names a benchmark: a reader of another project's files, whose default environment it is.
NAMING_BENCHMARKS = {"skill1/methods/skillrl/rust_edition.py"}
# The registry, and the table of published step times.
NAMING_METHODS = {"skill1/config/registry.py", "skill1/plan/hours.py"}
LIGHT = (
    "skill1",
    "skill1.schema",
    "skill1.errors",
    "skill1.config",
    "skill1.config.load",
    "skill1.run.directory",
    "skill1.env",
    "skill1.env.registry",
    "skill1.env.check",
    "skill1.agent",
    "skill1.agent.profile",
    "skill1.policy.endpoint",
    "skill1.library.formats",
    "skill1.report",
    "skill1.report.server",
    "skill1.credit",
    "skill1.doctor",
    "skill1.cli",
    "skill1.cli.training",
    "skill1.cli.evaluation",
    "skill1.cli.library",
    "skill1.cli.envs",
    "skill1.cli.doctor",
    "skill1.cli.compare",
    "skill1.cli.plan",
    "skill1.cli.retriever",
    "skill1.evaluate.uplift",
    "skill1.cli.viewer",
    "skill1.train.verl.overlay",
)

SOURCES = sorted(path for package in PACKAGES for path in package.rglob("*.py"))


def short(path):
    return path.relative_to(ROOT).as_posix()


def run_python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


def part_of(path):
    """The name directly below ``skill1/`` that a file belongs to."""
    return path.relative_to(ROOT / "skill1").parts[0].removesuffix(".py")


def part_of_ground(path):
    return path.is_relative_to(PACKAGES[0]) and part_of(path) in GROUND


@cache
def syntax(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def modules_of(node):
    """What a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


@cache
def imported_modules(path):
    return [module for node in ast.walk(syntax(path)) for module in modules_of(node)]


def imported_when_run(path):
    """The same without what is imported for type checkers only."""
    nodes, found = [syntax(path)], []
    while nodes:
        node = nodes.pop()
        found += modules_of(node)
        is_for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        nodes += node.orelse if is_for_types else ast.iter_child_nodes(node)
    return found


def package_of(name, modules):
    """The package of a module that exists, or of an attribute's module; None for what is not ours."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name if not name or modules[name].name == "__init__.py" else name.rpartition(".")[0]


def test_packages_import_each_other_in_no_circle():
    """Imports inside functions count, those for type checkers do not; names in a registry are no imports."""
    modules = {}
    for root in PACKAGES:
        for path in root.rglob("*.py"):
            parts = (root.name, *path.relative_to(root).with_suffix("").parts)
            modules[".".join(parts).removesuffix(".__init__")] = path
    arrows = {}
    for name, path in modules.items():
        own = package_of(name, modules)
        if own != "skill1":  # its lazy attributes reach everywhere, by name
            found = {package_of(module, modules) for module in imported_when_run(path)}
            arrows.setdefault(own, set()).update(found - {own, "", "skill1"})
    assert {"skill1.train", "skill1.methods.skillrl", "skill1_envs.webshop"} <= arrows.keys()
    assert arrows["skill1.train"] >= {"skill1.credit", "skill1.rollout"}  # the graph is not empty
    graphlib.TopologicalSorter(arrows).prepare()  # raises CycleError, which names the circle


@pytest.mark.parametrize("path", [p for p in SOURCES if part_of_ground(p)], ids=short)
def test_the_ground_stands_on_nothing_above_it(path):
    own = GROUND.index(part_of(path))
    for module in imported_when_run(path):
        top, _, rest = module.partition(".")
        if top == "skill1" and (part := rest.split(".")[0]) and (ROOT / "skill1" / part).exists():
            assert part in GROUND and GROUND.index(part) <= own, f"{path} imports {module}"


@pytest.mark.parametrize("path", [p for p in SOURCES if p.is_relative_to(PACKAGES[1])], ids=short)
def test_environments_import_only_the_contract(path):
    outside = sys.stdlib_module_names | {"numpy", "skill1_envs"}
    for module in imported_modules(path):
        top, _, rest = module.partition(".")
        fine = top in outside or (
            top == "skill1" and any(f"{rest}.".startswith(f"{a}.") for a in FOR_ENVIRONMENTS)
        )
        assert fine, f"{path} imports {module}"


def test_environments_own_themselves():
    """skill1/ knows environments by what they offer: no source of it names a benchmark or imports one."""
    sources = [path for path in SOURCES if path.is_relative_to(PACKAGES[0])]
    naming = {short(path) for path in sources if BENCHMARKS.search(path.read_text(encoding="utf-8"))}
    assert naming == NAMING_BENCHMARKS, f"{sorted(naming)} name a benchmark; ask the suite instead"
    for path in sources:
        for module in imported_modules(path):
            inner = module.removeprefix("skill1_envs.")
            assert inner == module or inner.isupper(), f"{path} imports {module}; only the tables of skill1_envs"


def test_methods_are_rooms():
    """Outside its folder a method that has one is known to the registry alone, which everything else asks."""
    rooms = {path.parent.name for path in (ROOT / "skill1" / "methods").glob("*/settings.py")} - {"teacher"}
    assert rooms >= {"skillrl", "skillpro", "skillopt", "retroagent"}
    named = re.compile("|".join(f"{name[:5]}-?{name[5:]}" for name in rooms), re.IGNORECASE)  # Skill-Pro, too
    naming = {
        short(path)
        for path in SOURCES
        if path.is_relative_to(PACKAGES[0]) and named.search(path.read_text("utf-8"))
    }
    outside = {path for path in naming if not path.startswith("skill1/methods/")}
    assert outside <= NAMING_METHODS, (
        f"{sorted(outside - NAMING_METHODS)} name a method; ask skill1.config.registry instead"
    )
    for path in SOURCES:
        own = short(path).split("/")
        for module in imported_modules(path):
            room = module.removeprefix("skill1.methods.").partition(".")[0]
            assert not module.startswith("skill1.methods.") or room not in rooms - set(own), (
                f"{path} imports {module}"
            )


def test_no_module_is_a_grab_bag():
    assert not {path.stem for path in SOURCES} & {"utils", "util", "common", "helpers", "core", "misc"}


def test_light_modules_import_nothing_heavy():
    """One process for all: each module in turn, naming the first that pulls in something heavy."""
    code = (
        f"import importlib, sys\nfor name in {LIGHT!r}:\n"
        "    importlib.import_module(name)\n"
        f"    heavy = [m for m in {HEAVY!r} if m in sys.modules]\n"
        "    assert not heavy, (name, heavy)\n"
        "from skill1 import load_config; load_config(None, ['--seed', '1']); assert 'torch' not in sys.modules\n"
    )
    result = run_python(code)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("path", SOURCES, ids=short)
def test_files_and_functions_are_small(path):
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_FILE, f"{path} is too long; split it by noun"
    for node in ast.walk(syntax(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{path}: {node.name} has {length} lines"


def test_no_path_of_a_build_machine_in_any_source():
    for path in itertools.chain(SOURCES, (ROOT / "configs").rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        for trace in ("/" + "work/", "/" + "tmp/bash", "/" + "root/"):
            assert trace not in text, f"{path} holds {trace}"


def test_an_environments_worker_needs_no_library_for_configurations():
    """Its interpreter may be one with old packages: of the dependencies it has only those of the environment."""
    code = (
        "import sys, skill1.env.worker\nfrom skill1.config import EnvConfig\nEnvConfig(name='own', max_steps=3)\n"
        "assert not {'pydantic', 'yaml'} & set(sys.modules)\n"
    )
    result = run_python(code)
    assert result.returncode == 0, result.stderr


def test_package_entry_parses_on_old_pythons():
    source = (ROOT / "skill1" / "__init__.py").read_text(encoding="utf-8")
    assert ast.parse(source, feature_version=(3, 7)).body


def test_old_python_gets_one_line():
    code = "import sys; sys.version_info = (3, 9, 1, 'final', 0); import skill1"
    result = run_python(code)
    assert result.returncode == 1 and result.stderr.count("\n") == 1
    assert "skill1 needs Python 3.11 or newer; this is Python 3.9" in result.stderr


def test_type_checkers_see_what_is_loaded_on_first_use():
    body = ast.parse((ROOT / "skill1" / "__init__.py").read_text(encoding="utf-8")).body
    blocks = [node for node in body if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]
    seen = {alias.name: line.module for block in blocks for line in block.body for alias in line.names}
    import skill1

    assert seen == {**skill1._HOMES, "evaluate": "skill1.evaluate"}


def test_lazy_attributes():
    import skill1

    assert skill1.Skill1Config.__module__ == "skill1.config.configuration"
    assert skill1.load_config().seed == 0 and skill1.__version__
    assert set(skill1.__all__) <= set(dir(skill1))
    with pytest.raises(AttributeError, match="nonsense"):
        skill1.nonsense  # noqa: B018
