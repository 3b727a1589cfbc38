"""Adapters: environments of Gymnasium or TRL play here, ours play there (docs/how-to/use-gymnasium-and-trl.md)."""
