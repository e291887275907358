// In a program that was built without CUDA, nothing here is reached: the algorithms are not available.
#include "compute/algorithms/warpsort/cuda/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::warpsort {

void sort_tiles(const Arrays&, const Settings&, Stream) {
  cuda::throw_absent();
}
void merge_runs(const Arrays&, const Settings&, std::uint64_t, Stream) {
  cuda::throw_absent();
}
void choose_splitters(const Arrays&, const Settings&, void*, void*, Stream) {
  cuda::throw_absent();
}
void split_sequences(const Arrays&, const Settings&, std::uint64_t, std::uint64_t, const void*, std::uint64_t*,
                     Stream) {
  cuda::throw_absent();
}
void place_parts(const Settings&, std::uint64_t, std::uint64_t, std::uint64_t, const std::uint64_t*, std::uint64_t*,
                 Stream) {
  cuda::throw_absent();
}
void merge_parts(const Arrays&, const Settings&, std::uint64_t, unsigned, const std::uint64_t*, const std::uint64_t*,
                 Stream) {
  cuda::throw_absent();
}

}  // namespace texelsort::algorithms::warpsort
