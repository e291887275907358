#!/usr/bin/env bash
# Builds the browser edition, tests it in Chromium and compares it with the desktop program. Usage: scripts/test_web.sh
# [PART...]; parts: page, sorts, times (default: page and sorts). TEXELSORT_PROGRAM is the path of a desktop program
# that is already built.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup.sh
start_steps
install_packages chromium python3
program=${TEXELSORT_PROGRAM:-}
if [[ -z $program ]]; then
  setup_build release texelsort
  program=build/release/bin/texelsort
fi
step "compiling the browser edition"
scripts/web.sh
site=build/web/site
web/site.sh build/web/bin "$site" "$program"
parts=("$@")
if ((${#parts[@]} == 0)); then parts=(page sorts); fi
for part in "${parts[@]}"; do
  step "browser edition, $part"
  case $part in
    page) python3 tests/web/page_test.py "$site" "$program" build/web/pictures ;;
    sorts) python3 tests/web/commands_test.py "$site" "$program" ;;
    times) python3 tests/web/measure.py "$site" "$program" ;;
    *)
      echo "scripts/test_web.sh: there is no part '$part', choose from page, sorts, times" >&2
      exit 2
      ;;
  esac
done
