"""Search-QA: questions answered by searching a corpus, by the rules of Search-R1's family."""

from skill1_envs.search.env import SearchEnv
from skill1_envs.search.suite import SearchSuite

__all__ = ["SearchEnv", "SearchSuite"]
