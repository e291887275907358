#include "compute/algorithms/radix/reference.h"

#include <numeric>

namespace texelsort::algorithms::radix {
namespace {

/// State bits of a status word that contains the complete sum of a tile; see
/// compute/algorithms/radix/cuda/look_back.cuh.
constexpr std::uint64_t summed = std::uint64_t{2} << 30;

}  // namespace

std::vector<std::uint64_t> count(std::span<const std::uint64_t> codes, const DigitPass& pass) {
  std::vector<std::uint64_t> table(pass.columns << pass.bits);
  for (std::uint64_t i = 0; i < codes.size(); ++i) {
    ++table[pass.digit(codes[i]) * pass.columns + i / pass.column_keys];
  }
  return table;
}

std::vector<std::uint64_t> scan(std::vector<std::uint64_t> table) {
  std::exclusive_scan(table.begin(), table.end(), table.begin(), std::uint64_t{0});
  return table;
}

std::vector<std::uint64_t> rank(std::span<const std::uint64_t> codes, const DigitPass& pass) {
  std::vector<std::uint64_t> ranks(codes.size()), seen;
  for (std::uint64_t i = 0; i < codes.size(); ++i) {
    if (i % pass.column_keys == 0) seen.assign(std::size_t{1} << pass.bits, 0);
    ranks[i] = seen[pass.digit(codes[i])]++;
  }
  return ranks;
}

std::vector<std::uint64_t> move(std::span<const std::uint64_t> codes, const DigitPass& pass) {
  std::vector<std::uint64_t> order(codes.size());
  std::vector<std::uint64_t> next = scan(count(codes, {pass.shift, pass.bits, 1, codes.size()}));
  for (std::uint64_t i = 0; i < codes.size(); ++i) order[next[pass.digit(codes[i])]++] = i;
  return order;
}

std::vector<std::uint64_t> histogram(std::span<const std::uint64_t> codes, std::uint64_t digits, std::uint32_t bits) {
  std::vector<std::uint64_t> bins;
  for (std::uint64_t d = 0; d < digits; ++d) {
    const auto row = count(codes, {static_cast<std::uint32_t>(d * bits), bits, 1, codes.size()});
    bins.insert(bins.end(), row.begin(), row.end());
  }
  return bins;
}

std::vector<std::uint64_t> scan_bins(std::vector<std::uint64_t> bins, std::uint32_t bits) {
  const auto values = static_cast<std::ptrdiff_t>(1) << bits;
  for (auto row = bins.begin(); row != bins.end(); row += values) {
    std::exclusive_scan(row, row + values, row, std::uint64_t{0});
  }
  return bins;
}

std::vector<std::uint64_t> onesweep(std::span<const std::uint64_t> codes, const DigitPass& pass,
                                    std::uint64_t portion_tiles) {
  const std::vector<std::uint64_t> counts = count(codes, pass);
  const std::uint64_t values = std::uint64_t{1} << pass.bits;
  std::vector<std::uint64_t> status(counts.size());
  for (std::uint64_t value = 0; value < values; ++value) {
    std::uint64_t sum = 0;
    for (std::uint64_t tile = 0; tile < pass.columns; ++tile) {
      if (tile % portion_tiles == 0) sum = 0;
      sum += counts[value * pass.columns + tile];
      status[tile * values + value] = summed | sum;
    }
  }
  return status;
}

}  // namespace texelsort::algorithms::radix
