// cuda::counting_semaphore, binary_semaphore and latch between threads of different warps.
#include <cuda/latch>
#include <cuda/semaphore>
#include <new>

#include "show.h"

using Semaphore = cuda::counting_semaphore<cuda::thread_scope_block>;
using Mutex = cuda::binary_semaphore<cuda::thread_scope_block>;
using Latch = cuda::latch<cuda::thread_scope_block>;

__device__ int most, tries, counted, after[8];

__global__ void places() {
    __shared__ alignas(16) char room[sizeof(Semaphore)];
    __shared__ int inside;
    Semaphore& s = *reinterpret_cast<Semaphore*>(room);
    if (threadIdx.x == 0) {
        new (&s) Semaphore(3);
        inside = 0;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        s.acquire();
        atomicMax(&most, atomicAdd(&inside, 1) + 1);
        __nanosleep(1000);
        atomicSub(&inside, 1);
        s.release();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        tries = 0;
        for (int i = 0; i < 5; ++i) tries += s.try_acquire();
    }
}

__global__ void mutex() {
    __shared__ alignas(16) char room[sizeof(Mutex)];
    Mutex& m = *reinterpret_cast<Mutex*>(room);
    if (threadIdx.x == 0) new (&m) Mutex(1);
    __syncthreads();
    if (threadIdx.x % 32 != 0) return;
    for (int i = 0; i < 10; ++i) {
        m.acquire();
        const int before = *static_cast<volatile int*>(&counted);
        *static_cast<volatile int*>(&counted) = before + 1;
        m.release();
    }
}

__global__ void latch() {
    __shared__ alignas(16) char room[sizeof(Latch)];
    __shared__ int done;
    Latch& l = *reinterpret_cast<Latch*>(room);
    if (threadIdx.x == 0) {
        new (&l) Latch(2 + 32);
        done = 0;
    }
    __syncthreads();
    const int warp = threadIdx.x / 32;
    if (warp == 7) {
        atomicAdd(&done, 1);
        l.count_down();
    } else if (threadIdx.x == 3 * 32) {
        atomicAdd(&done, 1);
        l.arrive_and_wait(2);
    }
    l.wait();
    if (threadIdx.x % 32 == 0) after[warp] = done + 100 * l.try_wait();
}

int main() {
    places<<<1, 256>>>();
    show("at most three", fetch(most) <= 3 && fetch(most) >= 1, fetch(tries));
    mutex<<<1, 256>>>();
    show("counted", fetch(counted));
    latch<<<1, 256>>>();
    show("after the latch", fetch(after));
}
