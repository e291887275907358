#include "compute/algorithms/radix/cuda/grs.cuh"

namespace texelsort::algorithms::radix {

void grs_rank_32(const Move& move, std::uint64_t* table, std::uint16_t* ranks, Stream stream) {
  rank_of_width<std::uint32_t>(move, table, ranks, stream);
}

void grs_move_32(const Move& move, const std::uint64_t* table, const std::uint16_t* ranks, Stream stream) {
  move_of_width<std::uint32_t>(move, table, ranks, stream);
}

}  // namespace texelsort::algorithms::radix
