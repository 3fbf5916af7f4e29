#!/usr/bin/env bash
# Makes the pictures of docs/timing.md and the timing diagrams of docs/waveforms.md anew, from the model:
#   tb/waves/diagrams.sh            with the command line and the tests that build/ has
# One test writes the WaveDrom JSON of docs/timing.md, wavedrom-cli the SVG beside it. Look at what changed, and hold it
# against the lanes that were worked out by hand, before it is committed.
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
folder=docs/images/timing
mkdir -p "$folder"
rm -f "$folder"/*.json "$folder"/*.svg

tb/waves/install.sh build
SGDMA_WRITE_PICTURES=$PWD/$folder \
  ctest --preset release --parallel 2 --tests-regex 'TimingPictures\.AreThoseOfTheDocument' >/dev/null
for picture in "$folder"/*.json; do
  build/node_modules/.bin/wavedrom-cli --input "$picture" --svg "${picture%.json}.svg"
done
node tb/waves/prune_svg.js "$folder"/*.svg
printf '%s pictures in %s\n' "$(find "$folder" -name '*.svg' | wc -l)" "$folder"

folder=docs/images/diagrams
mkdir -p "$folder"
draw() {  # slot $2 of scenario $1
  local kind
  for kind in json svg; do
    build/sgdma run "traces/stimulus/$1.toml" --no-progress --diagram "$2" \
      --diagram-file "$folder/$1.$kind" 2>/dev/null
  done
}
draw gather_three_segments 0
draw bus_error 1
node tb/waves/prune_svg.js "$folder"/*.svg
printf '%s pictures in %s\n' "$(find "$folder" -name '*.svg' | wc -l)" "$folder"
