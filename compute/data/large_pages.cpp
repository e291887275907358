#include "compute/data/large_pages.h"

#include <cstdint>

#include <sys/mman.h>

namespace texelsort::data {

void prefer_large_pages(std::span<std::byte> memory) {
  constexpr std::uintptr_t page = 4096;
  const auto start = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::uintptr_t first = (start + page - 1) / page * page, end = (start + memory.size()) / page * page;
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

}  // namespace texelsort::data
