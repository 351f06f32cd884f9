// What wmma's loads and stores ask of a warp: that it is whole, that its lanes agree, that rows are aligned.
#include "cpu/tensor_cores.h"

#include <bit>
#include <cstdint>

#include "verify/cpu/runtime/ground/format.h"
#include "verify/cpu/runtime/run/block.h"

namespace cpu_device::tensor {
namespace {

struct Call {
    Tile tile;
    const Where* where;
};

[[noreturn]] void refuse(cudaError_t error, const Where& where, const std::string& why) {
    Worker::running_kernel()->fail(error, format("%s at %s:%d: %s", where.what, where.file, where.line, why.c_str()));
}

void agree(Lane* lanes, unsigned mask) {
    const auto of = [&](int lane) {
        return reinterpret_cast<const Call*>(lanes[lane].value);  // NOLINT(performance-no-int-to-ptr)
    };
    const Call& first = *of(std::countr_zero(mask));
    require_whole_warp(mask, *first.where);
    for (int lane = 1; lane < 32; ++lane) {
        const Tile &one = first.tile, &other = of(lane)->tile;
        if (one.address != other.address || one.stride != other.stride || one.layout != other.layout)
            refuse(cudaErrorLaunchFailure, *first.where,
                   format("lanes 0 and %d of a warp pass different addresses, strides or layouts", lane));
    }
}

}  // namespace

void require_whole_warp(unsigned lanes, const Where& where) {
    if (lanes != 0xffffffffu)
        refuse(cudaErrorLaunchFailure, where,
               format("it needs all 32 lanes of a warp, and %d are there", std::popcount(lanes)));
}

void enter(const Tile& tile, const Where& where) {
    if (reinterpret_cast<std::uintptr_t>(tile.address) % tile.alignment != 0)
        refuse(cudaErrorMisalignedAddress, where,
               format("the matrix does not begin at a multiple of %u bytes", tile.alignment));
    if (tile.stride % 16 != 0)
        refuse(cudaErrorMisalignedAddress, where,
               format("from row to row (ldm) there are %u bytes, which is no multiple of 16", tile.stride));
    const Call call{tile, &where};
    const Lane lane{.value = reinterpret_cast<std::uintptr_t>(&call)};
    warp_collective(agree, 0xffffffffu, lane, where);
}

}  // namespace cpu_device::tensor
