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
folder=$1

# npm leaves a note of what it installed only after all of it is there.
if [[ -e $folder/node_modules/.package-lock.json ]] &&
  cmp -s "$here/package-lock.json" "$folder/package-lock.json"; then
  exit 0
fi
if ! command -v npm >/dev/null; then
  printf 'install.sh: npm is missing\n' >&2
  exit 4
fi
mkdir -p "$folder"
cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$folder/"
cd -- "$folder"
npm ci --loglevel=error >/dev/null
