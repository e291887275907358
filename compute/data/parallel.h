#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>

/// Parallel loops over the elements of large inputs. All OpenMP loops of texelsort are here or in
/// parallel_fingerprint.h. They report exceptions and failed thread starts to the caller as errors.
namespace texelsort::data {

/// Minimum number of elements for several threads. A loop over fewer elements ends before other threads have woken up.
inline constexpr std::uint64_t worth_threads = std::uint64_t{1} << 16;

/// Starts the threads of OpenMP loops, once per calling thread. Throws std::system_error if they cannot start, for
/// which OpenMP itself would end the program.
void require_threads();

/// Stores an exception of a parallel region to rethrow it afterwards. An exception that left the region would end the
/// program.
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
  /// Rethrows the first exception. Must be called after the parallel region.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
};

/// Returns the first index from 0 to n - 1 that satisfies `holds(index)`, or n if no index does. Rethrows exceptions of
/// `holds`.
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

/// Calls visit(index) for all indices from 0 to n - 1, in any order. Rethrows the first exception of `visit`.
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

/// Calls visit(part) for parts 0 to `parts` - 1, whose durations may differ. Each thread processes the next unprocessed
/// part. If `by_threads` is false, the calling thread processes all parts. Rethrows the first exception of `visit`.
template <typename Visit>
void for_each_part(std::uint64_t parts, bool by_threads, Visit visit) {
  if (by_threads) require_threads();
  FirstFailure failure;
#pragma omp parallel for schedule(dynamic, 1) if (by_threads)
  for (std::uint64_t part = 0; part < parts; ++part) failure.guard([&] { visit(part); });
  failure.rethrow();
}

}  // namespace texelsort::data
