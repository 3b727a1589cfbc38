"""RetroAgent: the policy looks back on each attempt; lessons go to a memory, progress into the reward."""
