#!/usr/bin/env bash
# What a sweep gains from a second worker, and that being killed costs nothing: 200 points of about a second.
#   tb/bench/sweep.sh [POINTS]      (default: 200)
# Runs it with one worker, with two, and with two after a SIGKILL half way; compares the files; prints the times.
set -euo pipefail

points=${1:-200}
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
sgdma=$root/build/sgdma
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

[[ -x $sgdma ]] || {
  printf 'sweep.sh: %s is not built\n' "$sgdma" >&2
  exit 2
}
cat >"$folder/long.toml" <<TOML
scenario = "$root/traces/sweeps/scenarios/large_gathers.toml"
preset = "rnic-400g"
repetitions = $((points / 4))
[set]
measure.window = "25 ms"
generator.writes.stop = "25 ms"
[[axis]]
key = "engine.slots"
values = [8, 16]
[[axis]]
key = "memory.read_latency"
values = ["500 ns", "1 us"]
TOML

seconds() {
  local start=$EPOCHREALTIME
  "$@" >/dev/null 2>"$folder/log" || {
    cat "$folder/log" >&2
    exit 1
  }
  awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f", b - a }'
}
same() {
  for file in result.json table.csv result.sqlite; do
    cmp "$folder/one/$file" "$folder/$1/$file"
  done
}

one=$(seconds "$sgdma" sweep "$folder/long.toml" --out "$folder/one" --jobs 1)
two=$(seconds "$sgdma" sweep "$folder/long.toml" --out "$folder/two" --jobs 2)
same two
awk -v a="$one" -v b="$two" -v n="$points" 'BEGIN {
  printf "%d points: %.1f s with one worker (%.2f s a point), %.1f s with two: %.2f times as fast\n", n, a, a / n, b, a / b }'

"$sgdma" sweep "$folder/long.toml" --out "$folder/killed" --jobs 2 >/dev/null 2>&1 &
process=$!
while (($(find "$folder/killed/points" -mindepth 1 -maxdepth 1 -name '[!.]*' 2>/dev/null | wc -l) < points / 2)); do
  sleep 0.1
done
kill -9 "$process"
wait "$process" 2>/dev/null || true
done=$(find "$folder/killed/points" -mindepth 1 -maxdepth 1 -name '[!.]*' | wc -l)
rest=$(seconds "$sgdma" sweep resume "$folder/killed" --jobs 2)
same killed
printf 'killed with %d points done, resumed: %s s, the same files byte for byte\n' "$done" "$rest"
