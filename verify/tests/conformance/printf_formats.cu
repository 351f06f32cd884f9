// printf in a kernel: the conversions, widths, precisions and flags that CUDA supports. One thread prints.
#include <cstdio>

__global__ void print(int i, unsigned u, long long l, double d, const char* nothing) {
    printf("%d %i %u %x %X %o %c %%\n", -i, i, u, u, u, u, 'A');
    printf("[%5d] [%-5d] [%05d] [%+d] [% d]\n", i, i, i, i, i);
    printf("%lld %llu %llx %ld\n", -l, static_cast<unsigned long long>(l), static_cast<unsigned long long>(l), 5l);
    printf("%hd %hu\n", static_cast<short>(i), static_cast<unsigned short>(u));
    printf("%f %.2f [%8.3f] [%-8.1f] [%+.0f]\n", d, d, d, d, d);
    printf("%e %.3E %g %G %a\n", d, d, d, d * 1e10, d);
    printf("[%s] [%8s] [%-8s] [%.2s]\n", "text", "text", "text", "text");
    printf("%f %f %f %f\n", 1 / 0.0, -1 / 0.0, -0.0, 0.1f);
    printf("%#x %#o\n", u, u);
    if (nothing == nullptr) printf("no arguments\n");
}

int main() {
    print<<<1, 1>>>(42, 48879, 1234567890123, 3.14159, nullptr);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
