#!/usr/bin/env bash
# Checks that a program has symbols, but none of CUDA that launch or register kernels. Usage: no_kernels.sh NM PROGRAM
set -euo pipefail
export LC_ALL=C
"$1" "$2" | awk '$3 == "main" { main = 1 } /cudaLaunchKernel|__cudaRegister/ { print; kernels = 1 } END { exit !main || kernels }'
