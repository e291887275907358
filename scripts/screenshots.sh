#!/usr/bin/env bash
# Draws the pictures, the film and the slides that README.md and docs/ show: scripts/screenshots.sh [PROGRAM]. Needs no display. ImageMagick
# joins pictures, and rsvg-convert draws the marks on the window.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/release/bin/texelsort}")
folder=assets/screenshots
mkdir -p "$folder"
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

# Exports the worked example of the slides, as a film and as slides.
worked=(-d slides-bitonic -a bitonic/grouped-quads --focus network)
"$program" export film "${worked[@]}" --tempo 1.5 --size 800x450 -o "$folder/bitonic-merge-sort.gif"
"$program" export slides "${worked[@]}" --passes 1-6 -o "$folder/bitonic-merge-sort.pdf"

render() { "$program" render "${@:2}" -o "$folder/$1.png"; }

render start --view start --size 1280x720
render lesson --lesson bitonic-merge-sort --step 3 --size 1280x720
render window -n 64 -a odd-even-merge/grouped-quads --pass 15 --pin 19 --measure
# Numbers 1 to 64 in a fixed random order, small enough to be readable in texels.
numbers=$(shuf -i 1-64 --random-source=assets/samples/picture.png | paste -s -d,)
render algorithms --view algorithms -n 17 --size 450x900
render texture --input-values "$numbers" -a bitonic/grouped-quads --view texture --pass 12 --pin 5 --size 800x800
render radix -n 64 -a radix/grs@compute -p digit=2 -p tile=16 --pass 3 --hover 25
# One digit of Onesweep. The key under the mouse is the one whose index look-back.svg explains.
render onesweep -n 32 -d permutation -a radix/onesweep@compute -p digit=2 -p tile=8 -p workgroup=4 --view digits --pass 3 --hover 12 --theme light --ui-scale 1.4 --size 1280x800
render buckets -n 256 -a sample/randomized@compute -p k2=16 -p a2=4 --pass 4 --hover 77
render selection -k 2 --pass end
render records -n 12 --payload record:4 --layout hybrid -a radix/grs@compute -p digit=4 -p tile=16 --pass end
render threads -n 4096 -a radix/onesweep@cuda -p passes=all --device cpu-kernels --view threads --pass 3
# Draws a sort on four ranks: the parts of each rank, and the keys that ranks exchange.
render splitters-of-ranks -n 48 -a sample/distributed@cpu --view sequences --pass 10 --size 1280x640
render exchange -n 2^16 -a sample/distributed@cpu -p shares=rising --view exchange --pass end --size 1280x640
render race -n 256 -a bitonic/grouped-quads --view race --lane bitonic/fused --lane 'radix/srts@compute digit=4' --clock bytes --size 1280x720
# Draws the error message of a shader with an error in line 12.
mkdir -p "$parts/mine/networks"
sed '12s/;/ +;/' shaders/networks/single_quad.frag >"$parts/mine/networks/single_quad.frag"
picture=$PWD/$folder/shader.png
(cd "$parts" && "$program" render --shader-dir mine -n 64 -a bitonic/single-quad --view shader --pass 4 --size 1280x720 -o "$picture")
render words -n 4096 -a radix/onesweep@cuda -p passes=all --device cpu-kernels --view words --pass 1
# Draws a smallest network with one missing comparator, 3:6.
render network-editor -a '0:2,1:3,4:6,5:7;0:4,1:5,2:6,3:7;0:1,2:3,4:5,6:7;2:4,3:5;1:4;1:2,3:4,5:6/single-quad' -n 8 --view network-editor --size 1280x640

# Figures that name the parts of the window, of a network and of the program.
python3 scripts/figures.py --program "$program"

# The array and the texture. Every key equals its index, because the input is sorted.
indices=(--input-values "$(seq -s, 0 31)" -a bitonic/single-quad -p width=8 --theme light)
"$program" render "${indices[@]}" --view fold --fold 0 --pass 12 --size 1200x300 --ui-scale 1.25 -o "$parts/array.png"
distance() { # arguments: DISTANCE PASS KEY
  "$program" render "${indices[@]}" --view texture --pass "$2" --hover "$3" --size 396x240 -o "$parts/$1.png"
}
distance 2 5 9
distance 8 12 10
distance 11 11 10
montage -font "$(fc-match -f '%{file}' sans)" -label 'distance 2: 0 rows, 2 columns' "$parts/2.png" -label 'distance 8: 1 row, 0 columns' "$parts/8.png" \
  -label 'distance 11: 1 row, 3 columns' "$parts/11.png" -tile 3x1 -geometry +2+2 -background white -fill '#1a1f26' -pointsize 20 -depth 8 "$parts/textures.png"
convert "$parts/array.png" "$parts/textures.png" -background white -append -depth 8 "$folder/array-to-texture.png"

# Charts of the stored results, for docs/results.md.
chart() { # arguments: NAME FILES OPTION...
  local name=$1 files picture=docs/pictures/results-$1.svg
  read -ra files <<<"$2"
  python3 scripts/results.py "$parts/$name.jsonl" "${files[@]/#/docs/results/}"
  "$program" export plot "$parts/$name.jsonl" "${@:3}" -o "$picture"
  # Removes "3 samples" from labels, because the values are a median and the bounds of its interval.
  sed -i 's/, 3 samples$//' "$picture"
}
chart h200-u32 'h200/keys-u32.json h200/keys-u32-28.json' --kind throughput --title 'u32 keys, NVIDIA H200' --size 1000x520
chart h200-u64 h200/keys-u64.json --kind throughput --title 'u64 keys, NVIDIA H200' --size 1000x520
chart h200-distributions h200/distributions-keys-u32.json --kind heat-map --x algorithm --y distribution --title '2^24 u32 keys, NVIDIA H200' --size 1100x600
chart h200-methods h200/networks-methods.json --kind throughput --title 'f32 keys, bitonic merge sort, NVIDIA H200' --size 1000x520

# Runs a sweep of one minute, and draws it in three ways.
"$program" sweep -a radix/srts@compute,radix/grs@compute -p digit=1,2,4,8 -p workgroup=32..256:x2 -n 2^10..2^14:x4 --samples 7 -o "$parts/sweep.jsonl" >/dev/null
plot() { "$program" export plot "$parts/sweep.jsonl" --kind "$2" "${@:3}" -o "$folder/$1.png"; }
plot sweep-heat-map heat-map --x digit --y workgroup --where n=2^14 --where algorithm=radix/grs@compute
plot sweep-parallel parallel --best 10
plot sweep-throughput throughput

# Draws throughput by number of keys on an H200, from the results in docs/results.md.
python3 scripts/results.py "$parts/h200.jsonl" docs/results/h200/keys-u32.json docs/results/h200/keys-u32-28.json
"$program" export plot "$parts/h200.jsonl" --kind throughput --title "Sorting u32 keys on an NVIDIA H200" -o "$folder/throughput-h200.png"

for method in single-quad grouped-quads blend fused compute; do
  parameters=()
  case $method in
    fused | compute) parameters=(-p steps=1) ;; # one step per pass, as in the methods without fused steps
    blend) parameters=(-p width=8) ;;           # rows as long as those of the other methods
  esac
  "$program" render -n 64 -t f32 -a "bitonic/$method" "${parameters[@]}" --view texture --pass 4 --size 400x400 --ui-scale 0.75 -o "$parts/$method.png"
done
cd "$parts"
montage -font "$(fc-match -f '%{file}' sans)" -label 'bitonic/%t' {single-quad,grouped-quads,blend,fused,compute}.png -tile 5x1 -geometry +4+4 -background '#111418' -fill '#e6e9ee' \
  -pointsize 20 -depth 8 "$OLDPWD/$folder/methods.png"
