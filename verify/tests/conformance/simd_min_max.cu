// Fused minima and maxima of words and of pairs of 16 bits: of three, with a sum, cut off at 0 (relu).
#include "show.h"

#define SHOW(call) printf("  %-36s 0x%08x\n", #call, static_cast<unsigned>(call))

__global__ void show_all(unsigned a, unsigned b, unsigned c) {
    printf("a = 0x%08x, b = 0x%08x, c = 0x%08x\n", a, b, c);
    SHOW(__vimax_s32_relu(a, b));
    SHOW(__vimin_s32_relu(a, b));
    SHOW(__vimax3_s32(a, b, c));
    SHOW(__vimax3_s32_relu(a, b, c));
    SHOW(__vimax3_u32(a, b, c));
    SHOW(__vimin3_s32(a, b, c));
    SHOW(__vimin3_s32_relu(a, b, c));
    SHOW(__vimin3_u32(a, b, c));
    SHOW(__viaddmax_s32(a, b, c));
    SHOW(__viaddmax_s32_relu(a, b, c));
    SHOW(__viaddmax_u32(a, b, c));
    SHOW(__viaddmin_s32(a, b, c));
    SHOW(__viaddmin_s32_relu(a, b, c));
    SHOW(__viaddmin_u32(a, b, c));
    SHOW(__vimax_s16x2_relu(a, b));
    SHOW(__vimin_s16x2_relu(a, b));
    SHOW(__vimax3_s16x2(a, b, c));
    SHOW(__vimax3_s16x2_relu(a, b, c));
    SHOW(__vimax3_u16x2(a, b, c));
    SHOW(__vimin3_s16x2(a, b, c));
    SHOW(__vimin3_s16x2_relu(a, b, c));
    SHOW(__vimin3_u16x2(a, b, c));
    SHOW(__viaddmax_s16x2(a, b, c));
    SHOW(__viaddmax_s16x2_relu(a, b, c));
    SHOW(__viaddmax_u16x2(a, b, c));
    SHOW(__viaddmin_s16x2(a, b, c));
    SHOW(__viaddmin_s16x2_relu(a, b, c));
    SHOW(__viaddmin_u16x2(a, b, c));
}

int main() {
    show_all<<<1, 1>>>(5, 0xfffffff0, 7);
    show_all<<<1, 1>>>(0xfffffffe, 0xfffffff0, 0xffff0003);
    show_all<<<1, 1>>>(0x7fff0001, 0x0000fffe, 0x12340002);
    must(cudaDeviceSynchronize());
}
