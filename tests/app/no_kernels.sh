#!/usr/bin/env bash
# no_kernels.sh NM PROGRAM: the program has symbols, and none of CUDA's runtime that launches or registers kernels.
set -euo pipefail
symbols=$("$1" "$2")
grep -q ' T main$' <<<"$symbols"
! grep -E 'cudaLaunchKernel|__cudaRegister' <<<"$symbols"
