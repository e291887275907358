#pragma once

#include "compute/algorithms/cuda/kernels/block_scan.cuh"
#include "compute/algorithms/cuda/kernels/launch.h"

namespace texelsort::algorithms::kernels {
namespace {

struct DeviceScanKernels final : DeviceScanLaunches {
  std::uint64_t bytes(std::uint64_t) const override { return 0; }
  void scan(std::uint64_t* table, std::uint64_t elements, void*, std::uint64_t, Stream stream) const override {
    launch_block_scan(table, elements, stream);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::kernels
