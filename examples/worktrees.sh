#!/bin/sh
# Several agents in worktrees of one repository: what they learn about it, they share; other repositories do not see it.
# Needs git, and memoryctl on the PATH; PYTHON names an interpreter that has memoryd. Home and repository are thrown away.
set -eu
scratch=$(mktemp -d)
trap 'memoryctl --home "$scratch/home" stop >/dev/null 2>&1 || true; rm -rf "$scratch"' EXIT

mkdir -p "$scratch/home/memoryd"
chmod 700 "$scratch/home" "$scratch/home/memoryd"
printf '[targets.project]\nscope = "repository"\nlimit = 3000\n' >"$scratch/home/memoryd/config.toml"

git init -q "$scratch/repository"
cd "$scratch/repository"
git -c user.name=example -c user.email=example@example.org commit -q --allow-empty -m "begin"
git worktree add -q ../first
git worktree add -q ../second

cat >"$scratch/agent.py" <<'AGENT'
import sys, uuid
from memoryd_client import Client

home, repository, fact = sys.argv[1:]
with Client(home, agent="example", autostart=True) as client:
    with client.open_session(str(uuid.uuid4()), context="worktree", repository=repository) as session:
        print(session.block)
        session.add("project", fact)
AGENT

learn() { # worktree, what its agent learns
    cd "$scratch/$1"
    repository=$(realpath "$(git rev-parse --git-common-dir)")
    echo "== the agent in $1 begins with:"
    "${PYTHON:-python3}" "$scratch/agent.py" "$scratch/home" "$repository" "$2"
}
learn first "The tests need a database called scratch."
learn second "Releases are cut from the branch stable."
learn first "And nothing is merged on Fridays."
