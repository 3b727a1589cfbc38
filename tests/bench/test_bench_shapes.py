"""Sampling and update of random weights: a toy shape on a CPU in a GPU's place."""

import argparse

import pytest

from tests.bench.scripts import script

torch = pytest.importorskip("torch")
shapes = script("shapes")
TOY = shapes.Shape("qwen2", 16, 32, 3, 4, 2, 64, False, frozen=1)
GIVEN = argparse.Namespace(episodes=6, turns=2, times=1, micro_batch_tokens=2048)


def test_a_shape_is_played_and_trained():
    found = shapes.measured(TOY, torch.device("cpu"), GIVEN, peak=1.0)
    row = shapes.FIRST_PROMPT + 2 * (shapes.OBSERVATION + shapes.ANSWER)
    assert found["update"]["row_tokens"] == 6 * row
    # Two groups, whose first prompts are computed once each; rows are cut into batches, each with some padding.
    assert row < found["update"]["computed_tokens"] < 6 * row
    assert found["sampling"]["tokens_a_second"] > 0 and found["update"]["tflops"] > 0


def test_parameters_are_those_of_the_published_models():
    for name, published in (("smollm2-135m", 134_515_008), ("qwen2.5-1.5b", 1_543_714_304)):
        model = shapes.SHAPES[name].model(torch.device("meta"))
        assert sum(parameter.numel() for parameter in model.parameters()) == published


def test_products_counted_by_hand():
    shape = shapes.Shape("llama", 8, 16, 2, 2, 1, 10, True, frozen=1)
    # Query and output 2 x 64, key and value 2 x 32, three of the feed-forward 3 x 128.
    layer = 128 + 64 + 384
    # 5 nodes: forward through two layers, back through one; 3 trained positions see the output layer.
    assert shape.update_flops(5, 3) == layer * 5 * (2 * 2 + 4 * 1) + 6 * 8 * 10 * 3
