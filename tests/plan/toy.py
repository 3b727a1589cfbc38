"""A network and a card small enough to calculate by hand."""

from hypothesis import HealthCheck, settings

from skill1.plan.gpus import Gpu
from skill1.plan.shape import ModelShape

# query_size 8, kv_size 4. One layer: q 64, k 32, v 32, o 64, bias 8 + 4 + 4, gate, up, down 3 x 128, norms 16: 608.
# All: 2 x 608 + 2 x 800 + 8 = 2824; multiplied with a token: 2824 - 800 = 2024.
SHAPE = ModelShape(
    layers=2,
    hidden=8,
    feed_forward=16,
    heads=4,
    kv_heads=2,
    head_size=2,
    vocabulary=100,
    is_tied=False,
    has_bias=True,
)
# 10^12 operations, 10^9 bytes a second of memory, 10^9 bytes a second between cards.
GPU = Gpu("toy", memory_gib=1, tflops=1, bandwidth_gbs=1, link_gbs=1)

# A busy machine may take its time.
UNHURRIED = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
