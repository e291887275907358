#!/usr/bin/env bash
# Searches for parameter values that are faster than the program's defaults. Usage: scripts/search_gpu.sh [PROGRAM
# [SECONDS [SIZES [OUTPUT]]]]. SECONDS is the budget of each of the twelve searches (four algorithms at 2^16, 2^20 and
# 2^24 keys; default: 40, about 8 minutes in total). Prints one line per search: default, winner, ratio with its
# interval and the fraction of the space that was tried. All trials are kept in OUTPUT-NAME.jsonl (default: search). The
# cache of tuned values stays unchanged. Algorithms on CUDA need an NVIDIA GPU.
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
