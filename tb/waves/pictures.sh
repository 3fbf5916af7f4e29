#!/usr/bin/env bash
# Pictures of the views in traces/views, taken from GTKWave without a screen.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: tb/waves/pictures.sh [FOLDER]     (default: docs/images/waves)
Runs the scenario of each view with build/sgdma (or $SGDMA), opens its waveform with the view in
GTKWave, and writes FOLDER/VIEW.png. Takes gtkwave and xvfb.
TEXT
}

if (($# > 1)) || [[ ${1:-} == -* ]]; then
  usage >&2
  exit 2
fi

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
sgdma=$(realpath -- "${SGDMA:-$root/build/sgdma}")
folder=${1:-$root/docs/images/waves}
mkdir -p -- "$folder"
folder=$(cd -- "$folder" && pwd)

for program in gtkwave xvfb-run; do
  command -v "$program" >/dev/null || {
    printf 'pictures.sh: %s is missing (.ci/setup test installs it)\n' "$program" >&2
    exit 4
  }
done

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd -- "$work"

cat >grab.tcl <<'TCL'
gtkwave::/File/Grab_To_File $env(PICTURE)
exit
TCL

# picture VIEW SCENARIO FORMAT
picture() {
  "$sgdma" run "$root/traces/stimulus/$2.toml" --wave "$2.$3" 2>log || { cat log >&2; exit 1; }
  rm -f picture.png
  PICTURE=$work/picture.png xvfb-run -a -s '-screen 0 1600x1200x24' \
    gtkwave "$2.$3" "$root/traces/views/$1.gtkw" -S grab.tcl >log 2>&1 || true
  [[ -s picture.png ]] || { cat log >&2; exit 1; }
  mv picture.png "$folder/$1.png"
  printf '%s\n' "$folder/$1.png"
}

# Both formats, so that both are looked at.
picture overview mixed_64_queue_pairs fst
picture gather_three_segments gather_three_segments vcd
picture arbitration_conflict arbitration_conflict fst
picture fault bus_error vcd
