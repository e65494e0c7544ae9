"""From settings to how a provider is run."""

import os
import sys
from collections.abc import Mapping

from memoryd.providers.environment import allowed
from memoryd.providers.hosted import Plan
from memoryd.providers.process import Recipe
from memoryd.settings import Provider
from memoryd.store.layout import Layout, make_private

BUNDLED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bundled")


def plan(layout: Layout, settings: Provider, profile: str, pin: str, environ: Mapping[str, str]) -> Plan:
    """How the provider of the settings is run for a profile.

    Args:
        layout: Where everything stands.
        settings: The section.
        profile: Whose provider.
        pin: The digest that was enabled; empty for none.
        environ: The daemon's environment.
    """
    home = os.path.dirname(layout.memories(profile))
    return Plan(
        name=settings.name,
        recipe=recipe(layout, settings, home, environ),
        bundled=BUNDLED,
        plugins=os.path.join(layout.home.root, "plugins"),
        home=home,
        pin=pin,
        is_shared=settings.instances == "shared",
        start_seconds=settings.start_seconds,
        call_seconds=settings.call_seconds,
    )


def recipe(layout: Layout, settings: Provider, home: str, environ: Mapping[str, str]) -> Recipe:
    """The process."""
    cache = os.path.join(layout.home.state_dir, "providers")
    make_private(cache)
    more = {"MEMORYD_LLM_URL": settings.llm_url, "MEMORYD_LLM_MODEL": settings.llm_model}
    if settings.llm_key:
        more["MEMORYD_LLM_KEY"] = environ.get(settings.llm_key, "")
    chosen = {name: value for name, value in more.items() if value}
    return Recipe(
        python=os.path.expanduser(settings.python) or sys.executable,
        environment=allowed(environ, home, settings.environment, chosen),
        directory=home,
        cache=cache,
    )
