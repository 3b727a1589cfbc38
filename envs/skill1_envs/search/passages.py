"""What a corpus consists of: :mod:`skill1_envs.kit.passages`, which retriever and generator share with the suite."""

from skill1_envs.kit.passages import Hit, Passage, Retriever

__all__ = ["Hit", "Passage", "Retriever"]
