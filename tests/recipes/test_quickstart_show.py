"""``skill1 rollout``: the facts agree with what training computes, and the text is complete and harmless."""

import io
import json
import statistics
from dataclasses import replace

import pytest
from rich.console import Console

from skill1.cli import main
from skill1.config.load import load_config
from skill1.config.method import uses_library
from skill1.env.registry import make_suite
from skill1.errors import DataError
from skill1.evaluate.show import credited_scene, explain, most_telling, show_rollout
from skill1.evaluate.show_text import plain, print_rollout, shortened
from skill1.library import Library
from skill1.methods import make_recipe
from skill1.policy.scripted import ScriptedPolicy
from skill1.policy.tokens import Tokens
from tests.rollout.rollers import roller


def printed(facts):
    console = Console(file=io.StringIO(), width=200)
    print_rollout(facts, console)
    return console.file.getvalue()


@pytest.fixture(scope="module")
def scene(smoke):
    """Makes the scene of an erring expert's group, with a library it has filled before."""
    tokens = Tokens.load(smoke.folder / "household-cold-start")

    def make(*overrides):
        config = load_config("household/skill1", overrides)
        suite, recipe = make_suite(config.env), make_recipe(config)
        library = Library.in_memory(config.library) if uses_library(config) else None
        policy = ScriptedPolicy(tokens, suite.expert(None, "sloppy", 0).answer)
        player = roller(config, policy, suite=suite, recipe=recipe, rows=64)
        worlds = next(iter(suite.demo_worlds("sloppy", 192, 0)))
        tasks = worlds[0]
        for step in range(1, 4 if library is not None else 1):
            groups = player.play_groups(tasks, library, seed=0, step=step, group_size=4)
            library.commit([e for g in groups for e in g.episodes], step=step, policy_version=0)
        groups = player.play_groups(tasks, library, seed=0, step=9, group_size=4)
        mixed = [g for g in groups if len({e.outcome for e in g.episodes}) == 2]
        telling = [g for g in mixed if len(most_telling(g).candidates) > 1] or mixed
        return credited_scene(config, recipe, tokens, telling[0], library, 9)

    return make


@pytest.mark.parametrize("rule", ["trend", "matched"])
def test_household_credit_is_what_training_computes(scene, rule):
    played = scene(f"--credit.selection={rule}")
    facts = explain(played)
    assert json.loads(json.dumps(facts)) == json.loads(json.dumps(facts, allow_nan=False))
    credit, select = facts["credit"], facts["credit"]["select"]
    assert select["rule"] == rule
    expected = (select["own"] - select["mean"]) / 0.3
    for stage in ("query", "rerank"):
        assert credit["stages"][stage]["advantage"] == pytest.approx(expected, abs=1e-12)
    act = credit["act"]
    assert credit["stages"]["act"]["advantage"] == pytest.approx(
        (facts["outcome"] - act["mean"]) / act["std"], abs=1e-5
    )
    assert act["mean"] == statistics.fmean(e["outcome"] for e in facts["group"])
    assert "distill" not in credit["stages"], "realised credit comes later"
    assert credit["distill"]["delay"] == 4
    text = printed(facts)
    for words in (
        "Select: query",
        "Select: rerank",
        "Distil",
        "similarity",
        "U of the used skill",
        "4 steps later",
    ):
        assert words in text, words
    assert facts["library"]["edit"] in ("added", "merged") and facts["library"]["moves"]


@pytest.mark.parametrize("rule", ["trend", "matched", "ndcg"])
def test_controls_are_explained_as_training_leaves_them_out(scene, rule):
    played = scene(f"--credit.selection={rule}")
    first, *others = played.group.episodes
    control = replace(first, withheld=first.candidates[0].skill, used=None)
    group = replace(played.group, episodes=(control, *others))
    shown = replace(played, group=group, episode=control, credited={})
    assert explain(shown)["credit"]["select"] == {"rule": rule, "advantages": {}}
    assert "advantage = none" in printed(explain(shown))
    if rule != "ndcg":
        select = explain(replace(shown, episode=others[0]))["credit"]["select"]
        assert len(select["values"]) == len(others) and select["own"] == select["values"][0]


def test_papers_credit_is_what_training_computes(scene):
    facts = explain(
        scene("--credit.selection=ndcg", "--credit.distillation=variation", "--library.utility_update=retrieved")
    )
    credit = facts["credit"]
    assert credit["select"]["baseline_u"] == max(c["utility"] for c in facts["retrieval"]["candidates"])
    assert credit["stages"]["rerank"]["advantage"] == pytest.approx(credit["select"]["reward"])
    assert credit["select"]["subtracted"] == 0.0, "Eq. 9 has no baseline"
    assert credit["distill"]["reward"] == pytest.approx(facts["outcome"] - credit["select"]["baseline_u"])
    assert "distill" in credit["stages"] and credit["stages"]["query"] == pytest.approx(
        credit["stages"]["query"] | {"advantage": credit["stages"]["act"]["advantage"]}
    )
    text = printed(facts)
    assert "R^rerank = NDCG" in text and "R^distill = r − Û" in text


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        (["--method=grpo"], "against the group"),
        (["--agent.selection=similarity"], "Select: similarity"),
        (["--agent.distillation=off"], "there is no text to store"),
        (["--agent.distillation=raw"], "the text becomes skill"),
        (["--credit.selection=none", "--credit.distillation=none"], "not credited"),
        (["--library.enabled=false"], "against the group"),
    ],
)
def test_every_variant_can_be_shown(scene, overrides, words):
    assert words in printed(explain(scene(*overrides)))


def test_a_lone_survivor(scene):
    played = scene()
    group = type(played.group)(played.group.task, (played.episode,))
    config = played.config
    alone = credited_scene(config, make_recipe(config), played.tokens, group, played.library, 10)
    text = printed(explain(alone))
    assert "fewer than two episodes ended without an error" in text and "nothing tells them apart" in text


def test_show_rollout_of_a_run_changes_nothing(smoke):
    checkpoint = smoke.folder / "household-skill1" / "checkpoints" / "step_000003"
    before = (checkpoint / "library.sqlite").read_bytes()
    config = load_config(str(smoke.folder / "household-skill1" / "config.yaml"))
    console = Console(file=io.StringIO(), width=120)
    call = {"model": str(checkpoint), "library_path": str(checkpoint / "library.sqlite"), "seed": 5}
    facts = show_rollout(config, console=console, **call)
    assert facts == show_rollout(config, **call), "the same seed shows the same episode"
    task = make_suite(config.env).tasks("heldout")[7]
    assert show_rollout(config, task_id=task.id, **call)["task"]["id"] == task.id
    with pytest.raises(DataError, match=r"no task 'egg'.*household/train"):
        show_rollout(config, task_id="egg", **call)
    assert (checkpoint / "library.sqlite").read_bytes() == before
    tokens = [entry for stage in facts["stages"] for entry in stage["tokens"]]
    assert tokens and all(logprob <= 0 for _, logprob in tokens)
    assert "outcome r = " in console.file.getvalue()


@pytest.mark.parametrize("run", ["household-skill1", "household-grpo"])
def test_the_command_prints_text_or_json(smoke, capsys, run):
    words = ["rollout", str(smoke.folder / run), "--seed", "1", "--train.threads", "1"]
    assert main(words) == 0
    assert "Credit" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    output = capsys.readouterr()
    facts = json.loads(output.out)
    assert len(facts["group"]) == 4 and (facts["retrieval"] is None) == (run == "household-grpo")


def test_model_text_is_neither_markup_nor_terminal_control(scene):
    facts = explain(scene())
    evil = "[red]x[/red] [/] \x1b[2J\x07\u202e[link=http://x]"
    facts["stages"][0] |= {"text": evil, "prompt": evil, "tokens": [[evil, -1.0]] * 60}
    facts["turns"] = [{"observation": evil, "action": evil, "valid": False} for _ in facts["turns"]]
    facts["retrieval"]["candidates"][0] |= {"description": evil, "strategy": evil}
    facts["draft"] = {"description": evil, "strategy": evil}
    facts["task"]["instruction"] = evil
    text = printed(facts)
    assert "[red]x[/red] [/]" in text and not any(c in text for c in "\x1b\x07\u202e")
    assert "12 more" in text


def test_long_prompts_keep_both_ends():
    text = shortened("a" * 1000 + "b" * 1000, 300)
    assert text.startswith("a" * 200) and text.endswith("b" * 100) and "1700 characters" in text
    assert plain("é\n你\t\x1b") == "é\n你\t\N{REPLACEMENT CHARACTER}"
