"""Rollouts: the episode coroutine, the groups of a step, and their figures."""
