// Waiting for an atomic object: a loop, wait() and notify, a lock; all between threads of different warps.
#include <cuda/atomic>

#include "show.h"

using Atomic = cuda::atomic<int, cuda::thread_scope_block>;

__device__ int order[8], message[96], locked;

#pragma nv_diag_suppress static_var_with_dynamic_init

// The warps go one after another, the last first.
__global__ void in_turn() {
    __shared__ Atomic turn;
    __shared__ int count;
    if (threadIdx.x == 0) {
        turn.store(blockDim.x / 32 - 1);
        count = 0;
    }
    __syncthreads();
    if (threadIdx.x % 32 != 0) return;
    const int warp = threadIdx.x / 32;
    while (turn.load(cuda::memory_order_acquire) != warp) {
    }
    order[warp] = count++;
    turn.store(warp - 1, cuda::memory_order_release);
}

__global__ void wait() {
    __shared__ Atomic ready;
    __shared__ int text;
    if (threadIdx.x == 0) ready.store(0);
    __syncthreads();
    if (threadIdx.x == 70) {
        text = 42;
        ready.store(1, cuda::memory_order_release);
        ready.notify_all();
    }
    __syncwarp();
    ready.wait(0, cuda::memory_order_acquire);
    message[threadIdx.x] = text;
}

__global__ void lock() {
    __shared__ Atomic taken;
    if (threadIdx.x == 0) taken.store(0);
    __syncthreads();
    if (threadIdx.x % 32 != 0) return;
    for (int i = 0; i < 10; ++i) {
        int free = 0;
        while (!taken.compare_exchange_weak(free, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed)) free = 0;
        const int before = *static_cast<volatile int*>(&locked);
        *static_cast<volatile int*>(&locked) = before + 1;
        taken.store(0, cuda::memory_order_release);
    }
}

int main() {
    in_turn<<<1, 256>>>();
    show("order", fetch(order));
    wait<<<1, 96>>>();
    const auto text = fetch(message);
    show("messages", text[0], text[31], text[64], text[95]);
    lock<<<1, 256>>>();
    show("counted under a lock", fetch(locked));
}
