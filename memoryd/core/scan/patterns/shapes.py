"""Shapes of commands and paths that several tables share: expressions over the plain view, in lower case."""

from __future__ import annotations

import re
from typing import Final

SHAPES: Final[dict[str, str]] = {
    "line": r"(?:[^\n]|\\\n)*?",
    "end": r"(?:\.?[^\w.-]|\.?$)",
    "dir": r"""["'`]?(?:[\w.~$@{}\\:%*-]*[/\\])*""",
    # A word of a name that makes the whole name a secret's, last in it or before a qualifier: `API_KEY_PROD`, not `KEY_ID`
    "secretname": (
        r"(?:[a-z0-9]+_)*(?:(?:api|access|auth|secret|private|ssh|gh|git|github|gitlab|db|user|root|admin|session|bearer|my|master|service"
        r"|encryption|signing|gpg|aws|jwt|npm|slack|openai|anthropic|stripe|hf|bot|app|deploy|refresh|client|id|personal|pg|sa)?"
        r"(?:keys?|tokens?|secrets?|passwords?|passwd|passphrase|pass|pwd|pw|credentials?|creds?|pat)|jwt|cookies?|bearer|mnemonic|seed_phrase|auth|sas|dsn)"
        r"(?:_(?:prod|production|dev|staging|test|live|main|base64|b64|[0-9]+|value|old|new|raw|plain|json|data|env|v[0-9]))?(?:[^a-z0-9_]|$)"
    ),
    "secretvar": (
        r"(?:\$\{?[#!]?|\$env:|%|process\.env\.|process\.env\[.|import\.meta\.env\.|os\.environ(?:\.get)?[\[(]+.|os\.getenv\(.|getenv\(.|env\[.|\$\{\{\s*secrets\."
        r"|\$\(printenv |\$\(echo \$|`printenv )<secretname>"
    ),
    "environment": r"(?:\$\((?:env|printenv|export -p|set)\b|`(?:env|printenv)\b|\b(?:env|printenv|export -p)\s*\||os\.environ\b(?:\s*[,)]|\.items|\.copy)|process\.env\s*[,)}]|dict\(os\.environ\))",
    "secretfile": (
        r"<dir>(?:\.env(?:\.(?:local|prod|production|development|dev|staging|live|test))?|env\.prod|[._]netrc|\.pgpass|\.npmrc|\.pypirc|\.my\.cnf"
        r"|\.git-credentials|\.htpasswd|\.vault-token|\.aws/config|(?:application_default_)?credentials(?:\.(?:json|ya?ml|toml|db|xml|csv|enc|ini))?|\.credentials"
        r"|id_(?:rsa|dsa|ecdsa|ed25519)(?:_[a-z0-9_]+)?|[\w-]*(?:key|priv|private|server|secret|deploy|root|admin)[\w-]*\.pem|[\w-]+\.(?:key|p12|pfx|jks|kdbx|keystore|ppk)"
        r"|etc/shadow|secrets?\.(?:json|ya?ml|toml|env|txt|ini)|service[-_]?account[\w-]*\.json|\.kube/config|kubeconfig|\.docker/config\.json|\.gnupg/[\w.*/-]+"
        r"|wallet\.dat|login data|cookies\.sqlite|key[34]\.db|logins\.json|\.bash_history|\.zsh_history|\.psql_history|\.config/gh/hosts\.ya?ml|\.ssh/\*|\.ssh/id_[\w*]+"
        r"|auth\.json|\.boto|\.s3cfg|\.terraformrc|terraform\.tfstate|\.claude\.json|master\.key|\.password-store/[\w./*-]*|\.cargo/credentials|environ)[\"'`]?<end>"
    ),
    "keydir": r"""(?:~|\$home|\$\{home\}|/home/[\w.$-]+|/root|/users/[\w.$-]+|%userprofile%|\$env:userprofile)?[/\\]?\.(?:ssh|aws|gnupg|kube|config/gcloud|azure|password-store|docker|hermes/\.env)""",
    "startup": (
        r"<dir>(?:\.bashrc|\.zshrc|\.profile|\.bash_profile|\.zprofile|\.zshenv|\.zlogin|\.bash_login|\.bash_logout|\.bash_aliases|config\.fish|\.xinitrc|\.xprofile|\.kshrc|\.cshrc|\.tcshrc|\.login"
        r"|etc/profile(?:\.d/[\w.-]+)?|etc/bash\.bashrc|etc/environment|etc/zsh/\w+|\$profile|microsoft\.powershell_profile\.ps1)"
    ),
    "agentfile": (
        r"<dir>(?:agents?\.md|claude(?:\.local)?\.md|soul\.md|gemini\.md|user\.md|memory\.md|identity\.md|\.cursorrules|\.windsurfrules|\.clinerules|\.cursor/rules(?:/[\w.*-]+)?|copilot-instructions\.md|\.hermes\.md|hermes\.md"
        r"|\.hermes/config\.ya?ml|\.hermes/(?:skills|plugins|hooks|memories)\b[\w./-]*|hermes config(?:uration)?|\.claude/settings(?:\.local)?\.json|\.claude/(?:hooks|commands|agents|skills)\b[\w./-]*|\.mcp\.json|mcp\.json|\.codex/config\.toml|\.aider\.conf\.yml|\.continuerules|system[_-]prompt\.(?:md|txt)|system prompt file)"
    ),
    "url": r"(?:https?|ftp|wss?)://[^\s]+",
    "target": r"""(?:(?:https?|ftp|wss?|dns)://|\b[\w.+-]+@[\w-]+\.[\w.-]+|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[\w-]+\.)+(?:com|net|org|io|example|xyz|ru|cn|top|site|sh|me|info|biz|cc|tk|onion|evil|test|app|dev|co|live|online|invalid|to|pw|click)\b|\b(?:my|our|an?|the|this|that|attackers?|external|remote|your) (?:[\w-]+ ){0,3}(?:server|servers|endpoint|webhook|webhooks|url|urls|collector|listener|bucket|domain|address|inbox|email|e-mail|channel|host|site|website|gist|pastebin|machine|telegram|discord|third party|attacker|drop|drop box|dropbox|box)\b|\b(?:pastebin|telegram|discord|ngrok|webhook\.site|requestbin|transfer\.sh|attacker|burpcollaborator|interactsh|file\.io|0x0\.st)\b)""",
    "net": (
        r"\b(?:curl|wget|nc|ncat|netcat|socat|aria2c|httpie|xh|invoke-webrequest|invoke-restmethod|iwr|irm|telnet|dig|nslookup|host|sendmail|mailx?|mutt|ftp|sftp|tftp|scp|rsync|lftp|rclone|http (?:post|put|get)"
        r"|https (?:post|put|get)|requests\.(?:post|get|put|request)|httpx\.(?:post|get|put)|urllib\.request|urlopen|fetch\(|axios\S*\(|xmlhttprequest|sendbeacon|new-object net\.webclient|start-bitstransfer|certutil|bitsadmin|aws s3 cp|gsutil cp|openssl s_client|gh gist create|webbrowser\.open)"
    ),
}


def expand(source: str) -> str:
    """`source` with each `<shape>` spelled out; shapes may hold shapes."""
    while (spelled := re.sub(r"<([a-z]+)>", lambda found: SHAPES.get(found[1], found[0]), source)) != source:
        source = spelled
    return source
