"""A small text household whose homes hide stable facts that only experience reveals.

Every home keeps each kind of thing in one of eight closed spots and has one working appliance per operation.
Nothing in a task says which: a policy has to try, and what it writes down makes the next task of that home easy.
"""

from skill1_envs.household.suite import HouseholdSuite

__all__ = ["HouseholdSuite"]
