// cuda::atomic and cuda::atomic_ref: what every operation returns, of every kind of type, and sums over a grid.
#include <cuda/atomic>

#include "show.h"

__device__ double values[5][14];
__device__ unsigned bits[6];
__device__ int pointed[4], flags[2];
__device__ cuda::atomic<int, cuda::thread_scope_device> counter;
__device__ float total;
__device__ unsigned char small;

template <class T>
__device__ void operate(double* y) {
    cuda::atomic<T, cuda::thread_scope_block> x(T(5));
    y[0] = x.exchange(T(6), cuda::memory_order_release);
    y[1] = x.fetch_min(T(4), cuda::memory_order_relaxed);
    y[2] = x.fetch_max(T(9), cuda::memory_order_acquire);
    T expected = T(1);
    y[3] = x.compare_exchange_strong(expected, T(2));
    y[4] = expected;
    y[5] = x.compare_exchange_strong(expected, T(2), cuda::memory_order_acq_rel, cuda::memory_order_relaxed);
    y[6] = x.load(cuda::memory_order_acquire);
    x.store(T(11), cuda::memory_order_release);
    y[7] = x.fetch_add(T(3));
    y[8] = x.fetch_sub(T(1), cuda::memory_order_seq_cst);
    y[9] = x += T(2);
    y[10] = x -= T(5);
    x = T(7);
    y[11] = x;
    T plain = T(8);
    cuda::atomic_ref<T, cuda::thread_scope_system> ref(plain);
    y[12] = ref.fetch_add(T(1));
    y[13] = plain;
}

__global__ void operations() {
    operate<int>(values[0]);
    operate<unsigned long long>(values[1]);
    operate<short>(values[2]);
    operate<float>(values[3]);
    operate<double>(values[4]);
    cuda::atomic<unsigned> x(0xf0u);
    bits[0] = x.fetch_and(0x3cu);
    bits[1] = x.fetch_or(0x03u);
    bits[2] = x.fetch_xor(0xffu);
    bits[3] = x &= 0xf0u;
    bits[4] = x++;
    bits[5] = --x;
    cuda::atomic<int*> p(pointed);
    *p.fetch_add(2) = 10;
    *p.load() = 12;
    *(p -= 1) = 11;
    cuda::atomic<bool> flag(false);
    flags[0] = flag.exchange(true);
    flags[1] = flag.load();
}

__global__ void add() {
    counter.fetch_add(threadIdx.x, cuda::memory_order_relaxed);
    cuda::atomic_ref<float, cuda::thread_scope_device>(total).fetch_add(0.5f, cuda::memory_order_relaxed);
    cuda::atomic_ref<unsigned char, cuda::thread_scope_device>(small).fetch_add(3, cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}

int main() {
    operations<<<1, 1>>>();
    const auto v = fetch(values);
    const char* const names[] = {"int", "unsigned long long", "short", "float", "double"};
    for (int i = 0; i < 5; ++i) show(names[i], v[i]);
    show("bits", fetch(bits));
    show("pointers", fetch(pointed));
    show("flags", fetch(flags));
    add<<<8, 100>>>();
    must(cudaDeviceSynchronize());
    int sum = 0;
    must(cudaMemcpyFromSymbol(&sum, counter, sizeof sum));
    show("sums", sum, fetch(total), static_cast<int>(fetch(small)));
}
