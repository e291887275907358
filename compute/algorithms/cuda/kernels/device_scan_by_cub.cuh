#pragma once

#include <cub/device/device_scan.cuh>

#include "compute/algorithms/cuda/kernels/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::kernels {
namespace {

struct DeviceScanKernels final : DeviceScanLaunches {
  std::uint64_t bytes(std::uint64_t elements) const override {
    std::size_t bytes = 0;
    std::uint64_t* none = nullptr;
    cuda::check(cub::DeviceScan::ExclusiveSum(nullptr, bytes, none, none, elements), "cub::DeviceScan::ExclusiveSum");
    return bytes;
  }

  void scan(std::uint64_t* table, std::uint64_t elements, void* temporary, std::uint64_t temporary_bytes,
            Stream stream) const override {
    std::size_t given = temporary_bytes;
    cuda::check(cub::DeviceScan::ExclusiveSum(temporary, given, table, table, elements, stream),
                "cub::DeviceScan::ExclusiveSum");
  }
};

}  // namespace
}  // namespace texelsort::algorithms::kernels
