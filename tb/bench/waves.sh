#!/usr/bin/env bash
# Runs the waveform contestants interleaved and prints the medians and their ratios: first writing
# alone, then whole runs of the default workload.
# Usage: tb/bench/waves.sh [ROUNDS]   (builds the release preset first; 5 rounds unless told otherwise)
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-5}
cmake --preset release >/dev/null
cmake --build build --target bench >/dev/null

runs="run_plain run_sc_trace run_vcd run_fst"
contestants="wave_sc_trace wave_vcd wave_vcd_no_disk wave_fst"
results=$(mktemp)
trap 'rm -f "$results"' EXIT
for ((round = 0; round < rounds; ++round)); do
  for name in $contestants; do
    build/bench --benchmark_filter="^$name/" --benchmark_format=csv 2>/dev/null |
      awk -F, -v name="$name" '
        /^name,/ { for (i = 1; i <= NF; ++i) { gsub(/"/, "", $i); column[$i] = i } }
        /^"/ { print name, $column["ns_per_change"], $column["bytes_per_change"] }' >>"$results"
  done
  for name in $runs; do
    build/bench --benchmark_filter="^$name/" --benchmark_format=csv 2>/dev/null |
      awk -F, -v name="$name" '
        /^name,/ { for (i = 1; i <= NF; ++i) { gsub(/"/, "", $i); column[$i] = i } }
        /^"/ { print name, $column["real_time"], $column["bytes"], $column["changes"] }' >>"$results"
  done
done

median() {  # of column $2 over the lines of contestant $1
  awk -v name="$1" -v column="$2" '$1 == name { print $column }' "$results" | sort -g |
    awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

time=$(median wave_sc_trace 2)
size=$(median wave_sc_trace 3)
printf '%-18s %10s %14s %10s %14s\n' contestant ns/change 'of sc_trace' bytes 'of sc_trace'
for name in $contestants; do
  awk -v n="$name" -v t="$(median "$name" 2)" -v s="$(median "$name" 3)" -v time="$time" -v size="$size" \
    'BEGIN { printf "%-18s %10.1f %14.3f %10.2f %14.3f\n", n, t, t / time, s, s / size }'
done
echo "$rounds rounds, interleaved; processor time, medians; 4 million changes of 64-bit values, eight at a time"

plain=$(median run_plain 2)
changes=$(median run_vcd 4)
printf '\n%-18s %10s %14s %14s %12s\n' contestant ms 'of run_plain' 'ns/change' bytes
for name in $runs; do
  awk -v n="$name" -v t="$(median "$name" 2)" -v b="$(median "$name" 3)" -v plain="$plain" -v c="$changes" \
    'BEGIN { printf "%-18s %10.1f %14.2f %14.1f %12d\n", n, t, t / plain, (t - plain) * 1e6 / c, b }'
done
echo "the default workload, $changes changes besides the clock; ns/change is what the run takes more, recording included"
