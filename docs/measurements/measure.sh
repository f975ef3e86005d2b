#!/usr/bin/env bash
# Measures on this machine and writes one file for docs/measurements/:
#   docs/measurements/measure.sh BIN_FOLDER OUT.json           chapters 01 to 10
#   docs/measurements/measure.sh BIN_FOLDER OUT.json blocked   chapter 11 in Vulkan, with tiles that say nothing
# Each run is the command that its table shows. fill_tables.py puts the file's numbers into the READMEs.
# The other tables of chapter 11 are comparisons: ./ladder bench --compare --json FILE.json.
# SPDX-License-Identifier: MIT
set -euo pipefail
what=${3:-chapters}
{ (($# == 2 || $# == 3)) && [[ $what == chapters || $what == blocked ]]; } || { sed -n '2,6p' "$0" | sed 's/^# //'; exit 2; }
bin=$1
out=$2
count=0
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

# One run: the table it belongs to, the chapter, and its options, which are large enough to fill a GPU where the method can.
measure() { # table, chapter folder, options…
  local table=$1 chapter=$2 status=0 part option
  shift 2
  part=$parts/$(printf '%02d' "$count")
  count=$((count + 1))
  "$bin/$chapter" "$@" --json "$part.report" >&2 || status=$?
  ((status == 0)) || echo "measure.sh: $chapter ended with $status" >&2
  [[ -f $part.report ]] || return 0
  {
    printf '{"table": "%s", "chapter": "%s", "command": "./ladder run %s' "$table" "$chapter" "${chapter%%_*}"
    for option; do
      [[ $option == *' '* ]] && option="'$option'"
      printf ' %s' "$option"
    done
    printf '", "report": '
    cat "$part.report"
    printf '}'
  } >"$part.json"
}

measure_chapter() { measure "$1" "$@"; }

if [[ $what == blocked ]]; then
  for stage in fallback 'no ticket' 'turn first'; do
    for block in '' 512 16 2; do
      measure '11_decoupled_look_back, blocked' 11_decoupled_look_back --items 2^28 --kind inclusive --api vulkan \
        --repeat 21 --stage "$stage" ${block:+--block "$block"}
    done
  done
else
  measure_chapter 01_serial --items 2^26 --repeat 11
  measure_chapter 02_first_dispatch --items 1000 --kind inclusive --repeat 21
  measure_chapter 03_hillis_steele --items 1000 --repeat 21
  measure_chapter 04_blelloch --items 1000 --repeat 21
  measure_chapter 05_raking --items 1000 --repeat 21
  measure_chapter 06_subgroup --items 1000 --repeat 21
  measure_chapter 07_thread_grain --items 8192 --kind inclusive --repeat 21
  measure_chapter 08_scan_then_propagate --items 2^28 --kind inclusive --repeat 21
  measure_chapter 09_reduce_then_scan --items 2^28 --kind inclusive --repeat 21
  measure_chapter 10_any_size --items 2^33 --kind inclusive --repeat 3
fi

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
