// In a program that was built without CUDA, nothing here is reached: the algorithms are not available.
#include "compute/algorithms/records/cuda/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::records {

void gather(const Gather&) {
  cuda::throw_absent();
}
void gather_by_groups(const Gather&) {
  cuda::throw_absent();
}
void columns_to_rows(const std::uint32_t*, std::uint32_t*, std::uint64_t, std::uint32_t, CUstream_st*) {
  cuda::throw_absent();
}
void gather_rows_to_columns(const Gather&) {
  cuda::throw_absent();
}
void extract_keys(const std::uint32_t*, std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t*, std::uint32_t*,
                  CUstream_st*) {
  cuda::throw_absent();
}

}  // namespace texelsort::algorithms::records
