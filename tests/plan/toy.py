"""A network small enough to calculate by hand."""

from skill1.plan.shape import ModelShape

# query_size 8, kv_size 4. One layer: q 64, k 32, v 32, o 64, bias 8 + 4 + 4, gate, up, down 3 x 128, norms 16: 608.
# All: 2 x 608 + 2 x 800 + 8 = 2824.
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
