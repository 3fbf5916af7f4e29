#!/usr/bin/env bash
# Runs the contestants interleaved and prints the medians and their ratios to the kernel's floor.
# Usage: tb/bench/bench.sh [ROUNDS]   (builds the release preset first; 5 rounds unless told otherwise)
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-5}
cmake --preset release >/dev/null
cmake --build build --target bench >/dev/null

contestants="kernel_floor default_workload saturated saturated_verified"
[[ ! -x build/rtl_bench ]] || contestants+=" rtl_saturated rtl_idle rtl_words_saturated"
results=$(mktemp)
trap 'rm -f "$results"' EXIT
for ((round = 0; round < rounds; ++round)); do
  for name in $contestants; do
    program=build/bench
    [[ $name != rtl_* ]] || program=build/rtl_bench
    "$program" --benchmark_filter="^$name/22/" --benchmark_format=csv 2>/dev/null |
      awk -F, -v name="$name" '
        /^name,/ { for (i = 1; i <= NF; ++i) { gsub(/"/, "", $i); column[$i] = i } }
        /^"/ { print name, $column["ns_per_cycle"], (column["ns_per_beat"] ? $column["ns_per_beat"] : "-") }' \
        >>"$results"
  done
done

median() {  # of column $2 over the lines of contestant $1
  awk -v name="$1" -v column="$2" '$1 == name { print $column }' "$results" | sort -g |
    awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

floor=$(median kernel_floor 2)
printf '%-20s %12s %12s %10s\n' contestant ns/cycle ns/beat floors
for name in $contestants; do
  cycle=$(median "$name" 2)
  beat=$(median "$name" 3)
  awk -v n="$name" -v c="$cycle" -v b="$beat" -v f="$floor" \
    'BEGIN { printf "%-20s %12.1f %12s %10.2f\n", n, c, b == "-" ? "-" : sprintf("%.1f", b), c / f }'
done
echo "$rounds rounds, interleaved; processor time, medians; 10 million beats a run"
