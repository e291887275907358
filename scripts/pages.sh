#!/usr/bin/env bash
# Exports the pages to which README.md links. Usage: scripts/pages.sh [PROGRAM]. A test compares the stored pages with
# the program's export.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/release/bin/texelsort}")
mkdir -p docs/pages
"$program" export page --lesson bitonic-merge-sort -o docs/pages/bitonic-merge-sort.html
