#include "compute/data/draws.h"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace texelsort::data {

#ifdef _OPENMP
Draws::Draws(std::uint64_t seed) : twister(seed), most_shares(static_cast<std::uint64_t>(omp_get_max_threads())) {}
#else
Draws::Draws(std::uint64_t seed) : twister(seed), most_shares(1) {}
#endif

void for_each_share(std::uint64_t shares, const std::function<void(std::uint64_t)>& work) {
#pragma omp parallel for schedule(static, 1)
  for (std::uint64_t share = 0; share < shares; ++share) work(share);
}

}  // namespace texelsort::data
