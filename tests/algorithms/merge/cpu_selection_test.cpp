#include "compute/algorithms/merge/cpu_selection.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compute/algorithms/merge/reference.h"

/// Compares both algorithms of multiway selection with the definition, on small problems.
namespace texelsort::algorithms::merge {
namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

struct Input {
  std::vector<std::uint64_t> ranks, starts{0};

  void add(std::vector<std::uint64_t> sequence) {
    std::ranges::sort(sequence);
    ranks.insert(ranks.end(), sequence.begin(), sequence.end());
    starts.push_back(ranks.size());
  }
  Sequences sequences() const { return {ranks, starts}; }
};

/// Returns up to `most` sequences with up to `longest` elements each and `values` distinct values, including the
/// largest number.
Input make_input(std::mt19937_64& random, std::uint64_t most, std::uint64_t longest, std::uint64_t values) {
  Input input;
  for (std::uint64_t i = 1 + random() % most; i > 0; --i) {
    std::vector<std::uint64_t> sequence(random() % (longest + 1));
    for (auto& element : sequence) element = random() % 5 == 0 ? largest : random() % values;
    input.add(sequence);
  }
  return input;
}

std::vector<Input> inputs() {
  std::mt19937_64 random(1);
  std::vector<Input> all;
  for (int i = 0; i < 400; ++i) all.push_back(make_input(random, 6, i % 3 == 0 ? 30 : 5, i % 2 == 0 ? 3 : 40));
  Input equal;
  for (const std::uint64_t length : {3, 0, 1, 8}) equal.add(std::vector<std::uint64_t>(length, largest));
  all.push_back(equal);
  all.push_back({});
  all.back().add({});
  return all;
}

/// Returns the number of elements of each sequence among the first t elements of a stable merge. This is another
/// definition of the selection.
std::vector<std::uint64_t> counted_by_merging(const Input& input, std::uint64_t target) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> elements;  // each element with the number of its sequence
  for (std::uint64_t i = 0; i + 1 < input.starts.size(); ++i) {
    for (std::uint64_t j = input.starts[i]; j < input.starts[i + 1]; ++j) elements.emplace_back(input.ranks[j], i);
  }
  std::ranges::sort(elements);
  std::vector<std::uint64_t> counts(input.starts.size() - 1);
  for (std::uint64_t i = 0; i < target; ++i) ++counts[elements[i].second];
  return counts;
}

/// Checks the invariant of appendix A.1 after a step. L and U are the sums of the sequences' lower and upper counts.
/// The invariant is L <= t < U or L <= U <= t, and lower <= taken <= upper. Also checks that t lies between the outer
/// sums. Returns the violated part, or an empty string.
std::string broken_invariant(const OsipovSelection& selection, const Sequences& sequences) {
  std::uint64_t lower = 0, taken = 0, upper = 0;
  for (std::uint64_t i = 0; i < sequences.count(); ++i) {
    const auto& own = selection.bounds()[i];
    if (own.lower > own.taken || own.taken > own.upper || own.upper > sequences.length(i)) {
      return fmt::format("sequence {}: {} <= {} <= {} <= {} does not hold", i, own.lower, own.taken, own.upper,
                         sequences.length(i));
    }
    lower += own.lower;
    taken += own.taken;
    upper += own.upper;
  }
  const std::uint64_t target = selection.target();
  if (lower != selection.lower() || taken != selection.taken()) {
    return fmt::format("L = {} and U = {} are not the sums {} and {}", selection.lower(), selection.taken(), lower,
                       taken);
  }
  if (lower > target || upper < target) {
    return fmt::format("t = {} is not between the sums {} and {} of the bounds", target, lower, upper);
  }
  if (!(lower <= target && target < taken) && !(lower <= taken && taken <= target)) {
    return fmt::format("neither L <= t < U nor L <= U <= t: L = {}, U = {}, t = {}", lower, taken, target);
  }
  return "";
}

/// Checks that the lower bounds are not above the upper ones, and that t lies between their sums. t must differ from
/// both sums, unless the bounds have not moved or have met.
std::string broken_invariant(const QuickSelection& selection, const Sequences& sequences) {
  std::uint64_t lower = 0, upper = 0;
  for (std::uint64_t i = 0; i < sequences.count(); ++i) {
    const auto& own = selection.bounds()[i];
    if (own.lower > own.upper || own.upper > sequences.length(i) || own.below > own.through) {
      return fmt::format("sequence {}: bounds {} to {}, pivot from {} to {}, length {}", i, own.lower, own.upper,
                         own.below, own.through, sequences.length(i));
    }
    lower += own.lower;
    upper += own.upper;
  }
  if (lower > selection.target() || upper < selection.target()) {
    return fmt::format("t = {} is not between the sums {} and {} of the bounds", selection.target(), lower, upper);
  }
  if (!selection.done() && lower == upper) return fmt::format("the bounds have met at {} before the end", lower);
  return "";
}

template <typename Selection>
void expect_right(Selection selection, const Input& input, std::uint64_t target) {
  const auto right = counted_by_merging(input, target);
  std::uint64_t steps = 0;
  while (!selection.done()) {
    selection.step();
    ASSERT_EQ(broken_invariant(selection, input.sequences()), "") << "step " << steps;
    for (std::size_t i = 0; i < right.size(); ++i) {
      ASSERT_LE(selection.bounds()[i].lower, right[i]);
      ASSERT_GE(selection.bounds()[i].upper, right[i]);
    }
    ASSERT_LT(++steps, 1000u) << "it does not end";
  }
  EXPECT_EQ(selection.splitters(), right) << "of " << target;
}

TEST(OsipovSelection, SplitsSortedSequencesStablyAtEveryRank) {
  for (const Input& input : inputs()) {
    for (std::uint64_t t = 0; t <= input.ranks.size(); ++t)
      expect_right(OsipovSelection(input.sequences(), t), input, t);
  }
}

TEST(QuickSelection, SplitsSortedSequencesStablyAtEveryRank) {
  std::uint32_t seed = 0;
  for (const Input& input : inputs()) {
    for (std::uint64_t t = 0; t <= input.ranks.size(); ++t) {
      expect_right(QuickSelection(input.sequences(), t, ++seed), input, t);
    }
  }
}

/// Tests the definition of selection by which the program checks its results.
TEST(MultiwaySelection, SelectsAsManyKeysFromEachSequenceAsAMergeOutputs) {
  for (const Input& input : inputs()) {
    std::vector<std::uint64_t> targets, right;
    for (std::uint64_t t = 0; t <= input.ranks.size(); ++t) {
      targets.push_back(t);
      const auto row = counted_by_merging(input, t);
      right.insert(right.end(), row.begin(), row.end());
    }
    EXPECT_EQ(selections_by_definition(input.sequences(), targets), right);
  }
}

TEST(MultiwaySelection, ContainsTheSelectionOfEverySmallerRank) {
  std::mt19937_64 random(7);
  for (const device::Selection selector : {device::Selection::osipov, device::Selection::quick}) {
    Input input;
    for (const std::uint64_t length : {12, 0, 1, 30, 7}) {
      std::vector<std::uint64_t> sequence(length);
      for (auto& element : sequence) element = random() % 4;
      input.add(sequence);
    }
    const std::uint64_t n = input.ranks.size();
    const Splitters splitters = select_splitters(input.sequences(), n, selector, 3);
    for (std::uint64_t part = 0; part < n; ++part) {
      std::uint64_t size = 0;
      for (std::uint64_t i = 0; i < splitters.sequences; ++i) {
        ASSERT_LE(splitters.at(part, i), splitters.at(part + 1, i));
        size += splitters.at(part + 1, i) - splitters.at(part, i);
      }
      EXPECT_EQ(size, 1u) << "parts of one key each";
    }
  }
}

/// In this state, L = U < t. The sequence with the smallest sample is exhausted, and the elements taken from the others
/// are known to be selected. In the thesis's proof, L = U occurs only at the end.
TEST(OsipovSelection, ContinuesWhenItsLowerSumReachesTheTakenKeysEarly) {
  std::mt19937_64 random(1);
  std::uint64_t met = 0;
  for (int i = 0; i < 200; ++i) {
    const Input input = make_input(random, 6, 30, 40);
    for (std::uint64_t t = 1; t <= input.ranks.size(); ++t) {
      OsipovSelection selection(input.sequences(), t);
      while (!selection.done()) {
        selection.step();
        met += selection.lower() == selection.taken() && selection.taken() < t;
      }
    }
  }
  EXPECT_GT(met, 0u);
}

/// Section 5.5.3: k log m accesses, compared with k log^2 m for quick select. The constants are this program's.
TEST(OsipovSelection, ReadsLogarithmicallyManyKeysPerSequence) {
  std::mt19937_64 random(5);
  Input input;
  for (int i = 0; i < 8; ++i) {
    std::vector<std::uint64_t> sequence(1 << 12);
    for (auto& element : sequence) element = random();
    input.add(sequence);
  }
  OsipovSelection selection(input.sequences(), input.ranks.size() / 3);
  while (!selection.done()) selection.step();
  EXPECT_LE(selection.accesses(), 8u * 12 * 4);
  EXPECT_LE(selection.steps(), 8u * 12 * 2);
}

TEST(QuickSelection, EndsWhenAllRemainingKeysEqualThePivot) {
  Input input;
  input.add(std::vector<std::uint64_t>(100, 0));
  input.add(std::vector<std::uint64_t>(100, 1));
  for (const std::uint64_t t : {50, 100, 101, 150}) expect_right(QuickSelection(input.sequences(), t, 1), input, t);
}

/// Algorithm 3 draws the pivot's sequence from all sequences. Here, one of 32 sequences has undecided keys, so that
/// about 31 of 32 steps decide nothing. Quick select alone would need about 2 ln 4096 = 17 steps.
TEST(QuickSelection, DrawsPivotsFromDecidedSequencesToo) {
  Input input;
  for (int i = 0; i < 31; ++i) input.add({0});
  std::vector<std::uint64_t> keys(1 << 12);
  std::iota(keys.begin(), keys.end(), 1);
  input.add(keys);
  std::uint64_t steps = 0;
  constexpr std::uint32_t seeds = 20;
  for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
    QuickSelection selection(input.sequences(), 2000, seed);
    while (!selection.done()) selection.step();
    steps += selection.steps();
  }
  EXPECT_GT(steps / seeds, 5u * 17);
  EXPECT_LT(steps / seeds, 32u * 2 * 17);
}

TEST(TournamentTree, BreaksTiesByTheLowestOrTheHighestPlayerNumber) {
  Tournament smallest(5, Tournament::Winner::smallest), greatest(5, Tournament::Winner::greatest);
  EXPECT_EQ(smallest.winner(), std::nullopt);
  for (const std::uint64_t player : {3, 1, 4}) {
    smallest.enter(player, 7);
    greatest.enter(player, 7);
  }
  EXPECT_EQ(smallest.winner(), 1u);
  EXPECT_EQ(greatest.winner(), 4u);
  smallest.leave(1);
  smallest.enter(3, 8);
  greatest.enter(0, 9);
  EXPECT_EQ(smallest.winner(), 4u);
  EXPECT_EQ(greatest.winner(), 0u);
}

TEST(PartBoundaries, DivideKeysIntoPartsThatDifferByAtMostOneKey) {
  for (const std::uint64_t n : {0ull, 1ull, 17ull, 1ull << 50}) {
    for (const std::uint64_t parts : {1ull, 2ull, 7ull, 4096ull}) {
      EXPECT_EQ(part_start(n, parts, 0), 0u);
      EXPECT_EQ(part_start(n, parts, parts), n);
      for (std::uint64_t j = 0; j < parts; ++j) {
        const std::uint64_t size = part_start(n, parts, j + 1) - part_start(n, parts, j);
        EXPECT_GE(size, n / parts);
        EXPECT_LE(size, n / parts + 1);
      }
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms::merge
