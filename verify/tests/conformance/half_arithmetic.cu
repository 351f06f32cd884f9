// Arithmetic of half precision, rounded once: sums, products, quotients, fused products; saturated to 0 .. 1, or cut
// off at 0 (relu); denormals, overflow, infinities, NaN. Then checksums of 2^18 pairs.
#include <cuda_fp16.h>

#include "show.h"

struct Triple {
    float a, b, c;
};
__device__ Triple values[] = {{1, 0.00048828125f, 0},              // a tie, to even
                              {1.0009765625f, 0.00048828125f, 0},  // a tie, up
                              {2048, 1, 1},
                              {65504, 16, -65504},
                              {65504, 15, 65504},
                              {-65504, 65504, 1},
                              {6e-8f, 6e-8f, 6e-8f},  // the smallest denormal
                              {6.1e-5f, 0.5f, -3e-5f},
                              {0.33325195f, 3, -1},  // what is left after cancelling
                              {1.0009765625f, 1.0009765625f, -1.001953125f},
                              {0.75f, 0.5f, -2},
                              {-0.0f, 0.0f, -0.0f},
                              {0.0f, -1, 0.0f},
                              {INFINITY, -INFINITY, 1},
                              {INFINITY, 0, 1},
                              {1, 0, NAN},
                              {-1, 0, -INFINITY},
                              {NAN, 1, 1},
                              {1, 3, 0},
                              {10, -7, 100},
                              {6e-8f, 2, 0}};
constexpr int N = sizeof values / sizeof values[0], ALL = 1 << 18, KINDS = 10;
__device__ float result[N][KINDS];
__device__ unsigned short every[KINDS][ALL];

__device__ void compute(half a, half b, half c, half* r) {
    r[0] = __hadd(a, b);
    r[1] = __hsub(a, b);
    r[2] = __hmul(a, b);
    r[3] = __hdiv(a, b);
    r[4] = __hfma(a, b, c);
    r[5] = __hadd_sat(a, b);
    r[6] = __hsub_sat(a, b);
    r[7] = __hmul_sat(a, b);
    r[8] = __hfma_sat(a, b, c);
    r[9] = __hfma_relu(a, b, c);
}

__global__ void compute_values() {
    const Triple t = values[threadIdx.x];
    half r[KINDS];
    compute(__float2half(t.a), __float2half(t.b), __float2half(t.c), r);
    for (int kind = 0; kind < KINDS; ++kind) result[threadIdx.x][kind] = __half2float(r[kind]);
}

__global__ void compute_all() {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned x = i * 2654435761u, y = (i ^ 0x5555u) * 2246822519u;
    const half a = __ushort_as_half(static_cast<unsigned short>(x >> 16));
    const half b = __ushort_as_half(static_cast<unsigned short>(y >> 16));
    const half c = i % 2 ? __hneg(__hmul_rn(a, b)) : __ushort_as_half(static_cast<unsigned short>(x ^ y));
    half r[KINDS];
    compute(a, b, c, r);
    for (int kind = 0; kind < KINDS; ++kind) every[kind][i] = __half_as_ushort(r[kind]);
}

unsigned short host_every[KINDS][ALL];

int main() {
    compute_values<<<1, N>>>();
    compute_all<<<ALL / 256, 256>>>();
    const auto in = fetch(values);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i) {
        const float* r = out[i];
        show("a b c", in[i].a, in[i].b, in[i].c);
        show("  + - * /", r[0], r[1], r[2], r[3]);
        show("  fma, saturated + - * fma", r[4], r[5] + 0.0f, r[6] + 0.0f, r[7] + 0.0f, r[8] + 0.0f);
        show("  fma relu", r[9] + 0.0f);
    }
    must(cudaMemcpyFromSymbol(host_every, every, sizeof host_every));
    const char* const names[] = {"2^18 sums", "differences",     "products",     "quotients", "fused",
                                 "sat sums",  "sat differences", "sat products", "sat fused", "relu fused"};
    for (int kind = 0; kind < KINDS; ++kind) {
        unsigned sum = 2166136261u;
        for (unsigned bits : host_every[kind]) {
            if ((bits & 0x7fff) > 0x7c00) bits = 0x7fff;  // any NaN is one
            if (kind >= 5 && bits == 0x8000) bits = 0;    // the sign of a zero that was cut off
            sum = (sum ^ bits) * 16777619u;
        }
        show(names[kind], hex(sum));
    }
}
