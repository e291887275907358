#!/usr/bin/env bash
# no_kernels.sh NM PROGRAM: the program has symbols, and none of CUDA's runtime that launches or registers kernels.
set -euo pipefail
export LC_ALL=C
"$1" "$2" | awk '$3 == "main" { main = 1 } /cudaLaunchKernel|__cudaRegister/ { print; kernels = 1 } END { exit !main || kernels }'
