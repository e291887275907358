#!/usr/bin/env bash
# Installs the Debian package into an empty root, starts what it installs, removes it, and looks for what is left.
#   scripts/test_package.sh FILE.deb                a root of its own within this system, whose libraries it uses: seconds
#   scripts/test_package.sh --build FOLDER          the same with a package made of what that build folder holds
#   scripts/test_package.sh --debootstrap FILE.deb  a fresh Debian in a folder, dependencies included: minutes, as root
# Exit 77: skipped, because a tool is not here.
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
work=$(mktemp -d)
root=$work/root
server=''

finish() {
  [[ -n $server ]] && kill "$server" 2>/dev/null
  for mount in "$root"/proc "$root"/dev/pts "$root"/dev; do
    if mountpoint -q "$mount"; then umount "$mount"; fi
  done
  rm -rf "$work"
}
trap finish EXIT

fail() {
  echo "FAILED: $1" >&2
  exit 1
}
need() {
  for tool in "$@"; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
  done
}
say() { printf '%6.1f s  %s\n' "$(bc <<<"$(date +%s.%N) - $start" 2>/dev/null || echo 0)" "$1"; }
start=$(date +%s.%N)

# Packs what has been built already, so that a test builds nothing. Its compression is the fast one.
make_package() {
  need cpack cmake dpkg-shlibdeps file
  DESTDIR=$work/stage cmake --install "$build" --prefix /usr >"$work/log" 2>&1 || fail "$(tail -3 "$work/log")"
  (cd "$work" && cpack --config "$build/CPackConfig.cmake" -B "$work/cpack" -D CPACK_INSTALL_CMAKE_PROJECTS= \
    -D CPACK_INSTALLED_DIRECTORIES="$work/stage/usr;usr" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip) >"$work/log" 2>&1 ||
    fail "cpack: $(tail -3 "$work/log")"
  deb=$(ls "$work"/cpack/*.deb)
  say "made $(basename "$deb")"
}

# What a program that is installed like any other has, below the root.
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
  if [[ -n $(find "$root/usr" -newer "$deb" -perm /022 ! -type l -print -quit 2>/dev/null) ]]; then
    fail "files of the package may be written by everybody"
  fi
  desktop-file-validate "$root/usr/share/applications/texelsort.desktop" || fail "the desktop entry is not valid"
  appstreamcli validate-tree --no-net "$root" >"$work/appstream" || fail "AppStream: $(cat "$work/appstream")"
  grep -q '^Icon=texelsort$' "$root/usr/share/applications/texelsort.desktop" || fail "the menu entry has no icon"
}

# start_program WORDS...: the installed program, with nothing of this session's settings.
check_program() {
  [[ $(start_program --version) == "texelsort $(dpkg-deb -f "$deb" Version | sed 's/-[^-]*$//')" ]] ||
    fail "--version is not the package's"
  [[ $(start_program sort --input-values 3,1,2 | tr '\n' ' ') == '1 2 3 ' ]] || fail "it does not sort 3,1,2"
  start_program sort /usr/share/texelsort/samples/picture.png -a std/sort@cpu -o /tmp/sorted.png \
    >/dev/null || fail "it does not sort the picture that comes with it"
  start_program doctor >"$work/doctor" || [[ $? == 3 ]] || fail "doctor: $(tail -1 "$work/doctor")"
  grep -q 'inside the program' "$work/doctor" || fail "doctor names no fonts"
}

quick() {
  need dpkg dpkg-deb desktop-file-validate appstreamcli
  mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/tmp"
  touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
  # Nothing here satisfies dependencies: that they can be installed is for the fresh Debian to show.
  local packages=(dpkg "--root=$root" --force-not-root --force-depends --log=/dev/null)
  find "$root" ! -path "*/var/lib/dpkg*" | sort >"$work/before"
  "${packages[@]}" --install "$deb" >"$work/log" 2>&1 || fail "dpkg: $(tail -3 "$work/log")"
  say "installed"
  check_files
  say "desktop entry, icon, AppStream metainfo, manual and completions are there and valid"
  # Samples are at their place below the root.
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

# Files of a Debian without what package managers note down for themselves.
list_root() {
  (cd "$root" && find . -xdev \( -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/cache -o -path ./var/log \
    -o -path ./tmp -o -path ./proc -o -path ./dev -o -path ./root \) -prune -o -print | sort)
}

in_root() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }

fresh_debian() {
  need debootstrap chroot desktop-file-validate appstreamcli Xvfb
  ((EUID == 0)) || { echo "skipped: debootstrap wants root"; exit 77; }
  local suite
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  debootstrap --variant=minbase "$suite" "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$work/log" 2>&1 ||
    fail "debootstrap: $(tail -3 "$work/log")"
  mount -t proc proc "$root/proc" 2>/dev/null || true
  say "a fresh Debian $suite: $(in_root dpkg-query -f '.\n' -W | wc -l) packages"
  cp "$deb" "$root/tmp/"
  in_root apt-get update -qq >"$work/log" 2>&1 || fail "apt-get update: $(tail -3 "$work/log")"
  # The menu as desktops read it, by GLib.
  in_root apt-get install -y -qq --no-install-recommends python3-gi >"$work/log" 2>&1 || fail "python3-gi"
  list_root >"$work/before"
  in_root apt-get install -y -qq "/tmp/$(basename "$deb")" >"$work/log" 2>&1 || fail "apt-get: $(tail -3 "$work/log")"
  say "installed with its dependencies: $(in_root dpkg-query -f '.\n' -W | wc -l) packages"
  check_files
  in_root python3 -c '
from gi.repository import Gio
shown = [app for app in Gio.AppInfo.get_all() if app.get_id() == "texelsort.desktop" and app.should_show()]
assert len(shown) == 1 and shown[0].get_icon().to_string() == "texelsort", shown
' || fail "the menu does not show it"
  say "the menu shows it, with its icon"
  start_program() { in_root texelsort "$@"; }
  check_program
  in_root texelsort doctor || fail "not ready in a fresh Debian with what the package recommends"
  in_root texelsort render -o /tmp/window.png >/dev/null || fail "it does not render"
  say "starts, sorts on OpenGL and renders"
  window_opens
  in_root apt-get purge -y -qq texelsort >"$work/log" 2>&1 || fail "purge: $(tail -3 "$work/log")"
  in_root apt-get autoremove --purge -y -qq >"$work/log" 2>&1 || fail "autoremove: $(tail -3 "$work/log")"
  list_root >"$work/after"
  diff "$work/before" "$work/after" >"$work/left" || true
  grep -i texelsort "$work/left" && fail "these files are left after its removal"
  say "removed without a trace; of its dependencies $(grep -c '^>' "$work/left" || true) files are left"
  sed -n 's/^> /           /p' "$work/left" | head -5
}

# The root shares the network, and with it the abstract socket of a server outside.
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
  ((status == 124)) || fail "the window closed by itself with $status: $(cat "$work/window")"
  say "its window opens and stays"
}

if [[ -n $build ]]; then make_package; fi
if [[ $full == yes ]]; then fresh_debian; else quick; fi
echo "good: $(basename "$deb"), $(stat -c %s "$deb") bytes"
