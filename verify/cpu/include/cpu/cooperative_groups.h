// Cooperative groups: the block, tiles of a warp, the lanes that came together, the grid, and a cluster of one block. A
// group of lanes is its mask, and what it does are the functions of cpu/warp.h.
#pragma once

#include <cstring>
#include <type_traits>
#include <utility>

#include "cpu/barrier.h"
#include "cpu/intrinsics.h"
#include "cpu/newer_std.h"
#include "cpu/thread.h"
#include "cpu/thread_scope.h"
#include "cpu/wait.h"
#include "cpu/warp.h"

#define CPU_DEVICE_HERE(name) ::cpu_device::Where where = ::cpu_device::Where::here(name)

namespace cpu_device {

inline unsigned block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
inline unsigned rank_in_block() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
inline unsigned rank_in_warp() { return rank_in_block() % 32; }
inline unsigned long long rank_in_grid() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}

// A shuffle of any type of up to 32 bytes, 8 at a time.
template <class T>
T shuffle_any(WarpFunction function, unsigned mask, T value, int operand, int width, const Where& where) {
    static_assert(std::is_trivially_copyable_v<T>, "a group shuffles what can be copied byte by byte");
    static_assert(sizeof(T) <= 32, "a group shuffles types of up to 32 bytes");
    if constexpr (sizeof(T) <= 8) {
        return shuffle(function, mask, value, operand, width, where);
    } else {
        unsigned long long pieces[(sizeof(T) + 7) / 8]{};
        std::memcpy(pieces, &value, sizeof(T));
        for (unsigned long long& piece : pieces) piece = shuffle(function, mask, piece, operand, width, where);
        std::memcpy(static_cast<void*>(&value), pieces, sizeof(T));
        return value;
    }
}

// The bits of `lanes` at the places that `mask` names, side by side.
inline unsigned pack_lanes(unsigned mask, unsigned lanes) {
    unsigned packed = 0, rank = 0;
    for (; mask != 0; mask &= mask - 1, ++rank) packed |= (lanes & mask & -mask) != 0 ? 1u << rank : 0u;
    return packed;
}

// The lane of that rank in `mask`; one that has none is the last lane, whose value means nothing.
inline int lane_of_rank(unsigned mask, unsigned rank) {
    if (mask == ~0u) return static_cast<int>(rank % 32);
    for (; rank > 0 && mask != 0; --rank) mask &= mask - 1;
    return mask != 0 ? __builtin_ctz(mask) : 31;
}

}  // namespace cpu_device

namespace cooperative_groups {

// ---- Any group --------------------------------------------------------------------------------

class thread_group {
 public:
    static constexpr cuda::thread_scope thread_scope = cuda::thread_scope_device;

    unsigned long long size() const { return num_threads(); }
    unsigned long long num_threads() const;
    unsigned long long thread_rank() const;
    void sync(CPU_DEVICE_HERE("thread_group::sync()")) const;
    unsigned get_type() const { return kind_; }

 protected:
    enum Kind : unsigned { grid_kind = 2, block_kind = 4, cluster_kind = 6, lanes_kind = 8 };

    explicit thread_group(Kind kind) : kind_(kind) {}
    thread_group(unsigned mask, unsigned meta_rank, unsigned meta_size)
        : kind_(lanes_kind), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

    friend thread_group tiled_partition(const thread_group& parent, unsigned size, cpu_device::Where where);
    thread_group tile_of_block(unsigned size) const;
    thread_group tile_of_lanes(unsigned size) const;
    unsigned rank_in_mask() const {
        return static_cast<unsigned>(__popc(mask_ & ((1u << cpu_device::rank_in_warp()) - 1)));
    }

    Kind kind_;
    unsigned mask_ = 0;  // of a group of lanes, as what follows: which of its parent's parts it is
    unsigned meta_rank_ = 0, meta_size_ = 1;
};

// ---- The block --------------------------------------------------------------------------------

class thread_block : public thread_group {
 public:
    static constexpr cuda::thread_scope thread_scope = cuda::thread_scope_block;
    struct arrival_token {};

    static void sync(CPU_DEVICE_HERE("thread_block::sync()")) { cpu_device::block_barrier(0, where); }
    arrival_token barrier_arrive() const { return {}; }
    void barrier_wait(arrival_token&&, CPU_DEVICE_HERE("thread_block::barrier_wait()")) const {
        cpu_device::block_barrier(0, where);
    }
    static unsigned size() { return num_threads(); }
    static unsigned num_threads() { return cpu_device::block_threads(); }
    static unsigned thread_rank() { return cpu_device::rank_in_block(); }
    static dim3 group_index() { return blockIdx; }
    static dim3 thread_index() { return threadIdx; }
    static dim3 dim_threads() { return blockDim; }
    static dim3 group_dim() { return blockDim; }

 private:
    friend thread_block this_thread_block();
    thread_block() : thread_group(block_kind) {}
};

inline thread_block this_thread_block() { return {}; }

// ---- Lanes that came together -----------------------------------------------------------------

class coalesced_group : public thread_group {
 public:
    static constexpr cuda::thread_scope thread_scope = cuda::thread_scope_block;

    unsigned size() const { return num_threads(); }
    unsigned num_threads() const { return static_cast<unsigned>(__popc(mask_)); }
    unsigned thread_rank() const { return rank_in_mask(); }
    unsigned meta_group_rank() const { return meta_rank_; }
    unsigned meta_group_size() const { return meta_size_; }
    void sync(CPU_DEVICE_HERE("coalesced_group::sync()")) const { __syncwarp(mask_, where); }

    template <class T>
    T shfl(T value, int source, CPU_DEVICE_HERE("coalesced_group::shfl()")) const {
        return from(value, cpu_device::lane_of_rank(mask_, static_cast<unsigned>(source)), where);
    }
    template <class T>
    T shfl_up(T value, int delta, CPU_DEVICE_HERE("coalesced_group::shfl_up()")) const {
        const unsigned rank = thread_rank(), by = static_cast<unsigned>(delta);
        return from(value, cpu_device::lane_of_rank(mask_, by <= rank ? rank - by : rank), where);
    }
    template <class T>
    T shfl_down(T value, unsigned delta, CPU_DEVICE_HERE("coalesced_group::shfl_down()")) const {
        const unsigned rank = thread_rank(), left = size() - rank;
        return from(value, cpu_device::lane_of_rank(mask_, delta < left ? rank + delta : rank), where);
    }
    int any(int predicate, CPU_DEVICE_HERE("coalesced_group::any()")) const {
        return __any_sync(mask_, predicate, where);
    }
    int all(int predicate, CPU_DEVICE_HERE("coalesced_group::all()")) const {
        return __all_sync(mask_, predicate, where);
    }
    unsigned ballot(int predicate, CPU_DEVICE_HERE("coalesced_group::ballot()")) const {
        return cpu_device::pack_lanes(mask_, __ballot_sync(mask_, predicate, where));
    }
    template <class T>
    unsigned match_any(T value, CPU_DEVICE_HERE("coalesced_group::match_any()")) const {
        return cpu_device::pack_lanes(mask_, __match_any_sync(mask_, value, where));
    }
    template <class T>
    unsigned match_all(T value, int& equal, CPU_DEVICE_HERE("coalesced_group::match_all()")) const {
        return cpu_device::pack_lanes(mask_, __match_all_sync(mask_, value, &equal, where));
    }

 private:
    friend struct lane_groups;
    coalesced_group(unsigned mask, unsigned meta_rank, unsigned meta_size) : thread_group(mask, meta_rank, meta_size) {}
    explicit coalesced_group(const thread_group& lanes) : thread_group(lanes) {}

    template <class T>
    T from(T value, int lane, const cpu_device::Where& where) const {
        return cpu_device::shuffle_any(cpu_device::shuffle_index, mask_, value, lane, 32, where);
    }
};

// ---- Tiles ------------------------------------------------------------------------------------

// `Size` neighbours of a warp. Its parent is void when it is not known at compile time.
template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_group {
 public:
    static constexpr cuda::thread_scope thread_scope = cuda::thread_scope_block;

    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned thread_rank() { return cpu_device::rank_in_block() % Size; }
    unsigned meta_group_rank() const { return meta_rank_; }
    unsigned meta_group_size() const { return meta_size_; }

    static void sync(CPU_DEVICE_HERE("thread_block_tile::sync()")) { __syncwarp(mask(), where); }
    template <class T>
    T shfl(T value, int source, CPU_DEVICE_HERE("thread_block_tile::shfl()")) const {
        return cpu_device::shuffle_any(cpu_device::shuffle_index, mask(), value, source, Size, where);
    }
    template <class T>
    T shfl_up(T value, unsigned delta, CPU_DEVICE_HERE("thread_block_tile::shfl_up()")) const {
        return cpu_device::shuffle_any(cpu_device::shuffle_up, mask(), value, static_cast<int>(delta), Size, where);
    }
    template <class T>
    T shfl_down(T value, unsigned delta, CPU_DEVICE_HERE("thread_block_tile::shfl_down()")) const {
        return cpu_device::shuffle_any(cpu_device::shuffle_down, mask(), value, static_cast<int>(delta), Size, where);
    }
    template <class T>
    T shfl_xor(T value, unsigned bits, CPU_DEVICE_HERE("thread_block_tile::shfl_xor()")) const {
        return cpu_device::shuffle_any(cpu_device::shuffle_xor, mask(), value, static_cast<int>(bits), Size, where);
    }
    int any(int predicate, CPU_DEVICE_HERE("thread_block_tile::any()")) const {
        return __any_sync(mask(), predicate, where);
    }
    int all(int predicate, CPU_DEVICE_HERE("thread_block_tile::all()")) const {
        return __all_sync(mask(), predicate, where);
    }
    unsigned ballot(int predicate, CPU_DEVICE_HERE("thread_block_tile::ballot()")) const {
        return __ballot_sync(mask(), predicate, where) >> first_lane();
    }
    template <class T>
    unsigned match_any(T value, CPU_DEVICE_HERE("thread_block_tile::match_any()")) const {
        return __match_any_sync(mask(), value, where) >> first_lane();
    }
    template <class T>
    unsigned match_all(T value, int& equal, CPU_DEVICE_HERE("thread_block_tile::match_all()")) const {
        return __match_all_sync(mask(), value, &equal, where) >> first_lane();
    }

    template <class Other>
    requires(std::is_void_v<Parent> && !std::is_void_v<Other>)
        thread_block_tile(const thread_block_tile<Size, Other>& tile)
        : thread_group(tile) {}

 private:
    friend struct lane_groups;
    thread_block_tile(unsigned meta_rank, unsigned meta_size) : thread_group(mask(), meta_rank, meta_size) {}

    static unsigned first_lane() { return cpu_device::rank_in_warp() / Size * Size; }
    static unsigned mask() { return ~0u >> (32 - Size) << first_lane(); }
};

// What makes groups of lanes, and sees their masks.
struct lane_groups {
    static coalesced_group lanes(unsigned mask, unsigned rank = 0, unsigned size = 1) { return {mask, rank, size}; }
    static coalesced_group lanes(const thread_group& group) { return coalesced_group(group); }
    template <unsigned Size, class Parent>
    static thread_block_tile<Size, Parent> tile(unsigned rank, unsigned size) {
        return {rank, size};
    }
    template <class Group>
    static unsigned mask(const Group& group) {
        return group.mask_;
    }
    template <unsigned Size, class Parent>
    static unsigned mask(const thread_block_tile<Size, Parent>&) {
        return thread_block_tile<Size, Parent>::mask();
    }
};

inline coalesced_group coalesced_threads(CPU_DEVICE_HERE("coalesced_threads()")) {
    return lane_groups::lanes(cpu_device::converge(where));
}

// Is it a group of lanes of one warp?
template <class Group>
inline constexpr bool is_lanes = std::is_same_v<Group, coalesced_group>;
template <unsigned Size, class Parent>
inline constexpr bool is_lanes<thread_block_tile<Size, Parent>> = true;

// ---- Partitions -------------------------------------------------------------------------------

template <class Parent>
inline constexpr unsigned largest_tile = 0;  // of what has none
template <>
inline constexpr unsigned largest_tile<thread_block> = 32;
template <unsigned Size, class Parent>
inline constexpr unsigned largest_tile<thread_block_tile<Size, Parent>> = Size / 2;

template <unsigned Size, class Parent>
requires(Size <= 32) thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
    static_assert(Size > 0 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
    static_assert(largest_tile<Parent> > 0, "tiled_partition<N>() divides a block or a tile");
    static_assert(Size <= largest_tile<Parent>, "a tile is smaller than the tile that it divides");
    const auto rank = static_cast<unsigned>(parent.thread_rank()), size = static_cast<unsigned>(parent.size());
    return lane_groups::tile<Size, Parent>(rank / Size, (size + Size - 1) / Size);
}
template <unsigned Size, class Parent>
requires(Size > 32)
    __attribute__((error("CPU device: a tile of more than 32 threads is not there yet: run this program on a GPU")))
    thread_block_tile<32, Parent> tiled_partition(const Parent& parent);

// Tiles whose size is known only at run time. The last of a block may be smaller.
inline thread_group thread_group::tile_of_block(unsigned size) const {
    const unsigned rank = cpu_device::rank_in_block(), first = rank & ~(size - 1);
    const unsigned left = cpu_device::block_threads() - first, lanes = left < size ? left : size;
    return {~0u >> (32 - lanes) << (first % 32), rank / size, (cpu_device::block_threads() + size - 1) / size};
}
inline thread_group thread_group::tile_of_lanes(unsigned size) const {
    const auto count = static_cast<unsigned>(__popc(mask_));
    if (count <= size) return *this;
    const unsigned part = rank_in_mask() / size;
    unsigned mask = 0;
    for (unsigned rank = part * size; rank < count && rank < (part + 1) * size; ++rank)
        mask |= 1u << cpu_device::lane_of_rank(mask_, rank);
    return {mask, part, (count + size - 1) / size};
}
inline thread_group tiled_partition(const thread_group& parent, unsigned size, CPU_DEVICE_HERE("tiled_partition()")) {
    if (size == 0 || size > 32 || (size & (size - 1)) != 0)
        cpu_device::misused("a tile has 1, 2, 4, 8, 16 or 32 threads", where);
    return parent.kind_ == thread_group::lanes_kind ? parent.tile_of_lanes(size) : parent.tile_of_block(size);
}
inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned size,
                                       CPU_DEVICE_HERE("tiled_partition()")) {
    return lane_groups::lanes(tiled_partition(static_cast<const thread_group&>(parent), size, where));
}

// The lanes for which `predicate` is the same.
template <class Group>
requires is_lanes<Group> coalesced_group binary_partition(const Group& group, bool predicate,
                                                          CPU_DEVICE_HERE("binary_partition()")) {
    const unsigned all = lane_groups::mask(group), set = __ballot_sync(all, predicate, where);
    if (set == 0 || set == all) return lane_groups::lanes(all);
    return lane_groups::lanes(predicate ? set : all & ~set, predicate, 2);
}

// The lanes that have the same label. The groups are counted in the order of their first lanes.
template <class Group, class Label>
requires is_lanes<Group> coalesced_group labeled_partition(const Group& group, Label label,
                                                           CPU_DEVICE_HERE("labeled_partition()")) {
    static_assert(std::is_integral_v<Label> || std::is_pointer_v<Label>, "a label is an integer or a pointer");
    if constexpr (std::is_same_v<Label, bool>) {
        return binary_partition(group, label, where);
    } else {
        const unsigned all = lane_groups::mask(group);
        std::conditional_t<sizeof(Label) == 8, unsigned long long, unsigned> bits;
        if constexpr (std::is_pointer_v<Label>)
            bits = reinterpret_cast<unsigned long long>(label);
        else
            bits = static_cast<decltype(bits)>(label);
        const unsigned same = __match_any_sync(all, bits, where);
        const unsigned leader = same & -same;
        const unsigned leaders = __ballot_sync(all, leader >> cpu_device::rank_in_warp() & 1, where);
        return lane_groups::lanes(same, static_cast<unsigned>(__popc(leaders & (leader - 1))),
                                  static_cast<unsigned>(__popc(leaders)));
    }
}

inline thread_block_tile<1> this_thread() { return lane_groups::tile<1, void>(0, 1); }

// ---- The cluster ------------------------------------------------------------------------------

// Without __cluster_dims__, which the CPU device does not know, a cluster is one block.
class cluster_group : public thread_group {
 public:
    struct arrival_token {};

    static void sync(CPU_DEVICE_HERE("cluster_group::sync()")) { cpu_device::block_barrier(0, where); }
    static arrival_token barrier_arrive() { return {}; }
    static void barrier_wait(CPU_DEVICE_HERE("cluster_group::barrier_wait()")) { cpu_device::block_barrier(0, where); }
    static void barrier_wait(arrival_token&&, CPU_DEVICE_HERE("cluster_group::barrier_wait()")) {
        cpu_device::block_barrier(0, where);
    }
    static unsigned query_shared_rank(const void*) { return 0; }
    template <class T>
    static T* map_shared_rank(T* address, int) {
        return address;
    }
    static dim3 block_index() { return {0, 0, 0}; }
    static unsigned block_rank() { return 0; }
    static dim3 thread_index() { return threadIdx; }
    static unsigned thread_rank() { return cpu_device::rank_in_block(); }
    static dim3 dim_blocks() { return {1, 1, 1}; }
    static unsigned num_blocks() { return 1; }
    static dim3 dim_threads() { return blockDim; }
    static unsigned num_threads() { return cpu_device::block_threads(); }
    static unsigned size() { return num_threads(); }

 private:
    friend cluster_group this_cluster();
    cluster_group() : thread_group(cluster_kind) {}
};

inline cluster_group this_cluster() { return {}; }

// ---- The grid ---------------------------------------------------------------------------------

class grid_group : public thread_group {
 public:
    using arrival_token = unsigned long long;

    bool is_valid() const { return cpu_device::in_cooperative_grid(); }
    void sync(CPU_DEVICE_HERE("grid_group::sync()")) const {
        cpu_device::wait_for_grid(cpu_device::arrive_at_grid(where), where);
    }
    arrival_token barrier_arrive(CPU_DEVICE_HERE("grid_group::barrier_arrive()")) const {
        return cpu_device::arrive_at_grid(where);
    }
    void barrier_wait(arrival_token&& token, CPU_DEVICE_HERE("grid_group::barrier_wait()")) const {
        cpu_device::wait_for_grid(token, where);
    }

    static unsigned long long size() { return num_threads(); }
    static unsigned long long num_threads() { return num_blocks() * cpu_device::block_threads(); }
    static unsigned long long thread_rank() {
        return block_rank() * cpu_device::block_threads() + cpu_device::rank_in_block();
    }
    static dim3 thread_index() {
        return {blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z};
    }
    static dim3 dim_threads() { return {gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z}; }
    static unsigned long long num_blocks() {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    static unsigned long long block_rank() { return cpu_device::rank_in_grid(); }
    static dim3 block_index() { return blockIdx; }
    static dim3 dim_blocks() { return gridDim; }
    static dim3 group_dim() { return gridDim; }
    static unsigned long long num_clusters() { return num_blocks(); }
    static unsigned long long cluster_rank() { return block_rank(); }
    static dim3 cluster_index() { return blockIdx; }
    static dim3 dim_clusters() { return gridDim; }

 private:
    friend grid_group this_grid();
    grid_group() : thread_group(grid_kind) {}
};

inline grid_group this_grid() { return {}; }

// ---- Functions of any group -------------------------------------------------------------------

inline unsigned long long thread_group::num_threads() const {
    if (kind_ == lanes_kind) return static_cast<unsigned>(__popc(mask_));
    return kind_ == grid_kind ? grid_group::num_threads() : cpu_device::block_threads();
}
inline unsigned long long thread_group::thread_rank() const {
    if (kind_ == lanes_kind) return rank_in_mask();
    return kind_ == grid_kind ? grid_group::thread_rank() : cpu_device::rank_in_block();
}
inline void thread_group::sync(cpu_device::Where where) const {
    if (kind_ == lanes_kind)
        __syncwarp(mask_, where);
    else if (kind_ == grid_kind)
        this_grid().sync(where);
    else
        cpu_device::block_barrier(0, where);
}

template <class Group>
void sync(const Group& group, CPU_DEVICE_HERE("sync()")) {
    group.sync(where);
}
template <class Group>
auto thread_rank(const Group& group) {
    return group.thread_rank();
}
template <class Group>
auto group_size(const Group& group) {
    return group.num_threads();
}

// By one thread of the group.
template <class Group, class Function, class... Args>
void invoke_one(const Group& group, Function&& function, Args&&... args) {
    if (group.thread_rank() == 0) std::forward<Function>(function)(std::forward<Args>(args)...);
}
template <class Group, class Function, class... Args>
requires is_lanes<Group>
auto invoke_one_broadcast(const Group& group, Function&& function, Args&&... args) {
    cpu_device::remove_cvref_t<decltype(function(args...))> result{};
    if (group.thread_rank() == 0) result = std::forward<Function>(function)(std::forward<Args>(args)...);
    return group.shfl(result, 0, cpu_device::Where::here("invoke_one_broadcast()"));
}

}  // namespace cooperative_groups

#undef CPU_DEVICE_HERE
