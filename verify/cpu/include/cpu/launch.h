// Kernel launches. The rewriter turns
//     kernel<<<grid, block, shared, stream>>>(a, b)
// into
//     ::cpu_device::launch("kernel", [&](auto&... args) { kernel(args...); }, grid, block, shared, stream)(a, b)
// so that C++ itself resolves templates, overloads and conversions of the kernel's name.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cpu/errors.h"
#include "cpu/vector_types.h"
#include "cpu/where.h"

namespace cpu_device {

struct LaunchConfig {
    const char* kernel;
    dim3 grid, block;
    std::size_t shared;  // bytes of dynamic shared memory
    cudaStream_t stream;
    Where where;
    // Calls see(state, i, pointer) for every argument i that is a pointer; for a checker's messages.
    void (*pointers)(const void* context, void* state, void (*see)(void*, int, const void*)) = nullptr;
    const void* context = nullptr;
    bool cooperative = false;  // all blocks are there at once and may wait for each other
};

// Checks the configuration as CUDA does and calls `thread(context)` once for every thread of the grid. Returns when all
// have finished: the launch's own error, which is also left for cudaGetLastError.
cudaError_t run_grid(const LaunchConfig& config, void (*thread)(const void* context), const void* context);
cudaError_t refuse(cudaError_t error);  // the same for a launch that is not even tried

// A file whose blocks talk to each other (atomics, fences): its blocks run one after another, because their order is
// part of the result.
struct BlocksCommunicate {
    BlocksCommunicate();
};

// The literal 0 among a launch's arguments. C++ takes it for a number or a null pointer, an int only for a number: so
// the kernel is called with ints for it if that compiles, and else with this.
struct Zero {
    template <class T>
    operator T() const {
        return T();
    }
};
template <class T>
T& number(T& argument) {
    return argument;
}
inline int number(const Zero&) { return 0; }

template <class Kernel>
struct Launch {
    LaunchConfig config;
    Kernel kernel;

    // Arguments are copied at the launch, and every thread gets its own copy of them, as on a GPU.
    template <class... Args>
    cudaError_t start(Args... args) const {
        struct Context {
            const Kernel& kernel;
            std::tuple<Args...> values;
        } context{kernel, {std::move(args)...}};
        const auto thread = [](const void* pointer) __attribute__((no_sanitize_thread)) {
            const Context& mine = *static_cast<const Context*>(pointer);
            const auto call = [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((no_sanitize_thread)) {
                mine.kernel(std::get<I>(mine.values)...);
            };
            call(std::index_sequence_for<Args...>());
        };
        LaunchConfig launched = config;
        launched.context = &context;
        launched.pointers = [](const void* pointer, void* state, void (*see)(void*, int, const void*)) {
            const Context& mine = *static_cast<const Context*>(pointer);
            int i = 0;
            const auto one = [&](const auto& value) {
                if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(value)>>)
                    see(state, i, reinterpret_cast<const void*>(value));
                ++i;
            };
            std::apply([&](const auto&... values) { (one(values), ...); }, mine.values);
        };
        return run_grid(launched, thread, &context);
    }

    template <class... Args>
    void operator()(Args... args) const {
        start(std::move(args)...);
    }
};

template <class Kernel>
Launch<Kernel> launch(const char* name, Kernel kernel, dim3 grid, dim3 block, std::size_t shared = 0,
                      cudaStream_t stream = nullptr, Where where = Where::here("launch")) {
    return {{name, grid, block, shared, stream, where}, kernel};
}

}  // namespace cpu_device
