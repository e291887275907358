#include "compute/algorithms/deterministic/cuda/bitonic.cuh"

namespace texelsort::algorithms::sample {

void bitonic_pass_32(const Arrays& arrays, const BitonicPass& pass, Stream stream) {
  bitonic_pass_of<std::uint32_t>(arrays, pass, stream);
}

}  // namespace texelsort::algorithms::sample
