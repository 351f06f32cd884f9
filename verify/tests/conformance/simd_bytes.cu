// Four bytes in one word: sums, differences, averages, comparisons; plain, saturating, signed and unsigned.
#include "show.h"

#define SHOW(call) printf("  %-36s 0x%08x\n", #call, static_cast<unsigned>(call))

__global__ void show_all(unsigned a, unsigned b) {
    printf("a = 0x%08x, b = 0x%08x\n", a, b);
    SHOW(__vabs4(a));
    SHOW(__vabsss4(a));
    SHOW(__vneg4(a));
    SHOW(__vnegss4(a));
    SHOW(__vadd4(a, b));
    SHOW(__vaddss4(a, b));
    SHOW(__vaddus4(a, b));
    SHOW(__vsub4(a, b));
    SHOW(__vsubss4(a, b));
    SHOW(__vsubus4(a, b));
    SHOW(__vavgs4(a, b));
    SHOW(__vavgu4(a, b));
    SHOW(__vhaddu4(a, b));
    SHOW(__vabsdiffs4(a, b));
    SHOW(__vabsdiffu4(a, b));
    SHOW(__vsads4(a, b));
    SHOW(__vsadu4(a, b));
    SHOW(__vmins4(a, b));
    SHOW(__vminu4(a, b));
    SHOW(__vmaxs4(a, b));
    SHOW(__vmaxu4(a, b));
    SHOW(__vcmpeq4(a, b));
    SHOW(__vcmpne4(a, b));
    SHOW(__vcmpges4(a, b));
    SHOW(__vcmpgeu4(a, b));
    SHOW(__vcmpgts4(a, b));
    SHOW(__vcmpgtu4(a, b));
    SHOW(__vcmples4(a, b));
    SHOW(__vcmpleu4(a, b));
    SHOW(__vcmplts4(a, b));
    SHOW(__vcmpltu4(a, b));
    SHOW(__vseteq4(a, b));
    SHOW(__vsetne4(a, b));
    SHOW(__vsetges4(a, b));
    SHOW(__vsetgeu4(a, b));
    SHOW(__vsetgts4(a, b));
    SHOW(__vsetgtu4(a, b));
    SHOW(__vsetles4(a, b));
    SHOW(__vsetleu4(a, b));
    SHOW(__vsetlts4(a, b));
    SHOW(__vsetltu4(a, b));
}

int main() {
    show_all<<<1, 1>>>(0x01020304, 0x04030201);
    show_all<<<1, 1>>>(0x7f80ff00, 0x0180ff7f);
    show_all<<<1, 1>>>(0x80818283, 0x7f7e7d80);
    show_all<<<1, 1>>>(0xfffe0180, 0x01ff0080);
    must(cudaDeviceSynchronize());
}
