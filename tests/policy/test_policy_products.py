"""Float32 products by oneDNN: the same layers, the same figures, and a row's bits whatever stands beside it."""

import copy
import subprocess
import sys

import pytest
import torch
from torch import nn

from skill1.config import ModelConfig
from skill1.policy import products
from skill1.policy.load import load_model
from skill1.policy.products import SAME_BITS, WORTH_ROWS, WideLinear, widen

pytestmark = pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="torch without oneDNN")


@pytest.fixture
def narrow(monkeypatch):
    monkeypatch.setattr(products, "mkl_is_narrow", lambda: True)


def _layers(inputs, outputs, bias=True):
    generator = torch.Generator().manual_seed(inputs)
    plain = nn.Linear(inputs, outputs, bias=bias)
    with torch.no_grad():
        for parameter in plain.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator))
    wide = copy.deepcopy(plain)
    wide.__class__ = WideLinear
    return plain, wide


@pytest.mark.parametrize("shape", [(96, 192, True), (192, 96, False), (576, 64, True)])
@pytest.mark.parametrize("rows", [(0,), (3,), (2, WORTH_ROWS), (1, 700)])
def test_it_is_the_linear_layer_and_so_are_its_gradients(shape, rows):
    plain, wide = _layers(*shape)
    states = torch.randn(*rows, shape[0], generator=torch.Generator().manual_seed(0))
    weights = torch.randn(*rows, shape[1], generator=torch.Generator().manual_seed(1))
    found = []
    for layer in (plain, wide):
        given = states.clone().requires_grad_()
        output = layer(given)
        (output * weights).sum().backward()
        found.append((output.detach(), given.grad, *(p.grad for p in layer.parameters())))
    for one, other in zip(*found, strict=True):
        assert (one - other).norm() <= 1e-5 * one.norm()


def test_only_the_gradients_that_are_asked_for_are_computed():
    _, wide = _layers(96, 64)
    wide.weight.requires_grad_(False)
    states = torch.randn(300, 96)
    wide(states).sum().backward()
    assert wide.weight.grad is None and wide.bias.grad is not None and states.grad is None


@pytest.mark.skipif(not products.mkl_is_narrow(), reason="layers stay torch's own here")
@pytest.mark.parametrize("inputs", [64, 96, SAME_BITS, 576])
def test_a_row_has_its_bits_whatever_stands_beside_it(inputs):
    """Of the passes that the engine makes, which have eight rows at least."""
    _, wide = _layers(inputs, 142)
    states = torch.randn(1024, inputs, generator=torch.Generator().manual_seed(2))
    with torch.no_grad():
        whole = wide(states)
        for number in (8, 16, 40, WORTH_ROWS - 8, WORTH_ROWS, 200, 512):
            assert torch.equal(wide(states[:number]), whole[:number])


def test_a_model_is_widened_where_mkl_is_narrow(folder, narrow):
    model = load_model(ModelConfig(path=str(folder), device="cpu", dtype="float32"))
    layers = [layer for layer in model.modules() if isinstance(layer, nn.Linear)]
    assert layers and all(type(layer) is WideLinear for layer in layers)
    assert model.state_dict().keys() == copy.deepcopy(model).state_dict().keys()


def test_and_left_alone_elsewhere(folder, monkeypatch):
    monkeypatch.setattr(products, "mkl_is_narrow", lambda: False)
    model = load_model(ModelConfig(path=str(folder), device="cpu", dtype="float32"))
    assert not any(type(layer) is WideLinear for layer in model.modules())


def test_bfloat16_and_layers_of_others_are_left_alone(folder, narrow):
    class Own(nn.Linear):
        pass

    model = load_model(ModelConfig(path=str(folder), device="cpu", dtype="bfloat16"))
    assert not any(type(layer) is WideLinear for layer in model.modules())
    own = nn.Sequential(Own(4, 4), nn.Linear(4, 4))
    widen(own)
    assert type(own[0]) is Own and type(own[1]) is WideLinear


@pytest.mark.parametrize(
    ("capability", "vendor", "is_narrow"),
    [
        ("AVX512", "AuthenticAMD", True),
        ("AVX512", "GenuineIntel", False),
        ("AVX2", "AuthenticAMD", False),
    ],
)
def test_mkl_is_narrow_where_the_processor_is_wide_and_not_intels(monkeypatch, capability, vendor, is_narrow):
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: capability)
    monkeypatch.setattr(torch.backends.mkl, "is_available", lambda: True)
    monkeypatch.setattr(products, "may_be_intels", lambda: vendor == "GenuineIntel")
    kept = (products.mkl_is_narrow, products.mkl_is_foreign)
    for told in kept:
        told.cache_clear()
    try:
        assert products.mkl_is_narrow() is is_narrow
        assert products.mkl_is_foreign() is (vendor != "GenuineIntel")
    finally:
        for told in kept:
            told.cache_clear()


@pytest.mark.parametrize(
    ("told", "may_be"),
    [
        ("vendor_id\t: GenuineIntel", True),
        ("vendor_id\t: AuthenticAMD", False),
        ("vendor_id\t: HygonGenuine", False),
        ("", True),
        (None, True),
    ],
)
def test_whose_processor_it_is_is_read_from_the_system(told, may_be, tmp_path, monkeypatch):
    monkeypatch.setattr(products.platform, "processor", lambda: "")
    if told is not None:
        (tmp_path / "cpuinfo").write_text(told)
    assert products.may_be_intels(tmp_path / "cpuinfo") is may_be


GROWTH = """
import resource, sys, torch
from torch import nn
from skill1.policy.products import WideLinear, bound_memory
bound_memory()
layers = [nn.Linear(96, size) for size in (96, 128, 192)]
for layer in layers:
    layer.__class__ = WideLinear
def run(sizes):
    for rows in sizes:
        for layer in layers:
            layer(torch.randn(rows, 96, requires_grad=True)).sum().backward()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
first = run(range(500, 480, -1))
print(run(range(480, 180, -1)) - first)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is told in other units")
def test_ever_new_numbers_of_rows_take_no_more_memory():
    """Of 300 numbers; with the caches as they come it is some 500 MB."""
    done = subprocess.run([sys.executable, "-c", GROWTH], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 120
