"""What a provider's process finds in its environment: an allow-list, since agents' homes are full of keys of others."""

import fnmatch
import os
from collections.abc import Iterable, Mapping

ALWAYS = (
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "LC_*",
    "TZ",
    "TMPDIR",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "ALL_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "all_proxy",
)
"""Without these a process does not find its files, its words, or its way to the network."""


def allowed(environ: Mapping[str, str], home: str, names: Iterable[str], more: Mapping[str, str]) -> dict[str, str]:
    """The environment of a host.

    Args:
        environ: The daemon's.
        home: The home of the provider's profile: its ``.env`` has what the daemon's environment has not.
        names: ``[provider] environment``: names, or beginnings that end in ``*``.
        more: What is set besides.
    """
    patterns = (*ALWAYS, *names)
    both = {**dotenv(os.path.join(home, ".env")), **environ}
    chosen = {name: value for name, value in both.items() if any(fnmatch.fnmatchcase(name, one) for one in patterns)}
    return {**chosen, "HERMES_HOME": home, **more}


def dotenv(path: str) -> dict[str, str]:
    """The variables of a ``.env`` file as Hermes keeps it; nothing if it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        return {}
    found = {}
    for line in lines:
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        name = name.strip()
        if equals and name.isidentifier():
            found[name] = _unquoted(value.strip())
    return found


def _unquoted(value: str) -> str:
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1]
    return value.split(" #", 1)[0].rstrip()
