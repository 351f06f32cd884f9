#!/usr/bin/env bash
# Counts with a GPU's own counters what the programs of this folder ask of memory. Needs a GPU, nvcc and ncu.
#
#   verify/tests/counts/ncu.sh OUTDIR     OUTDIR/raw/NAME.csv: what ncu read; OUTDIR/summary.csv: program, kernel, access,
#                                         quantity and value, the names being those of docs/counts.md
#   ARCH=sm_90 NCU=ncu ...                architecture (native), the profiler
#
# Copy OUTDIR/summary.csv to verify/tests/counts/expected/h200.csv, then scripts/pages. The clocks are left as they are.
set -uo pipefail
case ${1:---help} in --help | -h) sed -n '2,/^set /{s/^# \{0,1\}//p}' "$0"; exit ;; esac
fail() { printf 'ncu.sh: %s\n' "$*" >&2; exit 1; }
source=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/raw" && out=$(cd "$1" && pwd) || exit 1
ncu=${NCU:-ncu}
command -v nvcc >/dev/null || fail "nvcc is missing: nothing was counted"
command -v "$ncu" >/dev/null || fail "ncu (Nsight Compute) is missing: nothing was counted"
programs=$(mktemp -d) || exit 1
trap 'rm -rf "$programs"' EXIT
export LC_ALL=C

# access quantity metric: what stands twice is added up.
counters='
global_load requests l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
global_load sectors l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
global_store requests l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
global_store sectors l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
global_atomic requests l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum
global_atomic requests l1tex__t_requests_pipe_lsu_mem_global_op_red.sum
global_atomic sectors l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum
global_atomic sectors l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum
shared_load requests smsp__inst_executed_op_shared_ld.sum
shared_load wavefronts l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
shared_load conflicts l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
shared_store requests smsp__inst_executed_op_shared_st.sum
shared_store wavefronts l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
shared_store conflicts l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum
shared_atomic requests smsp__inst_executed_op_shared_atom.sum
branch divergent smsp__sass_branch_targets_threads_divergent.sum
l2 sectors_read lts__t_sectors_op_read.sum
l2 sectors_written lts__t_sectors_op_write.sum
'
# What this ncu does not know for this GPU is left out and named.
known=$("$ncu" --query-metrics 2>/dev/null)
metrics=
while read -r _ _ metric; do
    [ -n "$metric" ] || continue
    if [ -z "$known" ] || grep -q "^${metric%.sum} " <<<"$known"; then
        metrics+=${metrics:+,}$metric
    else
        echo "ncu.sh: $metric is not known here and is left out" >&2
    fi
done <<<"$counters"

{
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -1 |
        sed 's/\(.*\), \(.*\)/# device: \1\n# driver: \2/'
    nvcc --version | sed -n 's/.*release \([^,]*\), V\(.*\)/# toolkit: \2/p'
    "$ncu" --version | sed -n 's/^Version \([^ ]*\).*/# ncu: \1/p'
    date -u '+# date: %Y-%m-%d'
    echo "# command: nvcc -std=c++20 -O3 -lineinfo -arch=${ARCH:-native}"
    echo "program,kernel,access,quantity,value"
} >"$out/summary.part"

for file in "$source"/*.cu; do
    name=$(basename "$file" .cu)
    nvcc -std=c++20 -O3 -lineinfo -arch="${ARCH:-native}" -I "$source/../../.." "$file" -o "$programs/$name" || fail "$name does not compile"
    raw=$out/raw/$name.csv
    said=$("$ncu" --csv --page raw --metrics "$metrics" --clock-control none --print-units base --print-kernel-base function \
        --log-file "$raw" "$programs/$name" 2>&1)
    code=$?
    if grep -q ERR_NVGPUCTRPERM "$raw" 2>/dev/null || grep -q ERR_NVGPUCTRPERM <<<"$said"; then
        fail "this machine does not permit to read the GPU's counters (ERR_NVGPUCTRPERM): nothing was counted"
    fi
    [ "$code" = 0 ] || fail "ncu cannot count here (exit $code): $(grep -h '==ERROR==' "$raw" - <<<"$said" | head -1)"
    echo "$name,,source,sha256,$(sha256sum "$file" | cut -d' ' -f1)" >>"$out/summary.part"
    # Every field of ncu's table stands in quotes: a row of names, one of units, then one a launch.
    grep '^"' "$raw" | sed 's/^"//; s/"$//; s/","/\t/g' | awk -F '\t' -v program="$name" -v counters="$counters" '
        NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        NR == 2 { next }
        {
            kernel = $column["Kernel Name"]
            n = split(counters, lines, "\n")
            for (i = 1; i <= n; ++i) {
                if (split(lines[i], word, " ") != 3 || !(word[3] in column)) continue
                value = $column[word[3]]
                gsub(",", "", value)
                key = program "," kernel "," word[1] "," word[2]
                if (!(key in sum)) order[++keys] = key
                sum[key] += value
            }
        }
        END { for (i = 1; i <= keys; ++i) printf "%s,%.0f\n", order[i], sum[order[i]] }' >>"$out/summary.part"
done
mv "$out/summary.part" "$out/summary.csv"
echo "$out/summary.csv: $(grep -c '^[a-z]' "$out/summary.csv") lines"
