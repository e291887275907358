#include <algorithm>
#include <version>

#include "compute/algorithms/baselines/host_sort.h"

namespace texelsort::algorithms {
namespace {

struct StandardLibrary {
  static constexpr bool codes_only = TEXELSORT_CODES_ONLY;
  static std::string name() {
#if defined(_GLIBCXX_RELEASE)
    return fmt::format("libstdc++ {}", _GLIBCXX_RELEASE);
#elif defined(_LIBCPP_VERSION)
    return fmt::format("libc++ {}", _LIBCPP_VERSION);
#else
    return "the C++ standard library";
#endif
  }
  template <typename Visit>
  static void for_each_index(std::size_t n, Visit visit) {
    for (std::size_t i = 0; i < n; ++i) visit(i);
  }
};

struct StdSort : StandardLibrary {
  static constexpr const char* call = "std::sort";
  template <typename Element, typename Precedes>
  static void sort(std::vector<Element>& elements, Precedes precedes) {
    std::sort(elements.begin(), elements.end(), precedes);
  }
};

struct StdStableSort : StandardLibrary {
  static constexpr const char* call = "std::stable_sort";
  template <typename Element, typename Precedes>
  static void sort(std::vector<Element>& elements, Precedes precedes) {
    std::stable_sort(elements.begin(), elements.end(), precedes);
  }
};

network::Citation standard(const char* section) {
  return {"ISO/IEC JTC1/SC22/WG21", "Programming Languages: C++", "ISO/IEC 14882:2020", 2020, section};
}

}  // namespace

std::unique_ptr<Algorithm> make_std_sort() {
  return std::make_unique<HostSort<StdSort>>(
      AlgorithmInfo{.id = "std/sort@cpu",
                    .title = "std::sort",
                    .family = "std",
                    .summary = "The C++ standard library's introsort on one thread.",
                    .citation = standard("sort")});
}

std::unique_ptr<Algorithm> make_std_stable_sort() {
  return std::make_unique<HostSort<StdStableSort>>(
      AlgorithmInfo{.id = "std/stable-sort@cpu",
                    .title = "std::stable_sort",
                    .family = "std",
                    .summary = "The C++ standard library's merge sort on one thread. Equal keys keep their order.",
                    .citation = standard("stable.sort"),
                    .stable = true});
}

}  // namespace texelsort::algorithms
