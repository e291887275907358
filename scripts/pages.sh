#!/usr/bin/env bash
# Exports the pages that README.md links to: scripts/pages.sh [PROGRAM]. A test compares them with what the program exports.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/release/bin/texelsort}")
mkdir -p docs/pages
"$program" export page --lesson bitonic-merge-sort -o docs/pages/bitonic-merge-sort.html
