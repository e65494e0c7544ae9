"""Modules under the names that plugins import: see ``names``. Each has what plugins were seen to use, and no more."""
