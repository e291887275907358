#!/usr/bin/env bash
# Installs the Debian package into an empty root, starts the program, removes the package and looks for files that are left.
#   scripts/test_package.sh FILE.deb                a root within this system, whose libraries the program uses: seconds
#   scripts/test_package.sh --build FOLDER          the same with a package made from that build folder
#   scripts/test_package.sh --debootstrap FILE.deb  a fresh Debian in a folder, dependencies included: minutes, as root
# With --debootstrap, a SHA256SUMS next to FILE.deb is verified in the fresh Debian with all files that it lists.
# The fresh Debian comes from the mirrors in this system's apt sources. DEBIAN_MIRROR names another mirror.
# Every line starts with the seconds of its step. Exit 77: skipped, because a tool is missing.
set -euo pipefail
full=no
usage='usage: test_package.sh [--debootstrap] FILE.deb | --build FOLDER'
build=''
case ${1:-} in
  --debootstrap)
    full=yes
    shift
    ;;
  --build)
    build=$(realpath "${2:?$usage}")
    shift
    ;;
esac
deb=$(realpath "${1:?$usage}")
source=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d)
root=$work/root
server=''

finish() {
  local mount
  if [[ -n $server ]]; then kill "$server" 2>/dev/null || true; fi
  # Unmounts mounts that an interrupted debootstrap has left, the last mount first.
  while read -r mount; do
    umount "$mount" || umount --lazy "$mount" || true
  done < <(cut -d' ' -f2 /proc/self/mounts | grep "^$root/" | tac)
  rm -rf --one-file-system "$work"
}
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
  echo "FAILED: $1" >&2
  exit 1
}
skip() {
  echo "skipped: $1"
  exit 77
}
need() {
  for tool in "$@"; do
    command -v "$tool" >/dev/null || skip "$tool is not installed"
  done
}

# Prints the time in milliseconds since 1970.
now() { echo $((${EPOCHREALTIME//[.,]/} / 1000)); }
seconds() { printf '%d.%d s' $(($1 / 1000)) $(($1 % 1000 / 100)); } # argument: MILLISECONDS
# Prints the name and the seconds of the step that has just ended, and starts to time the next step.
say() {
  printf '%10s  %s\n' "$(seconds $(($(now) - step_start)))" "$1"
  step_start=$(now)
}
step_start=$(now)

# Packs the files of a build folder, so that the test builds nothing. Uses gzip, because it is fast.
make_package() {
  need cpack cmake dpkg-shlibdeps file
  DESTDIR=$work/stage cmake --install "$build" --prefix /usr >"$work/log" 2>&1 || fail "$(tail -3 "$work/log")"
  (cd "$work" && cpack --config "$build/CPackConfig.cmake" -B "$work/cpack" -D CPACK_INSTALL_CMAKE_PROJECTS= \
    -D CPACK_INSTALLED_DIRECTORIES="$work/stage/usr;usr" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip) >"$work/log" 2>&1 ||
    fail "cpack: $(tail -3 "$work/log")"
  deb=$(ls "$work"/cpack/*.deb)
  say "made $(basename "$deb")"
}

# Checks the package's files. Each mode defines `tool WORDS...`, which runs a checking tool; the package lies below
# $inside in its arguments.
check_files() {
  local file
  for file in usr/bin/texelsort usr/share/man/man1/texelsort.1.gz usr/share/bash-completion/completions/texelsort \
    usr/share/zsh/vendor-completions/_texelsort usr/share/fish/vendor_completions.d/texelsort.fish \
    usr/share/applications/texelsort.desktop usr/share/metainfo/org.texelsort.texelsort.metainfo.xml \
    usr/share/icons/hicolor/scalable/apps/texelsort.svg usr/share/icons/hicolor/128x128/apps/texelsort.png \
    usr/share/texelsort/samples/picture.png usr/share/doc/texelsort/copyright \
    usr/share/doc/texelsort/changelog.Debian.gz; do
    [[ -f $root/$file ]] || fail "the package has no /$file"
  done
  if dpkg-deb --contents "$deb" | grep -E '^[-d](.{4}w|.{7}w)' >"$work/writable"; then
    fail "every user may write these files of the package: $(cat "$work/writable")"
  fi
  tool desktop-file-validate "$inside/usr/share/applications/texelsort.desktop" >"$work/log" 2>&1 ||
    fail "desktop-file-validate: $(cat "$work/log")"
  tool appstreamcli validate-tree --no-net "${inside:-/}" >"$work/log" 2>&1 || fail "AppStream: $(cat "$work/log")"
  grep -q '^Icon=texelsort$' "$root/usr/share/applications/texelsort.desktop" || fail "the menu entry has no icon"
}

# Checks the installed program. Each mode defines `start_program WORDS...`, which runs it without this session's
# settings.
check_program() {
  [[ $(start_program --version) == "texelsort $(dpkg-deb -f "$deb" Version | sed 's/-[^-]*$//')" ]] ||
    fail "--version differs from the package's version"
  [[ $(start_program sort --input-values 3,1,2 | tr '\n' ' ') == '1 2 3 ' ]] || fail "it does not sort 3,1,2"
  start_program sort /usr/share/texelsort/samples/picture.png -a std/sort@cpu -o /tmp/sorted.png \
    >/dev/null || fail "it does not sort the picture in the package"
  start_program doctor >"$work/doctor" || [[ $? == 3 ]] || fail "doctor: $(tail -1 "$work/doctor")"
  tr -s ' \n' ' ' <"$work/doctor" | grep -q 'DejaVu Sans Mono ([0-9]* bytes), built in' || fail "doctor names no fonts"
}

quick() {
  need dpkg dpkg-deb desktop-file-validate appstreamcli
  mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/tmp"
  touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
  # Installs the package without its dependencies, because the root has no other packages. --debootstrap tests the
  # dependencies.
  local packages=(dpkg "--root=$root" --force-not-root --force-depends --log=/dev/null)
  find "$root" ! -path "*/var/lib/dpkg*" | sort >"$work/before"
  "${packages[@]}" --install "$deb" >"$work/log" 2>&1 || fail "dpkg: $(tail -3 "$work/log")"
  say "installed"
  tool() { "$@"; }
  inside=$root
  check_files
  say "desktop entry, icon, AppStream metainfo, manual and completions are there and valid"
  # Runs the program from outside. Adds the root to the paths of samples and outputs.
  start_program() {
    local words=("${@//\/usr\/share\/texelsort/$root/usr/share/texelsort}")
    env -i HOME="$root/tmp" PATH=/usr/bin:/bin "$root/usr/bin/texelsort" \
      "${words[@]//\/tmp\/sorted.png/$root/tmp/sorted.png}"
  }
  check_program
  rm -rf "$root/tmp/"*
  say "starts and sorts"
  "${packages[@]}" --purge texelsort >"$work/log" 2>&1 || fail "dpkg: $(tail -3 "$work/log")"
  find "$root" ! -path "*/var/lib/dpkg*" | sort >"$work/after"
  diff "$work/before" "$work/after" || fail "these files are left after its removal"
  say "removed without a trace"
}

# Lists the files of the root, without the records of package managers.
list_root() {
  (cd "$root" && find . -xdev \( -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/cache -o -path ./var/log \
    -o -path ./tmp -o -path ./proc -o -path ./dev -o -path ./root \) -prune -o -print | sort)
}

# Runs a command in the root without this session's settings, except for its proxies.
in_root() {
  chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "${proxies[@]}" "$@"
}

count_packages() { in_root dpkg-query -f '.\n' -W | wc -l; }

# Prints this system's apt sources of one Debian suite with its updates: deb MIRROR SUITE COMPONENT...
host_sources() { # argument: SUITE
  apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' 2>/dev/null |
    grep -E "^deb https?://[^ ]+ $1(-updates|-security)? main$" | sort -u || true
}

# Makes a fresh Debian of this system's release in $root, with the tools that check the package.
make_debian() {
  local suite sources mirror name proxy
  suite=$(. /etc/os-release && [[ $ID == debian ]] && echo "$VERSION_CODENAME") || suite=bookworm
  if [[ -z ${DEBIAN_MIRROR:-} ]]; then sources=$(host_sources "$suite"); fi
  mirror=${DEBIAN_MIRROR:-$(sed -n "s/^deb \([^ ]*\) $suite main\$/\1/p" <<<"${sources:-}" | head -n 1)}
  mirror=${mirror:-http://deb.debian.org/debian}
  proxy=$(apt-config shell proxy Acquire::http::Proxy | sed -n "s/^proxy='\(.*\)'\$/\1/p")
  if [[ -n $proxy && $proxy != DIRECT ]]; then export http_proxy=${http_proxy:-$proxy}; fi
  for name in http_proxy https_proxy no_proxy; do
    if [[ -n ${!name:-} ]]; then proxies+=("$name=${!name}"); fi
  done
  debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" "$mirror" >"$work/log" 2>&1 ||
    fail "debootstrap: $(tail -3 "$work/log")"
  mount -t proc proc "$root/proc" 2>/dev/null || true
  say "made a fresh Debian $suite from $mirror: $(count_packages) packages"

  # Includes updates, as on a system that a user keeps up to date.
  if [[ -n ${sources:-} ]]; then echo "$sources" >"$root/etc/apt/sources.list"; fi
  apt-config dump | grep -E '^Acquire::(https?::Proxy(::[^ ]*)?|Retries|Check-[A-Za-z-]*) ' >"$root/etc/apt/apt.conf.d/90host" ||
    true
  # Prevents packages from starting services in the root.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
  in_root apt-get update -qq >"$work/log" 2>&1 || fail "apt-get update: $(tail -3 "$work/log")"
  in_root apt-get upgrade -y -qq >"$work/log" 2>&1 || fail "apt-get upgrade: $(tail -3 "$work/log")"
  # Installs GLib's Python bindings too, because GLib reads the menu as desktops do.
  in_root apt-get install -y -qq --no-install-recommends python3-gi man-db desktop-file-utils appstream >"$work/log" 2>&1 ||
    fail "apt-get install: $(tail -3 "$work/log")"
  say "updated it and installed man-db, desktop-file-utils, appstream and python3-gi"
}

# Tests a user's first minute: verify the checksums, install, check shaders on Mesa's software renderer.
first_minute() {
  local limit=60000 start before check_start installed checked rendered file
  start=$(now)
  step_start=$start
  mkdir -p "$root/tmp/download"
  cp "$deb" "$root/tmp/download/"
  if [[ -f $(dirname "$deb")/SHA256SUMS ]]; then
    grep -qF "  $(basename "$deb")" "$(dirname "$deb")/SHA256SUMS" || fail "SHA256SUMS does not list $(basename "$deb")"
    cp "$(dirname "$deb")/SHA256SUMS" "$root/tmp/download/"
    while read -r _ file; do
      cp "$(dirname "$deb")/$file" "$root/tmp/download/"
    done <"$root/tmp/download/SHA256SUMS"
    in_root sh -c 'cd /tmp/download && sha256sum --check SHA256SUMS' >"$work/log" 2>&1 || fail "sha256sum: $(cat "$work/log")"
    say "sha256sum --check SHA256SUMS: $(grep -c ': OK$' "$work/log") files are good"
  fi
  before=$(count_packages)
  in_root apt-get install -y -qq "/tmp/download/$(basename "$deb")" >"$work/log" 2>&1 || fail "apt-get: $(tail -3 "$work/log")"
  installed=$(($(now) - start))
  say "installed ./$(basename "$deb") and $(($(count_packages) - before - 1)) dependencies"

  check_start=$(now)
  in_root env LIBGL_ALWAYS_SOFTWARE=1 texelsort check "${first_check[@]}" --junit /tmp/check.xml >"$work/log" 2>&1 ||
    fail "texelsort check: $(tail -3 "$work/log")"
  checked=$(($(now) - check_start))
  rendered=$(grep -o 'llvmpipe[^"]*' "$root/tmp/check.xml" | head -n 1) || fail "texelsort check did not run on llvmpipe"
  say "texelsort check ${first_check[*]}: $(grep -E '^[0-9]+ passed' "$work/log") on $rendered"
  ((checked <= limit)) || fail "texelsort check lasted $(seconds "$checked"): expected at most $(seconds $limit)"
  echo "            From the copied package to the end of the check: $(seconds $((installed + checked)))," \
    "of which apt-get needed $(seconds "$installed")"
  if ((installed + checked > limit)); then
    echo "            More than $(seconds $limit): the download and the installation of the dependencies need the time"
  fi
}

# Checks shaders of each kind on 100 keys. docs/install.md and docs/ci.md show the same command.
first_check=(-q -n 100 -t f32 -d uniform --payload none -a 'bitonic/*' 'radix/*@compute' 'sample/*@compute' 'select/*@fragment')

# Runs the workflows of docs/ci.md as written: root installs, another user checks, without a display and with a home
# that is read-only. Runs each workflow with correct shaders, with a wrong shader, and without OpenGL.
workflows() {
  local system situation status expected environment job=$root/tmp/job
  (cd "$root/tmp/download" && sha256sum -- *.deb >SHA256SUMS)
  in_root useradd --home-dir /var/job-home job
  install -d -m 0555 "$root/var/job-home"
  for system in github gitlab shell; do
    "$source/scripts/workflows.py" $system install >"$root/tmp/install.sh"
    in_root env RELEASE=file:///tmp/download sh -c 'mkdir -p /tmp/machine && cd /tmp/machine && sh /tmp/install.sh' >"$work/log" 2>&1 ||
      fail "the installation of the workflow $system in docs/ci.md: $(tail -3 "$work/log")"
    "$source/scripts/workflows.py" $system check >"$root/tmp/check.sh"
    for situation in right wrong broken; do
      rm -rf "$job"
      mkdir -p "$job/shaders/networks" "$job/shaders/common"
      cp "$source/shaders/networks/pattern.glsl" "$job/shaders/networks/"
      echo '# No failure is known.' >"$job/known-failures.txt"
      expected=0 environment=(CI_NODE_INDEX=2 CI_NODE_TOTAL=3)
      if [[ $situation == wrong ]]; then
        sed 's/return min(a, b)/return max(a, b)/' "$source/shaders/common/keys.glsl" >"$job/shaders/common/keys.glsl"
        cmp -s "$source/shaders/common/keys.glsl" "$job/shaders/common/keys.glsl" && fail "keys.glsl has no min(a, b) to change"
        expected=1
      elif [[ $situation == broken ]]; then
        environment+=(__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent)
        expected=3
      fi
      in_root chown -R job /tmp/job
      status=0
      chroot --userspec=job "$root" env -i HOME=/var/job-home PATH=/usr/bin:/bin "${environment[@]}" \
        sh -c 'cd /tmp/job && sh /tmp/check.sh' >"$work/log" 2>&1 || status=$?
      ((status == expected)) ||
        fail "the workflow $system exits with $status when $situation, not $expected: $(tail -3 "$work/log")"
      [[ -s $job/check.xml ]] || fail "the workflow $system writes no check.xml when $situation"
      if [[ $situation == wrong ]]; then
        ls "$job"/failures/*.texelsort >/dev/null || fail "the workflow $system saves no failures"
      fi
      say "docs/ci.md, $system, $situation: exit code $status; $(grep -o '<testsuites [^>]*' "$job/check.xml" | cut -d' ' -f2-5)"
    done
  done
  in_root userdel job
  rmdir "$root/var/job-home"
}

# Checks that man-db finds, formats and indexes the manual page.
check_manual() {
  local page
  page=$(in_root man --where texelsort) || fail "man does not find the page"
  [[ $page == /usr/share/man/man1/texelsort.1.gz ]] || fail "man finds another page: $page"
  in_root env LANG=C.UTF-8 MANPAGER=cat MANWIDTH=80 man --warnings texelsort >"$work/page" 2>"$work/log" || fail "man: $(tail -3 "$work/log")"
  [[ ! -s $work/log ]] || fail "man: $(head -3 "$work/log")"
  for word in NAME SYNOPSIS; do
    grep -q "^$word\$" "$work/page" || fail "the manual page has no section $word"
  done
  in_root whatis texelsort >"$work/log" 2>&1 || fail "whatis: $(cat "$work/log")"
  say "man texelsort: $(wc -l <"$work/page") lines; $(tr -s ' ' <"$work/log")"
}

fresh_debian() {
  need debootstrap chroot apt-get apt-config dpkg-deb Xvfb
  python3 -c 'import yaml' 2>/dev/null || skip "python3-yaml is not installed"
  ((EUID == 0)) || skip "debootstrap needs root"
  proxies=()
  make_debian
  list_root >"$work/before"
  first_minute
  workflows

  in_root texelsort render -o /tmp/window.png >"$work/log" 2>&1 || fail "texelsort render: $(tail -3 "$work/log")"
  [[ $(head -c 8 "$root/tmp/window.png" | od -An -tx1 | tr -d ' ') == 89504e470d0a1a0a ]] || fail "texelsort render writes no PNG"
  say "texelsort render -o window.png: $(stat -c %s "$root/tmp/window.png") bytes"
  check_manual
  tool() { in_root "$@"; }
  inside=''
  check_files
  in_root python3 -c '
from gi.repository import Gio
shown = [app for app in Gio.AppInfo.get_all() if app.get_id() == "texelsort.desktop" and app.should_show()]
assert len(shown) == 1 and shown[0].get_icon().to_string() == "texelsort", shown
' >"$work/log" 2>&1 || fail "the menu does not show it: $(tail -1 "$work/log")"
  say "desktop-file-validate and appstreamcli accept the desktop entry; the menu shows it with its icon"
  start_program() { in_root texelsort "$@"; }
  check_program
  in_root env COLUMNS=400 texelsort doctor >"$work/log" 2>&1 || fail "texelsort doctor failed although the recommended packages are installed: $(tail -3 "$work/log")"
  say "starts and sorts; doctor: $(tail -n 1 "$work/log")"
  window_opens
  in_root apt-get purge -y -qq texelsort >"$work/log" 2>&1 || fail "purge: $(tail -3 "$work/log")"
  in_root apt-get autoremove --purge -y -qq >"$work/log" 2>&1 || fail "autoremove: $(tail -3 "$work/log")"
  list_root >"$work/after"
  diff "$work/before" "$work/after" >"$work/left" || true
  if grep -i texelsort "$work/left"; then fail "these files are left after its removal"; fi
  say "removed without a trace; its dependencies leave $(grep -c '^>' "$work/left" || true) files"
  sed -n 's/^> /              /p' "$work/left" | head -n 5
}

# Checks that the window opens. The root shares the network, so that the window reaches the socket of a server outside.
window_opens() {
  Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$work/display" >/dev/null 2>&1 &
  server=$!
  for _ in $(seq 100); do
    [[ -s $work/display ]] && break
    sleep 0.1
  done
  local display status=0
  display=:$(cat "$work/display")
  chroot "$root" env -i HOME=/root PATH=/usr/bin:/bin DISPLAY="$display" timeout 10 texelsort >"$work/window" 2>&1 ||
    status=$?
  ((status == 124)) || fail "the window closed with exit code $status: $(cat "$work/window")"
  say "the window opens and stays open for 10 seconds"
}

if [[ -n $build ]]; then make_package; fi
if [[ $full == yes ]]; then fresh_debian; else quick; fi
echo "good: $(basename "$deb"), $(stat -c %s "$deb") bytes"
