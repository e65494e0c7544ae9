"""What runs in a provider's own process.

Standard library only, for Python 3.10 and later: the interpreter is that of the provider's SDK, in whose environment
nothing of memoryd needs to be installed.
"""
