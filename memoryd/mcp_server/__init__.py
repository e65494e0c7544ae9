"""The memory for clients of the Model Context Protocol, over standard input and output: ``memoryctl mcp``.

``server`` is the protocol's side, ``memory`` what it asks of the daemon, ``texts`` what models and people read.
"""
