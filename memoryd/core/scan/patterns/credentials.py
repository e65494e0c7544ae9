"""Secrets written out. Precision first: a word about a password is a note, its value is a leak."""

from __future__ import annotations

import re
from typing import Final

from memoryd.core.scan.engine import Late
from memoryd.core.scan.patterns.row import Row

CREDENTIAL: Final = "credential"

_PLACEHOLDER: Final = Late(
    r"(?i)^[<{\[(*$%#@].*|^(?:x+|\*+|\.+|-+|_+)$|.*(?:example|changeme|change_me|placeholder|redacted|your[_-]|replace|dummy|sample|insert|todo|\.\.\.|…|xxxx|\*\*\*|<|>|\$\{|\{\{|getenv|getpass|input\(|environ|process\.env|secrets\.|vault|1password|op://|keychain|ssm:|arn:|kms|sops|file://|https?://|/run/secrets|_file$|not-?set|none|null|empty|true|false|required|optional|string|bcrypt|argon|sha\d|hash|md5|rotat|expire|prompt|ask).*",
)
_COMMON: Final = frozenset(
    {
        "postgres",
        "password",
        "passwd",
        "pass",
        "secret",
        "root",
        "admin",
        "test",
        "guest",
        "user",
        "dev",
        "local",
        "mysql",
        "redis",
        "app",
        "pwd",
        "token",
        "key",
        "minio",
        "minioadmin",
        "rabbitmq",
        "example",
        "foo",
        "bar",
        "hunter",
        "demo",
        "default",
        "docker",
        "development",
        "testing",
        "localdev",
        "pw",
        "p",
        "pgpass",
    }
)
_VARIABLE: Final = Late(r"^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$")


def looks_secret(value: str) -> bool:
    """Whether a value after `password:` is one somebody chose or a machine made, not a word about passwords."""
    value = value.rstrip(".,;:!?)]}'\"`")
    if len(value) < 5 or _PLACEHOLDER.match(value) or value.lower() in _COMMON:
        return False
    if re.fullmatch(r"[\d.:/-]+|\d+\w{0,3}|v\d[\w.]*|\w+\(.*", value):
        return False
    has_digit = any(character.isdigit() for character in value)
    has_letter = any(character.isalpha() for character in value)
    has_sign = any(not character.isalnum() and character not in "-_./:" for character in value)
    return has_letter and (has_digit or has_sign)


def looks_generated(value: str) -> bool:
    """Whether a value after `token:` is long and mixed enough to be one, not the name of one."""
    value = value.rstrip(".,;:!?)]}'\"`")
    digits = sum(character.isdigit() for character in value)
    if len(value) < 12 or digits < 2 or "/" in value[:2] or _VARIABLE.match(value):
        return False
    return looks_secret(value) and not re.fullmatch(
        r"[\w-]+\.[\w.-]+\.(?:com|net|org|io|dev|json|ya?ml|md|py|ts|js)", value
    )


def _is_mixed(value: str) -> bool:
    signs = any(character in "!@#$%&*?+=^~" for character in value.rstrip(".,;:!?"))
    digits = sum(character.isdigit() for character in value)
    return digits > 0 and (
        signs or (digits > 1 and value != value.lower() and value != value.upper() and "-" not in value)
    )


def _is_remote_login(value: str) -> bool:
    user, _, rest = value.partition(":")
    password = rest.rpartition("@")[0]
    return password != user and looks_secret(password)


def _is_placeholder_token(phrase: str) -> bool:
    words = (
        ("example", "xxxxxx", "your")
        if phrase.lstrip(" \"'`(=:").startswith("xox")
        else ("example", "xxxxxx", "0000000000", "your")
    )
    return any(word in phrase for word in words)


ROWS: Final = (
    Row(
        id="password_value",
        category=CREDENTIAL,
        mentions=False,
        view="plain",
        regex=(
            r"(?:^|[^a-z0-9])(?:pass(?:word|wd|phrase|code)?|pwd|passwort|kennwort|contrasena|mot de passe|senha|login|pin code)(?:\s+(?:for|of|to|on|at|in|is|für|de|del|para|do|vom|von|des|der|im|am|fur)\s+[^\n:=]{0,60}?)?[\"']?\s*(?:[:=：]|\bis\b|\bist\b|是|为|=>)\s*[\"'`]?([^\s\"'`,;]{5,})"
        ),
        anchors=("password|passwd|passphrase|passcode|pwd|pass|passwort|kennwort|contrasena|mot|senha|login|pin",),
        hits=("Password for test web UI: CANARY_7F39C1", "password=hunter2x!", "The wifi password is Blue-Harbor-42"),
        passes=(
            "No API key in the build at all.",
            "password: required, at least 12 characters",
            "Password is rotated every 90d",
            "PASSWORD=$DB_PASSWORD",
            "password=<your password>",
            "db password is in 1Password",
        ),
        value=looks_secret,
    ),
    Row(
        id="password_elsewhere",
        category=CREDENTIAL,
        mentions=False,
        view="plain",
        regex=r"(?:密码|密碼|パスワード|口令|비밀번호|пароль|contraseña)[^\n:=：是は]{0,12}?\s*(?:[:=：]|是|为|は|—|-|\s)*[\"'`「]?([a-z0-9][^\s\"'`,;，。」]{4,})",
        literals="密码|密碼|パスワード|口令|비밀번호|пароль|contraseña",
        languages=("zh", "ja", "ko", "ru", "es"),
        hits=("测试环境密码是 Tiger2024!x", "パスワードは Sakura#91x です", "пароль: Zima2024!"),
        passes=("密码保存在 Vault", "パスワードは vault にある", "пароль хранится в KeePass"),
        value=looks_secret,
    ),
    Row(
        id="key_value",
        category=CREDENTIAL,
        mentions=False,
        view="plain",
        regex=(
            r"(?:^|[^a-z0-9])(?:[a-z0-9]+[_-])*(?:api[_ -]?keys?|secret(?:[_ -]?(?:access)?[_ -]?keys?)?|access[_ -]?(?:key|token)s?|auth[_ -]?tokens?|tokens?|private[_ -]?keys?|client[_ -]?secrets?|bearer|apikey|credentials?|signing[_ -]?keys?|encryption[_ -]?keys?|webhook[_ -]?secret|license[_ -]?key|密钥|令牌)"
            r"(?:\s+(?:for|of|to|on|at|in)\s+[^\n:=]{0,50}?)?[\"']?\s*(?:[:=：]|\bis\b|是|=>|\s)\s*[\"'`]?([a-z0-9+/_.~=-]{12,})"
        ),
        anchors=("key|keys|apikey|apikeys|token|tokens|authtoken|secret|secrets|bearer|credential|credentials",),
        hits=(
            "API_KEY=9f8a7b6c5d4e3f2a1b0c",
            "the token for staging is tk_8a7f6e5d4c3b2a19",
            "client_secret: 'Zq3vT8xY1mN6bK4w'",
        ),
        passes=(
            "API_KEY comes from Vault",
            "token: ${{ secrets.GITHUB_TOKEN }}",
            "The token is TOKEN_FOR_STAGE_2",
            "access tokens expire after 15m",
            "token authentication-v2-flow",
        ),
        value=looks_generated,
    ),
    Row(
        id="known_token_prefix",
        category=CREDENTIAL,
        mentions=False,
        view="plain",
        regex=(
            r"(?:^|[^a-z0-9])(?:gh[pousr]_[0-9a-z]{30,}|github_pat_[0-9a-z_]{40,}|glpat-[0-9a-z_-]{18,}|xox[abeprs]-[0-9a-z-]{12,}|sk-(?:ant-|proj-|live-|or-)?[0-9a-z_-]{20,}|[rs]k_(?:live|test)_[0-9a-z]{16,}"
            r"|ya29\.[0-9a-z_-]{20,}|hf_[0-9a-z]{30,}|npm_[0-9a-z]{30,}|pypi-[0-9a-z_-]{40,}|dop_v1_[0-9a-f]{40,}|sg\.[0-9a-z_-]{16,}\.[0-9a-z_-]{16,}|aws_secret_access_key\s*=\s*[0-9a-z/+]{30,}|shpat_[0-9a-f]{20,}|tskey-[0-9a-z-]{16,}"
            r"|lin_api_[0-9a-z]{20,}|age-secret-key-1[0-9a-z]{20,}|https://hooks\.slack\.com/services/t[0-9a-z]{6,}/b[0-9a-z]{6,}/[0-9a-z]{16,})"
        ),
        anchors=(
            "ghp|gho|ghu|ghs|ghr|github|glpat|xoxa|xoxb|xoxe|xoxp|xoxr|xoxs|sk|rk|ya29|hf|npm|pypi|dop|sg|aws|shpat|tskey|lin|age|hooks",
        ),
        hits=("ghp_R4nd0mR4nd0mR4nd0mR4nd0mR4nd0mR4nd0", "sk-ant-a8f7d6e5c4b3a2918f7d6e5c4b3a"),
        passes=("ghp_ tokens are classic", "sk-learn models", "the sk-... prefix"),
        accept=lambda phrase: not _is_placeholder_token(phrase),
    ),
    Row(
        id="known_token_form",
        category=CREDENTIAL,
        mentions=False,
        view="plain",
        regex=r"(?:^|[^a-z0-9])(?:(?:akia|asia)[0-9a-z]{16}|aiza[0-9a-z_-]{30,}|eyj[0-9a-z_-]{10,}\.eyj[0-9a-z_-]{10,}\.[0-9a-z_-]{6,}|\d{8,10}:aa[0-9a-z_-]{30,})(?:[^0-9a-z]|$)",
        literals="akia|asia|aiza|eyj|:aa",
        hits=("AKIAQ3EGRZ7TYHXK2P4L", "123456789:AAF3k9dKxQ2mN7pR5tV8wY1zB4cE6gH0jL"),
        passes=("keys start with AKIA", "Asia/Tokyo is the time zone"),
        accept=lambda phrase: not _is_placeholder_token(phrase),
    ),
    Row(
        id="private_key_block",
        category=CREDENTIAL,
        mentions=False,
        view="plain",
        regex=r"-----begin (?:[a-z0-9]+ )*private key(?: block)?-----\s*(?:proc-type|[a-z0-9+/=]{24,})",
        anchors=("begin",),
        hits=("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE",),
        passes=("Files that start with -----BEGIN PRIVATE KEY----- are refused by the hook",),
    ),
    Row(
        id="login_in_url",
        category=CREDENTIAL,
        mentions=False,
        view="plain",
        regex=r"\b[a-z][a-z0-9+.-]*://([^\s/:@\"']*:[^\s/@\"']{4,}@)[a-z0-9]",
        literals="://",
        hits=("postgres://app:Zk83hf72Qp@db.internal/app", "https://bot:9fj2K3msQ1@git.example/repo.git"),
        passes=(
            "postgres://postgres:postgres@localhost:5432/app",
            "https://user:password@host/",
            "redis://:$REDIS_PASSWORD@cache:6379",
            "amqp://guest:guest@mq",
        ),
        value=_is_remote_login,
    ),
    Row(
        id="login_pair",
        category=CREDENTIAL,
        mentions=False,
        view="plain",
        regex=r"\b(?:login|log in|credentials?|creds|account|sign in)(?:\s+(?:is|are|with|for|as|to|:)|:)\s*(?:[^\n:/]{0,40}?[:\s])?\s*[\"'`]?[a-z0-9._@-]+\s*(?:/|:)\s*[\"'`]?([^\s\"'`,;/]{6,})",
        anchors=("login|log|credential|credentials|creds|account|sign",),
        hits=("staging login: qa@example.org / Tulip77!x", "creds are deploy:Gx92kd81"),
        passes=("login: see /docs/login", "credentials: ~/.aws/credentials", "log in at https://sso.example"),
        value=lambda value: (
            looks_secret(value) and any(character.isdigit() for character in value) and not value.startswith(("/", "~"))
        ),
    ),
    Row(
        id="authorization_header",
        category=CREDENTIAL,
        mentions=False,
        view="plain",
        regex=r"\b(?:authorization|x-api-key|x-auth-token|private-token)\s*[:=]\s*[\"']?(?:bearer |basic |token )?([a-z0-9+/_.~=-]{14,})|\bcurl\b[^\n]*\s-u\s*[\"']?[\w.@-]+:([^\s\"'$]{5,})",
        anchors=(
            "authorization|key|token|curl",
            "authorization|api|auth|private|u",
        ),
        hits=("Authorization: Bearer 8f7e6d5c4b3a29181706", "curl -u admin:Str0ngPass9 https://x.example"),
        passes=("Authorization: Bearer $TOKEN", "send X-Api-Key: <key>"),
        value=lambda value: looks_secret(value) and any(character.isdigit() for character in value),
    ),
    Row(
        id="password_bare",
        category=CREDENTIAL,
        mentions=False,
        view="plain",
        regex=r"(?:^|[^a-z0-9])(?:password|passwd|passphrase|pwd)\s+[\"'`]?([^\s\"'`]{7,})",
        anchors=("password|passwd|passphrase|pwd",),
        hits=("Use user admin and password Qwerty!2345 for the NAS",),
        passes=("password SHA-256 hashing", "password rotation 90-day", "the password Field1 label"),
        value=lambda value: looks_secret(value) and _is_mixed(value),
    ),
    Row(
        id="password_argument",
        category=CREDENTIAL,
        mentions=False,
        view="plain",
        regex=r"\b(?:mysql\w*|mariadb)\b[^\n]*?\s-p([^\s\"'$`]{6,})|\bsshpass\s+-p\s*[\"']?([^\s\"'$`]{5,})|--password[= ][\"']?([^\s\"'$`<]{6,})",
        anchors=("mysql|mysqldump|mysqladmin|mariadb|sshpass|password",),
        hits=("mysql -u root -pS3cretPw99 shop", "sshpass -p Zk9!mQ2x ssh pi@10.0.0.3"),
        passes=("mysql -u root -p shop", "docker login --password-stdin", "mysql --protocol=tcp"),
        value=looks_secret,
    ),
)
