#!/usr/bin/env bash
# Builds the browser edition into a folder of static files, which any web server can serve. Usage: scripts/web.sh
# [FOLDER] (default: build/web/site).
set -euo pipefail
site=$(realpath -m "${1:-$(dirname "$0")/../build/web/site}")
cd "$(dirname "$0")/.."
source scripts/setup.sh

install_packages "${texelsort_web_packages[@]}"

# Compiles Dear ImGui from Debian's source package, because the library package is for desktops. A separate list of apt
# sources leaves the system's list unchanged.
imgui=build/web-sources/imgui
if [[ ! -f $imgui/imgui.cpp ]]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work/lists/partial" "$imgui"
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  echo "deb-src http://deb.debian.org/debian $release main" >"$work/sources.list"
  apt=(apt-get -qq -o APT::Sandbox::User=root -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$work/lists")
  "${apt[@]}" update
  (cd "$work" && "${apt[@]}" source --download-only imgui 2>/dev/null)
  tar -xf "$work"/imgui_*.orig.tar.* -C "$imgui" --strip-components=1
fi

if [[ ! -f build/web/build.ninja ]]; then
  echo "Configuring build/web"
  cmake --preset web >/dev/null
fi
echo "Building build/web"
NINJA_STATUS='texelsort-step %f %t ' cmake --build --preset web -- "-j$(nproc)" |
  sed -u -n -e 's/^texelsort-step //p; t' -e '/^ninja: \(Entering\|no work\)/d; p' | show_progress "steps compiled"
web/site.sh build/web/bin "$site"
echo "The browser edition is in $site: serve it, for one by python3 -m http.server -d $site"
