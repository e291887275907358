#include "compute/algorithms/radix/cuda/onesweep.cuh"

// A file for each width of keys, so that two cores compile them side by side.
namespace texelsort::algorithms::radix {

void onesweep_pass_64(const Move& move, const OnesweepTables& tables, Stream stream) {
  onesweep_of_width<std::uint64_t>(move, tables, stream);
}

}  // namespace texelsort::algorithms::radix
