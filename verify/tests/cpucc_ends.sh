#!/bin/sh
# However the cpucc that is given ends, it says why and leaves nothing behind: without space for temporary files, when it
# is interrupted, and when two of them make one program.
set -eu
cpucc=$1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cat > "$folder/a.cu" <<'EOF'
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = 7; }
int main() { std::puts("ran"); }
EOF
mkdir "$folder/tmp"
export TMPDIR="$folder/tmp"

expect_empty() {
    [ -z "$(ls "$folder/tmp")" ] || { echo "$1 leaves $(ls "$folder/tmp")"; exit 1; }
    [ -z "$(find "$folder" -name '*.part*')" ] || { echo "$1 leaves a half-made program"; exit 1; }
}

# No byte can be written, as on a full disk.
if said=$( (ulimit -f 0; "$cpucc" "$folder/a.cu" -o "$folder/a") 2>&1); then echo "it cannot have built"; exit 1; fi
case $said in
    "cpucc: the host compiler fails without a word, as it does when there is no space in $folder/tmp: free some, or set TMPDIR") ;;
    *) echo "without space it says: $said"; exit 1 ;;
esac
expect_empty "without space it"

# Two at once.
"$cpucc" "$folder/a.cu" -o "$folder/one" & one=$!
"$cpucc" "$folder/a.cu" -o "$folder/one" & two=$!
wait $one && wait $two
[ "$("$folder/one")" = ran ]
expect_empty "two at once"

# Interrupted while the host compiler runs.
"$cpucc" "$folder/a.cu" -o "$folder/b" & run=$!
while [ -z "$(ls "$folder/tmp")" ]; do sleep 0.01; done
kill -TERM $run
code=0
wait $run || code=$?
[ $code = 143 ] || { echo "interrupted it ends with $code"; exit 1; }
expect_empty "interrupted it"
[ ! -e "$folder/b" ]
