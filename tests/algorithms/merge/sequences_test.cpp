#include "compute/algorithms/core/sequences.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "compute/data/keys/comparison.h"
#include "tests/algorithms/problems.h"

/// Tests of the input of a merge: sequences long enough for several threads, and short and empty sequences.
namespace texelsort::algorithms {
namespace {

constexpr std::uint64_t n = 300'000;
const std::vector<std::uint64_t> starts{0, 100'000, 100'003, 100'003, n};

/// Returns the original positions of the keys, sorted by std::stable_sort.
data::Keys sorted(const Problem& problem) {
  const std::vector<std::uint64_t> ranks = data::ranks(problem.keys, problem.order, problem.comparison);
  std::vector<std::uint64_t> places(n);
  for (std::uint64_t i = 0; i < n; ++i) places[i] = i;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    std::ranges::stable_sort(std::span(places).subspan(starts[i], starts[i + 1] - starts[i]), {},
                             [&](std::uint64_t place) { return ranks[place]; });
  }
  data::Keys keys = problem.keys;
  std::visit(
      [&](auto& to) {
        const auto& from = std::get<std::remove_cvref_t<decltype(to)>>(problem.keys);
        std::ranges::transform(places, to.begin(), [&](std::uint64_t place) { return from[place]; });
      },
      keys);
  return keys;
}

TEST(MergeSequences, AreSortedLikeByStdStableSort) {
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::i64, data::KeyType::f32}) {
    for (const data::Comparison comparison : data::all_comparisons) {
      for (const data::Order order : {data::Order::ascending, data::Order::descending}) {
        Problem problem{data::generate("uniform", type, n, 3), order};
        problem.comparison = comparison;
        problem.sequences = starts;
        const data::Keys expected = sorted(problem);
        EXPECT_TRUE(merge_fault(problem));
        sort_sequences(problem);
        EXPECT_TRUE(std::ranges::equal(data::bytes(problem.keys), data::bytes(expected)))
            << data::name(type) << ", " << data::name(comparison);
        EXPECT_FALSE(merge_fault(problem));
      }
    }
  }
}

TEST(MergeSequences, AreRejectedWithTheFirstKeyThatIsOutOfOrder) {
  std::vector<std::uint64_t> ranks(n);
  for (std::uint64_t i = 0; i < n; ++i) ranks[i] = i;
  EXPECT_FALSE(find_disorder({ranks, starts}));
  std::swap(ranks[250'000], ranks[260'000]);
  std::swap(ranks[200'000], ranks[270'000]);
  const auto disorder = find_disorder({ranks, starts});
  ASSERT_TRUE(disorder);
  EXPECT_EQ(disorder->sequence, 3u);
  EXPECT_EQ(disorder->position, 200'001u - starts[3]);
}

}  // namespace
}  // namespace texelsort::algorithms
