#include "compute/data/parallel.h"

#ifdef _OPENMP
#include <chrono>
#include <thread>

#include <omp.h>
#include <sys/stat.h>
#endif

#include "compute/data/parallel_tasks.h"

namespace texelsort::data {

#ifdef _OPENMP
namespace {

/// Returns the number of threads of the process plus two, which is the link count of /proc/self/task (see proc(5)).
/// Returns 0 without /proc.
std::uint64_t links_to_threads() {
  struct stat status {};
  return stat("/proc/self/task", &status) == 0 ? status.st_nlink : 0;
}

/// Starts and ends `count` threads, to test whether OpenMP can start as many. Throws if a thread cannot start.
void try_threads(std::uint64_t count) {
  const std::uint64_t before = links_to_threads();
  parallel_tasks(count, [](std::uint64_t) {});
  // Wait, because the system may count a thread for a moment after it was joined.
  constexpr int most_waits = 1000;
  for (int waits = 0; waits < most_waits && links_to_threads() > before; ++waits) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

}  // namespace

void require_threads() {
  // Each thread that starts parallel regions needs this once, because OpenMP keeps a thread pool for each.
  thread_local bool has_threads = false;
  if (has_threads || omp_in_parallel() != 0) return;
  const int others = omp_get_max_threads() - 1;
  if (others > 0) {
    try_threads(static_cast<std::uint64_t>(others));
#pragma omp parallel
    {
      // The empty region starts OpenMP's threads, which then stay alive.
    }
  }
  has_threads = true;
}

unsigned openmp_threads() {
  return static_cast<unsigned>(omp_get_max_threads());
}
#else
void require_threads() {}

unsigned openmp_threads() {
  return 1;
}
#endif

}  // namespace texelsort::data
