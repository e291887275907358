// Replaces the bare calls in a build without CUDA, where tests skip before they call these functions.
#include "compute/cuda/error.h"
#include "tests/cuda/bare_calls.h"

namespace texelsort::tests {

bool bare_merge_sort_int(BareArrays&) {
  cuda::throw_absent();
}
bool bare_merge_sort(BareArrays&) {
  cuda::throw_absent();
}
bool bare_merge_sort_f32(BareArrays&) {
  cuda::throw_absent();
}
bool bare_merge_sort_u64_down(BareArrays&) {
  cuda::throw_absent();
}
bool bare_merge_sort_pairs(BareArrays&) {
  cuda::throw_absent();
}
bool bare_radix_sort(BareArrays&) {
  cuda::throw_absent();
}
bool bare_radix_sort_pairs(BareArrays&) {
  cuda::throw_absent();
}
bool bare_merge(BareArrays&) {
  cuda::throw_absent();
}
bool bare_merge_f32(BareArrays&) {
  cuda::throw_absent();
}

}  // namespace texelsort::tests
