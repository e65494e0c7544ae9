"""The last thing that is done to whatever leaves for a provider: recalled blocks go, and secrets go."""

from collections.abc import Mapping
from typing import Any

import msgspec

from memoryd.core.redact import redacted
from memoryd.providers.frames import Order
from memoryd_client import fence


def cleaned(order: Order) -> Order:
    """The order as it may leave: what was recalled does not come back in, and no secret goes out."""
    if order.do != "call":
        return order
    return msgspec.structs.replace(order, args=_clean(order.args), keywords=_clean(order.keywords))


def _clean(value: Any) -> Any:  # noqa: ANN401 - whatever a message may hold
    match value:
        case str():
            return redacted(fence.strip(value))
        case Mapping():
            return {key: _clean(one) for key, one in value.items()}
        case list() | tuple():
            return tuple(_clean(one) for one in value)
    return value
