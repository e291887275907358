#include <algorithm>
#include <array>

#include "compute/data/keys/distribution_table.h"

namespace texelsort::data {
namespace {

constexpr std::array slides_bitonic{3, 7, 4, 8, 6, 2, 1, 5};
constexpr std::array slides_kth_largest{0b0011, 0b1011, 0b1101, 0b0111, 0b0101, 0b0001, 0b0111, 0b1010, 0b0010};

template <const auto& values>
void fill_with(Keys& keys, ParallelRng&) {
  std::visit(
      [](auto& column) {
        using Key = typename std::remove_cvref_t<decltype(column)>::value_type;
        std::ranges::transform(values, column.begin(), [](int value) { return static_cast<Key>(value); });
      },
      keys);
}

constexpr std::array example_table{
    DistributionEntry{
        {"slides-bitonic", "Slides: bitonic merge sort",
         "The eight keys 3 7 4 8 6 2 1 5 of N. Govindaraju, Sorting and Searching (slides), bitonic merge "
         "sort.",
         slides_bitonic.size()},
        fill_with<slides_bitonic>},
    DistributionEntry{
        {"slides-kth-largest", "Slides: k-th largest number",
         "The nine 4-bit keys of N. Govindaraju, Sorting and Searching (slides), 2nd largest in 9 values.",
         slides_kth_largest.size()},
        fill_with<slides_kth_largest>},
};

}  // namespace

std::span<const DistributionEntry> examples() {
  return example_table;
}

}  // namespace texelsort::data
