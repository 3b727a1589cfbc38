"""What a run would take, before anyone books GPUs: memory, tokens, seconds and cost, from formulas and no hardware."""
