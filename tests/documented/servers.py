"""What answers instead of the internet: a chat model, an embedding model, and the files that environments publish."""

import gzip
import hashlib
import json
from contextlib import contextmanager

from tests.alfworld_data.conftest import Files, archives, file_server
from tests.documented.stand_ins import VARIABLE
from tests.library.embedding_stub import embeddings
from tests.policy.chat_server import chat, serving
from tests.policy.test_policy_endpoint_play import as_a_player
from tests.train.served_model import of_chat
from tests.webshop_data.published import SMALL, small_set

QUESTION = {"question": "Where?", "ground_truth": {"target": ["here"]}, "data_source": "nq"}
SEARCH = {  # where a file of Search-QA lies in its folder → what it holds, packed if it is the corpus
    "questions/train.jsonl": json.dumps(QUESTION).encode(),
    "questions/test.jsonl": json.dumps(QUESTION).encode(),
    "corpus.jsonl": gzip.compress(b'{"id": "0", "contents": "a harbour"}\n', mtime=0),
}
LESSON = {"title": "look first", "principle": "look before you take", "when_to_apply": "always"}


def answer(request):
    """As a player to a player's prompts; to a teacher's question one skill in the form it names; log-probs as vLLM."""
    if "prompt_logprobs" in request:
        return of_chat(request)
    if request["messages"][0]["role"] == "system" or "json" in request["messages"][-1]["content"].lower():
        return chat(json.dumps({"general_skills": [LESSON], "skills": [LESSON], **LESSON}))
    return as_a_player(request)


@contextmanager
def scripted_chat():
    """Address of a chat server."""
    with serving(answer) as stub:
        yield stub.url


@contextmanager
def scripted_embeddings():
    """Address of an embedding server."""
    with embeddings() as stub:
        yield stub.url


@contextmanager
def published_files():
    """Environment variable that directs downloads to a server with small files under the published names."""
    shop = small_set()
    search = {name: (name.replace("/", "-") + (".gz" if name == "corpus.jsonl" else "")) for name in SEARCH}
    files = Files(contents={**archives(), **shop, **{search[name]: SEARCH[name] for name in SEARCH}})
    with file_server(files):
        of_shop = [
            (name, len(shop[name]), hashlib.sha256(shop[name]).hexdigest(), (files.url(name),)) for name in SMALL
        ]
        of_search = [(name, files.url(search[name])) for name in SEARCH]
        told = {
            "alfworld": [files.url(name) for name in archives()],
            "webshop": {"1000": of_shop, "full": of_shop},
            "search": {"wiki18": of_search, "questions": of_search[:2]},
        }
        yield {VARIABLE: json.dumps(told)}
