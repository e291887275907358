#include "compute/algorithms/selection/encoded_keys.h"

#include <algorithm>
#include <bit>
#include <set>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms {

std::uint64_t Interval::last() const {
  return open == 64 ? ~std::uint64_t{0} : low + ((std::uint64_t{1} << open) - 1);
}

std::optional<std::uint64_t> Interval::end() const {
  const std::uint64_t past = last() + 1;
  return past == 0 ? std::nullopt : std::optional(past);
}

Interval common_interval(std::uint64_t lowest, std::uint64_t highest) {
  const Interval around{0, static_cast<unsigned>(std::max<int>(1, static_cast<int>(std::bit_width(lowest ^ highest))))};
  return {lowest & ~around.last(), around.open};
}

Interval code_range(const Problem& problem, unsigned key_bits) {
  const auto [lowest, highest] = std::visit(
      [&]<typename Key>(const std::vector<Key>& keys) -> std::pair<std::uint64_t, std::uint64_t> {
        std::uint64_t low = ~std::uint64_t{0}, high = 0;
        for (const Key key : keys) {
          const std::uint64_t code = data::encode(key, problem.order);
          low = std::min(low, code);
          high = std::max(high, code);
        }
        return {low, high};
      },
      problem.keys);
  const Interval needed = common_interval(lowest, highest);
  if (key_bits == 0) return needed;
  const Interval asked{key_bits == 64 ? 0 : needed.low >> key_bits << key_bits, key_bits};
  if (!asked.contains(needed)) {
    throw UsageError(
        fmt::format("key-bits = {} is too small: these keys differ in their lowest {} bits", key_bits, needed.open));
  }
  return asked;
}

std::string threshold_text(std::uint64_t threshold, const Interval& range) {
  constexpr unsigned most_binary_digits = 16;  // longer binary numbers would be hard to read in a table row
  const std::uint64_t bits = threshold - range.low;
  if (range.open <= most_binary_digits) return fmt::format("{:0{}b}", bits, range.open);
  return fmt::format("0x{:0{}x}", bits, (range.open + 3) / 4);
}

std::vector<std::uint64_t> largest_of_ranks(const Problem& problem) {
  const std::uint64_t n = problem.n();
  if (n == 0) throw UsageError("there is nothing to select, because the input has no keys");
  if (problem.ranks.empty()) throw UsageError("there is nothing to select: give a k, a median or a quantile");
  std::vector<std::uint64_t> ks;
  for (const std::uint64_t rank : problem.ranks) {
    if (rank >= n) throw UsageError(fmt::format("place {} is beyond the {} keys", rank, n));
    ks.push_back(n - rank);
  }
  return ks;
}

std::vector<std::uint64_t> ascending_ranks(const Problem& problem) {
  std::set<std::uint64_t> ranks;
  for (const std::uint64_t k : largest_of_ranks(problem)) ranks.insert(problem.n() - k);
  return {ranks.begin(), ranks.end()};
}

Selection undecided(const Problem& problem, const Interval& range) {
  Selection selection{.candidates = {}, .low = range.low, .open = range.open};
  for (const std::uint64_t rank : problem.ranks) selection.candidates.push_back({rank, range.low, range.last()});
  return selection;
}

}  // namespace texelsort::algorithms
