#!/usr/bin/env bash
# Compiles every program of this folder with nvcc, runs it, and writes down what it prints. Needs a GPU and nvcc.
#
#   verify/tests/conformance/record.sh OUTDIR     OUTDIR/NAME.txt: what a program printed; OUTDIR/summary.txt: device,
#                                                 versions, and each program's exit code and sha256 of its source
#   ARCH=sm_90 JOBS=8 LIMIT=60 ...                architecture (native), compilers at once, seconds a program may run
#
# A program that does not compile, fails or hangs is noted in the summary and stops no other. What the compiler says and
# what a program writes to stderr lies in OUTDIR/log.
set -uo pipefail
case ${1:---help} in --help | -h) sed -n '2,/^set /{s/^# \{0,1\}//p}' "$0"; exit ;; esac
source=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/log" && out=$(cd "$1" && pwd) || exit 1
programs=$(mktemp -d) || exit 1
trap 'rm -rf "$programs"' EXIT
export source out programs ARCH=${ARCH:-native} LIMIT=${LIMIT:-60}
names=$(cd "$source" && printf "%s\n" ./*.cu | sed "s|^\./||; s|\.cu$||")
flags='-std=c++20 -O2 --extended-lambda'
export flags

compile() {
    # shellcheck disable=SC2086
    nvcc $flags -arch="$ARCH" "$source/$1.cu" -o "$programs/$1" >"$out/log/$1.compile" 2>&1 || rm -f "$programs/$1"
    [ -s "$out/log/$1.compile" ] || rm -f "$out/log/$1.compile"
}
run() {
    rm -f "$out/$1.txt"
    if [ -x "$programs/$1" ]; then
        timeout -k 5 "$LIMIT" "$programs/$1" >"$out/$1.txt" 2>"$out/log/$1.stderr"
        code=$?
        [ -s "$out/log/$1.stderr" ] || rm -f "$out/log/$1.stderr"
    else
        code=uncompiled
    fi
    echo "$1 $code $(sha256sum "$source/$1.cu" | cut -d' ' -f1)" >"$programs/$1.row"
}
export -f compile run

echo "$names" | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'compile {}'
echo "$names" | xargs -P 4 -I{} bash -c 'run {}'

{
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -1 |
        sed 's/\(.*\), \(.*\)/device: \1\ndriver: \2/'
    nvcc --version | sed -n 's/.*release \([^,]*\), V\(.*\)/toolkit: \2/p'
    date -u '+date: %Y-%m-%d'
    echo "command: nvcc $flags -arch=$ARCH"
    echo
    for header in "$source"/*.h; do echo "$(basename "$header") - $(sha256sum "$header" | cut -d' ' -f1)"; done
    for name in $names; do cat "$programs/$name.row"; done
} >"$out/summary.txt"
echo "$(echo "$names" | wc -l) programs; not with exit code 0:"
awk 'NF == 3 && $2 != "0" && $2 != "-"' "$out/summary.txt"
