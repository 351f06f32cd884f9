// form: <nvtx3/nvToolsExt.h>: ranges for a profiler
// refused: <nvtx3/nvToolsExt.h> (NVTX) is not there
#include <nvtx3/nvToolsExt.h>
int main() { nvtxRangePushA("all"); }
