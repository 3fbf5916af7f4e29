#!/usr/bin/env bash
# Measures what each policy of docs/mid_transaction.md costs, on traces/stimulus/cut_points.toml with the event
# behind every burst, and prints the rows of its tables.
#   docs/mid_transaction.sh [--rows REGEX] [--jobs N] [--write]
#     --rows REGEX   only rows whose first cells match
#     --jobs N       processes at once (default: 2)
#     --write        put the tables into docs/mid_transaction.md instead
# SGDMA names the program (default: build/sgdma).
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
sgdma=${SGDMA:-$root/build/sgdma}
page=$root/docs/mid_transaction.md
scenario=$root/traces/stimulus/cut_points.toml
rows=.
jobs=2
write=false

usage() {
  sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
}

fail() {
  printf 'mid_transaction: %s\n' "$*" >&2
  exit 2
}

while (($# > 0)); do
  case "$1" in
    --rows)
      (($# > 1)) || fail "--rows needs a regular expression"
      rows=$2
      shift
      ;;
    --jobs)
      [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || fail "--jobs needs a number"
      jobs=$2
      shift
      ;;
    --write) write=true ;;
    -h | --help)
      usage
      exit 0
      ;;
    *) fail "unknown option $1 (see --help)" ;;
  esac
  shift
done
[[ -x $sgdma ]] || fail "$sgdma is not there: build it, or name it in SGDMA"

# number JSON PATH...: a figure of the result; the last name of PATH is a member of the object before.
figure() {
  local value
  value=$(sed -nE "s/.*\"$2\":\{[^}]*\"$3\":([0-9]+).*/\1/p" <<<"$1")
  printf '%s' "${value:-0}"
}
total() {
  sed -nE "s/.*\"$2\":([0-9]+).*/\1/p" <<<"$1"
}

# both JSON NAME: median and maximum, "-" where nothing was counted.
both() {
  local text
  text="$(figure "$1" "$2" p50) / $(figure "$1" "$2" max)"
  [[ $text == "0 / 0" ]] && text=-
  printf '%s' "$text"
}

# row CELLS EVENT SETTING...: one campaign.
row() {
  local cells=$1 event=$2 json set=()
  shift 2
  [[ $cells =~ $rows ]] || return 0
  for setting in "$@"; do
    set+=(--set "$setting")
  done
  json=$("$sgdma" cutpoints "$scenario" --event "$event" --at bursts --jobs "$jobs" --json "${set[@]}" 2>/dev/null) ||
    fail "$event with $* does not hold: $sgdma cutpoints $scenario --event $event --at bursts ${set[*]}"
  printf '| %s | %s | %s / %s / %s / %s | %s / %s | %s | %s / %s | %s |\n' "$cells" \
    "$(total "$json" points)" \
    "$(figure "$json" latency min)" "$(figure "$json" latency p50)" \
    "$(figure "$json" latency p99)" "$(figure "$json" latency max)" \
    "$(figure "$json" exposed_bytes p50)" "$(figure "$json" exposed_bytes max)" \
    "$(total "$json" exposed_after_answer)" \
    "$(figure "$json" wasted_beats p50)" "$(figure "$json" wasted_beats max)" \
    "$(both "$json" innocent_latency_per_mille)"
}

policies=(finish_beat finish_burst finish_segment finish_transfer)
translations=(captured segment page burst beat)

header() {
  printf '| %s | points | latency | exposed | after | wasted | innocents |\n|%s---|---|---|---|---|---|\n' "$1" "$2"
}

resets() {
  header 'event | policy' '---|---|'
  for event in qp_reset:1 qp_reset:3 qp_error:1 qp_error:3 engine_reset; do
    for policy in "${policies[@]}"; do
      row "\`$event\` | \`$policy\`" "$event" "teardown.${event%:*}=$policy"
    done
  done
}

faults() {
  header 'event | policy' '---|---|'
  for event in bus_error:1 bus_error:3; do
    for policy in finish_beat finish_burst; do
      row "\`$event\` | \`$policy\`" "$event" "teardown.bus_fault=$policy"
    done
  done
}

# A small cache, so that translations that are derived again have something to wait for.
keys=(key_cache.capacity=4 key_cache.hit_latency=2cycles key_cache.miss_latency=40cycles)

deregistrations() {
  header 'deregistration | translation' '---|---|'
  local cache=("${keys[@]}")
  for translation in "${translations[@]}"; do
    for deregistration in immediate wait fence; do
      local baseline=none
      [[ $deregistration == immediate ]] && baseline=immediate
      row "\`$deregistration\` | \`$translation\`" dereg:buffers "${cache[@]}" \
        "key_cache.translation=$translation" "key_cache.deregistration=$deregistration" \
        "key_cache.baseline=$baseline"
    done
    for policy in "${policies[@]}"; do
      row "\`force_error\`, \`$policy\` | \`$translation\`" dereg:buffers "${cache[@]}" \
        "key_cache.translation=$translation" key_cache.deregistration=force_error \
        "teardown.deregister=$policy"
    done
  done
}

# What host memory answers too late: one beat in a hundred, by 250 cycles.
late_answers='
[[fault]]
answer = "silent"
late = "250 cycles"
per_million = 10000
'

# away JSON DIRECTION: bursts in quarantine, and how long they were.
away() {
  sed -nE "s/.*\"quarantine\":\{.*\"$2\":\{\"bursts\":([0-9]+),\"held\":[0-9]+,\"time\":\{[^}]*\"p50\":([0-9]+),\"p99\":([0-9]+),[^}]*\"max\":([0-9]+),\"min\":([0-9]+)\}.*\"blocked_sockets.*/\1 | \5 \/ \2 \/ \3 \/ \4/p" <<<"$1"
}

silences() {
  printf '| timeout | transfers that fail | reads away | for | writes away | for | fault to CQE |\n|---|---|---|---|---|---|---|\n'
  local late json
  late=$(mktemp --suffix=.toml)
  { cat "$scenario" && printf '%s' "$late_answers"; } >"$late"
  for cycles in 60 120 200 320; do
    [[ $cycles =~ $rows ]] || continue
    json=$("$sgdma" run "$late" --set "bus.timeout=${cycles}cycles" --json 2>/dev/null) ||
      fail "a run with bus.timeout=${cycles}cycles does not hold"
    printf '| %s | %s | %s | %s | %s |\n' "$cycles" "$(figure "$json" completions GENERAL_ERR)" \
      "$(away "$json" gather)" "$(away "$json" scatter)" "$(both "$json" fault_to_cqe)"
  done
  rm -f "$late"
}

# Replaces what stands between the marks of table $1 by what stands in file $2.
replace() {
  local begin="<!-- $1 -->" end="<!-- end of $1 -->"
  grep -qF "$begin" "$page" && grep -qF "$end" "$page" || fail "$page has no marks for $1"
  awk -v begin="$begin" -v end="$end" -v table="$2" '
    $0 == end { inside = 0 }
    !inside { print }
    $0 == begin { inside = 1; while ((getline line < table) > 0) print line }' "$page" >"$page.new"
  mv "$page.new" "$page"
}

if ! $write; then
  resets
  faults
  silences
  deregistrations
  exit 0
fi
[[ $rows == . ]] || fail "--write writes all rows"
table=$(mktemp)
trap 'rm -f "$table"' EXIT
for name in resets faults silences deregistrations; do
  "$name" >"$table"
  replace "$name" "$table"
done
