#!/usr/bin/env bash
# Sorts a generated CSV file by a number and a quoted text, and verifies the output. Prints times, peak memory and the
# load of each task. Usage: scripts/external_csv.sh [PROGRAM [SIZE_MIB [MEMORY_MIB [ROUNDS [FOLDER]]]]] (default: 1024
# MiB with 512 MiB of memory, 3 rounds). Needs disk space of three times the size in FOLDER (default: $TMPDIR or /tmp).
set -euo pipefail
program=$(realpath "${1:-build/release/bin/texelsort}")
size=${2:-1024} memory=${3:-512} rounds=${4:-3}
folder=$(mktemp -d "${5:-${TMPDIR:-/tmp}}/external-csv-XXXXXX")
trap 'rm -rf "$folder"' EXIT
python3 - "$folder/in.csv" "$((size << 20))" << 'END'
import random, sys
random.seed(5)
written = 0
with open(sys.argv[1], 'w', encoding='utf-8') as file:
    file.write('price,name,city,note\n')
    while written < int(sys.argv[2]):
        rows = ''.join('%.2f,"%s, %06d",c%d,%s\n' % (random.uniform(0, 1e5), random.choice(('Ann', 'Bob', 'Zoë', 'Łukasz')),
                                                    random.randrange(10**6), random.randrange(1000), 'x' * random.randrange(60))
                       for _ in range(20000))
        written += len(rows.encode())
        file.write(rows)
END
for round in $(seq "$rounds"); do
  rm -f "$folder/out.csv"
  "$program" external-sort "$folder/in.csv" -o "$folder/out.csv" --by price:desc,name --memory "${memory}M" --temp-dir "$folder" --json -q |
    tail -n 1 > "$folder/report"
  python3 - "$folder/report" "$((memory * 1000000))" << 'END'
import json, sys
report = json.load(open(sys.argv[1]))
print('{seconds:.2f} s, {records} rows, {runs} runs, peak {peak_bytes} bytes, {algorithm}'.format(**report))
print('  busy: ' + ', '.join(f"{task['task']} {task['share']:.2f}" for task in report['tasks']))
if report['peak_bytes'] > int(sys.argv[2]):
    sys.exit('more memory than it was given')
END
done
"$program" external-verify "$folder/out.csv" --by price:desc,name
