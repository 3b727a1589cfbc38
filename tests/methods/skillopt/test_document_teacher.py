"""SkillOpt's questions to a language model behind a server: malformed replies cost one more try, or one patch."""

import json
import uuid

import pytest

from skill1.methods.skillopt import stages
from skill1.methods.teacher.chat import ChatTeacher
from skill1.methods.teacher.settings import TeacherConfig
from tests.methods.skillopt.teachers import append, setting, trials
from tests.policy.chat_server import Raw, chat, serving

EDITS = json.dumps({"reasoning": "r", "edits": [append("look first"), {"op": "append", "content": " "}]})
WRONG = ['{"edits": [{"op": "app', "I cannot help with that.", '{"edits": "none"}', '{"ediciones": []}']


@pytest.fixture
def teacher(tmp_path):
    def opened(stub, prompts=None, **config):
        config = {"service": "vllm", "url": stub.url, "model": "small", "concurrency": 1, **config}
        return ChatTeacher(TeacherConfig(**config), prompts=prompts, cache=tmp_path / f"{uuid.uuid4()}.sqlite")

    return opened


def test_each_malformed_reply_is_asked_once_more(teacher):
    answers = [answer for wrong in WRONG for answer in (chat(wrong), chat(EDITS))]
    for number in range(len(WRONG)):
        with serving(*answers[2 * number : 2 * number + 2]) as stub:
            asked = teacher(stub)
            (patch,) = stages.reflect(setting(asked, "old"), trials(failures=2), 0)
        assert patch.items[0]["content"] == "look first" and asked.account.calls == 2


def test_what_stays_malformed_costs_one_patch_and_faults_of_the_server_cost_none(teacher):
    replies = {
        "story f0": [Raw(500, "later"), chat(EDITS)],
        "story f1": [chat("no"), chat("still no")],
        "story f2": ["break", chat(EDITS)],
    }

    def reply(request):
        return next(left for story, left in replies.items() if story in request["messages"][0]["content"]).pop(0)

    with serving(reply) as stub:
        asked = teacher(stub, concurrency=3)
        patches = stages.reflect(setting(asked, "old", minibatch_size=1), trials(failures=3), 0)
    assert [patch.items[0]["content"] for patch in patches] == ["look first"] * 2
    assert asked.account.unanswered == 1 and asked.account.prompt_tokens == 4 * 11
    assert not any(replies.values())


def test_a_prompt_of_the_users_takes_the_place_of_ours(teacher, tmp_path):
    folder = tmp_path / "teacher" / "skillopt"
    folder.mkdir(parents=True)
    (folder / "analyst_error.txt").write_text("Mend {document} for {trajectories}: {form}")
    with serving(chat(EDITS)) as stub:
        stages.reflect(setting(teacher(stub, str(tmp_path)), "MY DOCUMENT"), trials(failures=1), 0)
    sent = stub.requests[0]["messages"][0]["content"]
    assert sent.startswith("Mend MY DOCUMENT for story f0: {") and '"edits"' in sent
