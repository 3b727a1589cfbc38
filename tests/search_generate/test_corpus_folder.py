"""The encyclopedia as a folder: its forms, the order of questions, the one that ships, and what a real search finds.

Facts are found by the name of their register, and in no other way.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.config import EnvConfig
from skill1.env.check import check_suite
from skill1.errors import ConfigError, DataError, StorageError
from skill1_envs.kit.analyser import Analyser
from skill1_envs.kit.bm25 import SearchIndex
from skill1_envs.search import SearchSuite
from skill1_envs.search.generate.folder import (
    CORPUS,
    MANIFEST,
    Realms,
    demo_world,
    make_corpus,
    passages,
    read_realms,
    vocabulary,
)
from skill1_envs.search.generate.questions import (
    SOURCES,
    answers,
    eval_questions,
    heldout_questions,
    questions_about,
    train_questions,
)
from skill1_envs.search.generate.realms import KINDS, REGISTERS, heldout_realms, training_realms
from tests.search_generate.conftest import COUNTS, lines

READY = Path(__file__).parents[2] / "data" / "search"  # the corpus that ships
LARGEST = 300_000  # bytes
QUICKSTART = "3f5a5f62a4cf69d1"  # the beginning of the SHA-256 of its files


def test_it_is_in_the_forms_of_search_qa(corpus_folder):
    corpus = lines(corpus_folder / CORPUS)
    assert len({row["id"] for row in corpus}) == len(corpus) > 500
    for row in corpus:
        title, text = row["contents"].split("\n")
        assert title[0] == title[-1] == '"' and text.endswith(".") and row.keys() == {"id", "contents"}
    for split, number in COUNTS.items():
        asked = lines(corpus_folder / "questions" / f"{split}.jsonl")
        assert len(asked) == number == len({row["id"] for row in asked})
        for row in asked:
            assert row["question"].endswith("?") and all(row["ground_truth"]["target"])
            assert row["data_source"] in SOURCES and {"realm", "kind", "register"} <= row.keys()


def test_train_and_test_share_no_entity():
    """Neither realms nor people, books and towns; and each of them belongs to one realm."""
    everything = (*training_realms(0), *heldout_realms(0))
    for names in (
        [realm.name for realm in everything],
        [person for realm in everything for person in realm.people],
        [work for realm in everything for work in realm.authors],
        [town for realm in everything for town in realm.towns],
    ):
        assert len(names) == len(set(names))


def test_training_never_asks_for_the_people_of_eval():
    asked = {name for question, _ in islice(train_questions(0), 1536) for name in question.names}
    people = {realm.people[0] for realm in training_realms(0)}
    works = {work for realm in training_realms(0) for work, author in realm.authors.items() if author in people}
    assert not asked & (people | works)
    assert {name for question, _ in islice(eval_questions(0), 144) for name in question.names} <= people | works


def test_answers_are_the_facts():
    """Each answer is worked out from the realm here, apart from how questions.answers does it."""
    for question, realm in islice(heldout_questions(0), 864):
        facts = realm.facts[question.kind]
        if question.source == "comparison":
            years = sorted((int(facts[name]), name) for name in question.names)
            expected = years[0][1]
        else:
            (name,) = question.names
            expected = facts[name if question.source == "one_hop" else realm.authors[name]]
        assert answers(question, realm)[0].lower() == expected


def test_the_quickstarts_encyclopedia_has_these_bytes_in_any_process(tmp_path):
    """Other bytes would make old results another task: then raise VERSION. They pin the order of questions, too."""
    code = (
        "import sys; from pathlib import Path; from skill1_envs.search.generate import make_corpus; "
        "make_corpus(Path(sys.argv[1]), seed=0, train=1536, eval=144, test=864)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True, env=environment)
    digest = hashlib.sha256()
    for path in sorted(path for path in tmp_path.rglob("*") if path.is_file()):
        digest.update(path.read_bytes())
    assert digest.hexdigest()[:16] == QUICKSTART


def test_another_seed_is_another_encyclopedia(corpus_folder, tmp_path):
    make_corpus(tmp_path / "other", seed=1, **COUNTS)
    assert (tmp_path / "other" / CORPUS).read_bytes() != (corpus_folder / CORPUS).read_bytes()


def test_folders_that_cannot_be_made(corpus_folder, tmp_path):
    with pytest.raises(ConfigError, match="not empty"):
        make_corpus(corpus_folder, seed=0, **COUNTS)
    with pytest.raises(ConfigError, match="-1"):
        make_corpus(tmp_path / "x", seed=0, train=-1, eval=0, test=0)
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageError, match="cannot be written"):
        make_corpus(tmp_path / "file" / "x", seed=0, **COUNTS)


def test_manifests(corpus_folder, tmp_path):
    assert read_realms(corpus_folder) == Realms(seed=0)
    manifest = json.loads((corpus_folder / MANIFEST).read_text())
    for damage in ({"version": 99}, {"seed": "0"}, {"seed": None}):
        (tmp_path / MANIFEST).write_text(json.dumps(manifest | damage))
        with pytest.raises(DataError, match="make-corpus"):
            read_realms(tmp_path)
    for other in ("[]", "{}", '{"format": "other"}'):
        (tmp_path / MANIFEST).write_text(other)
        assert read_realms(tmp_path) is None


def test_demonstration_worlds_are_other_realms_with_no_name_of_a_test():
    first, second = (demo_world(Realms(0), f"demo:7:{number}") for number in range(2))
    assert len(first.rows) == 192 and first.corpus != second.corpus
    tested = [
        name for realm in heldout_realms(0) for name in (realm.name, *realm.people, *realm.authors, *realm.towns)
    ]
    for world in (first, second):
        text = "\n".join(page.contents for page in world.corpus).lower()
        assert not [name for name in tested if f"{name} " in text]
        assert {row["realm"] for row in world.rows} == {
            page.title.lower() for page in world.corpus if "is a realm with" in page.text
        }
    with pytest.raises(DataError, match="demo:<seed>"):
        demo_world(Realms(0), "demo:x")


def test_the_command_of_its_readme_makes_the_same_bytes(tmp_path, capsys):
    text = (READY / "README.md").read_text(encoding="utf-8")
    words = re.search(r"skill1 (envs make-corpus search OUT .*)", text)[1].split()
    out = tmp_path / "corpus"
    assert main([str(out) if word == "OUT" else word for word in words]) == 0
    assert f"--env.data {out}" in capsys.readouterr().out.replace("\n", "")
    made = sorted(path.relative_to(out) for path in out.rglob("*") if path.is_file())
    assert sorted(path.relative_to(READY) for path in READY.rglob("*") if path.is_file()) == sorted(
        [*made, Path("README.md")]
    )
    assert all((READY / name).read_bytes() == (out / name).read_bytes() for name in made)
    assert sum(path.stat().st_size for path in READY.rglob("*") if path.is_file()) < LARGEST


@pytest.fixture
def ready():
    pytest.importorskip("nltk")
    return SearchSuite(EnvConfig(name="search", data=str(READY), max_steps=4))


def test_the_corpus_that_ships_keeps_the_contract(ready):
    assert ready.splits() == {"eval": 6, "test": 36, "train": 48}
    assert list(ready.task_types()) == ["one_hop", "two_hop", "comparison"]
    assert check_suite(ready) == []


def test_its_answers_win(ready):
    for split in ready.splits():
        env = ready.make(split)
        for index, row in enumerate(lines(READY / "questions" / f"{split}.jsonl")):
            for target in row["ground_truth"]["target"]:
                env.reset(task_index=index)
                assert env.step(f"<answer>{target}</answer>")[4]["won"]


def test_numbers_that_make_no_corpus(tmp_path, capsys):
    assert main(["envs", "make-corpus", "search", str(tmp_path / "x"), "--train", "-1"]) == 2
    assert main(["envs", "make-corpus", "household", str(tmp_path / "x")]) == 1
    assert "has no pages to search in" in capsys.readouterr().err


@pytest.fixture(scope="module")
def realms():
    return (*training_realms(0)[:2], *heldout_realms(0))


@pytest.fixture(scope="module")
def search(realms):
    """Query → titles of the three best passages."""
    pytest.importorskip("nltk")
    pages = [page for realm in realms for page in passages(realm)]
    index = SearchIndex.build([page.contents for page in pages], [page.id for page in pages])
    return cache(lambda query: [pages[place].title for place in index.search(query, 3)])


def asked_of(realms):
    """Every question in one wording, with its realm and the person it is about."""
    for realm in realms:
        for kind in KINDS:
            for question in questions_about(realm, kind):
                if question.wording == 0:
                    names = " ".join(question.names)
                    yield question, realm, realm.authors[names] if question.source == "two_hop" else names


def test_the_right_register_is_found_and_others_tell_nothing(realms, search):
    for question, realm, who in asked_of(realms):
        wanted = f"{realm.name} {realm.registers[question.kind]}".title()
        for register in REGISTERS:
            for query in (f"{realm.name} {register}", f"{realm.name} {register} {question.kind} {who}"):
                titles = search(query)
                assert all(register.title() in title for title in titles), (query, titles)
                assert (wanted in titles) == (register == realm.registers[question.kind]), (query, titles)


def test_without_a_register_no_fact_is_found(realms, search):
    for question, realm, who in asked_of(realms):
        wanted = f"{realm.name} {realm.registers[question.kind]}".title()
        queries = (who, f"{realm.name} {who} {question.kind}", f"{realm.name} records of {question.kind}")
        for query in (question.sentence, *queries):
            assert wanted not in search(query), query


def test_a_books_page_is_found_by_its_title(realms, search):
    for realm in realms:
        for work, author in realm.authors.items():
            assert search(work)[0] == f"The {work}".title()
            page = next(page for page in passages(realm) if page.title == f"The {work}".title())
            assert f"by {author.title()} of {realm.name.title()}" in page.text


def test_a_tiny_vocabulary_is_small_and_no_two_words_have_one_stem():
    pytest.importorskip("nltk")
    assert 150 < len(vocabulary()) < 250 and len(set(vocabulary())) == len(vocabulary())
    words = [word for word in vocabulary() if word.isalnum() and word not in ("any", "when", "do", "for")]
    stems = [tuple(Analyser().terms(word)) for word in words]
    assert all(len(terms) == 1 for terms in stems) and len(set(stems)) == len(words)
