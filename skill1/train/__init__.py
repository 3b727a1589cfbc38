"""Training: the step loop, the local learner, losses, checkpoints and the supervised cold start."""
