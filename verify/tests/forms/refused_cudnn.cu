// form: <cudnn.h>, <cufft.h>, <cusparse.h>, <cusolverDn.h>, <nccl.h>: other libraries
// refused: <cufft.h> (cuFFT) is not there
#include <cufft.h>
int main() {
    cufftHandle plan;
    cufftPlan1d(&plan, 8, CUFFT_C2C, 1);
}
