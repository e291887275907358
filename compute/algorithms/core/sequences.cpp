#include "compute/algorithms/core/sequences.h"

#include <algorithm>
#include <version>
#ifdef __cpp_lib_parallel_algorithm
#include <execution>
#endif

#include <fmt/format.h>

#include "compute/data/keys/comparison.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms {
namespace {

/// Calls a standard algorithm for the range [first, last). Uses all processors if the standard library has parallel
/// algorithms and the range has at least 2^16 elements.
template <typename Algorithm, typename Iterator>
auto on_processors(Algorithm algorithm, Iterator first, Iterator last) {
#ifdef __cpp_lib_parallel_algorithm
  constexpr auto worth_threads = std::ptrdiff_t{1} << 16;
  if (last - first >= worth_threads) return algorithm(std::execution::par, first, last);
#endif
  return algorithm(first, last);
}

}  // namespace

std::optional<Disorder> find_disorder(const Sequences& sequences) {
  const auto sorted_until = [](auto... range) { return std::is_sorted_until(range...); };
  for (std::uint64_t i = 0; i < sequences.count(); ++i) {
    const auto own = sequences.ranks.subspan(sequences.starts[i], sequences.length(i));
    const auto wrong = on_processors(sorted_until, own.begin(), own.end());
    if (wrong != own.end()) return Disorder{i, static_cast<std::uint64_t>(wrong - own.begin())};
  }
  return std::nullopt;
}

std::string disorder_text(const data::Keys& keys, std::uint64_t place) {
  return fmt::format("{} comes after {}", data::text(keys, place), data::text(keys, place - 1));
}

std::optional<std::string> merge_fault(const Problem& problem) {
  const auto& starts = problem.sequences;
  if (starts.empty()) return "there are no sequences to merge";
  if (starts.front() != 0 || starts.back() != problem.n() || !std::ranges::is_sorted(starts)) {
    return fmt::format("the starts of the sequences must ascend from 0 to the number of keys, {}", problem.n());
  }
  const auto ranks = data::ranks(problem.keys, problem.order, problem.comparison);
  const auto disorder = find_disorder({ranks, starts});
  if (!disorder) return std::nullopt;
  return fmt::format("sequence {} is not sorted: at its position {}, {}", disorder->sequence, disorder->position,
                     disorder_text(problem.keys, starts[disorder->sequence] + disorder->position));
}

std::vector<std::uint64_t> even_starts(std::uint64_t n, std::uint64_t count) {
  std::vector<std::uint64_t> starts;
  for (std::uint64_t i = 0; i <= count; ++i) starts.push_back(part_start(n, count, i));
  return starts;
}

void sort_sequences(Problem& problem) {
  const data::KeyType type = problem.type();
  const data::Order order = problem.order;
  // Keys are sorted in encoded form, which has two types instead of the keys' six. Each instance of a parallel sort
  // takes seconds to compile.
  const auto sort_by = [&](auto& codes, auto rank) {
    using Code = typename std::decay_t<decltype(codes)>::value_type;
    const auto sort = [&](auto... range) {
      std::stable_sort(range..., [&](Code one, Code other) { return rank(one) < rank(other); });
    };
    for (std::size_t i = 0; i + 1 < problem.sequences.size(); ++i) {
      const std::uint64_t first = problem.sequences[i];
      const auto own = std::span(codes).subspan(first, problem.sequences[i + 1] - first);
      on_processors(sort, own.begin(), own.end());
    }
  };
  const auto sort_codes = [&](auto& codes) {
    if (problem.comparison == data::Comparison::natural) return sort_by(codes, [](auto code) { return code; });
    sort_by(codes, [&](auto code) { return data::rank_of_code(code, problem.comparison, type, order); });
  };
  std::visit(
      [&]<typename Key>(std::vector<Key>& keys) {
        std::vector<data::CodeOf<Key>> codes(keys.size());
        std::ranges::transform(keys, codes.begin(), [order](Key key) { return data::encode(key, order); });
        sort_codes(codes);
        std::ranges::transform(codes, keys.begin(), [order](auto code) { return data::decode<Key>(code, order); });
      },
      problem.keys);
}

std::uint64_t round_count(std::uint64_t sequences, std::uint64_t ways) {
  std::uint64_t rounds = 0;
  for (; sequences > 1; sequences = (sequences + ways - 1) / ways) ++rounds;
  return rounds;
}

std::vector<std::uint64_t> merged_starts(std::span<const std::uint64_t> starts, std::uint64_t stride) {
  std::vector<std::uint64_t> merged;
  for (std::uint64_t i = 0; i + 1 < starts.size(); i += stride) merged.push_back(starts[i]);
  merged.push_back(starts.back());
  return merged;
}

}  // namespace texelsort::algorithms
