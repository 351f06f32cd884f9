#!/usr/bin/env bash
# Runs the programs with planted faults, and their clean twins, under NVIDIA's compute-sanitizer. Needs a GPU, nvcc and
# compute-sanitizer, and no network.
#
#   verify/tests/faults/sanitize.sh OUTDIR             all programs
#   verify/tests/faults/sanitize.sh OUTDIR NAME...     some
#   ARCH=sm_90 JOBS=8 RUNS=6 LIMIT=60 ...              architecture (native), compilers at once, sanitizers at once,
#                                                      seconds a run
#
# OUTDIR/NAME.{faulty,fixed}.TOOL.txt is what a tool said, with the exit code in its last line. OUTDIR/summary.txt has a
# row a program, its fields between tabs: NAME; for each of memcheck, racecheck, initcheck and synccheck the number of
# errors of the faulty program and the first error's first line; for each of them the number of errors of the fixed one.
# A number is `timeout` when the run was ended, `uncompiled` when there was none, `?` when the tool gave no summary.
set -uo pipefail
case ${1:---help} in --help | -h) sed -n '2,/^set /{s/^# \{0,1\}//p}' "$0"; exit ;; esac
source=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" && out=$(cd "$1" && pwd) || exit 1
shift
cd "$source/../../.." || exit 1  # programs name their file as they were compiled, and no checkout should stand in what is kept
PATH=$PATH:/usr/local/cuda/bin
for program in nvcc compute-sanitizer; do
    command -v "$program" >/dev/null || { echo "$program is not in PATH" >&2; exit 1; }
done
programs=$(mktemp -d) || exit 1
trap 'rm -rf "$programs"' EXIT
if (($# == 0)); then
    for file in "$source"/*.cu; do set -- "$@" "$(basename "$file" .cu)"; done
fi
tools='memcheck racecheck initcheck synccheck'
flags='-std=c++20 -lineinfo'
export source out programs flags ARCH=${ARCH:-native} LIMIT=${LIMIT:-60}

# compile NAME VARIANT
compile() {
    local define=()
    [[ $2 == fixed ]] && define=(-DFIXED)
    # shellcheck disable=SC2086 # $flags is several words
    nvcc $flags "${define[@]}" -arch="$ARCH" "verify/tests/faults/$1.cu" -o "$programs/$1.$2" >"$out/$1.$2.compile.txt" 2>&1
    [[ -s $out/$1.$2.compile.txt ]] || rm "$out/$1.$2.compile.txt"
}
# check NAME VARIANT TOOL
check() {
    local options=() code
    [[ $3 == memcheck ]] && options=(--leak-check full)
    if [[ -x $programs/$1.$2 ]]; then
        timeout -k 5 "$LIMIT" compute-sanitizer --tool "$3" "${options[@]}" "$programs/$1.$2" >"$out/$1.$2.$3.txt" 2>&1
        code=$?
    else
        code=uncompiled
    fi
    echo "exit code: $code" >>"$out/$1.$2.$3.txt"
}
# errors FILE: how many
errors() {
    case $(tail -n 1 "$1") in
        *uncompiled) echo uncompiled; return ;;
        *' 124' | *' 137') echo timeout; return ;;
    esac
    local number
    number=$(sed -n 's/.*RACECHECK SUMMARY: \([0-9]*\) .*/\1/p; s/.*ERROR SUMMARY: \([0-9]*\) .*/\1/p' "$1" | tail -n 1)
    echo "${number:-?}"
}
# first_error FILE: its first line, without the prefix
first_error() {
    sed -n 's/^========= //p' "$1" | grep -vE '^(COMPUTE-SANITIZER|$| |[A-Z]+ SUMMARY|Target application)' |
        head -n 1 | tr '\t' ' '
}
export -f compile check

rm -f "$out/summary.txt"
printf '%s\n' "$@" | sed 's/.*/& faulty\n& fixed/' |
    xargs -P "${JOBS:-$(nproc)}" -L 1 bash -c 'compile "$@"' compile
for name in "$@"; do
    for variant in faulty fixed; do
        for tool in $tools; do
            rm -f "$out/$name.$variant.$tool.txt"
            echo "$name $variant $tool"
        done
    done
done | xargs -P "${RUNS:-6}" -L 1 bash -c 'check "$@"' check

{
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -n 1 |
        sed 's/\(.*\), \(.*\)/# device: \1\n# driver: \2/'
    nvcc --version | sed -n 's/.*release \([^,]*\), V\(.*\)/# toolkit: \2/p'
    compute-sanitizer --version | sed -n 's/^Version \(.*\)/# compute-sanitizer: \1/p'
    date -u '+# date: %Y-%m-%d'
    echo "# command: nvcc $flags -arch=$ARCH; compute-sanitizer --tool TOOL (memcheck: --leak-check full)"
    for name in "$@"; do
        row=$name
        for tool in $tools; do
            row+=$'\t'$(errors "$out/$name.faulty.$tool.txt")$'\t'$(first_error "$out/$name.faulty.$tool.txt")
        done
        for tool in $tools; do row+=$'\t'$(errors "$out/$name.fixed.$tool.txt"); done
        echo "$row"
    done
} >"$out/summary.txt"
echo "$# programs; where the fixed one has errors, or the faulty one has none:"
awk -F '\t' '!/^#/ {
    found = $2 $4 $6 $8
    fixed = $10 $11 $12 $13
    if (fixed != "0000" || found == "0000")
        print "    " $1 ": faulty " $2, $4, $6, $8 "; fixed " $10, $11, $12, $13
}' "$out/summary.txt"
