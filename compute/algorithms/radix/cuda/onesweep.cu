#include "compute/algorithms/radix/cuda/onesweep.cuh"

namespace texelsort::algorithms::radix {

void clear(void* memory, std::uint64_t bytes, Stream stream) {
  cuda::check(cudaMemsetAsync(memory, 0, bytes, stream), "cudaMemsetAsync");
}

std::uint64_t shared_bytes(const Move& move) {
  std::uint64_t bytes = 0;
  const auto note = [&]<typename Tile>() { bytes = sizeof(typename Tile::Shared); };
  if (data::key_bytes(move.type) == 8) {
    with_tile<std::uint64_t>(move, note);
  } else {
    with_tile<std::uint32_t>(move, note);
  }
  return bytes;
}

void onesweep_pass(const Move& move, const OnesweepTables& tables, Stream stream) {
  if (data::key_bytes(move.type) == 8) {
    onesweep_pass_64(move, tables, stream);
  } else {
    onesweep_pass_32(move, tables, stream);
  }
}

}  // namespace texelsort::algorithms::radix
