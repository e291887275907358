#!/usr/bin/env bash
# Searches for parameter values that beat the program's own: scripts/search_gpu.sh [PROGRAM [SECONDS [SIZES [OUTPUT]]]]. SECONDS is the
# budget of each of the twelve searches (four algorithms at 2^16, 2^20 and 2^24 keys; default 40, about 8 minutes in all). Prints a line for
# each: default, winner, ratio with its interval and how much of the space was tried; every trial is kept in OUTPUT-NAME.jsonl (default
# search). Nothing is written to the cache of tuned values. Needs an NVIDIA GPU for the algorithms on CUDA.
set -uo pipefail
program=${1:-build/release/bin/texelsort}
seconds=${2:-40}
sizes=${3:-2^16,2^20,2^24}
output=${4:-search}

failed=0
for algorithm in ${ALGORITHMS:-radix/srts@compute radix/onesweep@cuda sample/ordered@cuda bitonic/compute}; do
  "$program" tune -a "$algorithm" -n "$sizes" --budget "$seconds" --table --no-keep -q -o "$output-${algorithm//[\/@]/-}.jsonl" || failed=1
done
exit $failed
