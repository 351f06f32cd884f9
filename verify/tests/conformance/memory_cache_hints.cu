// Loads and stores with a cache hint: __ldg, __ldca, __ldcg, __ldcs, __ldcv, __ldlu and __stwb, __stcg, __stcs, __stwt.
#include "show.h"

__device__ float in[6] = {1, 2, 3, 4, 5, 6};
__device__ float4 vector = {7, 8, 9, 10};
__device__ float out[6];
__device__ int4 vector_out;

__global__ void move() {
    __stwb(&out[0], __ldg(&in[0]));
    __stcg(&out[1], __ldca(&in[1]));
    __stcs(&out[2], __ldcg(&in[2]));
    __stwt(&out[3], __ldcs(&in[3]));
    out[4] = __ldcv(&in[4]);
    out[5] = __ldlu(&in[5]);
    const float4 v = __ldg(&vector);
    __stcg(&vector_out, make_int4(v.x, v.y, v.z, v.w));
}

int main() {
    move<<<1, 1>>>();
    show("floats", fetch(out));
    const int4 v = fetch(vector_out);
    show("vector", v.x, v.y, v.z, v.w);
}
