// Functions of half precision: roundings of all 65536 halves by checksum; of the others, for all halves, whether they
// are within 1 unit in the last place, and their values at the edges.
#include <cuda_fp16.h>

#include "show.h"

constexpr int ALL = 65536, KINDS = 17;
__device__ half result[KINDS][ALL];
half host[KINDS][ALL];

__global__ void compute() {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const half x = __ushort_as_half(static_cast<unsigned short>(i));
    const half all[] = {htrunc(x), hceil(x), hfloor(x), hrint(x), __hneg(x), __habs(x), hsqrt(x), hrsqrt(x), hrcp(x),
                        hlog(x),   hlog2(x), hlog10(x), hexp(x),  hexp2(x),  hexp10(x), hsin(x),  hcos(x)};
    for (int kind = 0; kind < KINDS; ++kind) result[kind][i] = all[kind];
}

double exact(int kind, double x) {
    switch (kind) {
        case 6:
            return std::sqrt(x);
        case 7:
            return 1 / std::sqrt(x);
        case 8:
            return 1 / x;
        case 9:
            return std::log(x);
        case 10:
            return std::log2(x);
        case 11:
            return std::log10(x);
        case 12:
            return std::exp(x);
        case 13:
            return std::exp2(x);
        case 14:
            return std::pow(10.0, x);
        case 15:
            return std::sin(x);
        default:
            return std::cos(x);
    }
}

int main() {
    compute<<<ALL / 256, 256>>>();
    must(cudaGetLastError());
    must(cudaMemcpyFromSymbol(host, result, sizeof host));
    const char* const names[] = {"htrunc", "hceil", "hfloor", "hrint", "hneg",  "habs",   "hsqrt", "hrsqrt", "hrcp",
                                 "hlog",   "hlog2", "hlog10", "hexp",  "hexp2", "hexp10", "hsin",  "hcos"};
    for (int kind = 0; kind < 6; ++kind) {
        unsigned sum = 2166136261u;
        for (const half x : host[kind]) {
            const unsigned bits = __half_as_ushort(x);
            sum = (sum ^ ((bits & 0x7fff) > 0x7c00 ? 0x7fff : bits)) * 16777619u;
        }
        show(names[kind], hex(sum));
    }
    const float edges[] = {0.0f, -1.0f, 1.0f, 4.0f, INFINITY, -INFINITY, NAN};
    for (int kind = 6; kind < KINDS; ++kind) {
        double worst = 0;
        for (int i = 0; i < ALL; ++i) {
            const double x = static_cast<double>(__half2float(__ushort_as_half(static_cast<unsigned short>(i))));
            const double want = exact(kind, x), got = static_cast<double>(__half2float(host[kind][i]));
            if (!std::isfinite(want) || want == 0 || std::fabs(want) >= 65504) continue;
            const double ulp = std::ldexp(1.0, std::max(std::ilogb(want), -14) - 10);
            const double distance = std::isnan(got) ? INFINITY : std::fabs(got - want) / ulp;
            worst = distance > worst ? distance : worst;
        }
        show(names[kind], worst <= 1.0 ? "within 1 ulp" : "NOT within 1 ulp");
        for (const float x : edges)
            if (kind < 15 || std::isnan(x) || std::isinf(x))
                show("  at", x, __half2float(host[kind][__half_as_ushort(__float2half(x))]));
    }
}
