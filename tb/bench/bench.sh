#!/usr/bin/env bash
# Runs the contestants interleaved, and prints the medians and how they stand to the targets.
# Usage: tb/bench/bench.sh [ROUNDS]   (builds the release preset first; 5 rounds unless told otherwise)
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-5}
cmake --preset release >/dev/null
cmake --build build --target bench sgdma_cli >/dev/null

# PROGRAM:CONTESTANT; what belongs to a program that is not built is left out, and so are the ratios
# that want it.
contestants=(
  bench:kernel_floor
  bench:default_workload bench:saturated bench:saturated_verified bench:idle_90
  bench:copies bench:copies_idle
  bench:slots_1 bench:slots_64 bench:slots_4096
  bench:qps_16 bench:qps_1024 bench:qps_1048576 bench:idle_qps_16 bench:idle_qps_1048576
  bench:messages_64B bench:messages_1MiB bench:key_cache_misses
  bench:waves_on bench:events_on bench:wave_vcd bench:wave_sc_trace
  rtl_bench:rtl_saturated rtl_bench:rtl_idle rtl_bench:rtl_words_saturated
  rtl_bench:pair_saturated rtl_bench:pair_idle
)

results=$(mktemp)
trap 'rm -f "$results"' EXIT

# Appends lines `CONTESTANT COUNTER VALUE`: times, and the counters that the contestant has.
run_contestant() {  # PROGRAM CONTESTANT
  local filter="^$2/22/"
  [[ $2 != wave_* ]] || filter="^$2/"  # they have a length of their own
  "build/$1" --benchmark_filter="$filter" --benchmark_format=json 2>/dev/null |
    awk -v name="$2" '
      /"error_occurred": true/ { failed = 1 }
      match($0, /^ *"[a-z_]+": [-+.e0-9]+,?$/) { gsub(/[",:]/, ""); print name, $1, $2 }
      END { exit failed }' >>"$results" || { echo "bench.sh: $1 $2 failed" >&2; exit 1; }
}

declare -A missing
for ((round = 0; round < rounds; ++round)); do
  for pair in "${contestants[@]}"; do
    program=${pair%%:*}
    if [[ -x build/$program ]]; then
      run_contestant "$program" "${pair#*:}"
    else
      missing[$program]=1
    fi
  done
  start=$EPOCHREALTIME
  build/sgdma run --max-cycles 1 --no-progress >/dev/null 2>&1 || true
  end=$EPOCHREALTIME
  echo "start ms $(awk -v a="$start" -v b="$end" 'BEGIN { print (b - a) * 1000 }')" >>"$results"
done

median() {  # CONTESTANT COUNTER: nothing where there is none
  awk -v name="$1" -v counter="$2" '$1 == name && $2 == counter { print $3 }' "$results" | sort -g |
    awk '{ v[NR] = $1 } END { if (NR > 0) print v[int((NR + 1) / 2)] }'
}

floor=$(median kernel_floor ns_per_cycle)
printf '%-18s %12s %12s %14s %12s %8s\n' contestant ns/cycle ns/beat cycles/s beats/cycle floors
for pair in "${contestants[@]}"; do
  name=${pair#*:}
  cycle=$(median "$name" ns_per_cycle)
  [[ -n $cycle && $name != idle_qps_* ]] || continue
  awk -v name="$name" -v cycle="$cycle" -v beat="$(median "$name" ns_per_beat)" \
    -v rate="$(median "$name" beats_per_cycle)" -v floor="$floor" 'BEGIN {
      printf "%-18s %12.1f %12s %14.0f %12s %8.2f\n", name, cycle,
        beat == "" ? "-" : sprintf("%.1f", beat), 1e9 / cycle,
        rate == "" ? "-" : sprintf("%.3f", rate), cycle / floor }'
done
for program in "${!missing[@]}"; do
  echo "$program is not built: left out"
done

# Targets, as in the table of docs/performance.md: measured figures that shall be at most so much.
target() {  # WHAT MUST AIM MEASURED
  awk -v what="$1" -v must="$2" -v aim="$3" -v is="$4" 'BEGIN {
    met = is == "" ? "not measured" : must == "-" ? "" : is <= aim ? "yes, the aim" : is <= must ? "yes" : "no"
    printf "%-52s %8s %8s %9s  %s\n", what, must, aim, is == "" ? "-" : sprintf("%.3g", is), met }'
}
ratio() {  # NUMERATOR DENOMINATOR: nothing where one is missing
  awk -v a="$1" -v b="$2" 'BEGIN { if (a != "" && b != "") print a / b }'
}
between() {  # CONTESTANT CONTESTANT COUNTER
  ratio "$(median "$1" "$3")" "$(median "$2" "$3")"
}

echo
printf '%-52s %8s %8s %9s  %s\n' ratio must aim measured met
# The public axi_cdma (verilog-axi), Verilated, took 1.95 kernel floors a saturated beat, and 16.8 a
# beat where 90 % of the cycles are idle: docs/performance.md.
public() {  # CONTESTANT FLOORS
  awk -v beat="$(median "$1" ns_per_beat)" -v floor="$floor" -v floors="$2" \
    'BEGIN { if (beat != "") print beat / (floor * floors) }'
}
# The copies are the work of the RTL engines; the default workload is far more of transfers.
for pair in "copies copies_idle" "saturated idle_90"; do
  read -r full idle <<<"$pair"
  target "$full / axi_cdma by its floors, ns/beat" 0.45 0.20 "$(public "$full" 1.95)"
  target "$idle / axi_cdma by its floors, ns/beat" 0.05 0.025 "$(public "$idle" 16.8)"
  target "$full / rtl_saturated, ns/beat" 0.45 0.20 "$(between "$full" rtl_saturated ns_per_beat)"
  target "$idle / rtl_idle, ns/beat" 0.05 0.025 "$(between "$idle" rtl_idle ns_per_beat)"
  target "$full / kernel_floor, ns/cycle" 1.5 0.8 "$(between "$full" kernel_floor ns_per_cycle)"
done
target "copies / pair_saturated, the RTL pair, ns/beat" - - "$(between copies pair_saturated ns_per_beat)"
target "copies_idle / pair_idle, ns/beat" - - "$(between copies_idle pair_idle ns_per_beat)"
if command -v valgrind >/dev/null; then
  counted=$(tb/bench/instructions.sh build/bench)
  target "instructions a saturated cycle" 900 500 "$(sed -n 's/.*, saturated \([0-9]*\).*/\1/p' <<<"$counted")"
fi
target "slots_4096 / slots_1, ns/beat" 1.25 1.05 "$(between slots_4096 slots_1 ns_per_beat)"
target "qps_1048576 / qps_16, ns/beat" 1.25 1.05 "$(between qps_1048576 qps_16 ns_per_beat)"
target "VCD / sc_trace, ns/change" 0.167 0.1 "$(between wave_vcd wave_sc_trace ns_per_change)"
target "saturated_verified / saturated, ns/beat" 1.6 1.3 "$(between saturated_verified saturated ns_per_beat)"
target "memory of an idle queue pair, bytes" 64 32 "$(awk -v many="$(median idle_qps_1048576 memory)" \
  -v few="$(median idle_qps_16 memory)" 'BEGIN { print (many - few) / (1048576 - 16) }')"
target "start of the default scenario to its first cycle, ms" 30 10 "$(median start ms)"
echo "$rounds rounds, interleaved; processor time (start: wall-clock time), medians"
