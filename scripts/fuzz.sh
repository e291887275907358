#!/usr/bin/env bash
# Builds the fuzzers of all readers with Clang's libFuzzer and sanitizers, and runs them one after another.
#
#   scripts/fuzz.sh              60 seconds per fuzzer
#   scripts/fuzz.sh 600          600 seconds per fuzzer
#   scripts/fuzz.sh 1000000runs  a million executions per fuzzer
#   scripts/fuzz.sh 60 csv numbers only the fuzzers csv and numbers
#
# The script keeps inputs that reach new code in build/fuzz/found/NAME. An input that breaks a property ends its fuzzer
# and is kept as build/fuzz/findings/NAME-*. The exit code is then 1.
set -euo pipefail
cd "$(dirname "$0")/.."

amount=${1:-60}
shift || true
case $amount in
  *[!0-9]*runs | runs | "" ) echo "fuzz.sh: '$amount' is no number of seconds or runs: 60, 1000000runs" >&2; exit 2 ;;
  *runs) limit=-runs=${amount%runs} ;;
  *[!0-9]*) echo "fuzz.sh: '$amount' is no number of seconds or runs: 60, 1000000runs" >&2; exit 2 ;;
  *) limit=-max_total_time=$amount ;;
esac
compiler=${CXX:-clang++-14}
command -v "$compiler" >/dev/null || { echo "fuzz.sh: no $compiler: install clang-14, libclang-rt-14-dev and libomp-14-dev, or name a Clang by CXX" >&2; exit 3; }

build=${TEXELSORT_FUZZ_BUILD:-build/fuzz}
cmake -S . -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DTEXELSORT_CUDA=OFF -DTEXELSORT_FUZZ=ON >/dev/null
ninja -C "$build"

names=("$@")
if [ ${#names[@]} -eq 0 ]; then
  for folder in tests/fuzz/corpus/*/; do names+=("$(basename "$folder")"); done
fi
mkdir -p "$build/findings"
export OMP_NUM_THREADS=1
failed=0
for name in "${names[@]}"; do
  [ -x "$build/bin/fuzz_$name" ] || { echo "fuzz.sh: no fuzzer '$name'" >&2; exit 2; }
  mkdir -p "$build/found/$name"
  seeds=("tests/fuzz/corpus/$name")
  if [ "$name" = csv ] || [ "$name" = pictures ]; then seeds+=(assets/samples); fi
  start=$SECONDS
  if "$build/bin/fuzz_$name" "$limit" -max_len=4096 -timeout=20 -rss_limit_mb=3000 -close_fd_mask=1 \
      -artifact_prefix="$build/findings/$name-" -dict="tests/fuzz/dictionaries/$name.dict" -print_final_stats=1 \
      "$build/found/$name" "${seeds[@]}" >"$build/findings/$name.log" 2>&1; then
    verdict="no finding"
  else
    verdict="A FINDING, see $build/findings/$name.log"
    failed=1
  fi
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/findings/$name.log")
  printf '%-12s %10s executions %6s s  %s\n' "$name" "${runs:-?}" "$((SECONDS - start))" "$verdict"
done
exit $failed
