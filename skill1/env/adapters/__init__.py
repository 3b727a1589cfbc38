"""Adapters: environments made for Gymnasium or TRL play here, ours play there (docs/your-own-environment.md)."""
