"""Episodes as the bank's tests need them."""

from skill1.schema import Episode, EpisodeKey, Task, Turn


def episode(number, type_="heat", *, success=False, outcome=None, invalid=0, turns=2, home="maple hill"):
    """An episode in a house; its last ``invalid`` actions kept no format."""
    task = Task(f"household/train/{number}", "household", "train", number, f"house {home} . task : x .", type_)
    played = tuple(Turn(f"seen {i}", f"open spot{i}", i < turns - invalid) for i in range(turns))
    paid = float(success) if outcome is None else outcome
    return Episode(
        EpisodeKey(0, 1, number, 0), task, turns=played, last_observation="the end", outcome=paid, success=success
    )
