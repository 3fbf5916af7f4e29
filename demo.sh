#!/usr/bin/env bash
# Builds the command line and runs the built-in scenario.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: ./demo.sh
Installs what is missing (Debian packages), builds build/sgdma and runs the built-in scenario.
TEXT
}

case "$#:${1:-}" in
  0:) ;;
  1:-h | 1:--help)
    usage
    exit 0
    ;;
  *)
    printf 'demo.sh: it takes no arguments but --help\n' >&2
    exit 2
    ;;
esac

cd -- "$(dirname -- "${BASH_SOURCE[0]}")"

.ci/setup demo
printf '== build\n' >&2
cmake --preset release --log-level=WARNING
cmake --build --preset release --target sgdma --parallel "$(nproc)"

printf '\n== build/sgdma run\n'
build/sgdma run

cat <<'TEXT'

Try next:
  build/sgdma run --json                        the result as one JSON object
  build/sgdma run --set engine.slots=1          turn one knob, and see what limits it then
  build/sgdma run --events build/events.jsonl   every grant, burst, free and completion
  build/sgdma run traces/stimulus/bus_error.toml --wave build/x.vcd   a waveform, sorted for GTKWave in build/x.gtkw
  build/sgdma run traces/stimulus/storage_closed_loop.toml   generated work: closed loops, a peer, READs
  build/sgdma sweep traces/sweeps/slots.toml --out build/slots.sweep --report build/slots.html   a design space, as a page
  build/sgdma config defaults                   every knob, with its default
  build/sgdma --help                            all commands
TEXT
