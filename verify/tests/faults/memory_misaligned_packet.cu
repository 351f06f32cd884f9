// fault: a number is read through an int pointer out of the middle of a packet of bytes
// expect: memcheck misaligned at=@A space=global array=packets thread=(0,0,0) block=(0,0,0)
#include <cstring>

#include "faults.h"

constexpr int N = 32, PACKET = 5;  // one byte that says what it is, four of a number

// Launch: grid [1], block [N].
__global__ void unpack(const unsigned char* packets, int* numbers) {  // packets [N, PACKET], numbers [N]
    const unsigned char* number = packets + threadIdx.x * PACKET + 1;
#ifdef FIXED
    memcpy(&numbers[threadIdx.x], number, sizeof(int));
#else
    numbers[threadIdx.x] = *reinterpret_cast<const int*>(number);  // @A
#endif
}

int main() {
    unsigned char* packets;
    int* numbers;
    CHECK(cudaMalloc(&packets, N * PACKET));
    CHECK(cudaMalloc(&numbers, N * sizeof(int)));
    CHECK(cudaMemset(packets, 0, N * PACKET));
    unpack<<<1, N>>>(packets, numbers);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(packets));
    CHECK(cudaFree(numbers));
}
