"""Replays of recorded episodes: what they find, what they are paired by, and what they refuse."""

import gzip
import json
import shutil
from dataclasses import replace

import pytest
import yaml

from skill1.cli import main
from skill1.config.load import load_run_config
from skill1.config.trust import accept, claims
from skill1.env.registry import make_suite
from skill1.errors import CheckpointError, ConfigError, DataError
from skill1.evaluate.figures import newcombe_paired
from skill1.evaluate.replay import find_episode, kept_steps, play_arm, replay
from skill1.library import Library
from skill1.policy.load import open_policy
from skill1.policy.scripted import ScriptedPolicy
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller
from skill1.rollout.settings import play_settings
from skill1.schema import Episode, EpisodeKey, Group
from skill1.train.records import Records
from skill1.train.trainer import Skill1Trainer
from tests.rollout.rollers import answers_of, roller
from tests.rollout.tiny_world import household, stocked_library, tasks, tiny_policy

TASKS = 8
HELPED = "s0-000007-t00-r2"  # used the skill that is right for its task
BARE, CONTROL, BROKEN = "s0-000007-t01-r0", "s0-000007-t02-r0", "s0-000007-t03-r0"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run of one step that changes no weight, from a library with a right skill for each of its first tasks."""
    place = tmp_path_factory.mktemp("replay")
    model = tiny_policy(place / "model")
    with stocked_library(household(model), TASKS) as library:
        start = library.backup(place / "start.sqlite")
    options = {
        "train.steps": 1,
        "train.tasks_per_step": 2,
        "train.group_size": 3,
        "train.mini_batches": 1,
        "train.learning_rate": 1e-30,
        "logging.episodes_every": 1,
        "library.init": start,
        "library.similarity_threshold": -1,
    }
    config = household(model, *(f"--{key}={value}" for key, value in options.items()))
    Skill1Trainer(config, place / "run").train()
    record(place / "run")
    return place / "run"


def record(run) -> None:
    """An episode file of a seventh step, as a run would have written it."""
    with Library.open(run, read_only=True) as library:
        right = {skill.source_episode: skill for skill in library.skills(None)}
    right = [right[EpisodeKey(99, 0, i, 0).id] for i in range(TASKS)]
    first, second, third, fourth = tasks(4)

    def played(task, place, rollout=0, **fields):
        return Group(task, (Episode(EpisodeKey(0, 7, place, rollout), task, **fields),))

    groups = [
        played(first, 0, 2, used=right[0], outcome=1.0, success=True),
        played(second, 1),
        played(third, 2, withheld=right[2]),
        played(fourth, 3, status="error", error="EnvironmentFault: reset failed"),
    ]
    Records(run, episodes_every=1, episodes_mib=10).write_episodes(7, groups, {})


@pytest.fixture(scope="module")
def skills(run):
    """Ids of the right skills of the first tasks."""
    with Library.open(run, read_only=True) as library:
        made = {skill.source_episode: skill.id for skill in library.skills(None)}
    return [made[EpisodeKey(99, 0, i, 0).id] for i in range(TASKS)]


class Expert(ScriptedPolicy):
    """Follows a skill about its home and searches the house without one."""

    def __init__(self, config, model: str, tokens, *, rows: int = 0) -> None:
        super().__init__(tokens, answers_of(make_suite(config.env).expert(None, "oracle", 0), config))

    def close(self) -> None:
        pass


@pytest.fixture
def expert(monkeypatch):
    monkeypatch.setattr("skill1.policy.load.open_policy", Expert)


def test_taking_a_right_skill_away_costs_success(run, skills, expert):
    found = replay(f"{run}/{HELPED}", without=skills[0], repeats=24)
    assert found.as_played.skill == skills[0] and found.changed.skill is None
    assert found.as_played.success_rate == 1.0 and found.changed.success_rate < 0.8
    assert found.difference == pytest.approx(1 - found.changed.success_rate)
    assert 0 < found.low < found.difference < found.high
    assert found.as_played.mean_turns < found.changed.mean_turns
    assert (found.pairs, found.errors, found.temperature) == (24, 0, 1.0)
    assert found.model == str(run / "checkpoints" / "step_000001")


def test_the_difference_is_that_of_the_pairs(run, skills, expert):
    found = replay(f"{run}/{HELPED}", other=skills[5], repeats=12)
    won = list(zip(found.as_played.successes, found.changed.successes, strict=True))
    table = [won.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False))]
    assert sum(table) == 12 and found.difference == (table[1] - table[2]) / 12
    assert (found.low, found.high) == newcombe_paired(*table)
    assert found.as_played.mean_outcome == pytest.approx(sum(found.as_played.successes) / 12)


def test_another_skill_is_handed_to_an_episode_that_had_none_and_to_a_control(run, skills, expert):
    for name, skill in ((BARE, skills[1]), (CONTROL, skills[2])):
        found = replay(f"{run}/{name}", other=skill, repeats=16)
        assert found.as_played.skill is None and found.changed.skill == skill
        assert found.changed.success_rate == 1.0 and found.difference < 0


def test_a_skill_that_says_nothing_to_the_expert_changes_no_sample(run, skills, expert):
    """Equal random keys: where the skill has no effect, both arms are the same, pair by pair."""
    found = replay(f"{run}/{BARE}", other=skills[0], repeats=16)  # about another home or thing
    if found.as_played.successes != found.changed.successes:
        pytest.fail(f"the arms differ: {found}")
    assert found.difference == 0.0 and found.low < 0 < found.high
    assert 0 < sum(found.changed.successes) < 16  # so equal not for want of chance


def test_a_model_behind_a_server_is_asked_again(run, skills, tmp_path, monkeypatch):
    """Checkpoints of such a run hold a library and no weights."""
    served = shutil.copytree(run, tmp_path / "served")
    config = yaml.safe_load((served / "config.yaml").read_text(encoding="utf-8"))
    config["endpoint"] |= {"url": "http://127.0.0.1:9/v1", "model": "small"}
    (served / "config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    accept(claims(load_run_config(served / "config.yaml")))  # as training it did
    (served / "checkpoints" / "step_000001" / "model.safetensors").unlink()
    expert = Expert(load_run_config(run / "config.yaml"), "", Tokens.load(run / "checkpoints" / "step_000001"))
    monkeypatch.setattr("skill1.policy.endpoint.open_endpoint", lambda _: expert)
    found = replay(f"{served}/{HELPED}", without=skills[0], repeats=4)
    assert (found.model, found.as_played.success_rate) == ("small", 1.0)


def test_the_weights_of_a_checkpoint_are_played_and_twice_alike(run, skills):
    once, again = (replay(f"{run}@1/{HELPED}", without=skills[0], repeats=5) for _ in range(2))
    assert once == again
    assert len(once.as_played.successes) == len(once.changed.successes) == 5


def test_with_the_same_weights_the_recorded_episode_is_among_the_replayed(run):
    """Rollout r of the arm samples as rollout r of the group did: unchanged weights take the same actions."""
    config = load_run_config(run / "config.yaml")
    model = run / "checkpoints" / "step_000001"
    engine, settings = (
        open_policy(config, model, Tokens.load(model), rows=3),
        play_settings(config, is_training=False),
    )
    with gzip.open(run / "episodes" / "step_000001.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    with Library.open(run, read_only=True) as library:
        for played in records:
            _, recorded = find_episode(f"{run}/{played['id']}")
            skill = library.get(recorded.used) if recorded.used else None
            arm = play_arm(
                lambda recipe: roller(config, engine, recipe=recipe, how=settings, rows=3),
                recorded.task,
                recorded.key,
                skill,
                3,
            )
            actions = [turn.action for turn in arm[recorded.key.rollout].turns]
            assert actions == [turn["action"] for turn in played["turns"]]
    engine.close()


def test_a_pair_that_the_environment_breaks_is_left_out(run, skills, expert, monkeypatch):
    """The first arm loses its first episode, the second its second."""
    whole, calls = Roller.play_groups, []

    def broken(roller, tasks, library, **options):
        (group,) = whole(roller, tasks, library, **options)
        episodes, place = list(group.episodes), min(len(calls), len(group.episodes) - 1)
        calls.append(place)
        episodes[place] = replace(episodes[place], status="error", error="EnvironmentFault: gone")
        return [replace(group, episodes=tuple(episodes))]

    monkeypatch.setattr(Roller, "play_groups", broken)
    found = replay(f"{run}/{HELPED}", without=skills[0], repeats=6)
    assert (found.pairs, found.errors, len(found.as_played.successes)) == (4, 2, 4)
    with pytest.raises(DataError, match="in every pair .* gone"):
        replay(f"{run}/{HELPED}", without=skills[0], repeats=1)


@pytest.mark.parametrize(
    ("name", "options", "error", "words"),
    [
        ("s0-000007-t09-r0", {"other": "x"}, DataError, f"no episode .*{HELPED}"),
        ("s0-000004-t00-r0", {"other": "x"}, DataError, "no episodes of step 4 .* newest steps that are: 1, 7"),
        ("latest", {"other": "x"}, DataError, "'latest' is not an episode id; expected RUN/EPISODE_ID"),
        (f"s0-{'9' * 5000}-t00-r0", {"other": "x"}, DataError, "is not an episode id; expected RUN/EPISODE_ID"),
        (BROKEN, {"other": "x"}, DataError, "ended in an error .*reset failed"),
        (HELPED, {"without": "nope"}, ConfigError, "did not use skill 'nope'.* It used '.*--without"),
        (BARE, {"without": "nope"}, ConfigError, "It used none; type --with OTHER"),
        (
            CONTROL,
            {"without": "nope"},
            ConfigError,
            "It is a control: it selected '.*', which .* Type --with",
        ),
        (HELPED, {"other": "nope"}, DataError, "no skill 'nope'.*skill1 library list"),
        (HELPED, {}, ConfigError, "either --without SKILL or --with OTHER"),
        (HELPED, {"other": "x", "repeats": 0}, ConfigError, "--repeats 0 cannot be used"),
    ],
)
def test_what_cannot_be_replayed_is_told_with_what_can(run, name, options, error, words):
    with pytest.raises(error, match=words):
        replay(f"{run}/{name}", **options)


def test_the_skill_it_used_itself_is_no_other(run, skills):
    with pytest.raises(ConfigError, match=f"--without {skills[0]}"):
        replay(f"{run}/{HELPED}", other=skills[0])


def test_the_first_letters_of_an_id_are_enough(run, skills, expert):
    short, other = skills[0][:7], skills[3][:7]
    assert replay(f"{run}/{HELPED}", without=short, repeats=1).changed.skill is None
    assert replay(f"{run}/{HELPED}", other=other, repeats=1).changed.skill == skills[3]
    with pytest.raises(ConfigError, match="did not use skill 'sk_'"):
        replay(f"{run}/{HELPED}", without="sk_")


def test_wrong_runs_and_checkpoints_are_named(run, skills, tmp_path):
    with pytest.raises(DataError, match="is not a run directory"):
        replay(f"{tmp_path}/{HELPED}", other="x")
    with pytest.raises(CheckpointError, match="no checkpoint of step 9"):
        replay(f"{run}@9/{BARE}", other=skills[0])


def test_tasks_that_have_changed_are_not_played(run, skills, expert, monkeypatch):
    suite = make_suite(load_run_config(run / "config.yaml").env)
    shifted = [replace(task, id=task.id + "x") for task in suite.tasks("train")]
    monkeypatch.setattr(type(suite), "tasks", lambda self, split: shifted)
    with pytest.raises(DataError, match="the environment's data has changed"):
        replay(f"{run}/{HELPED}", without=skills[0])


def test_a_copy_beside_an_episode_file_is_no_step(tmp_path):
    (tmp_path / "episodes").mkdir()
    for name in ("step_000060.jsonl.gz", "step_000060 (copy).jsonl.gz", "step_000007.jsonl.gz", "step_x.jsonl.gz"):
        (tmp_path / "episodes" / name).touch()
    assert kept_steps(tmp_path) == [7, 60]


@pytest.fixture
def eighth(run):
    """The episode file of an eighth step, which a test writes; it is taken away again."""
    file = run / "episodes" / "step_000008.jsonl.gz"
    yield file
    file.unlink()


@pytest.mark.parametrize(
    "content",
    [b"no gzip", gzip.compress(b"{nothing"), gzip.compress(b"{}")[:-4], gzip.compress(b"{}\n" * 300_000)],
    # gzip notes the time: made ids would differ between processes
    ids=["no gzip", "no JSON", "cut off", "no step"],
)
def test_a_damaged_episode_file_is_named(run, eighth, content):
    eighth.write_bytes(content)
    with pytest.raises(DataError, match=r"step_000008\.jsonl\.gz cannot be read as episodes"):
        find_episode(f"{run}/s0-000008-t00-r0")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"task": {"index": True}}, "index is True"),
        ({"task": {"index": -1}}, "index is -1"),
        ({"task": {"split": ["x"]}}, "split is"),
        ({"key": {"step": 10**30}}, "step is"),
        ({"used": 3}, "TypeError"),
        ({"outcome": 10**400}, "OverflowError"),
        (None, "KeyError"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_record_with_a_field_of_another_kind_or_without_one_is_refused(run, eighth, changes, told):
    with gzip.open(run / "episodes" / "step_000007.jsonl.gz", "rt", encoding="utf-8") as lines:
        found = next(record for record in map(json.loads, lines) if record["id"] == HELPED)
    for name, value in (changes or {}).items():
        found[name] = found[name] | value if isinstance(value, dict) else value
    record = (found if changes else {"status": "ok"}) | {"id": "s0-000008-t00-r0"}
    eighth.write_bytes(gzip.compress(f"[1]\n{json.dumps(record)}".encode()))
    with pytest.raises(DataError, match=f"has a missing or garbled field .*{told}"):
        find_episode(f"{run}/s0-000008-t00-r0")


def test_the_command_says_what_was_compared(run, skills, expert, capsys):
    words = ["replay", f"{run}/{HELPED}", "--without", skills[0], "--repeats", "6"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert f"{HELPED}: " in told and skills[0] in told and "none" in told
    assert "over 6 pairs with the same random numbers" in told
    assert f"weights: {run / 'checkpoints' / 'step_000001'}, temperature 1" in told
    assert "With other weights or samples it may end differently." in told
    assert main([*words, "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert content["pairs"] == 6 and content["as_played"]["success_rate"] == 1.0
    assert content["low"] < content["difference"] < content["high"]


def test_the_command_needs_a_change_and_takes_no_settings(run, skills, capsys):
    assert main(["replay", f"{run}/{HELPED}"]) == 2
    assert "--without --with is required" in capsys.readouterr().err
    assert main(["replay", f"{run}/{HELPED}", "--without", skills[0], "--train.steps=3"]) == 2
    assert "--train.steps cannot be used here" in capsys.readouterr().err
