#!/usr/bin/env bash
# Checks every algorithm of fragment and compute shaders on Mesa's software drivers, and writes one table.
#
#   scripts/check_drivers.sh FOLDER [DRIVER...]      the quick matrix; drivers: llvmpipe softpipe zink (default: all)
#   scripts/check_drivers.sh --part DRIVER           few sizes, types and algorithms on one driver: for the test-suite
#
# FOLDER/drivers.md is the table of passed checks, and of rejected checks with reasons. FOLDER also gets the output of
# each check. Each driver takes about an hour of processor time. The exit code is 1 if a check fails, and 77 if --part
# does not find the driver.
#
# llvmpipe and softpipe belong to libgl1-mesa-dri. zink uses Vulkan, here via lavapipe (mesa-vulkan-drivers).
#
# Environment variables: TEXELSORT, the program (default: build/release/bin/texelsort).
set -uo pipefail
cd "$(dirname "$0")/.."
program=${TEXELSORT:-build/release/bin/texelsort}

# Runs a command on one of Mesa's software drivers. The environment variables hide other vendors' OpenGL and hardware
# drivers.
on() { # arguments: DRIVER COMMAND...
  local settings=(LIBGL_ALWAYS_SOFTWARE=1) vendor=/usr/share/glvnd/egl_vendor.d/50_mesa.json vulkan
  if [[ -f $vendor ]]; then settings+=("__EGL_VENDOR_LIBRARY_FILENAMES=$vendor"); fi
  case $1 in
    llvmpipe | softpipe) settings+=("GALLIUM_DRIVER=$1") ;;
    zink)
      vulkan=$(compgen -G '/usr/share/vulkan/icd.d/lvp_icd*.json' | head -n 1)
      settings+=(MESA_LOADER_DRIVER_OVERRIDE=zink "VK_ICD_FILENAMES=$vulkan" "VK_DRIVER_FILES=$vulkan")
      ;;
    *) echo "no driver $1: llvmpipe, softpipe, zink" >&2 && exit 2 ;;
  esac
  env "${settings[@]}" "${@:2}"
}

# Prints the renderer and OpenGL version of a driver. If the driver does not exist, prints the reason on standard error.
version_of() { # argument: DRIVER
  local listing
  listing=$(on "$1" "$program" list devices 2>&1)
  if ! grep -q "^EGL.* yes  *OpenGL.*, $1" <<<"$listing"; then
    echo "$1 is not here: $(grep -m 1 '^EGL' <<<"$listing" | tr -s ' ')" >&2
    return 1
  fi
  sed -n "s/^EGL.* yes  *\(OpenGL [0-9.]*\), \($1.*\)/\1, \2/p" <<<"$listing" | sed 's/; it printed.*//' | head -n 1
}

part() { # argument: DRIVER
  local version reason
  if ! version=$(version_of "$1" 2>/dev/null); then
    reason=$(version_of "$1" 2>&1 >/dev/null)
    if [[ ,${TEXELSORT_REQUIRE:-}, == *,drivers,* ]]; then echo "FAILED: $reason" && exit 1; fi
    echo "skipped: $reason" && exit 77
  fi
  echo "$version"
  # Checks each drawing method on a few keys of 4 and of 8 bytes.
  on "$1" "$program" check -q -n 2,100 -t u32 -d uniform -a bitonic/single-quad bitonic/grouped-quads bitonic/fused &&
    on "$1" "$program" check -q -n 2,3 -t f32 -d uniform special -a bitonic/blend bitonic/single-quad &&
    on "$1" "$program" check -q -n 3,100 -t f64 -d uniform -a 'select/*@fragment' || return
  # Checks each family of compute shaders. Softpipe has no compute shaders, so that the check must end with exit code 3
  # there.
  local code=0 expected=0
  if [[ $1 == softpipe ]]; then expected=3; fi
  on "$1" "$program" check -q -n 2,100 -t u32,f64 -d uniform -a bitonic/compute 'radix/*@compute' 'sample/*@compute' \
    'select/*@compute' || code=$?
  ((code == expected))
}

if [[ ${1:-} == --part ]]; then
  part "${2:?usage: check_drivers.sh --part DRIVER}"
  exit
fi

folder=${1:?usage: check_drivers.sh FOLDER [DRIVER...]}
shift
drivers=("$@")
((${#drivers[@]})) || drivers=(llvmpipe softpipe zink)
mkdir -p "$folder"
page=$folder/drivers.md
failed=0
echo "| driver | algorithm | verdict | why some cases are refused |" >"$page"
echo "|---|---|---|---|" >>"$page"
ids=$("$program" list algorithms | sed -n 's/^\([^ ]*\)  *\(fragment\|compute\)  .*/\1/p')
for driver in "${drivers[@]}"; do
  if ! version=$(version_of "$driver"); then
    echo "| $driver | | not here | |" >>"$page"
    continue
  fi
  for id in $ids; do
    output=$folder/$driver-${id//\//-}.txt
    on "$driver" "$program" check -q -a "$id" >"$output" 2>&1
    code=$?
    verdict=$(grep -E '^[0-9]+ passed' "$output" || tail -n 1 "$output")
    # Exit code 3 means that no algorithm can run. This is not a failure, and the last column of the table shows the
    # reason.
    if ((code == 3)); then verdict="refused"; elif ((code != 0)); then verdict="**failed**: $(tail -n 1 "$output")" failed=1; fi
    reasons=$(sed -n 's/.* skipped: //p' "$output" | sort -u | paste -sd ';')
    echo "| $version | $id | $verdict | $reasons |" >>"$page"
  done
done
cat "$page"
exit $failed
