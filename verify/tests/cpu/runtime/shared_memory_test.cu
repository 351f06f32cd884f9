// Shared memory: one for each block, poisoned when the block begins, static or dynamic, of any type, in any function.
#include <gtest/gtest.h>

#include <numeric>

#include "common/device_array.h"

namespace {

using common::DeviceArray;

// ---- Poison -----------------------------------------------------------------------------------

constexpr int N = 64;  // words

// Counts the words that are not poison, and leaves something behind for the next block to find.
__global__ void find_leftovers(int* found) {
    __shared__ unsigned fixed[N];
    extern __shared__ unsigned sized[];
    int count = 0;
    if (threadIdx.x == 0)
        for (int i = 0; i < N; ++i) count += (fixed[i] != 0xffffffffu) + (sized[i] != 0xffffffffu);
    found[blockIdx.x * blockDim.x + threadIdx.x] = count;
    __syncthreads();
    fixed[threadIdx.x] = sized[threadIdx.x] = 0;
}

TEST(Poison, FillsSharedMemoryBeforeEveryBlock) {
    for (int launch = 0; launch < 2; ++launch) {
        DeviceArray<int> found(100 * N);
        find_leftovers<<<100, N, N * sizeof(unsigned)>>>(found.data());
        CHECK_LAUNCH();
        EXPECT_EQ(found.to_host(), std::vector<int>(100 * N, 0));
    }
}

__global__ void read_float(float* y) {
    __shared__ float x;
    y[0] = x;
}

TEST(Poison, IsNotANumber) {
    DeviceArray<float> y(std::vector<float>{0.0f});
    read_float<<<1, 1>>>(y.data());
    CHECK_LAUNCH();
    EXPECT_TRUE(std::isnan(y.to_host()[0]));
}

// ---- Declarations -----------------------------------------------------------------------------

// Launches `kernel(y)` with one block of n threads and compares y with 0, 1, 2, ...
template <class Kernel>
void expect_counting(Kernel kernel, int n, std::size_t bytes = 0) {
    std::vector<int> want(n);
    std::iota(want.begin(), want.end(), 0);
    DeviceArray<int> y(n);
    kernel<<<1, n, bytes>>>(y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), want);
}

// Each thread writes its place and reads another's, so that a variable that is not shared shows.
__device__ unsigned partner() { return blockDim.x - 1 - threadIdx.x; }

__global__ void one_dimension(int* y) {
    __shared__ int x[N];
    x[threadIdx.x] = partner();
    __syncthreads();
    y[threadIdx.x] = x[partner()];
}

__global__ void two_dimensions(int* y) {
    __shared__ int x[4][N / 4 + 1];
    x[threadIdx.x % 4][threadIdx.x / 4] = partner();
    __syncthreads();
    y[threadIdx.x] = x[partner() % 4][partner() / 4];
}

__global__ void several(int* y) {
    __shared__ int x[N], z, *pointer;
    __shared__ short w[N];
    x[threadIdx.x] = partner();
    w[threadIdx.x] = 1;
    if (threadIdx.x == 7) z = 1, pointer = x;
    __syncthreads();
    y[threadIdx.x] = pointer[partner()] + w[partner()] - z;
}

struct Pair {
    int a;
    double b;
};
__global__ void structures(int* y) {
    __shared__ Pair x[N];
    __shared__ struct { int a; } z[N];
    x[threadIdx.x] = {static_cast<int>(partner()), 2.0};
    z[threadIdx.x].a = 2;
    __syncthreads();
    y[threadIdx.x] = x[partner()].a + static_cast<int>(x[partner()].b) - z[partner()].a;
}

__global__ void qualified(int* y) {
    volatile __shared__ int x[N];
    static __shared__ int z[N];
    x[threadIdx.x] = z[threadIdx.x] = partner();
    __syncthreads();
    y[threadIdx.x] = 2 * x[partner()] - z[partner()];
}

TEST(Declaration, OfOneDimension) { expect_counting(one_dimension, N); }
TEST(Declaration, OfTwoDimensions) { expect_counting(two_dimensions, N); }
TEST(Declaration, OfSeveralVariables) { expect_counting(several, N); }
TEST(Declaration, OfStructures) { expect_counting(structures, N); }
TEST(Declaration, WithQualifiers) { expect_counting(qualified, N); }

template <class T, int SIZE>
__global__ void dependent(int* y) {
    __shared__ T x[SIZE], z[SIZE][2];
    x[threadIdx.x] = z[threadIdx.x][1] = static_cast<T>(partner());
    __syncthreads();
    y[threadIdx.x] = static_cast<int>(2 * x[partner()] - z[partner()][1]) + (sizeof x != SIZE * sizeof(T));
}

TEST(Declaration, ThatDependsOnATemplate) {
    expect_counting(dependent<int, N>, N);
    expect_counting(dependent<double, 2 * N>, 2 * N);
}

template <class T>
__device__ bool aligned(const T& x, unsigned bytes) {
    return reinterpret_cast<std::size_t>(&x) % bytes == 0;
}

__global__ void alignments(int* good) {
    __shared__ char odd;
    __shared__ double x;
    __shared__ __align__(16) char after[3];
    __shared__ alignas(32) char standard[3];
    alignas(64) __shared__ char before[3];
    __shared__ float4 vector;
    odd = after[0] = standard[0] = before[0] = 0;
    good[0] =
        aligned(x, 8) && aligned(after, 16) && aligned(standard, 32) && aligned(before, 64) && aligned(vector, 16);
}

TEST(Declaration, KeepsItsAlignment) {
    DeviceArray<int> good(1);
    alignments<<<1, 1, 5>>>(good.data());
    CHECK_LAUNCH();
    EXPECT_EQ(good.to_host()[0], 1);
}

// ---- Functions --------------------------------------------------------------------------------

__device__ int* in_first() {
    __shared__ int x[N];
    return x;
}
__device__ int* in_second() {
    __shared__ int x[N];
    return x;
}

__global__ void functions(int* y) {
    __shared__ int x[N];
    const auto in_lambda = [] {
        __shared__ int z[N];
        return z;
    };
    in_first()[threadIdx.x] = 1;
    in_second()[threadIdx.x] = 2;
    in_lambda()[threadIdx.x] = partner();
    x[threadIdx.x] = 4;
    __syncthreads();
    y[threadIdx.x] = in_lambda()[partner()] + in_first()[partner()] + in_second()[partner()] + x[partner()] - 7;
}

TEST(Function, HasItsOwnVariablesAtEveryCall) { expect_counting(functions, N); }

__global__ void add_in_block(int* sum) {
    __shared__ int mine;
    if (threadIdx.x == 0) mine = 0;
    __syncthreads();
    for (unsigned i = 0; i < blockDim.x; ++i) {
        if (threadIdx.x == i) mine += blockIdx.x;
        __syncthreads();
    }
    if (threadIdx.x == 0) sum[blockIdx.x] = mine;
}

TEST(Function, OfAnotherBlockHasAnotherVariable) {
    DeviceArray<int> sum(200);
    add_in_block<<<200, 5>>>(sum.data());
    CHECK_LAUNCH();
    const std::vector<int> got = sum.to_host();
    for (int block = 0; block < 200; ++block) EXPECT_EQ(got[block], 5 * block);
}

// ---- Dynamic ----------------------------------------------------------------------------------

extern __shared__ __align__(16) unsigned char of_the_file[];

template <class T>
__device__ T read(const T* x, int i) {
    return x[i];
}

__global__ void in_kernel(int* y) {
    extern __shared__ int buffer[];
    __shared__ int fixed[N];  // beside it
    buffer[threadIdx.x] = partner();
    fixed[threadIdx.x] = -1;
    __syncthreads();
    y[threadIdx.x] = buffer[partner()];
}

__global__ void in_rows(int* y) {
    extern __shared__ int rows[][4];
    rows[threadIdx.x][3] = partner();
    __syncthreads();
    y[threadIdx.x] = rows[partner()][3];
}

template <class T>
__global__ void in_template(int* y) {
    alignas(16) extern __shared__ unsigned char bytes[];
    T* const x = reinterpret_cast<T*>(bytes);
    x[threadIdx.x] = static_cast<T>(partner());
    __syncthreads();
    y[threadIdx.x] = static_cast<int>(x[partner()]);
}

__global__ void in_file(int* y) {
    int* const x = (int*)of_the_file;
    x[threadIdx.x] = partner();
    __syncthreads();
    y[blockIdx.x * blockDim.x + threadIdx.x] =
        read(reinterpret_cast<const int*>(of_the_file), partner()) + (of_the_file != (void*)x);
}

TEST(Dynamic, InAKernel) { expect_counting(in_kernel, N, N * sizeof(int)); }
TEST(Dynamic, InRows) { expect_counting(in_rows, N, N * 4 * sizeof(int)); }
TEST(Dynamic, InATemplate) {
    expect_counting(in_template<short>, N, N * sizeof(short));
    expect_counting(in_template<double>, N, N * sizeof(double));
}
TEST(Dynamic, OutsideFunctions) {
    expect_counting(in_file, N, N * sizeof(int));
    DeviceArray<int> y(500 * N);  // each block has its own, on whatever core it runs
    in_file<<<500, N, N * sizeof(int)>>>(y.data());
    CHECK_LAUNCH();
    const std::vector<int> got = y.to_host();
    for (int i = 0; i < 500 * N; ++i) ASSERT_EQ(got[i], i % N);
}
TEST(Dynamic, OfTheLargestSize) { expect_counting(in_template<int>, N, 48 * 1024); }

}  // namespace
