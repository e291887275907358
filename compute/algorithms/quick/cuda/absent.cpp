// In a program that was built without CUDA, nothing here is reached: the algorithms are not available.
#include "compute/algorithms/quick/cuda/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::quick {

void choose_pivots(const Arrays&, const Settings&, const SharedPart*, std::uint64_t, void*, Stream) {
  cuda::throw_absent();
}
void count_classes(const Arrays&, const Settings&, const Share*, std::uint64_t, const void*, std::uint64_t*, Stream) {
  cuda::throw_absent();
}
void place_classes(const SharedPart*, std::uint64_t, std::uint64_t*, std::uint64_t*, Stream) {
  cuda::throw_absent();
}
void move_classes(const Arrays&, const Settings&, const Share*, std::uint64_t, const void*, const std::uint64_t*,
                  Stream) {
  cuda::throw_absent();
}
void copy_shares(const Arrays&, const Settings&, const Share*, std::uint64_t, Stream) {
  cuda::throw_absent();
}
void sort_parts(const Arrays&, const Settings&, const SmallPart*, std::uint64_t, Stream) {
  cuda::throw_absent();
}

}  // namespace texelsort::algorithms::quick
