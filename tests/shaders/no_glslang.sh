#!/usr/bin/env bash
# Replaces the tests of compute shaders if glslang was missing during configuration: skips, or fails if TEXELSORT_REQUIRE
# names gl.
echo "glslang is missing: install glslang-dev and spirv-tools, then configure again"
if [[ ",${TEXELSORT_REQUIRE:-}," == *,gl,* ]]; then exit 1; fi
exit 77
