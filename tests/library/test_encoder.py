"""Encoders: `hashing` against one text and one feature at a time, what is remembered, models of sentences."""

import hashlib
import importlib.util
import json
import math
import re
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.errors import LibraryError
from skill1.library.encoder import (
    HASHING_DIMENSIONS,
    HASHING_THRESHOLD,
    CachedEncoder,
    HashingEncoder,
    SentenceEncoder,
    make_encoder,
)
from skill1.library.sentence_encoder import BUNDLED_MODEL, _load_model, _shortened

needs_model = pytest.mark.skipif(
    not all(map(importlib.util.find_spec, (BUNDLED_MODEL.replace("-", "_"), "sentence_transformers"))),
    reason="needs sentence-transformers and the bundled model",
)


def output_of(program):
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_hashing_rows_are_unit_and_alike_texts_are_close():
    rows = HashingEncoder().encode(["heat the egg", "Heat the EGG!", "cool a mug", ""])
    assert rows.dtype == np.float32 and rows.shape == (4, 1024)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1, 0], abs=1e-6)
    assert float(rows[0] @ rows[1]) == pytest.approx(1.0)
    assert float(rows[0] @ rows[2]) < 0.2


texts = st.text(alphabet="abAB é1_,\ud800ß", max_size=40)


def slow_row(text):
    """Signed counts of words and pairs at their hashed places, over their length."""
    words = re.findall(r"\w+", text.lower())
    row = [0] * HASHING_DIMENSIONS
    for feature in words + [f"{a} {b}" for a, b in zip(words, words[1:], strict=False)]:
        number = int.from_bytes(
            hashlib.blake2b(feature.encode("utf-8", "replace"), digest_size=8).digest(), "little"
        )
        row[number % HASHING_DIMENSIONS] += 1 if number >> 63 else -1
    length = math.sqrt(sum(count * count for count in row))
    return np.array([count / length if length else 0.0 for count in row], dtype=np.float32)


@settings(max_examples=60)
@given(st.lists(texts, max_size=8))
def test_a_batch_has_the_bits_of_single_texts_by_hand(batch):
    rows = HashingEncoder().encode(batch)
    assert rows.shape == (len(batch), HASHING_DIMENSIONS) and rows.dtype == np.float32
    for row, text in zip(rows, batch, strict=True):
        assert np.array_equal(row, slow_row(text))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("加热鸡蛋", "在厨房找到鸡蛋，然后加热"),
        ("卵を温める", "台所で卵を見つけて温める"),
        ("달걀을 데우기", "부엌에서 달걀을 찾아 데운다"),
    ],
)
def test_hashing_finds_words_that_no_blank_parts(query, text):
    (query_row,), (row, other) = (HashingEncoder().encode(texts) for texts in ([query], [text, "駅前の本屋"]))
    assert query_row @ row > HASHING_THRESHOLD > query_row @ other


def test_the_cache_is_bounded_and_true():
    encoder = CachedEncoder(HashingEncoder(), limit=3)
    texts = [f"text {i}" for i in range(10)]
    assert np.array_equal(encoder.rows(texts), HashingEncoder().encode(texts))
    assert np.array_equal(encoder.rows([*texts, texts[0]])[-1], HashingEncoder().encode(texts[:1])[0])
    assert len(encoder._rows) == 3
    assert encoder.rows([]).shape == (0, 1024)


class Shouting(HashingEncoder):
    """Queries are other texts than documents."""

    def encode_queries(self, texts):
        return self.encode([text.replace("egg", "mug") for text in texts])


def test_the_cache_keeps_queries_and_documents_apart():
    encoder = CachedEncoder(Shouting(), limit=3)
    egg, mug = HashingEncoder().encode(["egg", "mug"])
    for _ in range(2):  # the second time from memory
        assert np.array_equal(encoder.rows(["egg"])[0], egg)
        assert np.array_equal(encoder.query_rows(["egg"])[0], mug)
    encoder.query_rows([f"text {i}" for i in range(10)])
    assert len(encoder._query_rows) == 3 and len(encoder._rows) == 1


def test_hashing_treats_queries_as_documents():
    texts = ["heat the egg", ""]
    assert np.array_equal(HashingEncoder().encode_queries(texts), HashingEncoder().encode(texts))
    prompted = make_encoder("hashing", query_prompt="q: ", document_prompt="d: ")
    assert np.array_equal(prompted.encode_queries(texts), HashingEncoder().encode(texts))


def test_a_model_that_cannot_be_loaded_says_what_to_type(tmp_path):
    pytest.importorskip("sentence_transformers")
    with pytest.raises(LibraryError, match="--library.encoder hashing"):
        make_encoder(str(tmp_path / "nowhere")).encode(["x"])


@pytest.mark.parametrize("name", ["hashng", "Hashing"])
def test_a_slip_in_the_name_of_an_encoder_is_told(name):
    said = f"There is no encoder '{name}'. Did you mean hashing?.* such as sentence-transformers/{name}"
    with pytest.raises(LibraryError, match=said.replace("?", r"\?", 1)):
        make_encoder(name)


def test_names_of_models_and_folders_are_no_slips(tmp_path):
    (tmp_path / "hashings").mkdir()
    for name in ("all-MiniLM-L6-v2", "gtr-t5-base", BUNDLED_MODEL, "owner/hashng", "hashings"):
        assert make_encoder(name).name == name


def test_making_an_encoder_loads_nothing():
    program = (
        "import sys, skill1.library as l; l.make_encoder('http://127.0.0.1:1/v1#m'); l.make_encoder('a/b');"
        "print([m for m in ('torch', 'faiss', 'openai', 'sentence_transformers') if m in sys.modules])"
    )
    assert output_of(program) == "[]\n"


@needs_model
def test_the_sentence_model_loads_offline_and_knows_meaning():
    encoder = make_encoder(BUNDLED_MODEL)
    assert isinstance(encoder, SentenceEncoder)
    rows = encoder.encode(["heating food in a microwave", "warming up a meal", "buying red shoes"])
    assert rows.dtype == np.float32 and rows.shape == (3, encoder.dimensions) == (3, 384)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert rows[0] @ rows[1] > encoder.threshold > rows[0] @ rows[2]
    assert np.array_equal(rows[1], encoder.encode(["warming up a meal"])[0])
    assert np.array_equal(
        rows, encoder.encode_queries(["heating food in a microwave", "warming up a meal", "buying red shoes"])
    )
    assert encoder.identity == f"{BUNDLED_MODEL}:384:1c06decaa094"  # as stored in libraries before prompts came


def hub_cannot_be_reached(*_, **__):
    raise ConnectionError("there is no network")


def test_what_was_fetched_loads_without_the_hub_though_its_list_of_files_names_more(tmp_path, monkeypatch):
    pytest.importorskip("huggingface_hub")
    kept = tmp_path / "models--org--tiny"
    listed = {name: {"size": 2, "blob_id": "0b"} for name in ("modules.json", "README.md", "pytorch_model.bin")}
    for name, text in {
        "snapshots/0a/modules.json": "[]",
        "refs/main": "0a",
        "trees/0a.json": json.dumps({"format_version": 1, "files": listed}),
    }.items():
        (kept / name).parent.mkdir(parents=True)
        (kept / name).write_text(text)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr("huggingface_hub.model_info", hub_cannot_be_reached)
    monkeypatch.setattr("skill1.library.sentence_encoder._load_folder", lambda folder, device: folder)
    assert _load_model("org/tiny", None) == str(kept.resolve() / "snapshots" / "0a")


@pytest.mark.parametrize("is_whole", [True, False])
@pytest.mark.parametrize("is_online", [True, False])
def test_a_cached_model_without_its_modules_is_used_only_where_the_hub_cannot_be_reached(
    tmp_path, monkeypatch, is_whole, is_online
):
    pytest.importorskip("huggingface_hub")
    if is_whole:
        (tmp_path / "modules.json").write_text("[]")
    monkeypatch.setattr(
        "huggingface_hub.model_info", (lambda *_, **__: None) if is_online else hub_cannot_be_reached
    )
    monkeypatch.setattr(
        "huggingface_hub.snapshot_download",
        lambda name, local_files_only=False, **_: str(tmp_path) if local_files_only else "from the hub",
    )
    monkeypatch.setattr("skill1.library.sentence_encoder._load_folder", lambda folder, device: folder)
    found = _load_model("org/tiny", None)
    assert found == ("from the hub" if is_online and not is_whole else str(tmp_path))


@pytest.mark.parametrize(
    ("own", "asked", "limit"),
    [(512, 256, 256), (128, 256, 128), (512, None, 512), (math.inf, 256, math.inf), (None, 256, None)],
)
def test_a_models_limit_is_lowered_and_never_raised(own, asked, limit):
    """Static embeddings have no limit, or an endless one."""
    assert _shortened(SimpleNamespace(max_seq_length=own), asked).max_seq_length == limit
