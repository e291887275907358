#!/usr/bin/env bash
# Shows how pictures look without colours, and without the difference of red and green. Writes NAME-grey.png and
# NAME-deuteranopia.png next to each picture. Usage: scripts/colour_vision.sh PICTURE.png...
#
# The matrix is for complete deuteranopia, in linear RGB (Machado, Oliveira and Fernandes, "A physiologically-based
# model for simulation of color vision deficiency", 2009, table 1).
set -euo pipefail

command -v convert >/dev/null || { echo "colour_vision.sh: needs ImageMagick's convert" >&2; exit 3; }
[[ $# -gt 0 ]] || { echo "usage: scripts/colour_vision.sh PICTURE.png..." >&2; exit 2; }

deuteranopia='0.367322 0.860646 -0.227968
              0.280085 0.672501  0.047413
             -0.011820 0.042940  0.968881'

for picture in "$@"; do
  name=${picture%.png}
  convert "$picture" -colorspace Gray "$name-grey.png"
  convert "$picture" -colorspace RGB -color-matrix "$deuteranopia" -colorspace sRGB "$name-deuteranopia.png"
  printf '%s\n' "$name-grey.png" "$name-deuteranopia.png"
done
