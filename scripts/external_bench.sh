#!/usr/bin/env bash
# Measures external-sort against GNU sort and against a plain external merge with std::sort, interleaved on the same files:
# scripts/external_bench.sh [PROGRAM [SIZE_MIB [MEMORY_MIB [ROUNDS [FOLDER]]]]], default 1024 MiB within 512 MiB, 3 rounds. Prints a table
# for docs/external.md: medians of wall time until the output is on the disk, processor time, the highest resident memory, and the ratio.
# Every output is compared. Takes five times the size of disk in FOLDER (default $TMPDIR or /tmp).
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/release/bin/texelsort}")
size=${2:-1024} memory=${3:-512} rounds=${4:-3}
folder=$(mktemp -d "${5:-${TMPDIR:-/tmp}}/external-bench-XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/temp"
threads=$(nproc)
c++ -std=c++20 -O2 -o "$folder/std_external_merge" tests/bench/std_external_merge.cpp
records=$((size * 1048576 / 100))

# timed NAME COMMAND...: its time and memory as a line of $folder/times.
timed() {
  local name=$1
  shift
  rm -f "$folder/out-${name##*:}"
  /usr/bin/time -f "$name %e %U %S %M" -a -o "$folder/times" "$@" > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
}
texelsort_to() {
  local name=$1
  shift
  timed "$name" "$program" external-sort "$folder/in" -o "$folder/out-${name##*:}" --memory "${memory}M" --temp-dir "$folder/temp" "$@"
}
# The others do not wait until the disk has their output: what waits for it is timed with them.
gnu_sort_to() {
  local name=$1
  shift
  timed "$name" sh -c 'output=$1; shift; LC_ALL=C sort -S "$0" --parallel='"$threads"' -T '"$folder/temp"' -o "$output" "$@" && sync "$output"' \
    "${memory}M" "$folder/out-${name##*:}" "$@" "$folder/in"
}
std_merge_to() {
  timed "$1" env TMPDIR="$folder/temp" "$folder/std_external_merge" "$folder/in" "$folder/out-${1##*:}" $((memory * 1048576))
}
same() { cmp "$folder/out-$1" "$folder/out-$2"; }

for round in $(seq "$rounds"); do
  echo "round $round of $rounds, load $(cut -d' ' -f1 /proc/loadavg)" >&2
  "$program" external-generate "$records" "$folder/in" > /dev/null
  texelsort_to binary:texelsort
  std_merge_to binary:std
  same texelsort std
  "$program" external-generate "$records" "$folder/in" --ascii > /dev/null
  texelsort_to ascii:texelsort
  std_merge_to ascii:std
  # Lines end with CR LF; their first ten characters are the key, and -s keeps the order of equal ones.
  gnu_sort_to ascii:gnu -s -k1.1,1.10
  same texelsort std
  same texelsort gnu
  # Rows: a number, a text, the rest. The numbers have few equals, which -s keeps in order.
  "$program" external-generate "$records" - --ascii 2> /dev/null |
    awk 'BEGIN { srand(7); print "price,name,rest" } { printf "%d,%s,%s\n", rand() * 1000000000, substr($0, 1, 10), substr($0, 13, 60) }' |
    tr -d '"\r' > "$folder/in"
  texelsort_to csv:texelsort --by price:desc
  timed csv:gnu sh -c 'head -n 1 "$1" > "$2" && tail -n +2 "$1" | LC_ALL=C sort -s -t, -k1,1nr -S "$3" --parallel='"$threads"' -T '"$folder/temp"' >> "$2" && sync "$2"' \
    sh "$folder/in" "$folder/out-gnu" "${memory}M"
  same texelsort gnu
  # Lines as they are: a column of text without a header, without the spaces around it that are no part of a field.
  cut -d, -f2- < "$folder/in" | tail -n +2 | tr ', ' '__' > "$folder/lines" && mv "$folder/lines" "$folder/in"
  texelsort_to text:texelsort --by 1:text --header no --separator tab
  gnu_sort_to text:gnu -s
  same texelsort gnu
done

echo "$(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | sed 's/^ *//'), $threads processors, $(findmnt -no FSTYPE -T "$folder"), $size MiB within $memory MiB, medians of $rounds interleaved rounds, load $(cut -d' ' -f1-3 /proc/loadavg), $(date -u +%F)"
echo
echo '| data | sorted by | wall s | processor s | resident MB | wall of it / texelsort |'
echo '|---|---|---|---|---|---|'
python3 - "$folder/times" << 'END'
import statistics, sys
runs = {}
for line in open(sys.argv[1]):
    name, wall, user, system, kib = line.split()
    runs.setdefault(name, []).append((float(wall), float(user) + float(system), int(kib)))
named = {'texelsort': 'texelsort', 'gnu': 'GNU sort', 'std': 'std::sort and a heap'}
for name, values in runs.items():
    data, by = name.split(':')
    wall, work = (statistics.median(v[i] for v in values) for i in (0, 1))
    ratios = [v[0] / own[0] for v, own in zip(values, runs[f'{data}:texelsort'])]
    ratio = '' if by == 'texelsort' else f'{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})'
    print(f'| {data} | {named[by]} | {wall:.1f} | {work:.1f} | {max(v[2] for v in values) * 1024 / 1e6:.0f} | {ratio} |')
END
