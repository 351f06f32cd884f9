// form: hints for managed memory: cudaMemPrefetchAsync, cudaMemAdvise
// refused: cudaMemPrefetchAsync (hints for managed memory) is not there yet
int main() {
    int* values;
    cudaMallocManaged(&values, 4);
    cudaMemPrefetchAsync(values, 4, {cudaMemLocationTypeDevice, 0}, 0);
}
