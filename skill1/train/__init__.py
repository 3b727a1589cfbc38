"""Training: the step, the local learner with its losses, checkpoints and the supervised cold start."""
