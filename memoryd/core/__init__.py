"""Pure values and functions: nothing here reads a clock, a disk, the environment or chance."""
