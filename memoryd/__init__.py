"""The daemon that owns the memory files of one home."""
