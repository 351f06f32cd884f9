// Two 16-bit numbers in one word: sums, differences, averages, comparisons; plain, saturating, signed and unsigned.
#include "show.h"

#define SHOW(call) printf("  %-36s 0x%08x\n", #call, static_cast<unsigned>(call))

__global__ void show_all(unsigned a, unsigned b) {
    printf("a = 0x%08x, b = 0x%08x\n", a, b);
    SHOW(__vabs2(a));
    SHOW(__vabsss2(a));
    SHOW(__vneg2(a));
    SHOW(__vnegss2(a));
    SHOW(__vadd2(a, b));
    SHOW(__vaddss2(a, b));
    SHOW(__vaddus2(a, b));
    SHOW(__vsub2(a, b));
    SHOW(__vsubss2(a, b));
    SHOW(__vsubus2(a, b));
    SHOW(__vavgs2(a, b));
    SHOW(__vavgu2(a, b));
    SHOW(__vhaddu2(a, b));
    SHOW(__vabsdiffs2(a, b));
    SHOW(__vabsdiffu2(a, b));
    SHOW(__vsads2(a, b));
    SHOW(__vsadu2(a, b));
    SHOW(__vmins2(a, b));
    SHOW(__vminu2(a, b));
    SHOW(__vmaxs2(a, b));
    SHOW(__vmaxu2(a, b));
    SHOW(__vcmpeq2(a, b));
    SHOW(__vcmpne2(a, b));
    SHOW(__vcmpges2(a, b));
    SHOW(__vcmpgeu2(a, b));
    SHOW(__vcmpgts2(a, b));
    SHOW(__vcmpgtu2(a, b));
    SHOW(__vcmples2(a, b));
    SHOW(__vcmpleu2(a, b));
    SHOW(__vcmplts2(a, b));
    SHOW(__vcmpltu2(a, b));
    SHOW(__vseteq2(a, b));
    SHOW(__vsetne2(a, b));
    SHOW(__vsetges2(a, b));
    SHOW(__vsetgeu2(a, b));
    SHOW(__vsetgts2(a, b));
    SHOW(__vsetgtu2(a, b));
    SHOW(__vsetles2(a, b));
    SHOW(__vsetleu2(a, b));
    SHOW(__vsetlts2(a, b));
    SHOW(__vsetltu2(a, b));
}

int main() {
    show_all<<<1, 1>>>(0x00010002, 0x00030004);
    show_all<<<1, 1>>>(0x7fff8000, 0x00018000);
    show_all<<<1, 1>>>(0xffff0000, 0x0001ffff);
    show_all<<<1, 1>>>(0x80007fff, 0x80008001);
    must(cudaDeviceSynchronize());
}
