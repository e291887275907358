#!/usr/bin/env bash
# Measures external-sort against a parallel copy of the same file, both in a file system in memory, with a merge phase and without:
# scripts/external_memory_fs.sh [PROGRAM [COPY [GIB [ROUNDS [FOLDER]]]]], default 8 GiB of benchmark records, 3 rounds, /dev/shm. COPY is
# tests/bench/parallel_copy (ninja parallel_copy). Prints a table for docs/external.md. Takes three times the size in FOLDER.
set -euo pipefail
program=$(realpath "${1:-build/release/bin/texelsort}")
copy=$(realpath "${2:-build/release/bin/parallel_copy}")
gib=${3:-8} rounds=${4:-3}
folder=$(mktemp -d "${5:-/dev/shm}/external-XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/temp"
records=$((gib * 1073741824 / 100))
sum=$("$program" external-generate "$records" "$folder/in" -c | tail -n 1)

# timed NAME COMMAND...: its wall time as a line of $folder/times; the report of external-sort as a line of reports.
timed() {
  local name=$1 start
  shift
  rm -f "$folder/out"
  start=$(date +%s%N)
  "$@" > "$folder/log" 2> "$folder/errors" || { cat "$folder/errors" "$folder/log"; exit 1; }
  echo "$name $((($(date +%s%N) - start) / 1000))" >> "$folder/times"
  [[ $name = copy* ]] || echo "$name $(tail -n 1 "$folder/log")" >> "$folder/reports"
}
sorted() { "$program" external-sort "$folder/in" -o "$folder/out" --temp-dir "$folder/temp" --json -q "$@"; }
verified() {
  local said
  said=$("$program" external-verify "$folder/out")
  grep -q "$(grep -o '[0-9a-f]*$' <<< "$sum")" <<< "$said" || { echo "records were lost: $sum, and now $said"; exit 1; }
}

for round in $(seq "$rounds"); do
  timed copy "$copy" "$folder/in" "$folder/out"
  timed fits sorted --memory "$((gib * 3 + 2))G"
  [ "$round" != 1 ] || verified
  timed merges sorted --memory "$((gib * 5 / 8 + 2))G"
  [ "$round" != 1 ] || verified
done
echo "$(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | sed 's/^ *//'), $(nproc) processors, $gib GiB in $(findmnt -no FSTYPE -T "$folder"), medians of $rounds interleaved rounds, load $(cut -d' ' -f1-3 /proc/loadavg), $(date -u +%F)"
python3 - "$folder/times" "$folder/reports" "$((gib * 1073741824))" << 'END'
import json, statistics, sys
runs = {}
for line in open(sys.argv[1]):
    name, microseconds = line.split()
    runs.setdefault(name, []).append(int(microseconds) * 1e-6)
size = int(sys.argv[3])
print('\n| command | s | GB/s | rate / copy |\n|---|---|---|---|')
for name, seconds in runs.items():
    ratios = [c / s for c, s in zip(runs['copy'], seconds)]
    print(f'| {name} | {statistics.median(seconds):.2f} | {size / statistics.median(seconds) * 1e-9:.2f} | '
          f'{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) |')
print()
for line in open(sys.argv[2]):
    name, report = line.split(' ', 1)
    report = json.loads(report)
    print(name, {key: report[key] for key in report if not isinstance(report[key], (dict, list))})
    print('   ', [(task['task'], round(task['busy_s'], 2), task['threads']) for task in report['tasks']])
END
