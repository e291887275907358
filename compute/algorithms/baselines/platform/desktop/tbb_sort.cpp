#include <functional>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <tbb/version.h>

#include "compute/algorithms/baselines/host_sort.h"
#include "compute/algorithms/baselines/library_info.h"

namespace texelsort::algorithms {
namespace {

// oneTBB's parallel sort, which needs no second array. On two cores, its times and those of libstdc++'s
// __gnu_parallel::sort differ by at most 15 % for 2^20 and 2^24 keys of four types. std::sort(std::execution::par) is a
// fifth slower.
struct TbbSort {
  static std::string name() { return fmt::format("oneTBB {}", TBB_runtime_version()); }
  static constexpr const char* call = "tbb::parallel_sort";
  template <typename Element, typename Precedes>
  static void sort(std::vector<Element>& elements, Precedes precedes) {
    tbb::parallel_sort(elements.begin(), elements.end(), precedes);
  }
  template <typename Visit>
  static void for_each_index(std::size_t n, Visit visit) {
    for_each_range(n, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) visit(i);
    });
  }

 private:
  // There is one instance of parallel_for for all visitors. One instance per visitor would take half of this file's
  // compile time.
  static void for_each_range(std::size_t n, const std::function<void(std::size_t, std::size_t)>& visit) {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n),
                      [&visit](const tbb::blocked_range<std::size_t>& range) { visit(range.begin(), range.end()); });
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_tbb_sort() {
  return std::make_unique<HostSort<TbbSort>>(tbb_info());
}

}  // namespace texelsort::algorithms
