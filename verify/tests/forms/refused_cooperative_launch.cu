// form: cudaLaunchCooperativeKernel: a grid whose blocks wait for each other
// refused: cudaLaunchCooperativeKernel (grids whose blocks wait for each other) is not there yet
__global__ void nothing() {}
int main() { return cudaLaunchCooperativeKernel(nothing, 1, 32, nullptr, 0, nullptr); }
