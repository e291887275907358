#include "compute/cuda/buffer.h"

#include <cuda_runtime_api.h>

#include "compute/cuda/error.h"
#include "compute/gpu/transfer_log.h"

namespace texelsort::cuda {

Buffer::Buffer(std::uint64_t bytes, std::string_view what) : size_(bytes) {
  if (bytes == 0) return;
  void* memory = nullptr;
  check_allocation(cudaMalloc(&memory, bytes), "cudaMalloc", what, bytes);
  memory_.reset(static_cast<std::byte*>(memory));
  allocation_ = gpu::Allocation(bytes);
}

void Buffer::Release::operator()(std::byte* memory) const {
  cudaFree(memory);
}

void Buffer::write(const Stream& stream, std::uint64_t offset, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  check(cudaMemcpyAsync(data() + offset, bytes.data(), bytes.size(), cudaMemcpyHostToDevice, stream.handle()),
        "cudaMemcpyAsync to the device");
  stream.wait();
  gpu::transfers().to_device_bytes += bytes.size();
}

void Buffer::read(const Stream& stream, std::uint64_t offset, std::span<std::byte> bytes) const {
  if (bytes.empty()) return;
  check(cudaMemcpyAsync(bytes.data(), data() + offset, bytes.size(), cudaMemcpyDeviceToHost, stream.handle()),
        "cudaMemcpyAsync to the host");
  stream.wait();
  gpu::transfers().from_device_bytes += bytes.size();
}

}  // namespace texelsort::cuda
