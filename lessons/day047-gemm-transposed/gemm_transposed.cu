// Day 47 - Gemm transposed
//
// Needs:  nothing
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day047-gemm-transposed/gemm_transposed.cu -o day047

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
