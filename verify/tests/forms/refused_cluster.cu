// form: thread block clusters: __cluster_dims__
// refused: __cluster_dims__ (thread block clusters) is not there yet
__global__ void __cluster_dims__(2, 1, 1) nothing() {}
int main() { nothing<<<2, 32>>>(); }
