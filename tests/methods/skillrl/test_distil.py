"""Memories to a bank: batches, caps, repeated titles, and answers that are kept whatever happens."""

import json
from dataclasses import replace

import pytest

from skill1.config.load import load_config
from skill1.errors import DataError, RunInUseError
from skill1.library.formats.records import Terms
from skill1.methods.skillrl import bank as bank_format
from skill1.methods.skillrl.distil import MOST, distil
from skill1.methods.skillrl.memories import memory_of, read_memory, write_memories
from skill1.methods.skillrl.method import select
from skill1.methods.skillrl.rules import RULES
from skill1.methods.skillrl.settings import SkillRLConfig
from skill1.methods.skillrl.stages import distil_file
from skill1.methods.teacher.analyst import AnalystTeacher
from skill1.methods.teacher.question import Answer, load_prompt
from skill1.policy.account import Account
from skill1.run.disk import locked
from skill1.schema import Candidate, SkillDraft, Turn
from tests.methods.skillrl.played import episode
from tests.methods.skillrl.test_memories import PUBLISHED
from tests.policy.chat_server import chat, serving


class Writer:
    """A teacher that numbers what it writes. ``silent``: operations it does not answer."""

    name = "writer"

    def __init__(self, silent=(), per_answer=2):
        self.silent, self.per_answer, self.asked = set(silent), per_answer, []
        self.account = Account()

    def ask(self, questions):
        return [self._answer(question) for question in questions]

    def _answer(self, question):
        self.asked.append(question)
        if question.operation in self.silent:
            return Answer(None, "it refused")
        texts = [f"{question.operation} {len(self.asked)}.{n}" for n in range(self.per_answer)]
        if question.operation == "skillrl/mistakes":
            return Answer({"mistakes": [{"description": t, "how_to_avoid": "do not"} for t in texts]})
        return Answer({"skills": [{"title": t, "principle": "do it"} for t in texts]})


MEMORIES = [memory_of(episode(i, ("heat", "cool")[i % 2], success=i < 4)) for i in range(10)]


def test_questions_show_all_memories_in_batches(tmp_path):
    """10 memories in batches of 3: 4 general; 2 categories of 5: 2 each; 6 failures: 2 of mistakes."""
    teacher = Writer()
    bank, figures = distil(MEMORIES, teacher, per_question=3, answers=tmp_path / "a.jsonl")
    operations = [question.operation for question in teacher.asked]
    assert [operations.count(f"skillrl/{name}") for name in ("general", "specific", "mistakes")] == [4, 4, 2]
    assert figures == {"questions": 10, "answered_before": 0, "unanswered": 0}
    for name in ("general", "specific"):
        shown = [m for q in teacher.asked if q.operation == f"skillrl/{name}" for m in q.evidence["memories"]]
        assert sorted(m.record["origin_env_id"] for m in shown) == sorted(
            m.record["origin_env_id"] for m in MEMORIES
        )
    distil([replace(MEMORIES[0], category="a\n<|im_end|>")], teacher, per_question=1, answers=tmp_path / "b.jsonl")
    assert teacher.asked[-1].fields["category"] == "a ‹|im_end|›"
    assert not any(m.success for q in teacher.asked if "mistakes" in q.operation for m in q.evidence["memories"])
    assert set(bank["task_specific_skills"]) == {"cool, maple hill", "heat, maple hill"}
    assert bank["metadata"]["task_distribution"]["heat, maple hill"] == {"success": 2, "failure": 3}


def test_sections_take_turns_among_answers_up_to_their_caps(tmp_path):
    bank, _ = distil(MEMORIES, Writer(per_answer=9), per_question=3, answers=tmp_path / "a.jsonl")
    titles = [skill["title"] for skill in bank["general_skills"]]
    assert len(titles) == MOST["general_skills"] == 12
    assert titles[:5] == [f"skillrl/general {n}" for n in ("1.0", "2.0", "3.0", "4.0", "1.1")]
    assert all(len(skills) == 6 for skills in bank["task_specific_skills"].values())
    ids = [s["skill_id"] for s in bank["general_skills"]] + [m["mistake_id"] for m in bank["common_mistakes"]]
    assert len(set(ids)) == len(ids) == 24


def test_two_equal_commands_do_not_share_a_file_of_answers(tmp_path):
    write_memories(tmp_path / "m.jsonl", MEMORIES)
    with (
        locked(tmp_path / "bank.lock", lambda: "", remove=True),
        pytest.raises(
            RunInUseError, match="bank.json is being distilled by another process, which keeps the answ"
        ),
    ):
        distil_file(
            load_config("household/skillrl"), trajectories=tmp_path / "m.jsonl", output=tmp_path / "bank.json"
        )
    assert [path.name for path in tmp_path.iterdir()] == ["m.jsonl"]


def test_answers_are_kept_and_only_missing_ones_asked_again(tmp_path):
    answers, first = tmp_path / "a.jsonl", Writer(silent={"skillrl/specific"})
    bank, figures = distil(MEMORIES, first, per_question=3, answers=answers)
    assert figures["unanswered"] == 4 and not any(bank["task_specific_skills"].values())
    assert answers.read_text(encoding="utf-8").count('"fault": "it refused"') == 4
    with answers.open("a", encoding="utf-8") as file:
        file.write(
            '{"key": "k", "operation": "skillrl/general", "content": {"skills": 3}}\n[]\n{"key": "cut off in the mid'
        )
    second = Writer()
    mended, figures = distil(MEMORIES, second, per_question=3, answers=answers)
    assert [(q.operation, q.occasion) for q in second.asked] == [("skillrl/specific", "try 2")] * 4
    assert figures == {"questions": 10, "answered_before": 6, "unanswered": 0}
    assert mended["general_skills"] == bank["general_skills"]
    again = Writer()
    distil(MEMORIES, again, per_question=3, answers=answers)
    assert not again.asked  # what was cut off took none of the answers behind it along
    third = Writer()
    third.name = "another"  # of whom these are no answers
    distil(MEMORIES, third, per_question=3, answers=answers)
    assert len(third.asked) == 10


def test_another_prompt_or_temperature_has_its_own_answers(tmp_path):
    prompts, asked = tmp_path / "prompts", []
    own = prompts / "teacher" / "skillrl"
    own.mkdir(parents=True)
    for text, temperature in (
        ("{memories} {form}", 0.7),
        ("{memories} {form}", 0),
        ("Short! {memories} {form}", 0),
    ):
        (own / "general.txt").write_text(text)
        teacher, told = Writer(), {"prompts": str(prompts), "sampling": (temperature,)}
        distil(MEMORIES, teacher, per_question=3, answers=tmp_path / "a.jsonl", **told)
        asked.append(len(teacher.asked))
    assert asked == [10, 10, 4]


def test_a_service_that_answered_nothing_is_asked_again_by_the_same_command(tmp_path):
    pytest.importorskip("openai")
    write_memories(tmp_path / "m.jsonl", MEMORIES[:1])
    files = {"trajectories": tmp_path / "m.jsonl", "output": tmp_path / "bank.json"}
    entry = '{"skills": [{"title": "Look", "principle": "first"}]}'
    with serving(*[chat("no")] * 4, chat(entry)) as stub:
        words = ["--teacher.kind=service", f"--teacher.url={stub.url}", "--teacher.model=small"]
        config = load_config("household/skillrl", [*words, "--teacher.service=vllm"])
        with pytest.raises(DataError, match="answered none of 2 questions.*Type the same command to ask again"):
            distil_file(config, **files)
        assert distil_file(config, **files)["unanswered"] == 0


def test_a_crash_between_questions_loses_nothing_paid_for(tmp_path):
    class Dying(Writer):
        def ask(self, questions):
            if len(self.asked) >= 8:
                raise ConnectionError
            return super().ask(questions)

    with pytest.raises(ConnectionError):
        distil(MEMORIES, Dying(), per_question=3, answers=tmp_path / "a.jsonl")
    assert len(list(filter(None, (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()))) == 8


def test_empty_and_repeated_texts_do_not_enter(tmp_path):
    class Sloppy(Writer):
        def _answer(self, question):
            if question.operation != "skillrl/general":
                return Answer(None, "no")
            entries = [("Look  First", "a"), ("look first", "b"), ("", "c"), ("Title", "  "), ("<|im_end|>x", "d")]
            return Answer({"skills": [{"title": t, "principle": p} for t, p in entries]})

    bank, _ = distil(MEMORIES, Sloppy(), per_question=10, answers=tmp_path / "a.jsonl")
    assert [(s["title"], s["principle"]) for s in bank["general_skills"]] == [
        ("Look First", "a"),
        ("‹|im_end|›x", "d"),
    ]


class Notes:
    """Stands for the analyst: a lesson for each won episode."""

    def lesson(self, played):
        return SkillDraft(f"maple hill {played.task.type} egg", "egg in box") if played.success else None


def test_the_analyst_writes_lessons_plans_and_noted_mistakes(tmp_path):
    memories = [*MEMORIES, read_memory(PUBLISHED, "x")]
    teacher = AnalystTeacher(Notes(), RULES)
    bank, _ = distil(memories, teacher, per_question=10, answers=tmp_path / "a.jsonl")
    (heat,) = bank["task_specific_skills"]["heat, maple hill"]
    assert (heat["title"], heat["when_to_apply"], heat["principle"]) == (
        "maple hill heat egg", "maple hill heat egg", "egg in box",
    )  # fmt: skip
    assert [s["principle"] for s in bank["general_skills"]] == ["Work in this order: open"]
    assert [m["description"] for m in bank["common_mistakes"]] == ["buying anyway"]
    assert bank["metadata"]["source"].endswith("teacher analyst")


def test_faults_that_failures_share_become_mistakes_and_fill_a_bank_of_failures_alone(tmp_path):
    """Boxes opened twice in two failures, and a command that changed nothing in three; a third box twice in one."""

    def failed(number, *steps):
        """(action, what it led to) after the first look."""
        plain = episode(number)
        seen = ["start", *(after for _, after in steps)]
        turns = tuple(Turn(before, action, True) for before, (action, _) in zip(seen, steps, strict=False))
        return memory_of(replace(plain, turns=turns, last_observation=seen[-1]))

    twice = [("open box", "empty"), ("open bag", "a cup"), ("open box", "empty"), ("heat cup", "empty")]
    memories = [failed(0, *twice), failed(1, *twice), failed(2, ("take x", "gone"), ("heat cup", "gone"))]
    memories += [memory_of(episode(3, success=True, turns=1))]
    teacher = AnalystTeacher(Notes(), RULES)
    bank, _ = distil(memories[:3], teacher, per_question=10, answers=tmp_path / "a.jsonl")
    assert bank["general_skills"] == [] and not any(bank["task_specific_skills"].values())
    assert [(m["description"], m["why_it_happens"]) for m in bank["common_mistakes"]] == [
        ("heat where it changes nothing", "Seen in 3 failed episodes."),
        ("open once more what it had led to before", "Seen in 2 failed episodes."),
    ]
    (tmp_path / "bank.json").write_text(json.dumps(bank), encoding="utf-8")
    skills = bank_format.read(tmp_path / "bank.json", Terms(0.5, 0, "household", 500)).skills
    shown = select([Candidate(skill, 0.0, 0.0) for skill in skills], "heat", SkillRLConfig(), 0.0)
    assert [c.skill.strategy for c in shown.mistakes][1].startswith("Remember what open led to")


@pytest.mark.parametrize("operation", sorted(RULES))
def test_every_question_has_a_prompt_that_takes_its_fields(tmp_path, operation):
    fields = {"memories": "", "category": "", "most": "", "failures": "", "titles": "", "categories": ""}
    template = load_prompt(operation, fields, None)
    filled = template.fill({**{name: f"[{name}]" for name in fields}, "form": "[form]"}.__getitem__)
    assert "[form]" in filled and ("[memories]" in filled or "[failures]" in filled)
    assert "[most]" in filled
