"""External memory on the loop thread: what sessions tell and ask a provider, and what operators do about it."""
