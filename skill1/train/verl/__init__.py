"""The cluster backend: the same loop, episode, credit and library on verl, Ray, FSDP2 and vLLM. An adapter only."""
