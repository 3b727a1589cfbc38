"""The simulator says what the original engine said, in every recorded state."""

from __future__ import annotations

from pathlib import Path

from skill1_envs.alfworld import AlfworldEnv, load_game
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
