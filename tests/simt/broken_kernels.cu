// Small wrong kernels for compute-sanitizer on an NVIDIA device, to compare its findings with those of compute/simt.
//
//   broken_kernels CASE      runs one of the cases below; without CASE, lists all cases
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/simt/kernels.cpp"

namespace {

using namespace texelsort;

/// Allocates device memory for `count` numbers.
unsigned* numbers(unsigned count) {
  unsigned* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(unsigned));
  cudaMemset(memory, 0, count * sizeof(unsigned));
  return memory;
}

const std::vector<std::pair<std::string, std::function<void()>>> cases{
    {"race-in-block", [] { simt::reverse(numbers(256), 256, false); }},
    {"race-in-warp", [] { simt::warp_reverse(numbers(64), 64, false); }},
    {"race-between-blocks", [] { simt::two_blocks(numbers(32), false); }},
    {"divergent-barrier", [] { simt::half_barrier(numbers(32)); }},
    {"absent-lane", [] { simt::missing_lane(numbers(32)); }},
    {"beyond-array", [] { simt::beyond(numbers(32), 32); }},
    {"unwritten-shared", [] { simt::unwritten(numbers(32)); }},
    {"right", [] { simt::reverse(numbers(256), 256, true); }},
};

}  // namespace

int main(int count, char** words) {
  for (const auto& [name, run] : cases) {
    if (count < 2) std::printf("%s\n", name.c_str());
    if (count < 2 || name != words[1]) continue;
    try {
      run();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
  }
  return count < 2 ? 0 : 2;
}
