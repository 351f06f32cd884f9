// assert() that works in kernels too: there it ends the kernel with cudaErrorAssert instead of the process. Like the C
// header, it may be included again after NDEBUG has changed, so it has no include guard.
#include "cpu/assert.h"
#undef assert
#ifdef NDEBUG
#define assert(condition) (static_cast<void>(0))
#else
#define assert(condition)               \
    ((condition) ? static_cast<void>(0) \
                 : ::cpu_device::assert_failed(#condition, __FILE__, __LINE__, __extension__ __PRETTY_FUNCTION__))
#endif
#ifndef __cplusplus
#define static_assert _Static_assert
#endif
