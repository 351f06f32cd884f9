// Arithmetic of bfloat16, rounded once: sums, products, quotients, fused products; saturated to 0 .. 1, or cut
// off at 0 (relu); denormals, overflow, infinities, NaN. Then checksums of 2^18 pairs.
#include <cuda_bf16.h>

#include "show.h"

struct Triple {
    float a, b, c;
};
__device__ Triple values[] = {{1, 0.00390625f, 0},           // a tie, to even
                              {1.0078125f, 0.00390625f, 0},  // a tie, up
                              {256, 1, 1},
                              {129, 192, 0},  // a tie, and what breaks it
                              {129, 192, -9.2e-41f},
                              {130, 160, 9.2e-41f},
                              {3.3895314e38f, 2, -3.3895314e38f},
                              {-3.3895314e38f, 6.6e35f, 1},
                              {9.2e-41f, 9.2e-41f, 9.2e-41f},  // the smallest denormal
                              {9.2e-41f, 0.5f, 0},
                              {1.4e-20f, 9e-21f, 1e-40f},
                              {0.33398438f, 3, -1},  // what is left after cancelling
                              {1.0078125f, 1.0078125f, -1.015625f},
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
                              {1e38f, 3e38f, 1},
                              {1e-38f, 7, 0}};
constexpr int N = sizeof values / sizeof values[0], ALL = 1 << 18, KINDS = 10;
__device__ float result[N][KINDS];
__device__ unsigned short every[KINDS][ALL];

__device__ void compute(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c, __nv_bfloat16* r) {
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
    __nv_bfloat16 r[KINDS];
    compute(__float2bfloat16(t.a), __float2bfloat16(t.b), __float2bfloat16(t.c), r);
    for (int kind = 0; kind < KINDS; ++kind) result[threadIdx.x][kind] = __bfloat162float(r[kind]);
}

__global__ void compute_all() {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned x = i * 2654435761u, y = (i ^ 0x5555u) * 2246822519u;
    const __nv_bfloat16 a = __ushort_as_bfloat16(static_cast<unsigned short>(x >> 16));
    const __nv_bfloat16 b = __ushort_as_bfloat16(static_cast<unsigned short>(y >> 16));
    const __nv_bfloat16 c = i % 2 ? __hneg(__hmul_rn(a, b)) : __ushort_as_bfloat16(static_cast<unsigned short>(x ^ y));
    __nv_bfloat16 r[KINDS];
    compute(a, b, c, r);
    for (int kind = 0; kind < KINDS; ++kind) every[kind][i] = __bfloat16_as_ushort(r[kind]);
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
            if ((bits & 0x7fff) > 0x7f80) bits = 0x7fff;  // any NaN is one
            if (kind >= 5 && bits == 0x8000) bits = 0;    // the sign of a zero that was cut off
            sum = (sum ^ bits) * 16777619u;
        }
        show(names[kind], hex(sum));
    }
}
