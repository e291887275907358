#!/usr/bin/env bash
# Measures every comparison that docs/results publishes for a machine with an NVIDIA GPU. Stores the output of
# `texelsort bench --format json`, one file per comparison.
#
#   scripts/measure_gpu.sh FOLDER PART...       parts: A B C D, or names of comparisons; --list prints these
#
#   A  sorts on CUDA by size, from few keys to 2^28: keys and pairs of 32 and 64 bits
#   B  f32; distributions; merges; sample sorts, Warpsort and quicksort by size and distribution; sorts on the CPU
#   C  networks and selections by shaders
#   D  10 million records
#
# An NVIDIA H200 should finish each part within MEASURE_SECONDS.
#
# Environment variables: TEXELSORT, the program (default: build/release/bin/texelsort); MEASURE_SECONDS, the time limit
# (default: 540). The script ends the current comparison 20 seconds before the limit, and starts no other. It does not
# repeat a comparison whose file is in FOLDER, so that a second call continues the first. Exit code: 1 if a comparison
# failed (NAME.failed is its output), 3 if the time was too short.
set -uo pipefail

program=${TEXELSORT:-build/release/bin/texelsort}
limit=${MEASURE_SECONDS:-540}

rivals="cub/radix@cuda cub/merge@cuda radix/onesweep@cuda radix/prefix@cuda sample/ordered@cuda"
compared="cub/merge@cuda sample/original@cuda sample/randomized@cuda sample/deterministic@cuda sample/ordered@cuda"
compared+=" merge/warpsort@cuda quick/parallel@cuda merge/sort@cuda"
merges="thrust/merge@cuda merge/path@cuda merge/multiway@cuda"
records="cub/radix@cuda radix/onesweep@cuda radix/grs@cuda radix/srts@cuda sample/ordered@cuda"
nine="uniform,gaussian-4,bucket-sorted,staggered,g-group,deterministic-duplicates,randomized-duplicates,sorted,zero"
every="$nine,reversed,nearly-sorted,few-distinct,narrow,special,anded-2,anded-4,anded-8"
to_24="2^18,2^20,2^22,2^24"
to_26="2^20,2^22,2^24,2^26"
# Numbers of keys: powers of two, and some numbers between them.
sizes="2^16,2^17,196608,2^18,2^19,786432,2^20,2^21,3145728,2^22,2^23,12582912,2^24,2^25,2^26"
few="2,16,64,256,2^9,2^10,1500,2^11,2^12,2^13,2^14,2^15,2^16"

# comparison PART NAME WORD...: declares one comparison, with arguments of `texelsort bench`.
comparisons=()
comparison() { comparisons+=("$*"); }

for each in 'keys-u32 u32 none' 'pairs-u32 u32 index' 'keys-u64 u64 none' 'pairs-u64 u64 index'; do
  read -r name type payload <<<"$each"
  form="-a $rivals -t $type --payload $payload"
  comparison A "$name" "$form -n $sizes --samples 11"
  comparison A "few-$name" "$form -n $few --samples 11"
  comparison A "$name-28" "$form -n 2^27,2^28 --samples 7"
  comparison B "distributions-$name" "$form -n 2^24 -d $every --samples 7"
done
comparison B distributions-20 -a $rivals -t u32 -n 2^20 -d $every --samples 7
comparison B keys-f32     -a $rivals -t f32 -n $to_26 --samples 11
comparison B keys-f32-28  -a $rivals -t f32 -n 2^27,2^28 --samples 7
comparison B distributions-26 -a $rivals -t u32 -n 2^26 -d uniform,sorted,reversed,zero,narrow,anded-4,few-distinct --samples 7
comparison B distributions-28 -a cub/radix@cuda radix/onesweep@cuda radix/prefix@cuda -t u32 -n 2^28 -d $every --samples 7
comparison B keys-u32-31  -a cub/radix@cuda radix/onesweep@cuda radix/prefix@cuda -t u32 -n 2^30,2^31 --samples 7
comparison B radix-sorts  -a cub/radix@cuda radix/onesweep@cuda radix/srts@cuda radix/grs@cuda -t u32 -n $to_26 --samples 11
comparison B merge-2      -a $merges -t u32 --sequences 2 -n 2^16,$to_26
comparison B merge-2-28   -a thrust/merge@cuda merge/path@cuda -t u32 --sequences 2 -n 2^28 --samples 7
comparison B merge-2-pairs -a $merges -t u32 --payload index --sequences 2 -n $to_24
comparison B merge-2-u64  -a $merges -t u64 --sequences 2 -n $to_24
comparison B merge-16     -a $merges -t u32 --sequences 16 -n $to_26
comparison B merge-16-pairs -a $merges -t u32 --payload index --sequences 16 -n $to_24
comparison B merge-16-u64 -a $merges -t u64 --sequences 16 -n $to_24
comparison B merge-1000   -a $merges -t u32 --sequences 1000 -n 2^20,2^24
comparison B samples-size -a $compared -t u32 -n 2^20,2^22,2^24
comparison B samples-distribution -a $compared -t u32 -n 2^22 -d $nine
comparison B processor    -a std/sort@cpu tbb/parallel-sort@cpu hwy/vqsort@cpu cub/radix@cuda radix/onesweep@cuda -t u32 -n 2^20,2^24 \
                          --samples 9
comparison B processor-pairs -a std/sort@cpu tbb/parallel-sort@cpu hwy/vqsort@cpu cub/radix@cuda radix/onesweep@cuda -t u32 -n 2^24 \
                          --payload index --samples 9

comparison C networks-bitonic -a bitonic/single-quad bitonic/grouped-quads bitonic/fused bitonic/compute \
                              -n 2^20,2^22,2^24 --samples 7
comparison C networks-methods -a bitonic/single-quad bitonic/grouped-quads bitonic/blend bitonic/fused bitonic/compute \
                              -t f32 -n 2^10,2^16,2^20 --samples 7
for network in bitonic-alternating odd-even-merge periodic-balanced pairwise; do
  comparison C networks-$network -a $network/single-quad $network/grouped-quads $network/blend $network/fused \
                                 $network/compute -t f32 -n 2^10,2^16,2^20 --samples 7
done
comparison C networks-odd-even-transposition -a odd-even-transposition/single-quad odd-even-transposition/grouped-quads \
                              odd-even-transposition/blend odd-even-transposition/fused \
                              odd-even-transposition/compute -t f32 -n 2^10,2^12 --samples 7
comparison C networks-best-known -a best-known/single-quad best-known/grouped-quads best-known/blend best-known/fused \
                              best-known/compute -t f32 -n 16 --samples 7
comparison C shaders-few      -a cub/radix@cuda cub/merge@cuda radix/onesweep@cuda radix/tile@compute -n 16,64,256,2^10,1500,2^11,2^12,2^13,2^14
comparison C shaders-26       -a cub/radix@cuda radix/onesweep@cuda radix/onesweep@compute radix/srts@compute \
                              radix/grs@compute sample/deterministic@compute -n 2^26 --samples 9
comparison C selection        -a bitonic/fused select/depth@fragment select/discard@fragment \
                              bitonic/compute std/nth-element@cpu -n 2^20,2^24 -k 1000 --samples 9
onesweeps="radix/onesweep@cuda radix/onesweep@compute"
comparison C shaders-samples  -a sample/randomized@cuda sample/randomized@compute -n 2^22,2^24 --samples 9
comparison C shaders-onesweep -a $onesweeps -n 2^22,2^24 --samples 9
comparison C shaders-onesweep-pairs -a $onesweeps -n 2^22,2^24 --payload index --samples 9
comparison C selection-sizes  -a select/histogram@cuda:sample=0 select/histogram@cuda:sample=16384 select/histogram@compute \
                              -n 2^20,2^22,2^24,2^26,2^28 -k 1000 --samples 15
comparison C shaders-onesweep-26 -a $onesweeps -n 2^26 --samples 9
comparison C shaders-onesweep-pairs-26 -a $onesweeps -n 2^26 --payload index --samples 9

for layout in by-field hybrid; do
  for fields in 2 8 12 20; do
    form="-n 10000000 --payload record:$fields --layout $layout --samples 7"
    comparison D records-$fields-$layout-tuned -a $records $form
    comparison D records-$fields-$layout-direct -a radix/onesweep@cuda radix/grs@cuda radix/srts@cuda -p records=direct $form
  done
done

list() {
  local part name words
  for each in "${comparisons[@]}"; do
    read -r part name words <<<"$each"
    printf '%s %-36s texelsort bench %s\n' "$part" "$name" "$words"
  done
}

if [[ ${1:-} == --list ]]; then
  list
  exit 0
fi
if (($# < 2)); then
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
folder=$1
shift
known=$(list | awk '{print $1; print $2}')
for wanted in "$@"; do
  if ! grep -qxF -- "$wanted" <<<"$known"; then
    echo "measure_gpu.sh: there is no part or comparison '$wanted'; see --list" >&2
    exit 2
  fi
done
mkdir -p "$folder" || exit 2
# Measures nothing if the program cannot list its devices.
"$program" list devices --json >"$folder/devices.json.part" || exit 3
mv "$folder/devices.json.part" "$folder/devices.json"

# Returns whether the command line selects a comparison.
wanted() {
  local part=$1 name=$2 each
  shift 2
  for each in "$@"; do
    if [[ $each == "$part" || $each == "$name" ]]; then return 0; fi
  done
  return 1
}

failed=0 late=0
for each in "${comparisons[@]}"; do
  read -r part name words <<<"$each"
  if ! wanted "$part" "$name" "$@" || [[ -e $folder/$name.json ]]; then continue; fi
  left=$((limit - 20 - SECONDS))
  if ((left < 10)); then
    echo "not begun, no time: $name"
    late=1
    continue
  fi
  # Limits the time of comparisons without --samples. bench then measures each row for one second, or until its interval
  # is narrow.
  [[ $words == *--samples* ]] || words+=" --seconds 1"
  began=$SECONDS
  # shellcheck disable=SC2086
  if timeout "$left" "$program" bench $words --defaults --format json -o "$folder/$name.new"; then
    mv "$folder/$name.new" "$folder/$name.json"
    echo "$name: $((SECONDS - began)) s"
  else
    echo "$name: exit code $? after $((SECONDS - began)) s"
    # If a comparison failed, its output is kept as NAME.failed for inspection. No script reads this file.
    if [[ -e $folder/$name.new ]]; then mv "$folder/$name.new" "$folder/$name.failed"; fi
    failed=1
  fi
done
if ((failed)); then exit 1; fi
if ((late)); then exit 3; fi
