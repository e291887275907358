#include "compute/algorithms/radix/twin.h"

#include <numeric>

namespace texelsort::algorithms {

std::vector<std::uint64_t> digit_counts(std::span<const std::uint64_t> codes, const DigitPass& pass) {
  std::vector<std::uint64_t> table(pass.columns << pass.bits);
  for (std::uint64_t i = 0; i < codes.size(); ++i) {
    ++table[pass.digit(codes[i]) * pass.columns + i / pass.column_keys];
  }
  return table;
}

std::vector<std::uint64_t> digit_offsets(std::span<const std::uint64_t> codes, const DigitPass& pass) {
  std::vector<std::uint64_t> table = digit_counts(codes, pass);
  std::exclusive_scan(table.begin(), table.end(), table.begin(), std::uint64_t{0});
  return table;
}

std::vector<std::uint64_t> digit_ranks(std::span<const std::uint64_t> codes, const DigitPass& pass) {
  std::vector<std::uint64_t> ranks(codes.size()), seen;
  for (std::uint64_t i = 0; i < codes.size(); ++i) {
    if (i % pass.column_keys == 0) seen.assign(std::size_t{1} << pass.bits, 0);
    ranks[i] = seen[pass.digit(codes[i])]++;
  }
  return ranks;
}

std::vector<std::uint64_t> digit_order(std::span<const std::uint64_t> codes, const DigitPass& pass) {
  std::vector<std::uint64_t> order(codes.size());
  std::vector<std::uint64_t> next = digit_offsets(codes, {pass.shift, pass.bits, 1, codes.size()});
  for (std::uint64_t i = 0; i < codes.size(); ++i) order[next[pass.digit(codes[i])]++] = i;
  return order;
}

}  // namespace texelsort::algorithms
