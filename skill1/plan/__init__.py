"""What a run would take, before anyone books GPUs: memory and tokens by formula, hours as others measured them."""
