// Among which threads an atomic object or a barrier works. Here all are as strong as the whole system.
#pragma once

namespace cuda {

enum thread_scope {
    thread_scope_system = 0,
    thread_scope_device = 1,
    thread_scope_block = 2,
    thread_scope_thread = 10
};

}  // namespace cuda
