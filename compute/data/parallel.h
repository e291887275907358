#pragma once

#include <cstdint>

/// Loops over the elements of large inputs on all processors. Internal to the data layer.
namespace texelsort::data {

/// Fewer elements are done before other threads have woken.
inline constexpr std::uint64_t worth_threads = std::uint64_t{1} << 16;

/// The first of the indices 0 to n - 1 for which `holds(index)`; n if it holds for none.
template <typename Predicate>
std::uint64_t first_where(std::uint64_t n, Predicate holds) {
  std::uint64_t first = n;
#pragma omp parallel for reduction(min : first) if (n >= worth_threads)
  for (std::uint64_t i = 0; i < n; ++i) {
    if (i < first && holds(i)) first = i;
  }
  return first;
}

/// visit(index) for 0 to n - 1 in any order.
template <typename Visit>
void for_each_index(std::uint64_t n, Visit visit) {
#pragma omp parallel for if (n >= worth_threads)
  for (std::uint64_t i = 0; i < n; ++i) visit(i);
}

/// visit(part) for 0 to `parts` - 1, which together have n elements and take unlike times, in any order.
template <typename Visit>
void for_each_part(std::uint64_t parts, [[maybe_unused]] std::uint64_t n, Visit visit) {
#pragma omp parallel for schedule(dynamic, 1) if (n >= worth_threads)
  for (std::uint64_t part = 0; part < parts; ++part) visit(part);
}

}  // namespace texelsort::data
