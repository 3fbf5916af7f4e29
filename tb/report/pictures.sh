#!/usr/bin/env bash
# Draws the pictures of docs/report.md and docs/exploration.md anew: runs the studies, and looks at their
# reports in headless Chromium. Takes a minute.
#   tb/report/pictures.sh
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
cd -- "$root"
sgdma=build/sgdma
folder=build/pictures  # commands in the pictures name it
rm -rf "$folder"
mkdir -p "$folder"
trap 'rm -rf "$folder"' EXIT
chromium=$(command -v chromium)
mkdir -p docs/images/report docs/images/exploration

shots() { node tb/report/shots.mjs build/node_modules "$chromium" "$@"; }

"$sgdma" run traces/stimulus/mixed_64_queue_pairs.toml --out "$folder/run" 2>/dev/null
"$sgdma" report "$folder/run" 2>/dev/null
shots "$folder/run/report.html" :docs/images/report/run.png
"$sgdma" run traces/stimulus/fault_in_the_middle.toml --out "$folder/faults" 2>/dev/null
"$sgdma" report "$folder/faults" 2>/dev/null
shots "$folder/faults/report.html" '#slots:docs/images/report/faults.png' '#causes-qp:docs/images/report/causes.png'

for study in slots_400g arbitration deregistration; do
  "$sgdma" sweep "traces/sweeps/$study.toml" --out "$folder/$study" --report "$folder/$study.html" >/dev/null 2>&1
done
shots "$folder/slots_400g.html" 'colour=memory latency' 'heat-x=engine.slots' 'heat-y=memory latency' \
  'filter=4 KiB' :docs/images/report/sweep.png '#against-2:docs/images/exploration/slots.png' \
  '#heat:docs/images/exploration/slots_heat.png'
shots "$folder/arbitration.html" colour=cut heat-x=policy heat-y=cut \
  '#against-1:docs/images/exploration/arbitration.png' '#heat:docs/images/exploration/arbitration_heat.png'
shots "$folder/deregistration.html" filter=engine.slots=32 metric=mid_transaction.deregister.latency.max colour=answer \
  heat-metric=mid_transaction.deregister.latency.max heat-x=translation heat-y=answer \
  '#against-1:docs/images/exploration/deregistration.png' '#heat:docs/images/exploration/deregistration_heat.png'
