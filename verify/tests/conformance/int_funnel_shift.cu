// Funnel shifts: 32 bits out of 64. _l and _r take the shift modulo 32; _lc and _rc stop at 32.
#include "show.h"

__device__ unsigned shifts[] = {0, 1, 4, 31, 32, 33, 36, 63, 64};
constexpr int N = sizeof shifts / sizeof shifts[0];
__device__ unsigned result[N][4];

__global__ void shift() {
    const unsigned low = 0x89abcdef, high = 0x01234567, by = shifts[threadIdx.x];
    unsigned* const r = result[threadIdx.x];
    r[0] = __funnelshift_l(low, high, by);
    r[1] = __funnelshift_lc(low, high, by);
    r[2] = __funnelshift_r(low, high, by);
    r[3] = __funnelshift_rc(low, high, by);
}

int main() {
    shift<<<1, N>>>();
    const auto in = fetch(shifts);
    const auto out = fetch(result);
    for (int i = 0; i < N; ++i)
        show("shift: l, lc, r, rc", in[i], hex(out[i][0]), hex(out[i][1]), hex(out[i][2]), hex(out[i][3]));
}
