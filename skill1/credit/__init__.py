"""Credit assignment: pure functions from episodes and utilities to advantages and loss weights. No I/O, no tensors."""
