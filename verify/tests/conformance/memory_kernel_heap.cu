// malloc, free, new and delete inside a kernel: memory of the device's heap that outlives the thread and the kernel.
#include "show.h"

__device__ int* kept[4];
__device__ int result[4];
__device__ bool failed;

struct Node {
    int value;
    Node* next;
};

__global__ void allocate() {
    int* const data = static_cast<int*>(malloc(8 * sizeof(int)));
    if (data == nullptr) failed = true;
    for (int i = 0; i < 8; ++i) data[i] = threadIdx.x * i;
    kept[threadIdx.x] = data;
}

__global__ void use() {
    Node* list = nullptr;
    for (int i = 0; i < 8; ++i) list = new Node{kept[threadIdx.x][i], list};
    int sum = 0;
    while (list != nullptr) {
        sum += list->value;
        Node* const next = list->next;
        delete list;
        list = next;
    }
    result[threadIdx.x] = sum;
    free(kept[threadIdx.x]);
}

int main() {
    allocate<<<1, 4>>>();
    use<<<1, 4>>>();
    show("sums", fetch(result));
    show("failed", fetch(failed).value);
}
