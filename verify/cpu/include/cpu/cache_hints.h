// Loads and stores that tell the cache what to expect. Here all are plain.
#pragma once

#include <type_traits>

#include "cpu/newer_std.h"

#define CPU_DEVICE_LOAD(name)         \
    template <class T>                \
    inline T name(const T* address) { \
        return *address;              \
    }
CPU_DEVICE_LOAD(__ldg)
CPU_DEVICE_LOAD(__ldca)
CPU_DEVICE_LOAD(__ldcg)
CPU_DEVICE_LOAD(__ldcs)
CPU_DEVICE_LOAD(__ldlu)
CPU_DEVICE_LOAD(__ldcv)
#undef CPU_DEVICE_LOAD

#define CPU_DEVICE_STORE(name)                                             \
    template <class T>                                                     \
    inline void name(T* address, ::cpu_device::type_identity_t<T> value) { \
        *address = value;                                                  \
    }
CPU_DEVICE_STORE(__stwb)
CPU_DEVICE_STORE(__stcg)
CPU_DEVICE_STORE(__stcs)
CPU_DEVICE_STORE(__stwt)
#undef CPU_DEVICE_STORE
