#!/usr/bin/env bash
# Builds and tests. The last lines are CTest's; the exit code is 0 only if everything passed.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: ./test.sh [--full]
Installs what is missing (Debian packages), checks the formatting where clang-format 14 is installed,
then builds and runs all tests: the release build, and the build with AddressSanitizer and
UndefinedBehaviorSanitizer.
  --full   also the long campaigns, a clang build with its tests, clang-tidy and coverage
TEXT
}

full=false
for argument in "$@"; do
  case "$argument" in
    --full) full=true ;;
    -h | --help)
      usage
      exit 0
      ;;
    *)
      printf 'test.sh: unknown option "%s" (see --help)\n' "$argument" >&2
      exit 2
      ;;
  esac
done

cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
jobs=$(nproc)

step() { printf '\n== %s\n' "$*"; }

build() {
  step "build: $1"
  cmake --preset "$1" --log-level=NOTICE
  cmake --build --preset "$1" --parallel "$jobs"
}

run_tests() {
  step "test: $1"
  ctest --preset "$1" --parallel "$jobs"
}

# Versions of clang-format disagree with each other, so only the one of Debian 12 counts.
check_format() {
  local folders=() folder
  if ! clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
    $full && { printf 'test.sh: clang-format 14 is missing\n' >&2; return 1; }
    return 0
  fi
  step "format"
  for folder in include src tb; do
    [[ -d $folder ]] && folders+=("$folder")
  done
  find "${folders[@]}" \( -name '*.h' -o -name '*.cpp' \) -print0 |
    xargs -0 --no-run-if-empty clang-format --dry-run -Werror && return
  printf 'test.sh: the files above need clang-format -i\n' >&2
  return 1
}

if $full; then
  .ci/setup full
else
  .ci/setup test
fi

check_format

build release
step "build: public headers, each alone"
cmake --build --preset headers --parallel "$jobs"

if $full; then
  build tidy
  build clang
  run_tests clang
  build coverage
  find build-coverage -name '*.gcda' -delete
  run_tests coverage
  step "coverage of src/"
  gcovr --root . --filter 'src/' --exclude-throw-branches --print-summary \
    --output build-coverage/coverage.txt build-coverage
  run_tests release-all
  build asan
  run_tests asan-all
else
  run_tests release
  build asan
  run_tests asan
fi
