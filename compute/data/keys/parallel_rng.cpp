#include "compute/data/keys/parallel_rng.h"

#include <thread>

#include "compute/data/parallel.h"

namespace texelsort::data {
namespace {

std::uint64_t threads() {
#ifdef _OPENMP
  return std::max(1u, std::thread::hardware_concurrency());
#else
  return 1;
#endif
}

}  // namespace

ParallelRng::ParallelRng(std::uint64_t seed) : twister(seed), most_shares(threads()) {}

void for_each_share(std::uint64_t shares, const std::function<void(std::uint64_t)>& work) {
  for_each_part(shares, shares > 1, work);
}

}  // namespace texelsort::data
