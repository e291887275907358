// In a build without CUDA the tests skip before they reach these.
#include "compute/cuda/error.h"
#include "tests/cuda/bare_calls.h"

namespace texelsort::tests {

std::unique_ptr<BareCall> bare_merge_sort_int(const std::vector<std::uint32_t>&) {
  cuda::throw_absent();
}
std::unique_ptr<BareCall> bare_merge_sort(const std::vector<std::uint32_t>&) {
  cuda::throw_absent();
}
std::unique_ptr<BareCall> bare_merge_sort(const std::vector<float>&) {
  cuda::throw_absent();
}
std::unique_ptr<BareCall> bare_merge_sort_down(const std::vector<std::uint64_t>&) {
  cuda::throw_absent();
}
std::unique_ptr<BareCall> bare_merge_sort_pairs(const std::vector<std::uint32_t>&) {
  cuda::throw_absent();
}
std::unique_ptr<BareCall> bare_radix_sort(const std::vector<std::uint32_t>&) {
  cuda::throw_absent();
}
std::unique_ptr<BareCall> bare_radix_sort_pairs(const std::vector<std::uint32_t>&) {
  cuda::throw_absent();
}
std::unique_ptr<BareCall> bare_merge(const std::vector<std::uint32_t>&, std::uint64_t) {
  cuda::throw_absent();
}

}  // namespace texelsort::tests
