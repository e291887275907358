#!/usr/bin/env bash
# no_kernels.sh NM PROGRAM: checks that the program has symbols, but none of the CUDA runtime that launch or register kernels.
set -euo pipefail
export LC_ALL=C
"$1" "$2" | awk '$3 == "main" { main = 1 } /cudaLaunchKernel|__cudaRegister/ { print; kernels = 1 } END { exit !main || kernels }'
