"""The first lines of a provider's process: run as a script, so that no package needs to be installed there."""

import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))


def main() -> None:
    """Provide the names that plugins expect, and run."""
    if sys.path and os.path.abspath(sys.path[0]) == HERE:
        del sys.path[0]  # a script's own directory, whose modules are nobody's top-level names
    name = "memoryd.providers.host.names"
    spec = importlib.util.spec_from_file_location(name, os.path.join(HERE, "names.py"))
    if spec is None or spec.loader is None:
        raise ImportError(name)
    names = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(names)
    names.provide(ROOT)
    from memoryd.providers.host.serving import serve  # noqa: PLC0415 - could not be found before

    serve()


if __name__ == "__main__":
    main()
