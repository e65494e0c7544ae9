"""Providers that come with memoryd, each a package of its own; they need no enabling, and their names win."""
