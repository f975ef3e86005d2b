#!/usr/bin/env bash
# Measures chapters 01 to 10 on this machine and writes one file for docs/measurements/:
#   docs/measurements/measure.sh BIN_FOLDER OUT.json
# Each chapter runs the command that its table shows. fill_tables.py puts the file's numbers into the READMEs.
# Chapter 11 shows comparisons instead: ./ladder bench --compare --json FILE.json.
# SPDX-License-Identifier: MIT
set -euo pipefail
(($# == 2)) || { sed -n '2,5p' "$0" | sed 's/^# //'; exit 2; }
bin=$1
out=$2
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

# Chapter, and the options of its run: large enough to fill a GPU where the method can.
measure() { # chapter folder, options…
  local chapter=$1 status=0
  shift
  "$bin/$chapter" "$@" --json "$parts/$chapter.report" >&2 || status=$?
  ((status == 0)) || echo "measure.sh: $chapter ended with $status" >&2
  [[ -f $parts/$chapter.report ]] || return 0
  {
    printf '{"chapter": "%s", "command": "./ladder run %s%s", "report": ' "$chapter" "${chapter%%_*}" "${*:+ $*}"
    cat "$parts/$chapter.report"
    printf '}'
  } >"$parts/$chapter.json"
}

measure 01_serial --items 2^26 --repeat 11
measure 02_first_dispatch --items 1000 --kind inclusive --repeat 21
measure 03_hillis_steele --items 1000 --repeat 21
measure 04_blelloch --items 1000 --repeat 21
measure 05_raking --items 1000 --repeat 21
measure 06_subgroup --items 1000 --repeat 21
measure 07_thread_grain --items 8192 --kind inclusive --repeat 21
measure 08_scan_then_propagate --items 2^28 --kind inclusive --repeat 21
measure 09_reduce_then_scan --items 2^28 --kind inclusive --repeat 21
measure 10_any_size --items 2^33 --kind inclusive --repeat 3

{
  printf '{"date": "%s", "runs": [\n' "$(date -u +%F)"
  separator=
  for part in "$parts"/*.json; do
    printf '%s' "$separator"
    cat "$part"
    separator=$',\n'
  done
  printf ']}\n'
} >"$out"
