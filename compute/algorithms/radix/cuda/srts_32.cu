#include "compute/algorithms/radix/cuda/srts.cuh"

namespace texelsort::algorithms::radix {

void srts_scatter_32(const Move& move, const SrtsShares& shares, const std::uint64_t* table, Stream stream) {
  scatter_of_width<std::uint32_t>(move, shares, table, stream);
}

}  // namespace texelsort::algorithms::radix
