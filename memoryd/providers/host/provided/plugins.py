"""``hermes_cli.plugins``: a context for plugins that make one themselves."""

from typing import Any

from memoryd.providers.host.registering import Registering


class PluginManifest:
    """What a plugin says it is."""

    def __init__(self, name: str = "", **fields: Any) -> None:  # noqa: ANN401 - whatever a manifest may hold
        self.name = name
        self.__dict__.update(fields)


class PluginContext(Registering):
    """A context as `Registering` is, made from a manifest."""

    def __init__(self, manifest: PluginManifest, manager: object = None) -> None:
        super().__init__(manifest.name)
        self.manifest = manifest
        self.manager = manager


def get_plugin_manager() -> object:
    """Nothing that a memory provider could use."""
    return object()
