#!/usr/bin/env bash
# Installs what reports are drawn with, from npm, into FOLDER/node_modules, exactly as
# page/package-lock.json says. Does nothing where it is there already.
#   src/explore/report/install.sh FOLDER
set -euo pipefail

if (($# != 1)); then
  printf 'usage: src/explore/report/install.sh FOLDER\n' >&2
  exit 2
fi
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
exec "$here/../../../.ci/npm" "$here/page" "$1"
