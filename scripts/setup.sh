# Sourced by run and test: installs what is missing and builds one CMake preset. A second run finds everything in place and does no set-up.

texelsort_packages=(
  g++ cmake ninja-build pkg-config ccache
  libgl-dev libegl-dev libglew-dev libglfw3-dev libglm-dev libimgui-dev libstb-dev
  libcli11-dev nlohmann-json3-dev libfmt-dev libfontconfig-dev
  libgtest-dev libbenchmark-dev
  libgl1-mesa-dri libegl1 fontconfig fonts-inter fonts-dejavu-core
  xvfb xdotool imagemagick python3
)

missing_packages() {
  local package
  for package in "${texelsort_packages[@]}"; do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then echo "$package"; fi
  done
}

install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    # Elsewhere the packages have other names: say what is needed and let CMake find it or not.
    if [[ -n ${TEXELSORT_PACKAGES_PRESENT:-} ]]; then return; fi
    echo "This is no Debian or Ubuntu. Install what these packages hold, then run again with TEXELSORT_PACKAGES_PRESENT=1:" >&2
    printf '  %s\n' "${texelsort_packages[*]}" >&2
    exit 3
  fi
  local missing
  mapfile -t missing < <(missing_packages)
  if ((${#missing[@]} == 0)); then return; fi
  echo "Installing ${missing[*]}"
  local as_root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      echo "Neither root nor sudo: have an administrator install ${missing[*]}" >&2
      exit 3
    fi
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# setup_build PRESET TARGET
setup_build() {
  install_packages
  if [[ ! -f build/$1/build.ninja ]]; then cmake --preset "$1" >/dev/null; fi
  cmake --build "build/$1" --target "$2" -- --quiet
}
