"""The parts under the pages: token pieces, the map, explanations, the growing metrics file, the index of episodes."""

import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from skill1.library.encoder import HashingEncoder
from skill1.policy.endpoint_tokens import TextTokens
from skill1.report.episode_files import EpisodeIndex
from skill1.report.episode_view import Decoder, exact_pieces, windowed_pieces
from skill1.report.projection import RetrievalMap, fit_plane
from skill1.report.source import MetricsTail
from skill1.run.explanations import GROUPS, label, meaning, metric_groups
from skill1.run.metric_guide import metrics
from skill1.schema import STAGES


@pytest.fixture(scope="module")
def byte_level():
    """A byte-level BPE as large models have it: a letter outside ASCII takes several tokens."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=300, special_tokens=["<|end|>"], initial_alphabet=alphabet)
    tokenizer.train_from_iterator(["take the hammer to the desk", "the cup"] * 5, trainer)
    return tokenizer


def pieces_of(tokenizer, tmp_path, ids, text):
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    return Decoder([tmp_path / "tokenizer.json"]).pieces(ids, text)


def test_a_letter_of_many_bytes_belongs_to_its_last_token(byte_level, tmp_path):
    """ü has two bytes, 🔨 four, and neither is a token of this vocabulary."""
    ids = byte_level.encode("the ü🔨").ids
    pieces = pieces_of(byte_level, tmp_path, [*ids, 0], "the ü🔨")
    assert pieces[0] == "the" and pieces[-7:] == ["", "ü", "", "", "", "🔨", ""]
    assert "".join(pieces) == "the ü🔨"


def test_the_marks_of_a_thought_are_pieces_also_where_they_are_special(byte_level, tmp_path):
    tokenizer = Tokenizer.from_str(byte_level.to_str())
    tokenizer.add_special_tokens(["<think>", "</think>"])
    text = "<think>the cup</think>take"
    pieces = pieces_of(tokenizer, tmp_path, tokenizer.encode(f"{text}<|end|>").ids, text)
    assert "".join(pieces) == text and pieces[0] == "<think>" and pieces[-1] == "" and "</think>" in pieces


@given(text=st.text(max_size=40))
def test_pieces_always_make_the_text(byte_level, text):
    ids = byte_level.encode(text).ids
    whole = byte_level.decode(ids)
    exact = exact_pieces(ids, whole, byte_level.decode)
    assert "".join(exact) == whole and len(exact) == len(ids)
    assert windowed_pieces(ids, whole, byte_level.decode) in ([], exact)


@given(ids=st.lists(st.integers(min_value=0, max_value=299), max_size=12))
def test_random_tokens_with_broken_letters(byte_level, ids):
    whole = byte_level.decode(ids)
    fast = windowed_pieces(ids, whole, byte_level.decode)
    assert fast == [] or "".join(fast) == whole
    assert "".join(exact_pieces(ids, whole, byte_level.decode)) == whole


def test_a_decoder_that_takes_text_back():
    """As the tiny policies' does: "in / on" becomes "in/on" once it is whole."""

    def decode(ids):
        return " ".join("in / on desk".split()[i] for i in ids).replace(" / ", "/")

    assert windowed_pieces([0, 1, 2, 3], "in/on desk", decode) == []
    assert exact_pieces([0, 1, 2, 3], "in/on desk", decode) == ["in", "", "/on", " desk"]


def test_another_tokenizer_or_a_damaged_one_leaves_the_text_whole(byte_level, tmp_path):
    assert pieces_of(byte_level, tmp_path, byte_level.encode("the").ids, "not this") == ["not this"]
    assert pieces_of(byte_level, tmp_path, [10**30], "text") == ["text"]
    assert Decoder([tmp_path / "tokenizer.json"]).text(byte_level.encode("the cup").ids) == "the cup"
    (tmp_path / "tokenizer.json").write_text("{")
    broken = Decoder([tmp_path / "tokenizer.json", tmp_path / "none.json"])
    assert broken.pieces([1], "text") == ["text"] and broken.text([1]) is None


def test_the_plane_is_that_of_largest_variance():
    """Points on a cross: 9 along the third axis, 4 along the first, nothing along the second."""
    rows = np.array([[0, 7, 9], [0, 7, -9], [4, 7, 0], [-4, 7, 0]], dtype=np.float32)
    places = fit_plane(rows).place(rows)
    assert places.tolist() == [[1.0, 0.5], [0.0, 0.5], [0.5, 1.0], [0.5, 0.0]]
    assert fit_plane(rows[:1]) is None


def test_the_map_keeps_skills_in_place_until_the_library_grew_by_a_quarter():
    words = "cup mug desk sofa lamp heat cool clean box shelf".split()
    rng = random.Random(0)
    skills = [{"id": f"sk_{i}", "description": " ".join(rng.sample(words, 4))} for i in range(120)]
    chart = RetrievalMap()
    places = [chart.place(None, HashingEncoder.identity, skills[:n]) for n in range(1, 121)]
    assert places[0] == [None]
    moves = [n for n in range(40, 120) if places[n][:40] != places[n - 1][:40]]
    assert 3 <= len(moves) <= 5  # 1.25 ** 5 is 3.05
    assert chart.place(None, HashingEncoder.identity, skills) == places[-1]
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in places[-1])


def test_what_a_served_policy_read_and_wrote_is_shown_piece_by_piece():
    tokens = TextTokens()
    decoder = Decoder((), is_spelt=True)
    assert decoder.text(tokens.chat("you see a desk")) == "you see a desk"
    assert decoder.pieces((*tokens.encode("open drawer"), tokens.eos_id), "open drawer") == ["open", " drawer", ""]
    assert decoder.text((0x01FF,)) is None  # ids of a damaged file


def test_groups_name_areas_of_the_guide_and_metrics_have_its_sentences():
    areas = {key.partition("/")[0] for listed in metrics().values() for metric in listed for key in metric.keys}
    assert {name.partition("/")[0] for of_group in GROUPS.values() for name in of_group} <= areas | {*STAGES}
    assert (
        meaning("policy/entropy/act")
        == meaning("policy/entropy")
        == "Entropy of the next-token distribution, in nats."
    )
    assert meaning("select/valid_rate") == "The same number as rerank/valid_rate." and meaning("other/x") == ""
    assert meaning("outcome/turns/webshop") == "The same for one environment, in a run of several."


def test_metrics_find_their_group():
    keys = [
        "outcome/success/heat",
        "policy/kl/act",
        "policy/news",
        "credit/act/adv_abs",
        "oracle/right_skills",
        "step",
        "other/x",
        "nonsense",
    ]
    groups = {group["title"]: group["keys"] for group in metric_groups([*keys, "select/valid_rate"])}
    assert [entry["key"] for entry in groups["Policy"]] == ["policy/kl/act", "policy/news"]
    assert groups["Outcome"][0]["explain"] == "Success rate of one task type."
    assert [entry["key"] for entry in groups["Other"]] == ["other/x"]
    assert list(groups) == ["Outcome", "Acting", "Distillation", "Policy", "Other"]
    assert label("outcome/success_rate") == "success rate" and label("act/tokens") == "act: tokens"
    assert label("control/success_rate") == "control: success rate", "in the same group as the outcome's"


@given(cuts=st.lists(st.integers(min_value=0, max_value=400), max_size=6))
def test_rows_come_in_whole_however_the_file_grows(tmp_path_factory, cuts):
    path = tmp_path_factory.mktemp("tail") / "metrics.jsonl"
    content = "".join(json.dumps({"step": i, "time/step_s": i / 7}) + "\n" for i in range(1, 11)).encode()
    tail = MetricsTail(path)
    tail.read()
    for end in sorted(cuts):
        with open(path, "ab") as file:
            file.write(content[path.stat().st_size : end])
        tail.read()
        assert [row["step"] for row in tail.rows] == list(range(1, content[:end].count(b"\n") + 1))
    assert tail.broken == 0


def test_metrics_hold_finite_numbers_only(tmp_path):
    (tmp_path / "m").write_text(
        f'{{"step": 1, "a/b": 1{"0" * 400}, "a/c": "x", "a/d": true, "a/e": 2}}\n{{"step": true}}\n'
    )
    tail = MetricsTail(tmp_path / "m")
    tail.read()
    assert tail.rows == [{"step": 1, "a/b": None, "a/c": None, "a/d": None, "a/e": 2}]
    assert list(tail.keys) == ["step", "a/e"] and tail.broken == 1


def test_the_index_reads_each_file_once_and_the_newest_first(made, monkeypatch):
    import skill1.report.episode_files as module

    files = sorted((made / "episodes").glob("*.gz"))
    read = []
    whole = module.list_file
    monkeypatch.setattr(module, "list_file", lambda file: read.append(file) or whole(file))
    index = EpisodeIndex(limit_bytes=files[-1].stat().st_size + files[-2].stat().st_size)
    index.read(files)
    index.read(files)
    assert read == [files[-1], files[-2]] and index.left_out == len(files) - 2
    assert {entry.file for entry in index.entries.values()} == set(files[-2:])
    index.read(files[:1])
    assert index.left_out == 0 and {entry.file for entry in index.entries.values()} == {files[0]}
