#!/usr/bin/env bash
# Kills a sort at random moments, resumes it each time, and verifies the final output. Prints each kill and what the
# next start found. Usage: scripts/external_kills.sh [PROGRAM [SIZE_MIB [MEMORY_MIB [KILLS [FOLDER]]]]] (default: 4096
# MiB with 512 MiB of memory, ten kills).
set -euo pipefail
program=$(realpath "${1:-build/release/bin/texelsort}")
size=${2:-4096} memory=${3:-512} kills=${4:-10}
folder=$(mktemp -d "${5:-${TMPDIR:-/tmp}}/external-kills-XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/temp"
expected=$("$program" external-generate $((size * 1048576 / 100)) "$folder/in" -c | tail -n 1)
sort_it() { "$program" external-sort "$folder/in" -o "$folder/out" --memory "${memory}M" --temp-dir "$folder/temp" --keep-runs --resume --json; }
# Measures a complete sort, so that the kills are spread over its whole duration.
start=$(date +%s%N)
sort_it > "$folder/log"
whole=$((($(date +%s%N) - start) / 1000000))
rm "$folder/out"
echo "whole sort: $whole ms"
hit=0
while ((hit < kills)); do
  "$program" external-sort "$folder/in" -o "$folder/out" --memory "${memory}M" --temp-dir "$folder/temp" --keep-runs --resume --json > "$folder/log" 2>&1 &
  process=$!
  after=$((RANDOM * 32768 % whole + RANDOM % 100 + 50))
  sleep "$(printf '%d.%03d' $((after / 1000)) $((after % 1000)))"
  if kill -KILL "$process" 2> /dev/null; then
    wait "$process" 2> /dev/null || true
    complete=$(find "$folder/temp" -name '*.run' | wc -l)
    if [ -e "$folder/out" ]; then
      # The sort was killed after it had published its output. The output must then be complete.
      "$program" external-verify "$folder/out" > /dev/null || { echo "an incomplete output is there after a kill"; exit 1; }
      echo "a kill came after the output was in place ($after ms)"
      rm "$folder/out"
      continue
    fi
    hit=$((hit + 1))
    echo "kill $hit after $after ms: $complete runs are kept, no output"
  else
    wait "$process"
    echo "a sort ended before its kill ($after ms)"
    # Shortens the range of kill times. Resumed sorts, and sorts whose input is cached, are faster than the first sort.
    ((whole = whole * 3 / 4 > 2000 ? whole * 3 / 4 : whole))
    "$program" external-verify "$folder/out" > /dev/null
    rm "$folder/out"
  fi
done
sort_it > "$folder/log"
tail -n 1 "$folder/log" | python3 -c 'import json, sys; r = json.load(sys.stdin); print(r["records"], "records,", r["resumed_runs"], "of", r["runs"], "runs resumed, peak", r["peak_bytes"])'
"$program" external-verify "$folder/out"
sum=$(sed -n 's/.*checksum \([0-9a-f]*\).*/\1/p' <<< "$("$program" external-verify "$folder/out")")
grep -q "$sum" <<< "$expected" || { echo "records were lost: $expected, and now $sum"; exit 1; }
[ -z "$(ls -A "$folder/temp")" ] || { echo "something stays in the temporary directory"; exit 1; }
echo "nothing is lost, nothing stays behind"
