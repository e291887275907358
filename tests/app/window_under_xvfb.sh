#!/bin/sh
# Tests the real window on a virtual display. Six passes forward and six passes back, by keys, must restore the first
# picture exactly. Usage: window_under_xvfb.sh PROGRAM. The exit code 77 means that the test was skipped.
set -u
program=${1:?usage: window_under_xvfb.sh PROGRAM}
work=$(mktemp -d)
server='' client=''

finish() {
  [ -n "$client" ] && kill "$client" 2>/dev/null
  [ -n "$server" ] && kill "$server" 2>/dev/null
  wait 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT

fail() {
  echo "FAILED: $1"
  [ -s "$work/log" ] && sed 's/^/  program: /' "$work/log"
  exit 1
}

skip() {
  case ",${TEXELSORT_REQUIRE:-}," in
    *,window,*) fail "$1, but TEXELSORT_REQUIRE asks for the window" ;;
  esac
  echo "skipped: $1"
  exit 77
}

for tool in Xvfb xdotool import; do
  command -v "$tool" >/dev/null || skip "$tool is not installed"
done

# The server chooses a free display number, and prints it when it is ready. Without -noreset, it would restart after its
# last client, and reject clients during the restart.
Xvfb -displayfd 3 -noreset -screen 0 1280x800x24 -nolisten tcp 3>"$work/display" >"$work/server-log" 2>&1 &
server=$!
for _ in $(seq 100); do
  [ -s "$work/display" ] && break
  sleep 0.1
done
[ -s "$work/display" ] || skip "Xvfb does not start"
DISPLAY=:$(cat "$work/display")
export DISPLAY
unset WAYLAND_DISPLAY

# Runs the program in an empty folder, because it may write only below the XDG folders.
mkdir -p "$work/config/texelsort" "$work/empty" "$work/home"
XDG_STATE_HOME="$work/state" XDG_DATA_HOME="$work/data" HOME="$work/home"
export XDG_STATE_HOME XDG_DATA_HOME HOME
case "$program" in
  /*) ;;
  *) program=$PWD/$program ;;
esac
cd "$work/empty" || fail "no empty directory"
echo '{"width": 1280, "height": 720, "ui_scale": 1.0, "theme": "dark"}' >"$work/config/texelsort/settings.json"
XDG_CONFIG_HOME="$work/config" LIBGL_ALWAYS_SOFTWARE=1 "$program" -d slides-bitonic >"$work/log" 2>&1 &
client=$!

window=''
for _ in $(seq 200); do
  kill -0 "$client" 2>/dev/null || break
  window=$(xdotool search --onlyvisible --name '^texelsort$' 2>/dev/null | head -n 1)
  [ -n "$window" ] && break
  sleep 0.1
done
if [ -z "$window" ]; then
  grep -q 'OpenGL 3.3' "$work/log" && skip "the virtual display has no OpenGL 3.3"
  fail "no window appeared"
fi
xdotool mousemove 1279 799
# Without a window manager, the test itself must give the keyboard focus to the window.
xdotool windowfocus "$window" 2>/dev/null

shot() { import -silent -window "$window" "rgb:$work/$1"; }

# Takes pictures until two in a row are equal, which means that the window no longer changes.
settled_shot() {
  shot "$1" || fail "no picture could be taken"
  for _ in $(seq 50); do
    sleep 0.2
    shot next
    cmp -s "$work/$1" "$work/next" && return 0
    mv "$work/next" "$work/$1"
  done
  fail "the window does not come to rest"
}

press_six() {
  for _ in 1 2 3 4 5 6; do
    xdotool key "$1"
    sleep 0.1
  done
}

is_black() { [ "$(tr -d '\000' <"$work/$1" | wc -c)" -le 100000 ]; }

# The window is black while OpenGL compiles the first shaders, which takes seconds on a busy machine.
sleep 1
for _ in $(seq 100); do
  shot first && ! is_black first && break
  sleep 0.2
done
settled_shot first
is_black first && fail "the window is black"
press_six Right
settled_shot forwards
cmp -s "$work/first" "$work/forwards" && fail "six times Right changed nothing"
press_six Left
settled_shot back
cmp -s "$work/first" "$work/back" || fail "six times Left did not restore the first picture"

# At the next start, a window continues at the pass at which it was closed. With --fresh, it starts at the beginning.
# The saved state shows the pass.
last="$work/state/texelsort/last.texelsort"
press_six Right
settled_shot forwards
xdotool key ctrl+q
wait "$client" 2>/dev/null
grep -q '"pass": "end"' "$last" || fail "the last state was not kept"
cp "$last" "$work/before"
for start in last --fresh; do
  if [ "$start" = last ]; then set --; else set -- --fresh; fi
  XDG_CONFIG_HOME="$work/config" LIBGL_ALWAYS_SOFTWARE=1 "$program" "$@" >"$work/log" 2>&1 &
  client=$!
  window=''
  for _ in $(seq 200); do
    kill -0 "$client" 2>/dev/null || fail "the window closed"
    window=$(xdotool search --onlyvisible --name '^texelsort$' 2>/dev/null | head -n 1)
    [ -n "$window" ] && break
    sleep 0.1
  done
  sleep 1
  xdotool windowfocus "$window" 2>/dev/null
  xdotool key ctrl+q
  wait "$client" 2>/dev/null
  if [ "$start" = last ]; then
    cmp -s "$work/before" "$last" || fail "the next start does not go on where the window was closed"
  else
    grep -q '"pass": 0' "$last" || fail "--fresh goes on where the window was closed"
  fi
done
# The teacher's window shows the same session. Its keys drive the session, and Ctrl+T closes it alone.
window_named() {
  found=''
  for _ in $(seq 200); do
    kill -0 "$client" 2>/dev/null || fail "the window closed"
    found=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | head -n 1)
    [ -n "$found" ] && return 0
    sleep 0.1
  done
  fail "there is no window $1"
}
XDG_CONFIG_HOME="$work/config" LIBGL_ALWAYS_SOFTWARE=1 "$program" -d slides-bitonic --teacher-view >"$work/log" 2>&1 &
client=$!
window_named "^Teacher's window" && teacher=$found
window_named '^texelsort$' && window=$found
sleep 1
xdotool windowfocus "$teacher" 2>/dev/null
press_six Right
settled_shot driven
xdotool key ctrl+t
for _ in $(seq 50); do
  [ -z "$(xdotool search --onlyvisible --name "^Teacher's window" 2>/dev/null)" ] && break
  sleep 0.1
done
[ -z "$(xdotool search --onlyvisible --name "^Teacher's window" 2>/dev/null)" ] || fail "Ctrl+T does not close the teacher's window"
kill -0 "$client" 2>/dev/null || fail "the main window closes with the teacher's window"
xdotool windowfocus "$window" 2>/dev/null
xdotool key ctrl+t
window_named "^Teacher's window" && teacher=$found
sleep 1
xdotool windowfocus "$teacher" 2>/dev/null
xdotool key ctrl+q
wait "$client" 2>/dev/null
grep -q '"pass": "end"' "$last" || fail "keys in the teacher's window do not drive the run"
[ -z "$(ls -A "$work/empty")" ] && [ -z "$(ls -A "$work/home")" ] || fail "something is written outside the XDG directories"

# The saved window size exceeds this screen, so that the program must reduce the window.
echo '{"width": 1600, "height": 900, "ui_scale": 1.0}' >"$work/config/texelsort/settings.json"
XDG_CONFIG_HOME="$work/config" LIBGL_ALWAYS_SOFTWARE=1 "$program" >"$work/log" 2>&1 &
client=$!
window=''
for _ in $(seq 200); do
  kill -0 "$client" 2>/dev/null || fail "the window closed"
  window=$(xdotool search --onlyvisible --name '^texelsort$' 2>/dev/null | head -n 1)
  [ -n "$window" ] && break
  sleep 0.1
done
eval "$(xdotool getwindowgeometry --shell "$window")"
[ "$WIDTH" -le 1280 ] && [ "$HEIGHT" -le 800 ] && [ "$X" -ge 0 ] && [ "$Y" -ge 0 ] ||
  fail "the window is $WIDTH x $HEIGHT at $X, $Y on a screen of 1280 x 800"
xdotool windowfocus "$window" 2>/dev/null
xdotool key F11
sleep 1
eval "$(xdotool getwindowgeometry --shell "$window")"
[ "$WIDTH" = 1280 ] && [ "$HEIGHT" = 800 ] || fail "F11 makes the window $WIDTH x $HEIGHT, not 1280 x 800"
kill "$client"
wait "$client" 2>/dev/null

# Without direct rendering, the display has no OpenGL 3.3. The window must use software rendering, and report this in
# one line.
XDG_CONFIG_HOME="$work/config" LIBGL_ALWAYS_INDIRECT=1 "$program" >"$work/log" 2>&1 &
client=$!
for _ in $(seq 100); do
  [ -s "$work/log" ] && break
  kill -0 "$client" 2>/dev/null || fail "the window does not fall back to software"
  sleep 0.1
done
sleep 1
kill -0 "$client" 2>/dev/null || fail "the window that fell back to software closed"
[ "$(grep -c 'drawn in software' "$work/log")" = 1 ] && [ "$(wc -l <"$work/log")" = 1 ] ||
  fail "the fallback to software is not said in one line"
kill "$client"
client=''
echo "six passes forwards and back restore the first picture exactly"
