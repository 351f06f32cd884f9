// form: several GPUs: cudaDeviceEnablePeerAccess, cudaMemcpyPeer
// refused: cudaMemcpyPeer (several devices) is not there yet
int main() { return cudaMemcpyPeer(nullptr, 1, nullptr, 0, 0); }
