#!/usr/bin/env bash
# Counts instructions with callgrind, the same on every run, whatever else the machine does: of a
# saturated cycle, of the kernel's floor, and of a beat where 90 % of the cycles are idle.
# Usage: tb/bench/instructions.sh BENCH [LIMIT [IDLE_LIMIT]]
#   (BENCH: the built program; fails above LIMIT a saturated cycle or IDLE_LIMIT an idle-heavy beat)
set -euo pipefail
bench=$1
limit=${2:-}
idle_limit=${3:-}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

instructions_a() {  # counter $1 (cycles, beats) of contestant $2, counted within function $3
  local units
  units=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="$3" \
    "$bench" --benchmark_filter="^$2/1/" --benchmark_format=csv 2>"$log" |
    awk -F, -v unit="$1" '
      /^name,/ { for (i = 1; i <= NF; ++i) { gsub(/"/, "", $i); column[$i] = i } }
      /^"/ { print $column[unit] }')
  awk -v units="$units" '/Collected/ { count = $NF }
    END { if (count + 0 == 0 || units + 0 == 0) exit 1; printf "%.0f\n", count / units }' "$log" ||
    { cat "$log" >&2; return 1; }
}

simulation='sgdma::workload::Simulation::run()'
floor=$(instructions_a cycles kernel_floor 'sgdma::bench::KernelFloor::run()')
saturated=$(instructions_a cycles saturated "$simulation")
echo "instructions a cycle: kernel's floor $floor, saturated $saturated ($(awk -v s="$saturated" -v f="$floor" \
  'BEGIN { printf "%.2f", s / f }') floors)${limit:+, limit $limit}"
idle=$(instructions_a beats idle_90 "$simulation")
echo "instructions a beat, 90 % idle: $idle${idle_limit:+, limit $idle_limit}"
failed=0
if [[ -n $limit ]] && ((saturated > limit)); then
  echo "instructions.sh: a saturated cycle takes more than $limit instructions" >&2
  failed=1
fi
if [[ -n $idle_limit ]] && ((idle > idle_limit)); then
  echo "instructions.sh: a beat takes more than $idle_limit instructions where 90 % are idle" >&2
  failed=1
fi
exit $failed
