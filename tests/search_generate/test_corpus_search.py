"""What a real search finds in the encyclopedia: facts by the name of their register, and in no other way."""

from functools import cache

import pytest

from skill1_envs.search.generate.folder import passages, vocabulary
from skill1_envs.search.generate.questions import questions_about
from skill1_envs.search.generate.realms import KINDS, REGISTERS, heldout_realms, training_realms
from skill1_envs.webshop.search import Analyser, SearchIndex

pytest.importorskip("nltk")
TOP = 3


@pytest.fixture(scope="module")
def realms():
    return (*training_realms(0)[:2], *heldout_realms(0))


@pytest.fixture(scope="module")
def search(realms):
    """Query → titles of the three best passages."""
    pages = [page for realm in realms for page in passages(realm)]
    index = SearchIndex.build([page.contents for page in pages], [page.id for page in pages])
    return cache(lambda query: [pages[place].title for place in index.search(query, TOP)])


def asked(realms):
    """Every question in one wording, with its realm and the person it is about."""
    for realm in realms:
        for kind in KINDS:
            for question in questions_about(realm, kind):
                if question.wording == 0:
                    names = " ".join(question.names)
                    yield question, realm, realm.authors[names] if question.source == "two_hop" else names


def test_the_right_register_is_found_and_others_tell_nothing(realms, search):
    for question, realm, who in asked(realms):
        wanted = f"{realm.name} {realm.registers[question.kind]}".title()
        for register in REGISTERS:
            for query in (f"{realm.name} {register}", f"{realm.name} {register} {question.kind} {who}"):
                titles = search(query)
                assert all(register.title() in title for title in titles), (query, titles)
                assert (wanted in titles) == (register == realm.registers[question.kind]), (query, titles)


def test_without_a_register_no_fact_is_found(realms, search):
    for question, realm, who in asked(realms):
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


def test_no_two_words_of_names_have_one_stem():
    words = [word for word in vocabulary() if word.isalnum() and word not in ("any", "when", "do", "for")]
    stems = [Analyser().terms(word) for word in words]
    assert all(len(list(terms)) == 1 for terms in stems)
    assert len({next(iter(terms)) for terms in stems}) == len(words)
