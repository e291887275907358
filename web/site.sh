#!/usr/bin/env bash
# Puts the folder together that a web server serves: web/site.sh BUILT SITE [PROGRAM]. BUILT has texelsort.js and texelsort.wasm. With the
# desktop's PROGRAM the recorded lesson links to the edition beside it; without, it is the one of the documentation.
set -euo pipefail
built=$(realpath "$1")
mkdir -p "$2/pages"
site=$(realpath "$2") program=${3:+$(realpath "$3")}
cd "$(dirname "$0")/.."
cp "$built/texelsort.js" "$built/texelsort.wasm" web/*.css web/*.js web/embed.html "$site/"
# Servers that compress do not say how many bytes come, by which the page shows how far it is.
sed "s/^<html lang=\"en\">/<html lang=\"en\" data-bytes=\"$(stat -c %s "$built/texelsort.wasm")\">/" web/index.html >"$site/index.html"
if [[ $program ]]; then
  "$program" export page --lesson bitonic-merge-sort --program ../index.html -o "$site/pages/bitonic-merge-sort.html" >/dev/null
else
  cp docs/pages/bitonic-merge-sort.html "$site/pages/"
fi
