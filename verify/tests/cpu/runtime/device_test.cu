// The device: its properties, attributes and limits, hints for its memory, and the peers that it does not have.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#ifdef DAYBREAK_CPU
#include "cpu/capability.h"
#include "verify/cpu/runtime/ground/environment.h"
#endif

namespace {

int attribute(cudaDeviceAttr which) {
    int value = -12345;
    EXPECT_EQ(cudaDeviceGetAttribute(&value, which, 0), cudaSuccess) << which;
    return value;
}

// ---- Properties -------------------------------------------------------------------------------

#ifdef DAYBREAK_CPU
TEST(Device, ReportsTheCapabilityThatDeviceCodeSees) {
    cudaDeviceProp p{};
    ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
    EXPECT_EQ(10 * p.major + p.minor, CPU_DEVICE_CAPABILITY);
    EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), p.major);
}

TEST(Device, ReportsAnOlderCapabilityWhereItIsAskedFor) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // it is read once
    EXPECT_EXIT(
        {
            cpu_device::steer("DAYBREAK_CAPABILITY", "75");
            cudaDeviceProp p{};
            cudaGetDeviceProperties(&p, 0);
            std::exit(10 * p.major + p.minor);
        },
        testing::ExitedWithCode(75), "");
    EXPECT_EXIT(
        {
            cpu_device::steer("DAYBREAK_CAPABILITY", "90");
            cudaDeviceProp p{};
            cudaGetDeviceProperties(&p, 0);
        },
        testing::ExitedWithCode(2), "DAYBREAK_CAPABILITY must be a number from 50 to 80");
}
#endif

TEST(Device, HasAttributesThatAgreeWithItsProperties) {
    cudaDeviceProp p{};
    ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
    EXPECT_EQ(attribute(cudaDevAttrMaxPitch), static_cast<int>(p.memPitch));
    EXPECT_EQ(attribute(cudaDevAttrTextureAlignment), static_cast<int>(p.textureAlignment));
    EXPECT_EQ(attribute(cudaDevAttrTexturePitchAlignment), static_cast<int>(p.texturePitchAlignment));
    EXPECT_EQ(attribute(cudaDevAttrMaxTexture1DWidth), p.maxTexture1D);
    EXPECT_EQ(attribute(cudaDevAttrMaxTexture2DHeight), p.maxTexture2D[1]);
    EXPECT_EQ(attribute(cudaDevAttrMaxTexture3DDepth), p.maxTexture3D[2]);
    EXPECT_EQ(attribute(cudaDevAttrMaxSurface2DWidth), p.maxSurface2D[0]);
    EXPECT_EQ(attribute(cudaDevAttrMaxTexture2DLinearPitch), p.maxTexture2DLinear[2]);
    EXPECT_EQ(attribute(cudaDevAttrConcurrentKernels), p.concurrentKernels);
    EXPECT_EQ(attribute(cudaDevAttrUnifiedAddressing), p.unifiedAddressing);
    EXPECT_EQ(attribute(cudaDevAttrHostRegisterSupported), p.hostRegisterSupported);
    EXPECT_EQ(attribute(cudaDevAttrMaxBlocksPerMultiprocessor), p.maxBlocksPerMultiProcessor);
    EXPECT_EQ(attribute(cudaDevAttrComputeMode), cudaComputeModeDefault);
    EXPECT_GE(p.maxTexture2D[0], 65536);
    EXPECT_GT(p.textureAlignment, 0u);
}

TEST(Device, HasAPlaceOnTheBus) {
    char text[16] = "";
    int device = -1;
    ASSERT_EQ(cudaDeviceGetPCIBusId(text, sizeof text, 0), cudaSuccess);
    EXPECT_EQ(std::strlen(text), 12u);
    EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, text), cudaSuccess);
    EXPECT_EQ(device, 0);
    EXPECT_EQ(cudaDeviceGetPCIBusId(text, 12, 0), cudaErrorInvalidValue);
    EXPECT_EQ(cudaDeviceGetPCIBusId(text, sizeof text, 7), cudaErrorInvalidDevice);
    cudaGetLastError();
}

TEST(Device, IsTheOneToChoose) {
    cudaDeviceProp wanted{};
    wanted.major = 9;
    int device = -1, devices[1] = {0};
    EXPECT_EQ(cudaChooseDevice(&device, &wanted), cudaSuccess);
    EXPECT_EQ(device, 0);
    EXPECT_EQ(cudaSetValidDevices(devices, 1), cudaSuccess);
    EXPECT_EQ(cudaInitDevice(0, 0, 0), cudaSuccess);
}

TEST(Device, RemembersItsFlags) {
    unsigned flags = 0;
    EXPECT_EQ(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync), cudaSuccess);
    EXPECT_EQ(cudaGetDeviceFlags(&flags), cudaSuccess);
    EXPECT_EQ(flags & cudaDeviceScheduleMask, cudaDeviceScheduleBlockingSync);
    EXPECT_EQ(cudaSetDeviceFlags(3), cudaErrorInvalidValue);
    EXPECT_EQ(cudaSetDeviceFlags(0), cudaSuccess);
    cudaGetLastError();
}

TEST(Device, RemembersItsLimits) {
    std::size_t value = 0;
    EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitStackSize), cudaSuccess);
    EXPECT_EQ(value, 1024u);
    EXPECT_EQ(cudaDeviceSetLimit(cudaLimitStackSize, 4096), cudaSuccess);
    EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitStackSize), cudaSuccess);
    EXPECT_EQ(value, 4096u);
    EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize), cudaSuccess);
    EXPECT_EQ(value, std::size_t{8} << 20);
    EXPECT_EQ(cudaDeviceSetLimit(cudaLimitMallocHeapSize, std::size_t{16} << 20), cudaSuccess);
    EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize), cudaSuccess);
    EXPECT_EQ(value, std::size_t{16} << 20);
    EXPECT_EQ(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(99)), cudaErrorInvalidValue);
    EXPECT_EQ(cudaDeviceGetLimit(nullptr, cudaLimitStackSize), cudaErrorInvalidValue);
    cudaGetLastError();
}

// ---- Occupancy --------------------------------------------------------------------------------

__global__ void nothing() {}

TEST(Occupancy, FindsABlockWhoseSharedMemoryFits) {
    int grid = 0, block = 0;
    EXPECT_EQ(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, nothing, [](int) { return 0; }),
              cudaSuccess);
    EXPECT_EQ(block, 1024);
    EXPECT_GE(grid, 1);
    const auto much = [](int size) { return static_cast<std::size_t>(size) * 96; };  // 48 KiB for 512 threads
    EXPECT_EQ(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, nothing, much), cudaSuccess);
    EXPECT_EQ(block, 512);
    EXPECT_EQ(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, nothing, much, 200), cudaSuccess);
    EXPECT_EQ(block, 200);
    std::size_t shared = 0;
    EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, nothing, 1, 256), cudaSuccess);
    EXPECT_EQ(shared, 48u * 1024);
}

// ---- Peers ------------------------------------------------------------------------------------

TEST(Peer, IsNoDeviceOfItself) {
    int can = 7;
    EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 0), cudaSuccess);
    EXPECT_EQ(can, 0);
    EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 1), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
    EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaErrorInvalidDevice);
    cudaGetLastError();
}

TEST(Peer, CopiesWithinTheOnlyDevice) {
    int *a = nullptr, *b = nullptr, h[4] = {1, 2, 3, 4}, back[4] = {};
    ASSERT_EQ(cudaMalloc(&a, sizeof h), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&b, sizeof h), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemcpyPeer(b, 0, a, 0, sizeof h), cudaSuccess);
    EXPECT_EQ(cudaMemcpyPeerAsync(b, 0, a, 0, sizeof h), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(back, b, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(std::vector<int>(back, back + 4), std::vector<int>(h, h + 4));
    EXPECT_EQ(cudaMemcpyPeer(b, 1, a, 0, sizeof h), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaFree(a), cudaSuccess);
    EXPECT_EQ(cudaFree(b), cudaSuccess);
    cudaGetLastError();
}

// ---- Hints for managed memory -----------------------------------------------------------------

class Managed : public testing::Test {
 protected:
    static constexpr std::size_t BYTES = 1 << 16;

    void SetUp() override { ASSERT_EQ(cudaMallocManaged(&memory_, BYTES), cudaSuccess); }
    void TearDown() override {
        EXPECT_EQ(cudaFree(memory_), cudaSuccess);
        cudaGetLastError();
    }
    int range(cudaMemRangeAttribute which, std::size_t begin = 0, std::size_t bytes = BYTES) const {
        int value = -12345;
        EXPECT_EQ(cudaMemRangeGetAttribute(&value, sizeof value, which, memory_ + begin, bytes), cudaSuccess);
        return value;
    }

    char* memory_ = nullptr;
    static constexpr cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
};

TEST_F(Managed, TakesHintsAndTellsThem) {
    EXPECT_EQ(range(cudaMemRangeAttributeReadMostly), 0);
    EXPECT_EQ(range(cudaMemRangeAttributePreferredLocation), cudaInvalidDeviceId);
    EXPECT_EQ(range(cudaMemRangeAttributeLastPrefetchLocation), cudaInvalidDeviceId);
    EXPECT_EQ(cudaMemAdvise(memory_, BYTES, cudaMemAdviseSetReadMostly, device), cudaSuccess);
    EXPECT_EQ(cudaMemAdvise(memory_, BYTES, cudaMemAdviseSetPreferredLocation, host), cudaSuccess);
    EXPECT_EQ(cudaMemAdvise(memory_, BYTES, cudaMemAdviseSetAccessedBy, device), cudaSuccess);
    EXPECT_EQ(cudaMemPrefetchAsync(memory_, BYTES, device, 0), cudaSuccess);
    EXPECT_EQ(range(cudaMemRangeAttributeReadMostly), 1);
    EXPECT_EQ(range(cudaMemRangeAttributePreferredLocation), cudaCpuDeviceId);
    EXPECT_EQ(range(cudaMemRangeAttributePreferredLocationType), cudaMemLocationTypeHost);
    EXPECT_EQ(range(cudaMemRangeAttributeAccessedBy), 0);
    EXPECT_EQ(range(cudaMemRangeAttributeLastPrefetchLocation), 0);
    EXPECT_EQ(cudaMemAdvise(memory_, BYTES, cudaMemAdviseUnsetReadMostly, device), cudaSuccess);
    EXPECT_EQ(range(cudaMemRangeAttributeReadMostly), 0);
    EXPECT_EQ(cudaMemPrefetchAsync(memory_, BYTES / 2, host, 0), cudaSuccess);
    EXPECT_EQ(range(cudaMemRangeAttributeLastPrefetchLocation, 0, BYTES / 2), cudaCpuDeviceId);
    EXPECT_EQ(range(cudaMemRangeAttributeLastPrefetchLocation, BYTES / 2, BYTES / 2), 0);
    EXPECT_EQ(range(cudaMemRangeAttributeLastPrefetchLocation), cudaInvalidDeviceId);
    int list[3] = {};
    EXPECT_EQ(cudaMemRangeGetAttribute(list, sizeof list, cudaMemRangeAttributeAccessedBy, memory_, BYTES),
              cudaSuccess);
    EXPECT_EQ(std::vector<int>(list, list + 3), (std::vector<int>{0, cudaInvalidDeviceId, cudaInvalidDeviceId}));
}

TEST_F(Managed, IsTheOnlyMemoryWithHints) {
    int value = 0;
    char* other = nullptr;
    ASSERT_EQ(cudaMalloc(&other, BYTES), cudaSuccess);
    for (char* memory : {other, reinterpret_cast<char*>(&value)}) {
        EXPECT_EQ(cudaMemPrefetchAsync(memory, 4, device, 0), cudaErrorInvalidValue);
        EXPECT_EQ(cudaMemAdvise(memory, 4, cudaMemAdviseSetReadMostly, device), cudaErrorInvalidValue);
    }
    EXPECT_EQ(cudaFree(other), cudaSuccess);
    EXPECT_EQ(cudaMemPrefetchAsync(memory_, BYTES + 1, device, 0), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemPrefetchAsync(memory_, BYTES, device, 1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemPrefetchAsync(memory_, BYTES, {cudaMemLocationTypeDevice, 5}, 0), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaMemAdvise(memory_, BYTES, static_cast<cudaMemoryAdvise>(77), device), cudaErrorInvalidValue);
}

TEST_F(Managed, BeginsWithoutHintsEachTime) {
    EXPECT_EQ(cudaMemAdvise(memory_, BYTES, cudaMemAdviseSetReadMostly, device), cudaSuccess);
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(cudaFree(memory_), cudaSuccess);
        ASSERT_EQ(cudaMallocManaged(&memory_, BYTES), cudaSuccess);
        EXPECT_EQ(range(cudaMemRangeAttributeReadMostly), 0);
    }
}

TEST(HostMemory, RemembersItsFlags) {
    void* memory = nullptr;
    unsigned flags = 99;
    int value = 0;
    ASSERT_EQ(cudaHostAlloc(&memory, 64, cudaHostAllocMapped), cudaSuccess);
    EXPECT_EQ(cudaHostGetFlags(&flags, memory), cudaSuccess);
    EXPECT_EQ(flags & cudaHostAllocMapped, cudaHostAllocMapped);
    EXPECT_EQ(cudaHostGetFlags(&flags, &value), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFreeHost(memory), cudaSuccess);
    cudaGetLastError();
}

}  // namespace
