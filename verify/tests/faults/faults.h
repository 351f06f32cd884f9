// What the programs of this folder share: a CUDA call that fails ends the program, with its place and code 3.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                 \
    do {                                                                                            \
        const cudaError_t error_of_call = (call);                                                   \
        if (error_of_call == cudaSuccess) break;                                                    \
        std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_of_call)); \
        std::exit(3);                                                                               \
    } while (0)
