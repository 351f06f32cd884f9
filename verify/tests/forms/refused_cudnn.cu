// form: <cudnn.h>, <cufft.h>, <cusparse.h>, <cusolverDn.h>, <nccl.h>, <nvml.h>: a call that is reached
// refused: cufftPlan1d (cuFFT) is not there: run this program on a GPU
#include <cudnn.h>
#include <cufft.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nccl.h>
#include <nvml.h>
int main() {
    cufftHandle plan;
    cufftPlan1d(&plan, 8, CUFFT_C2C, 1);
}
