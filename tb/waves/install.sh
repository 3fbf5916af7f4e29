#!/usr/bin/env bash
# Installs what tests and documents need from npm into FOLDER/node_modules, exactly as
# package-lock.json says. Does nothing where it is there already.
#   tb/waves/install.sh FOLDER
set -euo pipefail

if (($# != 1)); then
  printf 'usage: tb/waves/install.sh FOLDER\n' >&2
  exit 2
fi
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
exec "$here/../../.ci/npm" "$here" "$1"
