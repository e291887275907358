#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>

/// Loops over the elements of large inputs on all processors. Every loop of this program by OpenMP is one of these or
/// of see_all.h, so that an exception or a lack of threads is an error of the caller.
namespace texelsort::data {

/// Fewer elements are done before other threads have woken.
inline constexpr std::uint64_t worth_threads = std::uint64_t{1} << 16;

/// Starts the threads of OpenMP's loops, once for each thread that has such loops. Throws std::system_error if they
/// cannot be started: OpenMP itself would end the program.
void require_threads();

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

/// The first of the indices 0 to n - 1 for which `holds(index)`; n if it holds for none. Throws what it throws.
template <typename Predicate>
std::uint64_t first_where(std::uint64_t n, Predicate holds) {
  constexpr std::uint64_t range = worth_threads / 16;
  if (n >= worth_threads) require_threads();
  std::uint64_t first = n;
  FirstFailure failure;
#pragma omp parallel for reduction(min : first) if (n >= worth_threads)
  for (std::uint64_t start = 0; start < n; start += range) {
    failure.guard([&] {
      const std::uint64_t end = std::min({start + range, n, first});
      for (std::uint64_t i = start; i < end; ++i) {
        if (holds(i)) {
          first = i;
          return;
        }
      }
    });
  }
  failure.rethrow();
  return first;
}

/// visit(index) for 0 to n - 1 in any order. Throws what the first of them throws.
template <typename Visit>
void for_each_index(std::uint64_t n, Visit visit) {
  constexpr std::uint64_t range = worth_threads / 16;
  if (n >= worth_threads) require_threads();
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

/// visit(part) for 0 to `parts` - 1, which take unlike times. Each thread does the first that none has begun, the
/// calling thread all of them if `by_threads` is false. Throws what the first of them throws.
template <typename Visit>
void for_each_part(std::uint64_t parts, bool by_threads, Visit visit) {
  if (by_threads) require_threads();
  FirstFailure failure;
#pragma omp parallel for schedule(dynamic, 1) if (by_threads)
  for (std::uint64_t part = 0; part < parts; ++part) failure.guard([&] { visit(part); });
  failure.rethrow();
}

}  // namespace texelsort::data
