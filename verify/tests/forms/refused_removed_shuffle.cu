// form: warp functions without a mask: __shfl_down, __shfl, __ballot, __any
// refused: __shfl_down was removed in CUDA 13: use __shfl_down_sync with the mask of the lanes that take part
template <class T>
__global__ void sum(T* x) {
    T mine = x[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) mine += __shfl_down(mine, step);
    x[threadIdx.x] = mine;
}
int main() { sum<<<1, 32>>>(static_cast<int*>(nullptr)); }
