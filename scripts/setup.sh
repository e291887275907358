# Sourced by run and test: installs what is missing, then configures and builds one CMake preset, and says how far it is. A second run finds
# everything in place and does no set-up.

texelsort_packages=(
  g++ cmake ninja-build pkg-config ccache
  libgl-dev libegl-dev libglew-dev libglfw3-dev libglm-dev libimgui-dev libstb-dev
  libcli11-dev nlohmann-json3-dev libtomlplusplus-dev libfmt-dev libspng-dev libturbojpeg0-dev libgif-dev libcairo2-dev zlib1g-dev libzstd-dev libxxhash-dev libtbb-dev libhwy-dev libboost-dev libboost-context-dev libfast-float-dev
  libgl1-mesa-dri libegl1 fonts-inter fonts-dejavu-core
)

# Packages that only the test-suite needs.
texelsort_test_packages=(
  libgtest-dev libpng-dev libopenmpi-dev openmpi-bin glslang-dev glslang-tools spirv-tools mesa-vulkan-drivers xvfb xdotool imagemagick librsvg2-bin poppler-utils python3
  dpkg-dev file zstd desktop-file-utils appstream groff-base zsh fish
)

# A browser for exported pages. Ubuntu has it as a snap alone.
if grep -qsx 'ID=debian' /etc/os-release; then texelsort_test_packages+=(chromium); fi

# What the browser edition takes: the compiler, headers that are the same for every machine, and what cuts the fonts.
texelsort_web_packages=(
  cmake ninja-build ccache emscripten clang-19 lld-19 llvm-19 libc++-19-dev-wasm32 fonttools
  libfmt-dev libglm-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev libstb-dev libboost-dev libfast-float-dev fonts-inter fonts-dejavu-core
)

# A script and the scripts that it starts write the seconds of their steps to one file, $TEXELSORT_STEPS. Only the outermost script
# prints the table.
step_name='' step_start=0
start_steps() {
  if [[ ${TEXELSORT_STEPS:-} ]]; then
    trap 'step ""' EXIT
    return
  fi
  TEXELSORT_STEPS=$(mktemp)
  export TEXELSORT_STEPS
  trap print_steps EXIT
}

# Ends the step before and begins one; an empty name begins none.
step() { # NAME
  if [[ -z ${TEXELSORT_STEPS:-} ]]; then return; fi
  local now=${EPOCHREALTIME//[.,]/}
  if [[ $step_name ]]; then printf '%s\t%s\n' "$(((now - step_start) / 100000))" "$step_name" >>"$TEXELSORT_STEPS"; fi
  step_name=$1 step_start=$now
}

print_steps() {
  local tenths name
  step ''
  if [[ -s $TEXELSORT_STEPS ]]; then
    printf '\nSeconds by step:\n'
    while IFS=$'\t' read -r tenths name; do printf '  %6d.%d  %s\n' $((tenths / 10)) $((tenths % 10)) "$name"; done <"$TEXELSORT_STEPS"
  fi
  rm -f "$TEXELSORT_STEPS"
}

missing_packages() { # PACKAGE...
  local package
  for package in "$@"; do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then echo "$package"; fi
  done
}

# Reads lines "DONE TOTAL WHAT" and passes on all others. On a terminal one line is rewritten; elsewhere there is a line every tenth.
# No awk here: Debian's, mawk, reads from a pipe only when a block is full.
show_progress() { # WHAT-IS-COUNTED
  local line done total what tenth last=0 terminal= open=
  if [[ -t 1 ]]; then terminal=yes; fi
  while IFS= read -r line; do
    if [[ $line =~ ^([0-9]+)\ ([0-9]+)\ *(.*)$ ]]; then
      done=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]} what=${BASH_REMATCH[3]##*/}
      if [[ $terminal ]]; then
        printf '\r\033[K  %s: %d of %d  %.50s' "$1" "$done" "$total" "$what"
        open=yes
      else
        tenth=$((total > 0 ? 10 * done / total : 10))
        if ((tenth > last)); then printf '  %s: %d of %d\n' "$1" "$done" "$total"; fi
        last=$tenth
      fi
    else
      if [[ $open ]]; then printf '\r\033[K'; fi
      open=
      printf '%s\n' "$line"
    fi
  done
  if [[ $open ]]; then printf '\r\033[K'; fi
}

# What apt reports on its way, as lines for show_progress: half of it is downloading. Errors are on standard error, the rest is left out.
apt_progress() {
  local kind what percent rest done best=0
  while IFS=: read -r kind what percent rest; do
    done=${percent%%.*}
    case $kind in
      dlstatus) what=downloading ;;
      pmstatus) done=$((done + 100)) ;;
      *) continue ;;
    esac
    if ((done > best)); then best=$done; fi
    echo "$((best / 2)) 100 $what"
  done
}

install_packages() { # PACKAGE...
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    # Elsewhere the packages have other names: say what is needed and let CMake find it or not.
    if [[ -n ${TEXELSORT_PACKAGES_PRESENT:-} ]]; then return; fi
    echo "This is no Debian or Ubuntu. Install what these packages hold, then run again with TEXELSORT_PACKAGES_PRESENT=1:" >&2
    printf '  %s\n' "$*" >&2
    exit 3
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} == 0)); then return; fi
  step "installing packages"
  echo "Installing ${#missing[@]} packages: ${missing[*]}"
  local as_root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      echo "Neither root nor sudo: have an administrator install ${missing[*]}" >&2
      exit 3
    fi
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends -o APT::Status-Fd=1 "${missing[@]}" |
    apt_progress | show_progress "percent installed"
}

# A folder that was configured without the tests that are wanted now is configured again.
configure() { # PRESET TESTS
  if [[ -f build/$1/build.ninja ]] && { [[ $2 == OFF ]] || grep -q '^TEXELSORT_TESTS:BOOL=ON' "build/$1/CMakeCache.txt"; }; then return; fi
  step "configuring build/$1"
  echo "Configuring build/$1"
  local options
  read -ra options <<<"${TEXELSORT_CMAKE_OPTIONS:-}"
  cmake --preset "$1" -DTEXELSORT_TESTS="$2" "${options[@]}" | sed -n 's/^-- \(.*left out.*\)/  \1/p'
}

# Prints how many compilers run at a time: one for each core, and for each 1.6 GB of free memory, which the largest source takes.
compilers() {
  local name kilobytes unit most by_memory
  most=$(nproc)
  while read -r name kilobytes unit; do
    if [[ $name != MemAvailable: ]]; then continue; fi
    by_memory=$((kilobytes / 1600000))
    if ((by_memory < most)); then most=$((by_memory > 0 ? by_memory : 1)); fi
  done </proc/meminfo
  echo "$most"
}

# Ninja's status lines become progress; what compilers print passes.
build() { # PRESET TARGET
  if ninja -C "build/$1" -n "$2" | grep -q 'no work to do'; then return; fi
  step "compiling $2 in build/$1"
  echo "Building $2 in build/$1"
  NINJA_STATUS='texelsort-step %f %t ' cmake --build "build/$1" --target "$2" -- "-j$(compilers)" |
    sed -u -n -e 's/^texelsort-step //p; t' -e '/^ninja: \(Entering\|no work\)/d; p' | show_progress "steps compiled"
}

# setup_build PRESET TARGET [TESTS]: TESTS is ON where the suite is to be built, too.
setup_build() {
  local tests=${3:-OFF} packages=("${texelsort_packages[@]}")
  if [[ $tests == ON ]]; then packages+=("${texelsort_test_packages[@]}"); fi
  install_packages "${packages[@]}"
  configure "$1" "$tests"
  build "$1" "$2"
  step ''
}
