#include "compute/data/keys/all_indices.h"

#include "compute/data/large_pages.h"
#include "compute/data/parallel.h"

namespace texelsort::data {

std::vector<std::uint64_t> all_indices(std::uint64_t n) {
  std::vector<std::uint64_t> all;
  resize_in_large_pages(all, n);
  for_each_index(n, [&all](std::uint64_t i) { all[i] = i; });
  return all;
}

}  // namespace texelsort::data
