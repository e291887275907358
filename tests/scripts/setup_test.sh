#!/usr/bin/env bash
# Tests the progress output of `run` and `test`. Without a terminal, they print one line per tenth, and all lines that
# are not progress.
set -euo pipefail
source "$(dirname "$0")/../../scripts/setup.sh"

expect() { # arguments: NAME EXPECTED FOUND
  if [[ $2 == "$3" ]]; then return; fi
  printf '%s: expected\n%s\nfound\n%s\n' "$1" "$2" "$3"
  exit 1
}

expect "a line every tenth" $'  steps: 3 of 25\n  steps: 5 of 25\n  steps: 8 of 25\n  steps: 10 of 25\n  steps: 13 of 25\n  steps: 15 of 25\n  steps: 18 of 25\n  steps: 20 of 25\n  steps: 23 of 25\n  steps: 25 of 25' \
  "$(for i in $(seq 25); do echo "$i 25 a/b.cpp.o"; done | show_progress steps)"
expect "errors pass" $'  steps: 1 of 2\na.cpp:1:1: error: 3 4 5\n  steps: 2 of 2' \
  "$(printf '%s\n' '1 2 a' 'a.cpp:1:1: error: 3 4 5' '2 2 b' | show_progress steps)"
expect "a line at once, not when the build ends" $'  steps: 1 of 2' \
  "$({ echo '1 2 a'; sleep 3; } | show_progress steps | { IFS= read -r -t 2 line && echo "$line"; })"
expect "apt's status" $'10 100 downloading\n50 100 downloading\n60 100 libfmt-dev\n100 100 libfmt-dev' \
  "$(printf '%s\n' 'Get:1 noise' 'dlstatus:1:20.1:Retrieving' 'dlstatus:1:100:Retrieving' 'pmstatus:libfmt-dev:20.5:Unpacking' \
    'Setting up libfmt-dev' 'pmstatus:libfmt-dev:100.0:Installed' | apt_progress)"

# Simulates a build's status lines: two steps with a warning between them.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p build/here
cat >build/here/build.ninja <<'END'
rule say
  command = echo warning of $out && touch $out
  description = $out
build a: say
build b: say a
build all: phony b
END
touch build/here/CMakeCache.txt
cmake() { ninja -C "$2" "$4"; }
expect "a build" $'Building all in build/here\n  steps compiled: 1 of 2\nwarning of a\n  steps compiled: 2 of 2\nwarning of b' "$(build here all)"
expect "nothing to build" "" "$(build here all)"
