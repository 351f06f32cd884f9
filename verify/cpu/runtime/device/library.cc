#include "cpu/library.h"

#include <cstdio>
#include <cstdlib>

#include "cpu/device.h"

namespace cpu_device {

void library_call(const char* name, const char* library, const Where& where) {
    cudaDeviceSynchronize();
    std::fflush(nullptr);
    std::fprintf(stderr, "%s:%d: error: CPU device: %s (%s) is not there: run this program on a GPU\n", where.file,
                 where.line, name, library);
    std::_Exit(77);  // no suitable device: a skip, and no pass. What the program did not free is no leak
}

}  // namespace cpu_device
