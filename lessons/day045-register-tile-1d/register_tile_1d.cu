// Day 45 - Register tile 1d
//
// Needs:  nothing
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day045-register-tile-1d/register_tile_1d.cu -o day045

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
