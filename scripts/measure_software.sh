#!/usr/bin/env bash
# Measures software rendering for docs/results/llvmpipe.md. Writes result files to docs/results/llvmpipe and fills the
# tables. Usage: scripts/measure_software.sh [PROGRAM]. Takes about ten minutes on two cores, which must be idle because
# other load would affect the results.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-build/release/bin/texelsort}
folder=docs/results/llvmpipe
mkdir -p "$folder"

# Hides graphics cards, so that OpenGL uses Mesa's software renderer.
export __EGL_VENDOR_LIBRARY_FILENAMES=${__EGL_VENDOR_LIBRARY_FILENAMES:-/usr/share/glvnd/egl_vendor.d/50_mesa.json}
export LIBGL_ALWAYS_SOFTWARE=1 CUDA_VISIBLE_DEVICES=

# bench NAME ARGUMENTS: runs one interleaved comparison. Ends the script if an output is wrong or nothing was measured.
bench() {
  echo "$(date +%T) $1"
  "$program" bench "${@:2}" --defaults --format json -o "$folder/$1.json"
}

bench bitonic -a std/sort@cpu bitonic/{single-quad,grouped-quads,fused,compute} -n 2^20,2^22 --samples 5
# Compares networks by all methods except the reference implementation on the CPU.
bench networks -a {bitonic,bitonic-alternating,odd-even-merge,periodic-balanced,pairwise}/'[!t]*' -n 2^10,2^16,2^20 -t f32 --samples 3
# Small arrays only: the network has n steps for n keys, so larger arrays would take minutes.
bench networks-transposition -a 'odd-even-transposition/[!t]*' -n 2^10,2^12 -t f32 --samples 3
bench networks-best-known -a 'best-known/[!t]*' -n 16 -t f32 --samples 7
bench sorts -a bitonic/fused bitonic/compute 'radix/*@compute' 'sample/*@compute' 'std/*sort@cpu' 'tbb/*' 'hwy/*' -n 2^20,2^22 --samples 9
bench selection -a bitonic/fused 'select/*' std/nth-element@cpu std/sort@cpu -n 2^20,2^24 -k 1000 --samples 5
echo "$(date +%T) command"
python3 scripts/measure_command.py "$program" -o "$folder/command.json"
echo "$(date +%T) tables"
python3 scripts/docs.py --program "$program"
