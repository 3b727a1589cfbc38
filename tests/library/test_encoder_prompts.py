"""What is put in front of queries and documents: by the model's own word, by its family, by the configuration."""

import numpy as np
import pytest

from skill1.config import LibraryConfig
from skill1.library import Library, make_encoder
from skill1.library.sentence_encoder import Prompts, chosen_prompts, family_prompts, with_prompt
from tests.library.builders import episode
from tests.library.static_model import row, save_static_model

WEB_SEARCH = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
BGE = "Represent this sentence for searching relevant passages: "


@pytest.mark.parametrize(
    ("name", "query", "document"),
    [
        ("intfloat/e5-small-v2", "query: ", "passage: "),
        ("intfloat/multilingual-e5-large-instruct", f"{WEB_SEARCH} ", ""),
        ("intfloat/e5-mistral-7b-instruct", f"{WEB_SEARCH} ", ""),
        ("BAAI/bge-small-en-v1.5", BGE, ""),
        ("/hub/models--BAAI--bge-base-en-v1.5/snapshots/0123abcd", BGE, ""),
        ("C:\\models\\bge-base-en", BGE, ""),
        ("BAAI/bge-large-zh-v1.5", "为这个句子生成表示以用于检索相关文章：", ""),
        ("Qwen/Qwen3-Embedding-0.6B", WEB_SEARCH, ""),
        ("BAAI/bge-m3", "", ""),
        ("sentence-transformers/all-MiniLM-L6-v2", "", ""),
        ("runs/e5-small/encoder", "", ""),
        ("", "", ""),
    ],
)
def test_families(name, query, document):
    assert family_prompts(name) == Prompts(query, document)


def test_the_configuration_decides_also_for_none():
    known = Prompts("q: ", "d: ")
    assert chosen_prompts(known, None, None) == known
    assert chosen_prompts(known, "", None) == Prompts("", "d: ")
    assert chosen_prompts(Prompts(), "a", "b") == Prompts("a", "b")


def test_the_identity_is_unchanged_without_a_document_prompt():
    assert with_prompt("name:384:abc", "") == "name:384:abc"
    assert with_prompt("name:384:abc", "d:\n ") == 'name:384:abc:"d:\\n "'


# A real model of sentence-transformers: static embeddings need no network and no attention


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    pytest.importorskip("sentence_transformers")
    root = tmp_path_factory.mktemp("models")
    return {
        "plain": save_static_model(root / "plain"),
        "names": save_static_model(root / "names", {"query": "find ", "passage": "note "}),
        "half": save_static_model(root / "half" / "e5-small", {"query": "find "}),
        "default": save_static_model(root / "default", {"note": "note "}, "note"),
        "family": save_static_model(root / "family" / "e5-small-tiny"),
    }


def test_a_static_model_embeds_and_is_named_by_its_weights(folders):
    encoder = make_encoder(folders["plain"])
    assert encoder.encode([]).shape == encoder.encode_queries([]).shape == (0, 8)
    rows = encoder.encode(["mug", "cup", "mug egg", "car"])
    assert rows.dtype == np.float32
    assert rows == pytest.approx(np.array([row("mug"), row("cup"), row("mug", "egg"), row("car")]), abs=1e-6)
    assert np.array_equal(rows[:1], encoder.encode(["mug"])) and np.array_equal(
        rows, encoder.encode_queries(["mug", "cup", "mug egg", "car"])
    )
    assert rows[0] @ rows[1] > encoder.threshold > rows[0] @ rows[3]
    name, dimensions, weights = encoder.identity.rsplit(":", 2)
    assert (name, dimensions, len(weights)) == (folders["plain"], "8", 12)


@pytest.mark.parametrize(
    ("folder", "query", "document"),
    [
        ("plain", ["mug"], ["mug"]),
        ("names", ["find", "mug"], ["note", "mug"]),
        ("half", ["find", "mug"], ["mug"]),  # a model that names one prompt has spoken; its family is not asked
        ("default", ["note", "mug"], ["note", "mug"]),
        ("family", ["query", ":", "mug"], ["passage", ":", "mug"]),
    ],
)
def test_prompts_of_a_model(folders, folder, query, document):
    encoder = make_encoder(folders[folder])
    assert encoder.encode_queries(["mug"])[0] == pytest.approx(row(*query), abs=1e-6)
    assert encoder.encode(["mug"])[0] == pytest.approx(row(*document), abs=1e-6)


def test_the_configuration_overrides_a_model(folders):
    encoder = make_encoder(folders["names"], query_prompt="", document_prompt="egg ")
    assert encoder.encode_queries(["mug"])[0] == pytest.approx(row("mug"), abs=1e-6)
    assert encoder.encode(["mug"])[0] == pytest.approx(row("egg", "mug"), abs=1e-6)
    plain = make_encoder(folders["plain"]).identity.rsplit(":", 1)[1]
    assert encoder.identity.endswith(f':{plain}:"egg "')  # the same weights under another prompt
    assert make_encoder(folders["plain"], query_prompt="x").identity == make_encoder(folders["plain"]).identity


def test_a_library_searches_with_one_prompt_and_stores_under_the_other(folders, tmp_path):
    config = LibraryConfig(encoder=folders["names"], similarity_threshold=-1.0)
    with Library.open(tmp_path / "l.sqlite", config, create=True) as library:
        drafts = [("mug", "take it"), ("egg", "heat it")]
        library.commit([episode(i, draft=draft) for i, draft in enumerate(drafts)], step=1, policy_version=0)
    with Library.open(tmp_path / "l.sqlite", config) as library:
        found = library.retrieve("egg", training=False)
        cosines = {candidate.skill.description: candidate.similarity for candidate in found}
    assert cosines["egg"] == pytest.approx(float(row("find", "egg") @ row("note", "egg")), abs=1e-5)
    assert cosines["mug"] == pytest.approx(float(row("find", "egg") @ row("note", "mug")), abs=1e-5)
