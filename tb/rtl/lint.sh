#!/usr/bin/env bash
# Lints the RTL engine with Verilator, all warnings on, at the corners of its parameters.
#   tb/rtl/lint.sh [VERILATOR]
set -euo pipefail
verilator=${1:-verilator}
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/engine"
modules=(sgdma_pkg.sv)
for module in *.sv; do
  [[ $module == sgdma_pkg.sv ]] || modules+=("$module")
done
# slots, queue pairs, bytes of a bus word, segments
for shape in "2 2 8 1" "4 4 8 8" "3 5 16 2" "64 64 8 8" "64 2 64 8" "2 64 32 3" "64 64 64 8"; do
  read -r slots qps bytes segments <<<"$shape"
  "$verilator" --lint-only -Wall --top-module sgdma_engine "-GSLOTS=$slots" "-GQPS=$qps" \
    "-GDATA_BYTES=$bytes" "-GSGES=$segments" "${modules[@]}"
done
echo "7 shapes: no warning"
