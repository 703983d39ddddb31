#!/usr/bin/env bash
# All the tests (Qt offscreen, some of them under Xvfb), or those that the arguments name: they are pytest's.

source "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"
prepare test cpu,test

cd "$root"
exec "$venv/bin/python" -m pytest "$@"
