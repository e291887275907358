#include "compute/data/draws.h"

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

Draws::Draws(std::uint64_t seed) : twister(seed), most_shares(threads()) {}

void for_each_share(std::uint64_t shares, const std::function<void(std::uint64_t)>& work) {
  FirstFailure failure;
#pragma omp parallel for schedule(static, 1)
  for (std::uint64_t share = 0; share < shares; ++share) failure.guard([&] { work(share); });
  failure.rethrow();
}

}  // namespace texelsort::data
