// Kernel launches. The rewriter turns
//     kernel<<<grid, block, shared, stream>>>(a, b)
// into
//     ::cpu_device::launch("kernel", [&](auto&... args) __attribute__((no_sanitize_thread)) { kernel(args...); },
//                          [&](auto of) -> decltype(of(kernel)) { return of(kernel); },
//                          grid, block, shared, stream)(a, b)
// so that C++ itself resolves templates, overloads and conversions of the kernel's name. What calls a kernel is no part
// of the program, and a checker does not look at it.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cpu/errors.h"
#include "cpu/newer_std.h"
#include "cpu/vector_types.h"
#include "cpu/where.h"

namespace cpu_device {

struct LaunchConfig {
    const char* kernel;
    dim3 grid, block;
    std::size_t shared;  // bytes of dynamic shared memory
    cudaStream_t stream;
    Where where;
    bool cooperative = false;  // all blocks are there at once and may wait for each other
    // Of a grid that runs: calls see(state, i, pointer) for every argument i that is a pointer, for a checker's
    // messages.
    void (*pointers)(const void* context, void* state, void (*see)(void*, int, const void*)) = nullptr;
    const void* context = nullptr;
};

// A kernel and copies of its arguments: `thread(context)` is what one thread of the grid does. A launch may run long
// after it was queued: whoever is given a Call owns its context, and drops it.
struct Call {
    void (*thread)(const void* context) = nullptr;
    void (*pointers)(const void* context, void* state, void (*see)(void*, int, const void*)) = nullptr;
    void (*drop)(const void* context) = nullptr;
    const void* context = nullptr;
};

// Checks the configuration as CUDA does and queues the grid on its stream. Returns the launch's own error, which is
// also left for cudaGetLastError.
cudaError_t start_grid(const LaunchConfig& config, const Call& call);
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

// What a kernel is called with. Every thread gets its own copies of the arguments, as on a GPU.
template <class Kernel, class... Values>
struct Context {
    Kernel kernel;
    std::tuple<Values...> values;

    __attribute__((no_sanitize_thread)) static void thread(const void* pointer) {
        const Context& mine = *static_cast<const Context*>(pointer);
        const auto call = [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((no_sanitize_thread)) {
            mine.kernel(std::get<I>(mine.values)...);
        };
        call(std::index_sequence_for<Values...>());
    }
    static void drop(const void* pointer) { delete static_cast<const Context*>(pointer); }
    static void pointers(const void* pointer, void* state, void (*see)(void*, int, const void*)) {
        int i = 0;
        const auto one = [&](const auto& value) {
            if constexpr (std::is_pointer_v<::cpu_device::remove_cvref_t<decltype(value)>>)
                see(state, i, (const void*)value);  // perhaps volatile, or of a function
            ++i;
        };
        std::apply([&](const auto&... all) { (one(all), ...); }, static_cast<const Context*>(pointer)->values);
    }
};
template <class Kernel, class... Values>
Call make_call(Kernel kernel, Values... values) {
    using Mine = Context<Kernel, Values...>;
    return {Mine::thread, Mine::pointers, Mine::drop, new Mine{kernel, {std::move(values)...}}};
}

// An argument as the kernel's parameter, so that it is converted at the launch.
template <class Parameter, class Argument>
::cpu_device::remove_cvref_t<Parameter> pass(Argument& argument) {
    if constexpr (std::is_same_v<Argument, Zero> && std::is_convertible_v<int, Parameter>)
        return number(argument);
    else
        return std::move(argument);
}
template <class... Parameters, class... Arguments>
Call call_with(void (*kernel)(Parameters...), Arguments&... arguments) {
    return make_call(kernel, pass<Parameters>(arguments)...);
}

template <class Kernel, class... Arguments>
struct Takes : std::false_type {};
template <class... Parameters, class... Arguments>
requires(sizeof...(Parameters) == sizeof...(Arguments)) struct Takes<void (*)(Parameters...), Arguments...>
    : std::bool_constant<(std::is_convertible_v<Arguments, Parameters> && ...)> {
};

struct AddressOf {
    template <class... Parameters>
    auto operator()(void (*kernel)(Parameters...)) const {
        return kernel;
    }
};

template <class Kernel, class Address>
struct Launch {
    LaunchConfig config;
    Kernel kernel;    // calls it by its name
    Address address;  // tells its address, unless the name stands for several kernels

    template <class... Args>
    static constexpr bool known() {
        if constexpr (requires(const Address& a) { a(AddressOf()); })
            return Takes<decltype(std::declval<const Address&>()(AddressOf())), Args...>::value;
        else
            return false;
    }

    template <class... Args>
    void operator()(Args... args) const {
        if constexpr (known<Args...>()) {
            start_grid(config, call_with(address(AddressOf()), args...));
        } else {
            // By its name. What that captures are constants among its template arguments, which are never read.
            start_grid(config, make_call(kernel, std::move(args)...));
        }
    }
};

template <class Kernel, class Address>
Launch<Kernel, Address> launch(const char* name, Kernel kernel, Address address, dim3 grid, dim3 block,
                               std::size_t shared = 0, cudaStream_t stream = nullptr,
                               Where where = Where::here("launch")) {
    return {{name, grid, block, shared, stream, where}, kernel, address};
}

}  // namespace cpu_device
