#!/usr/bin/env bash
# Runs the tests and measurements that need an NVIDIA GPU, and writes one page of results.
#
#   scripts/prove_gpu.sh FOLDER [PART...]       parts: tests check cases sanitize bench compare (default: all)
#
#   tests     the CUDA tests; a missing GPU is a failure, not a skip
#   check     all claims of all passes: all algorithms with u32 and f64 keys, those on CUDA with every type
#   cases     small wrong kernels: compares what compute-sanitizer's four tools find with what the execution on the CPU
#             finds (tests/simt)
#   sanitize  compute-sanitizer's memcheck, racecheck, synccheck and initcheck: every algorithm on CUDA, 9,000 keys
#   bench     the sorts of each family and those of CUB, interleaved; JSON is kept
#   compare   the fastest sorts of each family, by this program and another program alternately, in one run
#
# FOLDER/summary.md is the page. FOLDER also gets the output of each command. The exit code is 1 if a part fails.
#
# Environment variables: TEXELSORT, the program (default: build/release/bin/texelsort); TEST_CUDA, the program of the
# CUDA tests, and BROKEN_KERNELS, the wrong kernels (default: next to TEXELSORT); BEFORE, the other program of compare;
# ROUNDS, its number of alternations (default: 3); MOST, the maximum ratio of times (default: 1.02); LIMIT, seconds per
# part.
set -uo pipefail

folder=${1:?usage: prove_gpu.sh FOLDER [tests check cases sanitize bench compare]}
shift
parts=("$@")
((${#parts[@]})) || parts=(tests check cases sanitize bench compare)
program=${TEXELSORT:-build/release/bin/texelsort}
tests=${TEST_CUDA:-$(dirname "$program")/test_cuda}
broken=${BROKEN_KERNELS:-$(dirname "$program")/broken_kernels}
before=${BEFORE:-}
rounds=${ROUNDS:-3} most=${MOST:-1.02} limit=${LIMIT:-1800}
mkdir -p "$folder"
page=$folder/summary.md
failed=0

say() { printf '%s\n' "$*" >>"$page"; }
verdict() { # arguments: NAME EXIT-CODE TEXT
  if (($2 == 0)); then say "| $1 | passed | $3 |"; else say "| $1 | **failed** ($2) | $3 |"; failed=1; fi
}
ids() { "$program" list algorithms --json | python3 -c '
import json, sys
for one in json.load(sys.stdin)["algorithms"]:
    if one["backend"] == "cuda": print(one["id"])'; }

run_tests() {
  TEXELSORT_REQUIRE=gl,cuda timeout "$limit" "$tests" >"$folder/tests.txt" 2>&1
  verdict "tests" $? "$(grep -E '^\[  (PASSED|SKIPPED|FAILED)' "$folder/tests.txt" | grep -E '[0-9]+ test' | tr -d '[]' | tr -s ' ' | paste -sd ';')"
}

check_one() { # arguments: NAME WORD...
  timeout "$limit" "$program" check "${@:2}" >"$folder/check-$1.txt" 2>&1
  verdict "check $1" $? "$(tail -n 1 "$folder/check-$1.txt")"
}
run_check() {
  for type in u32 f64; do check_one "all-$type" -t "$type" -n 0,1,1000,4097; done
  check_one cuda-types -a '*@cuda' -t i32,f32,u64,i64 -n 1000,70000
}

run_cases() {
  if ! command -v compute-sanitizer >/dev/null; then verdict cases 3 "there is no compute-sanitizer"; return; fi
  local tool name found
  say ""
  say "| wrong kernel | memcheck | racecheck | synccheck | initcheck |"
  say "|---|---|---|---|---|"
  for name in $("$broken"); do
    found="| $name |"
    for tool in memcheck racecheck synccheck initcheck; do
      timeout 60 compute-sanitizer --tool "$tool" --error-exitcode 9 "$broken" "$name" >"$folder/case-$tool-$name.txt" 2>&1
      case $? in
        0) found+=" - |" ;;
        124) found+=" does not end |" ;;
        *) found+=" $(grep -E '=========' "$folder/case-$tool-$name.txt" | grep -iE -m1 'invalid|hazard|race|barrier|divergent|uninit|error' | cut -c11-90 | tr '|' '/') |" ;;
      esac
    done
    say "$found"
  done
  say ""
}

run_sanitize() {
  if ! command -v compute-sanitizer >/dev/null; then verdict sanitize 3 "there is no compute-sanitizer"; return; fi
  local tool id code
  for tool in memcheck racecheck synccheck initcheck; do
    for id in $(ids); do
      # Makes texelsort copy keys via the host, because initcheck does not see writes of kernels to memory shared with
      # OpenGL.
      [[ $tool == initcheck ]] && export TEXELSORT_CUDA_INTEROP=staging
      timeout "$limit" compute-sanitizer --tool "$tool" --error-exitcode 9 "$program" check -q -a "$id" -t u32 -n 9000 \
        -d uniform --payload none \
        >"$folder/$tool-${id//\//-}.txt" 2>&1
      code=$?
      unset TEXELSORT_CUDA_INTEROP
      ((code == 0)) || verdict "$tool $id" $code "$(grep -m1 -E '=========' "$folder/$tool-${id//\//-}.txt")"
    done
    say "| $tool | done | $(ids | wc -l) algorithms |"
  done
}

run_bench() {
  local code=0
  "$program" bench --defaults -a cub/radix@cuda cub/merge@cuda radix/onesweep@cuda radix/srts@cuda radix/grs@cuda sample/ordered@cuda \
    -t u32,u64 -n 2^20,2^24,2^26 --samples 9 --format json -o "$folder/bench.json" >"$folder/bench.txt" 2>&1 || code=$?
  verdict bench $code "bench.json"
}

# Fastest sorts of each family, one per line in the form ID SIZE TYPE.
compared="radix/onesweep@cuda 2^24 u32
radix/onesweep@cuda 2^20 u64
radix/srts@cuda 2^24 u32
radix/grs@cuda 2^24 u32
sample/ordered@cuda 2^24 u32
sample/ordered@cuda 2^22 u64
sample/randomized@cuda 2^22 u32
sample/deterministic@cuda 2^22 u32
merge/sort@cuda 2^22 u32
merge/warpsort@cuda 2^22 u32
quick/parallel@cuda 2^22 u32
cub/radix@cuda 2^24 u32
radix/onesweep@compute 2^22 u32
radix/srts@compute 2^22 u32
radix/grs@compute 2^22 u32
sample/deterministic@compute 2^22 u32
bitonic/compute 2^22 u32
bitonic/fused 2^20 u32
bitonic/grouped-quads 2^18 u32"

run_compare() {
  if [[ -z $before ]]; then verdict compare 2 "BEFORE names no program"; return; fi
  mkdir -p "$folder/compare"
  while read -r id n type; do
    for ((round = 0; round < rounds; ++round)); do
      for side in before now; do
        local one=$program
        [[ $side == before ]] && one=$before
        "$one" bench -a "$id" -n "$n" -t "$type" --samples 15 --format json \
          -o "$folder/compare/${id//\//-}-${n//^/-}-$type-$side-$round.json" >>"$folder/compare.txt" 2>&1 ||
          say "| compare $id $n $type | **no time** by the program $side | |"
      done
    done
  done <<<"$compared"
  python3 - "$folder/compare" "$most" >>"$page" <<'PY'
import glob, json, os, re, statistics, sys
times = {}
for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.json"))):
    name, side = re.match(r"(.*)-(before|now)-\d+\.json", os.path.basename(path)).groups()
    rows = json.load(open(path))["results"]
    if rows and rows[0]["verified"]: times.setdefault(name, {}).setdefault(side, []).append(rows[0]["median_ms"])
print("\n| sort | before, ms | now, ms | now / before |\n|---|---:|---:|---:|")
worst = 0
for name, sides in sorted(times.items()):
    if len(sides) < 2: continue
    old, new = (statistics.median(sides[side]) for side in ("before", "now"))
    worst = max(worst, new / old)
    print(f"| {name} | {old:.4g} | {new:.4g} | {new / old:.3f} |")
print(f"\nThe largest ratio is {worst:.3f}.\n")
sys.exit(worst > float(sys.argv[2]))
PY
  verdict compare $? "medians of $rounds runs each, in turn"
}

{
  echo "# What a GPU has proved"
  echo
  "$program" -V
  "$program" list devices 2>/dev/null | grep -m1 -i nvidia
  date -u +%FT%TZ
  echo
  echo "| what | verdict | |"
  echo "|---|---|---|"
} >"$page"
for part in "${parts[@]}"; do
  case $part in
    tests | check | cases | sanitize | bench | compare) "run_$part" ;;
    *) echo "prove_gpu.sh: no part '$part': tests, check, cases, sanitize, bench, compare" >&2; exit 2 ;;
  esac
done
cat "$page"
exit $failed
