#!/usr/bin/env bash
# Counts the instructions of a saturated cycle and of the kernel's floor, with callgrind: the same on
# every run, whatever else the machine does.
# Usage: tb/bench/instructions.sh BENCH [LIMIT]   (BENCH: the built program; fails above LIMIT)
set -euo pipefail
bench=$1
limit=${2:-}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

instructions_a_cycle() {  # of contestant $1, counted within function $2
  local cycles
  cycles=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="$2" \
    "$bench" --benchmark_filter="^$1/1/" --benchmark_format=csv 2>"$log" |
    awk -F, '/^name,/ { for (i = 1; i <= NF; ++i) { gsub(/"/, "", $i); column[$i] = i } }
             /^"/ { print $column["cycles"] }')
  awk -v cycles="$cycles" '/Collected/ { count = $NF }
    END { if (count + 0 == 0 || cycles + 0 == 0) exit 1; printf "%.0f\n", count / cycles }' "$log" ||
    { cat "$log" >&2; return 1; }
}

floor=$(instructions_a_cycle kernel_floor 'sgdma::bench::KernelFloor::run()')
saturated=$(instructions_a_cycle saturated 'sgdma::workload::Simulation::run()')
echo "instructions a cycle: kernel's floor $floor, saturated $saturated ($(awk -v s="$saturated" -v f="$floor" \
  'BEGIN { printf "%.2f", s / f }') floors)${limit:+, limit $limit}"
if [[ -n $limit ]] && ((saturated > limit)); then
  echo "instructions.sh: a saturated cycle takes more than $limit instructions" >&2
  exit 1
fi
