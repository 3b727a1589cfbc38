"""Policies: who answers ``await policy.generate(...)``. Token ids and chat templates live only in this package."""
