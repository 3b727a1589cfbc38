"""A catalogue's folder: WebShop's three files, written as they are drawn, and a manifest.

Nothing is held but one product, so that a million products need no more memory than ten.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

from skill1_envs.kit.world_folder import MANIFEST, growing, require_room
from skill1_envs.webshop.generate.products import MadeProduct, draw_products
from skill1_envs.webshop.generate.words import asin
from skill1_envs.webshop.simulator.catalogue import ATTRIBUTES, INSTRUCTIONS, PRODUCTS

FORMAT = "skill1-webshop-catalogue-1"
GENERATOR = 1  # goes up when the same seed gives other bytes
BYTES_A_PRODUCT = 2_000  # of all files, with two instructions
BYTES_AN_INSTRUCTION = 250
ODD_ROW_EVERY = 100  # products; rows that every reader of WebShop's files leaves out
_BUFFER = 1 << 20
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def make_catalogue(
    out: Path,
    *,
    products: int,
    seed: int,
    instructions: int = 2,
    on_product: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Writes a generated catalogue: ``items_shuffle.json``, ``items_ins_v2.json``, ``items_human_ins.json``, manifest.

    All goes to ``<out>.partial``, which gets its name, or fills the empty folder, when it is complete. The bytes depend
    on the numbers only; with more products, each file begins with the lines of the smaller catalogue. The answer is the
    manifest, with ``counts`` and the ``sha256`` of each file.

    Args:
        out: a folder that does not exist or is empty.
        products: that the shop sells; every hundredth is followed by a row that loaders leave out.
        seed: of all draws.
        instructions: in people's words, for each product; 0 leaves synthetic goals only.
        on_product: called after each product.

    Raises:
        ConfigError: ``out`` holds something, or ``products`` is negative.
        DataError: another call writes there.
        StorageError: the disk is too small or cannot be written.
    """
    require_room(out, {"products": products}, "products")
    bytes_each = BYTES_A_PRODUCT + instructions * BYTES_AN_INSTRUCTION
    with growing(out, products, "products", bytes_each) as folder:
        return _write(folder, products, seed, instructions, on_product or (lambda: None))


def _write(
    partial: Path, products: int, seed: int, instructions: int, on_product: Callable[[], None]
) -> dict[str, Any]:
    with ExitStack() as stack:
        files = {
            stem: stack.enter_context(_HashedFile(partial / f"{stem}.json", ends))
            # Two of the files are JSON objects by asin, one is a list.
            for stem, ends in ((PRODUCTS, "[]"), (ATTRIBUTES, "{}"), (INSTRUCTIONS, "{}"))
        }
        made = islice(draw_products(seed, instructions), products)
        for number, product in enumerate(made):
            _write_product(files, asin(number, seed), product)
            if number % ODD_ROW_EVERY == ODD_ROW_EVERY - 1:
                _write_odd_row(files[PRODUCTS], number, seed, product)
            on_product()
    counts = {
        "products": products,
        "rows": files[PRODUCTS].entries,
        "instructions": products * instructions,
    }
    # After the files are closed, for closing brackets are hashed too.
    sha256 = {f"{stem}.json": file.sha256 for stem, file in files.items()}
    about = {
        "format": FORMAT,
        "generator": GENERATOR,
        "command": f"skill1 envs make-catalogue webshop OUT --products {products} --seed {seed} "
        f"--instructions {instructions}",
        "seed": seed,
        "counts": counts,
        "sha256": sha256,
    }
    # As bytes: text files get other line ends on other systems.
    (partial / MANIFEST).write_bytes(f"{json.dumps(about, indent=1)}\n".encode())
    return about


def _write_product(files: Mapping[str, _HashedFile], name: str, product: MadeProduct) -> None:
    files[PRODUCTS].add(_encode(_row(name, product)))
    files[ATTRIBUTES].add(f'"{name}":{_encode(product.facts)}')
    if product.instructions:
        files[INSTRUCTIONS].add(f'"{name}":{_encode(product.instructions)}')


def _write_odd_row(file: _HashedFile, number: int, seed: int, product: MadeProduct) -> None:
    """The product once more, with an asin for which it is left out: none, too long, or there already."""
    own = asin(number, seed)
    odd = ("nan", f"{own}X", own)[number // ODD_ROW_EVERY % 3]
    file.add(_encode(_row(odd, product)))


def _row(name: str, product: MadeProduct) -> dict[str, Any]:
    # A domain that never exists, so that no page which shows pictures asks anybody's server.
    return {"asin": name, **product.row, "images": [f"https://images.invalid/{name}.jpg"]}


class _HashedFile:
    """A JSON list or object with an entry a line, hashed while it is written."""

    def __init__(self, path: Path, ends: str) -> None:
        self._close = ends[1]
        self._file = path.open("wb", buffering=_BUFFER)
        self._hash = hashlib.sha256()
        # The opening bracket goes before the first entry, commas before all others: nothing has to be taken back
        # at the end.
        self._separator = f"{ends[0]}\n"
        self.entries = 0

    def __enter__(self) -> _HashedFile:
        return self

    def __exit__(self, *_error: object) -> None:
        # Without any entry the opening bracket is still to be written.
        self._put(f"\n{self._close}\n" if self.entries else f"{self._separator}{self._close}\n")
        self._file.close()

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()

    def add(self, entry: str) -> None:
        self._put(self._separator + entry)
        self._separator = ",\n"
        self.entries += 1

    def _put(self, text: str) -> None:
        data = text.encode()
        self._hash.update(data)
        self._file.write(data)
