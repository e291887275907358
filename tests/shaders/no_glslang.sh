#!/usr/bin/env bash
# Stands for the tests of compute shaders where glslang was missing when they were configured: skipped, or failed if TEXELSORT_REQUIRE
# names gl.
echo "glslang is missing: install glslang-dev and spirv-tools, then configure again"
if [[ ",${TEXELSORT_REQUIRE:-}," == *,gl,* ]]; then exit 1; fi
exit 77
