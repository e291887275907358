#include <cub/device/device_scan.cuh>

#include "compute/algorithms/radix/cuda/grs.cuh"

namespace texelsort::algorithms::radix {

void grs_rank(const Move& move, std::uint64_t* table, std::uint16_t* ranks, Stream stream) {
  if (data::key_bytes(move.type) == 8) {
    grs_rank_64(move, table, ranks, stream);
  } else {
    grs_rank_32(move, table, ranks, stream);
  }
}

std::uint64_t grs_scan_bytes(std::uint64_t elements) {
  std::size_t bytes = 0;
  std::uint64_t* none = nullptr;
  cuda::check(cub::DeviceScan::ExclusiveSum(nullptr, bytes, none, none, elements), "cub::DeviceScan::ExclusiveSum");
  return bytes;
}

void grs_scan(std::uint64_t* table, std::uint64_t elements, void* temporary, std::uint64_t bytes, Stream stream) {
  std::size_t given = bytes;
  cuda::check(cub::DeviceScan::ExclusiveSum(temporary, given, table, table, elements, stream),
              "cub::DeviceScan::ExclusiveSum");
}

void grs_move(const Move& move, const std::uint64_t* table, const std::uint16_t* ranks, Stream stream) {
  if (data::key_bytes(move.type) == 8) {
    grs_move_64(move, table, ranks, stream);
  } else {
    grs_move_32(move, table, ranks, stream);
  }
}

}  // namespace texelsort::algorithms::radix
