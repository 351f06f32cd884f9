// Recursive __device__ functions: single, double, mutual, and over a tree.
#include "show.h"

__device__ int result[4][8];

__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__device__ bool is_odd(int n);
__device__ bool is_even(int n) { return n == 0 || is_odd(n - 1); }
__device__ bool is_odd(int n) { return n != 0 && is_even(n - 1); }

// Sums the leaves of a binary tree stored as a heap of 15 nodes.
__device__ int leaves(const int* tree, int node) {
    if (2 * node + 1 >= 15) return tree[node];
    return leaves(tree, 2 * node + 1) + leaves(tree, 2 * node + 2);
}

__global__ void recurse() {
    const int t = threadIdx.x;
    int tree[15];
    for (int i = 0; i < 15; ++i) tree[i] = i * t;
    result[0][t] = factorial(t);
    result[1][t] = fibonacci(2 * t);
    result[2][t] = is_even(t);
    result[3][t] = leaves(tree, t % 3);
}

int main() {
    recurse<<<1, 8>>>();
    const auto host = fetch(result);
    show("factorial", host[0]);
    show("fibonacci of 2 t", host[1]);
    show("even", host[2]);
    show("sum of leaves", host[3]);
}
