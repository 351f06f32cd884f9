// fault: a search runs past the end of a list of pointers
// expect: memcheck null at=@A thread=(0,0,0) block=(0,0,0)
#include "faults.h"

struct Node {
    Node* next;
    int value;
};

constexpr int N = 8;

// Launch: grid [1], block [1].
__global__ void find(const Node* node, int value, bool* found) {
#ifdef FIXED
    while (node != nullptr && node->value != value) node = node->next;
#else
    while (node->value != value) node = node->next;  // @A
#endif
    *found = node != nullptr;
}

int main() {
    Node* nodes;
    bool* found;
    CHECK(cudaMallocManaged(&nodes, N * sizeof(Node)));
    CHECK(cudaMallocManaged(&found, sizeof(bool)));
    for (int i = 0; i < N; ++i) nodes[i] = {i + 1 < N ? &nodes[i + 1] : nullptr, i};
    find<<<1, 1>>>(nodes, N, found);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(nodes));
    CHECK(cudaFree(found));
}
