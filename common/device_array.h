// A device array that trusts nobody: poison, canaries, inputs that must not change. Day 008 writes this out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/check.h"

namespace common {

// Prints one line about damage that a kernel did. Later gates still run, and then the program fails even if every gate
// passes.
inline void report_damage(const std::string& line) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", line.c_str());
    const auto fail = [](int exit_code, void*) {
        if (exit_code != 0) return;  // a failure already
        std::fflush(nullptr);
        std::_Exit(1);
    };
    static const int registered = on_exit(fail, nullptr);
    (void)registered;
}

// n elements of T in device memory; it moves and never copies.
//
//     | canary, 256 bytes | n elements | canary, 256 bytes |
//     base_               data()
//
// The canaries keep data() on the alignment of the allocation, and are looked at when the array ends. With
// DAYBREAK_EXACT=1 there are none: a checker must see the true ends of the array.
//
// An array that got its contents from the host is an input as long as only const data() has been asked for: make inputs
// const. When it ends, its bytes must still be the same.
template <class T>
class DeviceArray {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>, "elements are copied as bytes");
    static_assert(!std::is_same_v<T, bool>, "std::vector<bool> is no array: use unsigned char");

 public:
    // Poisoned with bytes 0xFF: NaN for float, double and half, -1 for signed integers. Under DAYBREAK_EXACT the memory
    // stays unwritten instead, since a checker takes poison for data and would not see a read of what nobody wrote.
    explicit DeviceArray(std::size_t n, Where where = Where::current()) : where_(where), size_(n) {
        allocate();
        if (canary_ > 0) fill_poison();
    }

    // A copy of host data: an input, until data() of a non-const array is asked for.
    explicit DeviceArray(const std::vector<T>& host, Where where = Where::current())
        : where_(where), size_(host.size()) {
        allocate();
        copy_in(host, where);
    }

    DeviceArray(DeviceArray&& other) noexcept { swap(other); }
    DeviceArray& operator=(DeviceArray&& other) noexcept {
        DeviceArray(std::move(other)).swap(*this);
        return *this;
    }
    ~DeviceArray() { release(); }

    std::size_t size() const { return size_; }
    const T* data() const { return data_; }

    // For writing: from here on the array is no input any more.
    T* data() {
        lent_ = true;
        input_ = {};
        return data_;
    }

    // Waits for the default stream and returns a copy of the elements.
    std::vector<T> to_host(Where where = Where::current()) const {
        std::vector<T> host(size_);
        check(cudaMemcpy(host.data(), data_, bytes(), cudaMemcpyDeviceToHost), "DeviceArray::to_host", where);
        return host;
    }

    // Replaces all elements; `host` must have size() elements, or one line says so and the program ends with 3.
    void upload(const std::vector<T>& host, Where where = Where::current()) {
        if (host.size() != size_)
            stop(EXIT_CUDA_ERROR, joined({place(where), ": upload: the device array has ", std::to_string(size_),
                                          " elements, the host array ", std::to_string(host.size())}));
        check_input();  // what is about to be overwritten can no longer be checked at the end
        copy_in(host, where);
    }

    // Overwrites all elements with bytes 0xFF, so that an element that nobody writes next is found.
    void poison() {
        check_input();
        input_ = {};
        fill_poison();
    }

 private:
    static constexpr std::size_t CANARY = 256;  // bytes; the alignment that cudaMalloc promises
    static constexpr unsigned char CANARY_BYTE = 0xA5, POISON_BYTE = 0xFF;

    std::size_t bytes() const { return size_ * sizeof(T); }

    void allocate() {
        if (size_ > (SIZE_MAX - 2 * CANARY) / sizeof(T))
            stop(EXIT_CUDA_ERROR, joined({title(), ": no device holds that; was the size negative?"}));
        canary_ = switched_on("DAYBREAK_EXACT") ? 0 : CANARY;
        const std::size_t all = bytes() + 2 * canary_;
        if (all == 0) return;
        check(cudaMalloc(&base_, all), joined({"cudaMalloc of ", std::to_string(all), " bytes"}).c_str(), where_);
        data_ = reinterpret_cast<T*>(base_ + canary_);
        if (canary_ > 0) check(cudaMemset(base_, CANARY_BYTE, all), "cudaMemset", where_);
    }

    // Both wait for the device: a kernel on a non-blocking stream must not overtake them.
    void fill_poison() {
        check(cudaMemset(data_, POISON_BYTE, bytes()), "cudaMemset", where_);
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize", where_);
    }
    void copy_in(const std::vector<T>& host, Where where) {
        check(cudaMemcpy(data_, host.data(), bytes(), cudaMemcpyHostToDevice), "DeviceArray::upload", where);
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize", where);
        if (lent_) return;
        // What comes back now must come back at the end, even where every copy to the host arrives scrambled
        // (DAYBREAK_SCRAMBLE of the CPU device).
        input_.resize(size_);
        check(cudaMemcpy(input_.data(), data_, bytes(), cudaMemcpyDeviceToHost), "DeviceArray::upload", where);
    }

    void release() {
        if (base_ == nullptr) return;
        const cudaError_t done = cudaDeviceSynchronize();
        if (done == cudaErrorCudartUnloading) return;  // a global array: the runtime ended before it, and freed it
        check(done, "kernels before the end of a DeviceArray", where_);
        check_input();
        check_canaries();
        check(cudaFree(base_), "cudaFree", where_);
    }

    void check_canaries() const {
        if (canary_ == 0) return;
        std::vector<unsigned char> before(canary_), after(canary_);
        check(cudaMemcpy(before.data(), base_, canary_, cudaMemcpyDeviceToHost), "cudaMemcpy", where_);
        check(cudaMemcpy(after.data(), base_ + canary_ + bytes(), canary_, cudaMemcpyDeviceToHost), "cudaMemcpy",
              where_);
        std::size_t below = 0, above = 0;  // bytes beside the array that are as they were
        while (below < canary_ && before[canary_ - 1 - below] == CANARY_BYTE) ++below;
        while (above < canary_ && after[above] == CANARY_BYTE) ++above;
        if (below < canary_)
            report_damage(
                joined({title(), ": written before its start, at element [-", std::to_string(below / sizeof(T) + 1),
                        "], ", std::to_string(below), " bytes before the first"}));
        if (above < canary_)
            report_damage(
                joined({title(), ": written past its end, at element [", std::to_string(size_ + above / sizeof(T)),
                        "], ", std::to_string(above), " bytes after the last"}));
    }

    // Reads the device a part at a time: an input may be a whole data set.
    void check_input() const {
        constexpr std::size_t MIB = 1 << 20, PART = sizeof(T) < MIB ? MIB / sizeof(T) : 1;  // elements
        std::vector<T> part;
        for (std::size_t first = 0, count; first < input_.size(); first += count) {
            count = input_.size() - first < PART ? input_.size() - first : PART;
            part.resize(count);
            check(cudaMemcpy(part.data(), data_ + first, count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy",
                  where_);
            if (std::memcmp(&input_[first], part.data(), count * sizeof(T)) == 0) continue;  // bytes: NaN equals NaN
            for (std::size_t i = 0; i < count; ++i) {
                const T &was = input_[first + i], &is = part[i];
                if (std::memcmp(&was, &is, sizeof(T)) == 0) continue;
                report_damage(joined({title(), ": this input was changed, first at element [",
                                      std::to_string(first + i), "]", change(was, is)}));
                return;
            }
        }
    }

    // ", from 0.25 to 3" where the elements are numbers.
    static std::string change(const T& was, const T& is) {
        char text[80] = "";
        if constexpr (std::is_arithmetic_v<T>)
            std::snprintf(text, sizeof text, ", from %.9g to %.9g", double(was), double(is));
        return text;
    }

    std::string title() const {
        return joined({place(where_), ": device array of ", std::to_string(size_), " elements (",
                       std::to_string(sizeof(T)), " bytes each)"});
    }

    void swap(DeviceArray& other) noexcept {
        std::swap(where_, other.where_);
        std::swap(size_, other.size_);
        std::swap(canary_, other.canary_);
        std::swap(base_, other.base_);
        std::swap(data_, other.data_);
        std::swap(lent_, other.lent_);
        input_.swap(other.input_);
    }

    Where where_;                    // the line that made the array: messages name it
    std::size_t size_ = 0;           // elements
    std::size_t canary_ = 0;         // bytes at each end
    unsigned char* base_ = nullptr;  // what cudaMalloc gave
    T* data_ = nullptr;              // base_ + canary_
    bool lent_ = false;              // a pointer for writing has been given away
    std::vector<T> input_;           // what the bytes must still be at the end; empty when the array is no input
};

}  // namespace common
