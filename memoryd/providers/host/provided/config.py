"""``hermes_cli.config``: Hermes' own ``config.yaml``, where there is one and something that reads YAML."""

from collections.abc import Mapping
from typing import Any

from memoryd.providers.host.provided.constants import get_hermes_home


def cfg_get(data: Any, *keys: str, default: Any = None) -> Any:  # noqa: ANN401 - what YAML can hold
    """What stands at a path of keys, or the default."""
    for key in keys:
        if not isinstance(data, Mapping) or data.get(key) is None:
            return default
        data = data[key]
    return data


def load_config() -> dict[str, Any]:
    """The whole of ``config.yaml``; empty if it is missing or cannot be read."""
    try:
        import yaml  # type: ignore[import-untyped]  # noqa: PLC0415 - the provider's environment may not have it

        found = yaml.safe_load((get_hermes_home() / "config.yaml").read_text(encoding="utf-8"))
    except (ImportError, OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def read_raw_config() -> dict[str, Any]:
    """The same."""
    return load_config()
