#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>

/// Loops over the elements of large inputs on all processors. Internal to the data layer.
namespace texelsort::data {

/// Fewer elements are done before other threads have woken.
inline constexpr std::uint64_t worth_threads = std::uint64_t{1} << 16;

/// Carries an exception out of a parallel region, which it would end the program in.
class FirstFailure {
 public:
  template <typename Work>
  void guard(Work&& work) noexcept {
    try {
      if (!failed_.load(std::memory_order_relaxed)) work();
    } catch (...) {
      if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
  }
  /// Call it behind the region.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
};

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

/// visit(index) for 0 to n - 1 in any order. Throws what the first of them throws.
template <typename Visit>
void for_each_index(std::uint64_t n, Visit visit) {
  constexpr std::uint64_t range = worth_threads / 16;
  FirstFailure failure;
#pragma omp parallel for if (n >= worth_threads)
  for (std::uint64_t start = 0; start < n; start += range) {
    failure.guard([&] {
      const std::uint64_t end = std::min(start + range, n);
      for (std::uint64_t i = start; i < end; ++i) visit(i);
    });
  }
  failure.rethrow();
}

/// visit(part) for 0 to `parts` - 1, which together have n elements and take unlike times, in any order. Throws what
/// the first of them throws.
template <typename Visit>
void for_each_part(std::uint64_t parts, [[maybe_unused]] std::uint64_t n, Visit visit) {
  FirstFailure failure;
#pragma omp parallel for schedule(dynamic, 1) if (n >= worth_threads)
  for (std::uint64_t part = 0; part < parts; ++part) failure.guard([&] { visit(part); });
  failure.rethrow();
}

}  // namespace texelsort::data
