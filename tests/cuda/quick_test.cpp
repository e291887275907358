#include <algorithm>

#include <gtest/gtest.h>

#include "compute/gpu/memory_use.h"
#include "tests/algorithms/adversarial.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

constexpr const char* quick_id = "quick/parallel@cuda";
constexpr const char* quick_inputs[] = {"uniform", "zero", "few-distinct", "sorted", "reversed"};

void expect_quick_sorts(const std::string& distribution, std::uint64_t n, const Overrides& overrides,
                        data::KeyType type = data::KeyType::u32, data::PayloadKind payload = data::PayloadKind::index) {
  expect_sorts(quick_id, distribution, n, overrides, type, payload);
}

/// Tests every number of keys that one block can sort by its network.
TEST(CudaQuicksort, SortsAnyNumberOfKeysByTheNetworkOfABlock) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(quick_id));
  for (const char* network : {"odd-even", "bitonic"}) {
    for (std::uint64_t n = 2; n < 70; ++n) expect_quick_sorts("uniform", n, {{"network", network}, {"threads", "32"}});
    for (const std::uint64_t n : {127ull, 129ull, 255ull, 257ull, 1000ull, 2047ull, 2048ull}) {
      expect_quick_sorts("few-distinct", n, {{"network", network}, {"threads", "64"}}, data::KeyType::f32);
      expect_quick_sorts("uniform", n, {{"network", network}, {"threads", "64"}}, data::KeyType::i64);
    }
  }
}

/// With a single block, the whole array is one part, which the block sorts with its stack.
TEST(CudaQuicksort, SortsWithASingleThreadBlock) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(quick_id));
  for (const char* input : quick_inputs) {
    expect_quick_sorts(input, 3000, {{"parts", "1"}, {"small", "32"}, {"threads", "64"}});
    expect_quick_sorts(input, 3001, {{"parts", "1"}, {"small", "100"}, {"threads", "32"}, {"pivot", "1"}},
                       data::KeyType::f64, data::PayloadKind::none);
  }
  expect_sorts_adversarial(quick_id, 3002, {{"parts", "1"}, {"small", "32"}, {"threads", "64"}});
}

TEST(CudaQuicksort, PartitionsLargePartsWithSeveralThreadBlocks) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(quick_id));
  for (const char* input : quick_inputs) {
    expect_quick_sorts(input, 5000,
                       {{"parts", "12"}, {"blocks", "9"}, {"small", "64"}, {"threads", "32"}, {"pivot", "5"}});
    expect_quick_sorts(input, 4999, {{"parts", "40"}, {"blocks", "3"}, {"small", "2"}, {"threads", "32"}},
                       data::KeyType::i32, data::PayloadKind::none);
  }
  expect_sorts_adversarial(quick_id, 5001, {{"parts", "12"}, {"blocks", "9"}, {"small", "64"}, {"threads", "32"}});
}

/// If few or no partitions are allowed, the sort must merge instead.
TEST(CudaQuicksort, SortsByMergingWhenItMayNotPartition) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(quick_id));
  for (const char* input : quick_inputs) {
    expect_quick_sorts(input, 1500, {{"depth", "0"}, {"small", "32"}, {"threads", "32"}});
    expect_quick_sorts(input, 1501, {{"depth", "0"}, {"small", "37"}, {"threads", "64"}}, data::KeyType::u64,
                       data::PayloadKind::none);
  }
}

/// Equal keys need only one partition, whatever n is.
TEST(CudaQuicksort, NeedsOnlyOnePartitionForEqualKeys) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(quick_id));
  const auto run = start(find_algorithm(quick_id), make_problem("zero", data::KeyType::u32, 20'000));
  std::uint64_t passes = 0;
  while (run->step()) ++passes;
  EXPECT_EQ(passes, 4u);  // the four passes are pivots, counts, scan and move
}

TEST(CudaQuicksort, ChoosesPivotsThatDependOnTheSeed) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(quick_id));
  const auto problem = make_problem("uniform", data::KeyType::u32, 5000);
  const auto pivot = [&](const char* seed) {
    const auto run = start(find_algorithm(quick_id), problem, {{"seed", seed}});
    run->step();
    const auto views = run->views();
    return read_view(*std::ranges::find(views, "pivots", &View::name));
  };
  EXPECT_EQ(pivot("1"), pivot("1"));
  EXPECT_NE(pivot("1"), pivot("2"));
}

TEST(CudaQuicksort, SortsByMagnitudeAndByTheNumberOfOneBits) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(quick_id));
  for (const data::Comparison comparison : {data::Comparison::magnitude, data::Comparison::ones}) {
    Problem compared = *make_problem("uniform", data::KeyType::i32, 4000, data::PayloadKind::index);
    compared.comparison = comparison;
    const auto problem = std::make_shared<const Problem>(compared);
    for (const char* parts : {"1", "20"}) {
      const auto run = start(find_algorithm(quick_id), problem, {{"parts", parts}, {"small", "64"}, {"threads", "32"}});
      const auto failure = verify_every_pass(*run, *problem, false);
      EXPECT_FALSE(failure) << text(*failure);
    }
  }
}

TEST(CudaQuicksort, ContinuesFromASnapshotOfEveryPass) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(quick_id));
  const auto problem = make_problem("few-distinct", data::KeyType::f32, 3000, data::PayloadKind::index);
  const Overrides overrides{{"parts", "6"}, {"small", "100"}, {"threads", "32"}};
  const auto run = start(find_algorithm(quick_id), problem, overrides);
  std::vector<Snapshot> snapshots{run->save()};
  while (run->step()) snapshots.push_back(run->save());
  const auto sorted = run->read();
  for (const Snapshot& snapshot : snapshots) {
    run->restore(snapshot);
    run->finish();
    EXPECT_EQ(run->read().payload, sorted.payload) << snapshot.passes_done;
  }
}

TEST(CudaQuicksort, AllocatesOnlyTwoArraysAndSmallTables) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(quick_id));
  constexpr std::uint64_t n = 30'000;
  const std::uint64_t before = gpu::memory_use().now;
  gpu::reset_peak();
  const auto run = start(find_algorithm(quick_id), make_problem("uniform", data::KeyType::u32, n), {{"blocks", "16"}});
  run->finish();
  // If CUDA cannot map OpenGL's arrays, CUDA keeps copies of the arrays.
  const std::uint64_t copies = run->handover()->staging_reason.empty() ? 1 : 2;
  const std::uint64_t used = gpu::memory_use().peak - before, arrays = copies * 2 * 4 * n;
  EXPECT_GE(used, arrays);
  EXPECT_LE(used, arrays + arrays / 8);
}

}  // namespace
}  // namespace texelsort::algorithms
