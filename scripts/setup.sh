# Functions of run and test: install missing packages, then configure and build one CMake preset, with progress
# messages. A second run finds everything installed and skips the set-up.

texelsort_packages=(
  g++ cmake ninja-build pkg-config ccache
  libgl-dev libegl-dev libglew-dev libglfw3-dev libglm-dev libimgui-dev libstb-dev
  libcli11-dev nlohmann-json3-dev libtomlplusplus-dev libfmt-dev libspng-dev libturbojpeg0-dev libgif-dev libcairo2-dev zlib1g-dev libzstd-dev libxxhash-dev libtbb-dev libhwy-dev libboost-dev libboost-context-dev libfast-float-dev
  glslang-dev glslang-tools spirv-tools liblua5.4-dev libspirv-cross-c-shared-dev
  libgl1-mesa-dri libegl1 fonts-inter fonts-dejavu-core
)

# Packages that only the test-suite needs.
texelsort_test_packages=(
  libgtest-dev libpng-dev libopenmpi-dev openmpi-bin mesa-vulkan-drivers xvfb xdotool imagemagick librsvg2-bin poppler-utils python3
  dpkg-dev file zstd desktop-file-utils appstream groff-base zsh fish
)

# Browser for the tests of exported pages. Ubuntu provides it only as a snap, so that it is not installed there.
if grep -qsx 'ID=debian' /etc/os-release; then texelsort_test_packages+=(chromium); fi

# Packages that the browser edition needs: the compiler, machine-independent headers, and the tool that cuts the fonts.
texelsort_web_packages=(
  cmake ninja-build ccache emscripten clang-19 lld-19 llvm-19 libc++-19-dev-wasm32 fonttools
  libfmt-dev libglm-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev libstb-dev libboost-dev libfast-float-dev fonts-inter fonts-dejavu-core
)

# Functions that measure steps. A script and the scripts that it starts write the seconds of their steps to one file,
# $TEXELSORT_STEPS. Only the outermost script prints the table.
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

# Ends the previous step of the table and starts a new one. With an empty name, only ends the previous step.
step() { # argument: NAME
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

missing_packages() { # arguments: PACKAGE...
  local package
  for package in "$@"; do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then echo "$package"; fi
  done
}

# Shows the progress from lines "DONE TOTAL WHAT", and passes all other lines. Terminals get one line that is rewritten;
# other outputs get a line per tenth. awk is unsuitable: Debian's mawk reads a pipe only in full blocks.
show_progress() { # argument: WHAT-IS-COUNTED
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

# Converts apt's status lines to lines for show_progress. Downloading counts as half. Errors go to standard error; other
# lines are dropped.
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

install_packages() { # arguments: PACKAGE...
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    # Other distributions have other package names. Prints the packages that Debian needs; CMake then reports missing
    # ones.
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

# Configures a build folder if it is new, or if it was configured without the tests that are now wanted.
configure() { # arguments: PRESET TESTS
  if [[ -f build/$1/build.ninja ]] && { [[ $2 == OFF ]] || grep -q '^TEXELSORT_TESTS:BOOL=ON' "build/$1/CMakeCache.txt"; }; then return; fi
  step "configuring build/$1"
  echo "Configuring build/$1"
  local options
  read -ra options <<<"${TEXELSORT_CMAKE_OPTIONS:-}"
  cmake --preset "$1" -DTEXELSORT_TESTS="$2" "${options[@]}" | sed -n 's/^-- \(.*left out.*\)/  \1/p'
}

# Prints the number of parallel compilers: one per core, and at most one per 1.6 GB of free memory, which the largest
# source needs.
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

# Builds a target. Ninja's status lines become progress; messages of compilers are passed.
build() { # arguments: PRESET TARGET
  if ninja -C "build/$1" -n "$2" | grep -q 'no work to do'; then return; fi
  step "compiling $2 in build/$1"
  echo "Building $2 in build/$1"
  NINJA_STATUS='texelsort-step %f %t ' cmake --build "build/$1" --target "$2" -- "-j$(compilers)" |
    sed -u -n -e 's/^texelsort-step //p; t' -e '/^ninja: \(Entering\|no work\)/d; p' | show_progress "steps compiled"
}

# setup_build PRESET TARGET [TESTS]: installs packages, configures and builds. TESTS is ON if the test-suite is also
# built.
setup_build() {
  local tests=${3:-OFF} packages=("${texelsort_packages[@]}")
  if [[ $tests == ON ]]; then packages+=("${texelsort_test_packages[@]}"); fi
  install_packages "${packages[@]}"
  configure "$1" "$tests"
  build "$1" "$2"
  step ''
}
