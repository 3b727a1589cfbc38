"""The simulator says what the original engine said, in every recorded state."""

from __future__ import annotations

from pathlib import Path

from skill1.config import EnvConfig
from skill1_envs.alfworld import AlfworldEnv, AlfworldSuite, load_game
from skill1_envs.alfworld.simulator.game import vocabulary_of, words


def replay(env: AlfworldEnv, steps: list[dict]) -> list[dict]:
    """Our version of an episode's steps."""
    first = env.reset()
    replayed = [_record(None, first, False, first.info["score"])]
    for step in steps[1:]:
        observation, reward, terminated, truncated, info = env.step(step["command"])
        assert info == observation.info
        assert reward == info["score"]
        replayed.append(_record(step["command"], observation, terminated or truncated, info["score"]))
    return replayed


def _record(command, observation, is_done, score) -> dict:
    return {
        "command": command,
        "observation": observation.text,
        "admissible_commands": list(observation.admissible),
        "won": observation.info["won"],
        "done": is_done,
        "score": score,
    }


def test_all_recorded_states_are_equal(recordings, tmp_path: Path) -> None:
    environments = {name: load_game(recordings.write(tmp_path, name)) for name in recordings.games}
    states = 0
    for episode in recordings.episodes:
        assert replay(environments[episode["game"]], episode["steps"]) == episode["steps"], episode["game"]
        states += len(episode["steps"])
    assert (len(environments), len(recordings.episodes), states) == (38, 203, 7687)


def test_recordings_cover_every_command_and_task_type(recordings) -> None:
    """Guards the test above: a recording without a verb would prove nothing about it."""
    verbs = {
        step["command"].partition(" ")[0]
        for episode in recordings.episodes
        for step in episode["steps"][1:]
        if step["observation"] != "Nothing happens."
    }
    assert verbs >= set("look inventory help go open close take move examine use clean heat cool slice".split())
    assert len({game["task_type"] for game in recordings.games.values()}) == 6


def test_vocabulary_covers_every_recorded_text(recordings, tmp_path: Path) -> None:
    folders = [recordings.write(tmp_path, name) for name in recordings.games]
    vocabulary = vocabulary_of(folders)
    assert list(vocabulary) == sorted(set(vocabulary))
    shown = set()
    for episode in recordings.episodes:
        for step in episode["steps"]:
            shown.update(words(step["observation"]), words(" ".join(step["admissible_commands"])))
    assert shown <= set(vocabulary)


def test_suite_plays_recorded_episodes(recordings, tmp_path: Path, monkeypatch) -> None:
    """Through the suite, with the folder from the environment variable."""
    for name in recordings.games:
        recordings.write(tmp_path, name)
    monkeypatch.setenv("ALFWORLD_DATA", str(tmp_path))
    suite = AlfworldSuite(EnvConfig(name="alfworld"))
    assert dict(suite.splits()) == {"train": 25, "valid_seen": 7, "valid_unseen": 6}
    for episode in recordings.episodes[::20]:
        split = episode["game"].split("/")[1]
        index = next(t.index for t in suite.tasks(split) if f"json_2.1.1/{t.id}" == episode["game"])
        env = suite.make(split)
        assert env.reset(task_index=index).text == episode["steps"][0]["observation"]
        assert env.step(episode["steps"][1]["command"])[0].text == episode["steps"][1]["observation"]
