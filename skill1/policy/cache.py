"""Keys and values of what the local engine has read: one row for each live episode.

Shapes: R cache rows, B rows of one forward pass, W new tokens a row, N new tokens in all, S key width, H key-value
heads, D head size.
"""

from __future__ import annotations

import torch

from skill1.policy.packing import round_up

# Of key widths: under it a row's bits do not depend on how far other rows of its pass reach (policy.hf has the rest).
WIDTH_MULTIPLE = 64
GROWTH = 1.25  # of the cache's slots at once: growing copies all of it


class RowCache:
    """Keys and values of R rows, one per live episode, compact from slot 0; the last slot swallows padding.

    Implements the ``update`` half of a transformers cache. In a pass of padded rows (:meth:`aim`) the model hands over
    new keys [B, H, W, D] and gets back all keys [B, H, S, D] of those rows; in a pass of pieces
    (:meth:`aim_at_pieces`), keys [1, H, N, D] of N tokens, and gets back the whole store.
    """

    # transformers reads this when it makes masks. These stores change size, so no pass over them is compiled.
    is_compileable = False

    def __init__(self, layers: int, heads: int, size: int, dtype: torch.dtype, device: torch.device) -> None:
        self.heads, self.size = heads, size
        self.keys = [torch.zeros(0) for _ in range(layers)]
        self.values = [torch.zeros(0) for _ in range(layers)]
        self.slots = self.widest = self.held = 0  # held: rows there is room for
        self.dtype, self.device = dtype, device
        self._rows_B: torch.Tensor | None = None
        self._is_in_pieces = False
        self._places: tuple[torch.Tensor, torch.Tensor] = (torch.zeros(0), torch.zeros(0))
        self._width = 0
        # Made once for the passes that read the same part: a view costs as much as a small product.
        self._viewed: tuple[int, int] | None = None
        self._views: list[tuple[torch.Tensor, torch.Tensor]] = []
        self._slots: list[tuple[torch.Tensor, torch.Tensor]] = []  # each layer's keys and values as [R, S, H, D]

    def reserve(self, width: int, rows: int) -> None:
        """Make room for ``width`` slots of ``rows`` rows, and the slot for padding."""
        if width <= self.slots and rows <= self.held:
            return
        grown = round_up(int(GROWTH * self.slots), WIDTH_MULTIPLE) if width > self.slots else self.slots
        width = max(width, grown, self.widest)  # after ``clear`` at once what was needed before
        rows = max(rows, self.held)
        self._views, self._slots, self._viewed = [], [], None  # or they would keep what each layer held before
        for store in (self.keys, self.values):
            for layer, old in enumerate(store):
                # Zeros: slots never written still enter products behind the mask, where 0 times a nan would be a nan.
                new = torch.zeros(rows, self.heads, width + 1, self.size, dtype=self.dtype, device=self.device)
                if self.slots:
                    # Without the padding slot, which came after the last of the old slots.
                    new[: self.held, :, : self.slots] = old[:, :, : self.slots]
                store[layer] = new
        # Last: where memory runs out, what is asked after ``clear`` must not need as much again.
        self.slots, self.widest, self.held = width, width, rows
        # Seen as [R, S, H, D], row and slot are neighbouring dimensions, which one `index_put_` takes as pairs.
        pairs = zip(self.keys, self.values, strict=True)
        self._slots = [(keys.transpose(1, 2), values.transpose(1, 2)) for keys, values in pairs]

    def clear(self) -> None:
        """Give all memory back; :meth:`reserve` takes it again."""
        self.keys, self.values = ([torch.zeros(0) for _ in store] for store in (self.keys, self.values))
        self.slots, self.held = 0, 0
        self._rows_B, self._viewed, self._views, self._slots = None, None, [], []

    def copy(self, row: int, others: list[int], start: int, end: int) -> None:
        """Give other rows what one row holds in the slots from ``start`` to before ``end``."""
        for store in (*self.keys, *self.values):
            store[others, :, start:end] = store[row, :, start:end]

    def aim(self, rows_B: torch.Tensor | None, num_rows: int, slots_BW: torch.Tensor, width: int) -> None:
        """Set rows (None: the first ``num_rows``) and slots of the next pass, and how much it reads."""
        self._rows_B, self._width, self._is_in_pieces = rows_B, width, False
        rows = rows_B if rows_B is not None else torch.arange(num_rows, device=slots_BW.device)
        # Each row at slots of its own: the rows of a pass stand at different places of their prompts.
        self._places = (rows[:, None], slots_BW)
        if rows_B is None and self._viewed != (num_rows, width):
            # The first rows are a view of the store; any others have to be copied out of it.
            part = (slice(num_rows), slice(None), slice(width))
            self._views = [(keys[part], values[part]) for keys, values in zip(self.keys, self.values, strict=True)]
            self._viewed = (num_rows, width)

    def aim_at_pieces(self, rows_N: torch.Tensor, slots_N: torch.Tensor) -> None:
        """Set row and slot of each token of the next pass."""
        self._places, self._is_in_pieces = (rows_N[None], slots_N[None]), True

    def update(self, keys_BHWD, values_BHWD, layer_idx: int, *_args, **_kwargs):
        """Store new keys and values; return the rows' keys and values up to the key width, or all there are."""
        for slots, new_BHWD in zip(self._slots[layer_idx], (keys_BHWD, values_BHWD), strict=True):
            slots.index_put_(self._places, new_BHWD.transpose(1, 2))
        if self._is_in_pieces:
            return self.keys[layer_idx], self.values[layer_idx]
        if self._rows_B is None:
            return self._views[layer_idx]
        both = self.keys[layer_idx], self.values[layer_idx]
        return tuple(held[self._rows_B, :, : self._width] for held in both)

    def get_seq_length(self, layer_idx: int = 0) -> int:
        """Unused by the model when positions and mask are given; part of the cache interface."""
        return 0


def cache_of(model) -> RowCache:
    """An empty cache for the keys and values of a model."""
    config = model.config
    # Families older than grouped attention (GPT-NeoX, GPT-2, OPT) name no key-value heads of their own.
    heads = getattr(config, "num_key_value_heads", None) or config.num_attention_heads
    size = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    layers = config.num_hidden_layers
    return RowCache(layers, heads, size, model.dtype, model.device)
