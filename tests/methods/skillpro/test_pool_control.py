"""The meta-controller turn by turn: activation, termination, age, exploration, and what the writer is told."""

import json
from dataclasses import replace

import pytest

from skill1.agent.player import Recipe
from skill1.agent.stages import nothing
from skill1.config import AgentConfig, LibraryConfig
from skill1.config.load import load_config
from skill1.library import Library
from skill1.library.formats.records import seal
from skill1.methods.skillpro import method as skillpro
from skill1.methods.skillpro.experience import make_experience
from skill1.methods.skillpro.method import PoolControl
from skill1.methods.skillpro.settings import SkillProConfig
from skill1.methods.skillpro.skill import pool_skill
from skill1.methods.teacher.settings import TeacherConfig
from skill1.schema import Skill
from tests.rollout import fakes
from tests.rollout.fakes import KEY, TASK, RecordingPolicy, ToyEnv, ends, goes_on, settings

CHAT = AgentConfig(profile="generic", history_window=2)
CONFIG = replace(load_config("alfworld/skillpro"), teacher=TeacherConfig(kind="policy"))
TEXTS = {
    "Egg": ("put the egg on the desk", "open the fridge first"),
    "Cup": ("a cup is wanted", "open the cupboard"),
}


class Meta(RecordingPolicy):
    """Acts with `look`; answers the meta-controller's questions from two lists (the last answer repeats)."""

    def __init__(self, choices=("Egg",), done=(False,)):
        self.choices, self.done, self.meta_prompts, self.now = list(choices), list(done), [], ""
        super().__init__(act="<action>look</action>", rerank=self._meta)

    async def generate(self, prompt_ids, sampling, **how):
        self.now = self.tokens.decode(prompt_ids)
        return await super().generate(prompt_ids, sampling, **how)

    def _meta(self, view):
        self.meta_prompts.append(self.now)
        if "lay the skill aside" in self.now:
            return json.dumps({"done": _next(self.done)}) if self.done[0] is not None else "hm"
        choice = _next(self.choices)
        return choice if choice.startswith("?") else json.dumps({"skills": choice.split()})


def _next(answers):
    return answers.pop(0) if len(answers) > 1 else answers[0]


@pytest.fixture
def library():
    with Library.in_memory(LibraryConfig(encoder="hashing")) as library:
        library.add_skills(
            [
                Skill("egg", *TEXTS["Egg"], 0.5, extra=_entry("Egg")),
                Skill("cup", *TEXTS["Cup"], 0.5, extra=_entry("Cup")),
            ],
            step=0,
        )
        yield library


def _entry(name, **numbers):
    entry = {"name": name, "initiation": f"case {name}", "policy": ["look"], "termination": "seen", **numbers}
    return {"skillpro": {"entry": entry, "seal": seal(*TEXTS[name])}}


def play(policy, library, *, turns=6, training=False, key=KEY, agent=CHAT, budget=5000, is_ok=True, **config):
    """An episode of so many turns, with the spans the controller noted."""
    whole = replace(CONFIG, skillpro=SkillProConfig(**config))
    control = PoolControl(whole)
    how = replace(settings(agent, budget=budget, max_steps=turns), is_training=training)
    env = ToyEnv([*(goes_on(f"mark{i}") for i in range(1, turns)), ends()])
    episode = fakes.play(env, policy, library, how, key=key, recipe=Recipe(control.begin, nothing))
    assert episode.ok == is_ok, episode.error
    return episode, control.take_spans().get(key.id)


def active(spans):
    return [(span.turn, span.skill) for span in spans]


def shown(policy):
    """Which strategy each act prompt showed."""
    words = {"open the fridge first": "egg", "open the cupboard": "cup"}
    return [
        next((name for text, name in words.items() if text in prompt), None) for prompt in policy.prompts_of("act")
    ]


def test_a_skill_stays_active_until_its_end_is_seen(library):
    policy = Meta(choices=("Egg", "Cup"), done=(False, True, False))
    episode, spans = play(policy, library)
    assert shown(policy) == ["egg", "egg", "cup", "cup", "cup", "cup"]
    assert active(spans) == [(0, "egg"), (2, "cup")]
    assert [candidate.skill.id for candidate in episode.candidates] == ["egg", "cup"]
    assert episode.used.id == "cup" and len(episode.stage_segments("act")) == 6


@pytest.mark.parametrize(
    ("said", "finish", "chosen"),
    [
        ('<think>or {"skills": ["Egg"]} but', "length", None),
        ('<think>or {"skills": ["Egg"]}</think> {"skills": ["Cup"]} and', "length", "cup"),
        ('<think>or {"skills": ["Egg"]}</think> none of them', "stop", None),
        ('{"skills": ["Egg"]} because', "length", "egg"),
    ],
)
def test_what_a_thought_quotes_selects_nothing(library, said, finish, chosen):
    class Thinking(Meta):
        async def generate(self, prompt_ids, sampling, **how):
            answer = await super().generate(prompt_ids, sampling, **how)
            return replace(answer, text=said, finish_reason=finish) if self.now.find("JSON") > 0 else answer

    episode, _ = play(policy := Thinking(), library, turns=1)
    assert shown(policy) == [chosen] and episode.stage_segments("rerank")[0].valid == (chosen is not None)


def test_a_skill_ends_at_its_greatest_age_unasked(library):
    policy = Meta(choices=("Egg", "Cup"))
    _, spans = play(policy, library, max_skill_age=4)
    assert active(spans) == [(0, "egg"), (4, "cup")]
    judged = [prompt for prompt in policy.meta_prompts if "lay the skill aside" in prompt]
    assert len(judged) == 4  # turns 1, 2, 3 and 5; at turn 4 age decides


def test_age_alone_asks_nobody_and_age_one_decides_every_turn(library):
    policy = Meta(choices=("Egg", "none", "Cup"))
    _, spans = play(policy, library, turns=4, max_skill_age=1, termination="age")
    assert shown(policy) == ["egg", None, "cup", "cup"]
    assert active(spans) == [(0, "egg"), (1, None), (2, "cup"), (3, "cup")]
    assert not any("lay the skill aside" in prompt for prompt in policy.meta_prompts)


def test_without_an_active_skill_every_turn_asks_again(library):
    policy = Meta(choices=("none", "none", "Egg"))
    _, spans = play(policy, library, turns=4)
    assert shown(policy) == [None, None, "egg", "egg"] and active(spans) == [(2, "egg")]


def test_added_tokens_are_those_of_the_turns_a_skill_was_shown(library):
    policy = Meta(choices=("Egg", "none"), done=(False, True))
    episode, spans = play(policy, library, turns=4)
    assert active(spans) == [(0, "egg"), (2, None)]
    assert spans[0].tokens == episode.skill_tokens > 0
    assert make_experience(episode, spans).added_tokens_per_turn == spans[0].tokens * 2 / 4
    plain, _ = play(Meta(choices=("none",)), library, turns=1)
    first, without = (len(one.stage_segments("act")[0].prompt_ids) for one in (episode, plain))
    assert spans[0].tokens == first - without


def test_the_controller_sees_the_situation_and_the_whole_pool(library):
    policy = Meta(choices=("Egg",), done=(True,))
    play(policy, library, turns=2)
    first, judged, again = policy.meta_prompts
    assert "- Egg: case Egg" in first and "- Cup: case Cup" in first and TASK.instruction in first
    assert "you see a desk" in first and "mark1" in judged and "Ends when: seen" in judged
    assert "mark1" in again and "Done: look" in again


@pytest.mark.parametrize("answer", ["?what", "Unknown", "none Egg"])
def test_an_answer_without_a_known_name_is_no_skill(library, answer):
    policy = Meta(choices=(answer,))
    episode, spans = play(policy, library, turns=1)
    assert spans == [] and episode.used is None
    assert [s.valid for s in episode.stage_segments("rerank")] == [answer != "?what"]


def test_a_judgement_that_cannot_be_read_ends_nothing(library):
    policy = Meta(done=(None,))
    assert active(play(policy, library)[1]) == [(0, "egg")]


def test_a_question_that_does_not_fit_ends_the_episode_with_the_remedy(library):
    episode, _ = play(Meta(), library, budget=60, is_ok=False)
    assert not episode.ok and "skillpro.pool_size" in episode.error


def test_the_plain_process_uses_no_skill_and_asks_nothing(library):
    policy = Meta()
    episode, spans = play(policy, library, mode="MDP")
    assert spans is None and policy.meta_prompts == [] and shown(policy) == [None] * 6
    assert episode.used is None


def test_an_empty_pool_asks_nothing():
    policy = Meta()
    with Library.in_memory(LibraryConfig(encoder="hashing")) as empty:
        assert play(policy, empty)[1] == [] and policy.meta_prompts == []


def test_similarity_takes_the_nearest_initiation_above_the_threshold(library):
    policy = Meta()
    _, spans = play(policy, library, turns=1, selection="similarity", similarity_threshold=0.5)
    assert active(spans) == [(0, "egg")] and policy.meta_prompts == []
    assert play(Meta(), library, turns=1, selection="similarity", similarity_threshold=1.1)[1] == []


def test_nominees_are_ranked_by_their_bound(library):
    numbers = {"maturity": 5, "freq": 400}
    library.add_skills(
        [],
        step=0,
        changed=[
            replace(library.get("egg"), extra=_entry("Egg", avg_gain=0.1, **numbers)),
            replace(library.get("cup"), extra=_entry("Cup", avg_gain=0.4, **numbers)),
        ],
    )
    assert pool_skill(library.get("cup"), 0).avg_gain == 0.4
    policy = Meta(choices=("Egg Cup",))
    assert active(play(policy, library, turns=1, selection="llm_topk_lcb")[1]) == [(0, "cup")]
    one = Meta(choices=("Egg Cup",))
    assert active(play(one, library, turns=1, selection="llm_topk_lcb", skill_select_k=1)[1]) == [(0, "egg")]
    assert "at most 5" in policy.meta_prompts[0] and "at most 1" in one.meta_prompts[0]


def test_exploration_draws_any_skill_or_none_in_training_only(library):
    found = set()
    for task in range(16):
        policy = Meta()
        key = replace(KEY, task=task)
        _, spans = play(policy, library, turns=1, training=True, key=key, epsilon=1.0, final_epsilon=1.0)
        assert policy.meta_prompts == []
        found.add(spans[0].skill if spans else None)
    assert found == {"egg", "cup", None}
    policy = Meta()
    play(policy, library, turns=1, epsilon=1.0, final_epsilon=1.0)
    assert len(policy.meta_prompts) == 1


def test_a_prompt_that_goes_on_keeps_its_first_skill(library):
    compact = AgentConfig(profile="compact")
    policy = RecordingPolicy(act="look")
    episode, spans = play(policy, library, agent=compact, selection="similarity", similarity_threshold=0.1)
    assert active(spans) == [(0, "egg")] and len(episode.turns) == 6
    assert make_experience(episode, spans).added_tokens_per_turn == spans[0].tokens


def test_the_recipe_is_frozen_and_has_a_rule_for_every_question():
    method = skillpro.make(load_config("household/skillpro"))
    assert method.credit is None
    assert set(method.rules) == {f"skillpro/{name}" for name in ("gradient", "update", "summary", "rewrite")}
