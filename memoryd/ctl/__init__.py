"""``memoryctl``: a person's and a script's way to the memory. It changes things only through ``Client``."""
