#include "compute/cuda/exportable_memory.h"

#include <algorithm>
#include <string>

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "compute/cuda/device.h"
#include "compute/cuda/error.h"
#include "compute/cuda/pinned_staging.h"
#include "compute/data/error.h"

namespace texelsort::cuda {
namespace {

/// Returns a function of the CUDA driver, or null if the driver does not have it. CUDA's runtime has no functions for
/// memory that can be exported.
template <typename Function>
Function* driver_function(const char* name) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
  const cudaError_t result = cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found);
#else
  const cudaError_t result = cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found);
#endif
  if (result != cudaSuccess) cudaGetLastError();
  return result == cudaSuccess && found == cudaDriverEntryPointSuccess ? reinterpret_cast<Function*>(function)
                                                                       : nullptr;
}

struct Driver {
  decltype(cuDeviceGetAttribute)* attribute = driver_function<decltype(cuDeviceGetAttribute)>("cuDeviceGetAttribute");
  decltype(cuMemGetAllocationGranularity)* granularity =
      driver_function<decltype(cuMemGetAllocationGranularity)>("cuMemGetAllocationGranularity");
  decltype(cuMemCreate)* create = driver_function<decltype(cuMemCreate)>("cuMemCreate");
  decltype(cuMemRelease)* release = driver_function<decltype(cuMemRelease)>("cuMemRelease");
  decltype(cuMemAddressReserve)* reserve = driver_function<decltype(cuMemAddressReserve)>("cuMemAddressReserve");
  decltype(cuMemAddressFree)* free = driver_function<decltype(cuMemAddressFree)>("cuMemAddressFree");
  decltype(cuMemMap)* map = driver_function<decltype(cuMemMap)>("cuMemMap");
  decltype(cuMemUnmap)* unmap = driver_function<decltype(cuMemUnmap)>("cuMemUnmap");
  decltype(cuMemSetAccess)* set_access = driver_function<decltype(cuMemSetAccess)>("cuMemSetAccess");
  decltype(cuMemExportToShareableHandle)* export_handle =
      driver_function<decltype(cuMemExportToShareableHandle)>("cuMemExportToShareableHandle");

  bool complete() const {
    return attribute && granularity && create && release && reserve && free && map && unmap && set_access &&
           export_handle;
  }
};

const Driver& driver() {
  static const Driver functions;
  return functions;
}

/// Checks the result of a driver call. For these calls, error codes of the driver and the runtime are the same.
void check(CUresult result, std::string_view call) {
  cuda::check(static_cast<int>(result), call);
}

CUmemAllocationProp properties(int ordinal) {
  CUmemAllocationProp wanted{};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  wanted.location.id = ordinal;
  return wanted;
}

bool has(int ordinal, CUdevice_attribute attribute) {
  int value = 0;
  return driver().attribute(&value, attribute, ordinal) == CUDA_SUCCESS && value != 0;
}

}  // namespace

std::string no_exportable_memory(int ordinal) {
  if (!driver().complete()) return "the CUDA driver cannot allocate memory that OpenGL can import";
  if (!has(ordinal, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) ||
      !has(ordinal, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED)) {
    return "the CUDA device does not support memory that OpenGL can import";
  }
  return "";
}

ExportableMemory::ExportableMemory(int ordinal, std::uint64_t bytes, std::string_view what, std::uint64_t most_in_one)
    : ordinal_(ordinal), size_(bytes) {
  use(ordinal_);
  const CUmemAllocationProp wanted = properties(ordinal_);
  std::size_t granularity = 0;
  check(driver().granularity(&granularity, &wanted, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
        "cuMemGetAllocationGranularity");
  reserve(granularity, most_in_one);
  try {
    allocate(what);
  } catch (...) {
    release();
    throw;
  }
}

ExportableMemory::~ExportableMemory() {
  release();
}

/// Reserves an address range and divides it into the parts that OpenGL imports.
void ExportableMemory::reserve(std::uint64_t granularity, std::uint64_t most_in_one) {
  const auto round_up = [&](std::uint64_t value) { return (value + granularity - 1) / granularity * granularity; };
  reserved_ = round_up(size_);
  part_bytes_ = reserved_ <= most_in_one ? reserved_ : round_up(most_in_one / 2);
  for (std::uint64_t offset = 0; offset < reserved_; offset += part_bytes_) {
    parts_.push_back({.handle = 0, .size = std::min(part_bytes_, reserved_ - offset), .mapped = false});
  }
  check(driver().reserve(&address_, reserved_, 0, 0, 0), "cuMemAddressReserve");
}

void ExportableMemory::allocate(std::string_view what) {
  const CUmemAllocationProp wanted = properties(ordinal_);
  CUdeviceptr at = address_;
  for (PhysicalChunk& part : parts_) {
    check_allocation(driver().create(&part.handle, part.size, &wanted, 0), "cuMemCreate", what, size_);
    check(driver().map(at, part.size, 0, part.handle, 0), "cuMemMap");
    part.mapped = true;
    at += part.size;
  }
  const CUmemAccessDesc access{wanted.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  check(driver().set_access(address_, reserved_, &access, 1), "cuMemSetAccess");
}

/// Frees CUDA's references to the memory. OpenGL keeps the memory that it has imported, because it has its own
/// references.
void ExportableMemory::release() {
  CUdeviceptr at = address_;
  for (const PhysicalChunk& part : parts_) {
    if (part.mapped) driver().unmap(at, part.size);
    if (part.handle != 0) driver().release(part.handle);
    at += part.size;
  }
  if (address_ != 0) driver().free(address_, reserved_);
}

void ExportableMemory::write(std::uint64_t offset, std::span<const std::byte> bytes) const {
  use(ordinal_);  // select the device again, because another run may have selected another one
  if (PinnedStaging* ring = PinnedStaging::for_copy(ring_, ordinal_, bytes.size()))
    return ring->write(data() + offset, bytes);
  cuda::check(cudaMemcpy(data() + offset, bytes.data(), bytes.size(), cudaMemcpyHostToDevice),
              "cudaMemcpy to the device");
  // Wait, because the copy from host memory may not have ended yet.
  cuda::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

void ExportableMemory::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  use(ordinal_);
  if (PinnedStaging* ring = PinnedStaging::for_copy(ring_, ordinal_, bytes.size()))
    return ring->read(bytes, data() + offset);
  cuda::check(cudaMemcpy(bytes.data(), data() + offset, bytes.size(), cudaMemcpyDeviceToHost),
              "cudaMemcpy to the host");
}

gpu::ForeignMemory::Exported ExportableMemory::export_part(std::uint64_t part) const {
  Exported exported{.file = -1, .size = parts_.at(part).size};
  check(driver().export_handle(&exported.file, parts_[part].handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
        "cuMemExportToShareableHandle");
  return exported;
}

}  // namespace texelsort::cuda
