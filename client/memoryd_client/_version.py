"""The version of the distribution; the wire protocol has its own (``wire.PROTOCOL``)."""

__version__ = "0.1.0"
