// Day 49 - Double buffering
//
// Needs:  nothing
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day049-double-buffering/double_buffering.cu -o day049

#include <cuda_runtime.h>

#include "verify/gate.h"

// ---- Reference --------------------------------------------------------------------------------

// ---- Kernels ----------------------------------------------------------------------------------

// ---- Check ------------------------------------------------------------------------------------

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"y"});
    return gates.finish();
}
