#include "cpu/peer.h"

#include "verify/cpu/runtime/ground/last_error.h"

using cpu_device::finish;
using cpu_device::record;

namespace {

cudaMemcpy3DParms within_device(const cudaMemcpy3DPeerParms& copy) {
    return {copy.srcArray, copy.srcPos, copy.srcPtr, copy.dstArray,
            copy.dstPos,   copy.dstPtr, copy.extent, cudaMemcpyDeviceToDevice};
}

}  // namespace

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    if (can == nullptr) return record(cudaErrorInvalidValue);
    if (device != 0 || peer != 0) return record(cudaErrorInvalidDevice);
    *can = 0;
    return record(cudaSuccess);
}
// The only device there is is no peer of itself.
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    if (flags != 0) return finish(cudaErrorInvalidValue);
    return finish(peer == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return finish(peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes) {
    if (to_device != 0 || from_device != 0) return finish(cudaErrorInvalidDevice);
    return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
    if (to_device != 0 || from_device != 0) return finish(cudaErrorInvalidDevice);
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* copy) {
    if (copy == nullptr) return finish(cudaErrorInvalidValue);
    if (copy->srcDevice != 0 || copy->dstDevice != 0) return finish(cudaErrorInvalidDevice);
    const cudaMemcpy3DParms within = within_device(*copy);
    return cudaMemcpy3D(&within);
}
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* copy, cudaStream_t stream) {
    if (copy == nullptr) return finish(cudaErrorInvalidValue);
    if (copy->srcDevice != 0 || copy->dstDevice != 0) return finish(cudaErrorInvalidDevice);
    const cudaMemcpy3DParms within = within_device(*copy);
    return cudaMemcpy3DAsync(&within, stream);
}
