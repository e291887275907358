#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "compute/algorithms/merge/sequences.h"
#include "compute/algorithms/reference/library_call.h"
#include "compute/measure/waker.h"
#include "tests/algorithms/problems.h"
#include "tests/cuda/bare_calls.h"

namespace texelsort::algorithms {
namespace {

constexpr std::uint64_t rounds = 41;
constexpr double tolerance = 0.03;

template <typename Key>
const std::vector<Key>& column(const Problem& problem) {
  return std::get<std::vector<Key>>(problem.keys);
}

/// A baseline beside a bare call of its library on the same keys, in turn, each with its input put back right before:
/// the median of the ratios of their times.
double median_ratio(Run& run, tests::BareCall& bare) {
  measure::Waker waker(tests::device());
  const auto time_run = [&] {
    run.rewind();
    waker.wake();
    return run.timed_finish();
  };
  const auto time_bare = [&] {
    bare.restore();
    waker.wake();
    return bare.time();
  };
  time_run();
  time_bare();
  EXPECT_EQ(run.read().keys, bare.result()) << "the two do not do the same";
  std::vector<double> ratios;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const bool run_first = round % 2 == 0;
    const double first = run_first ? time_run() : time_bare();
    const double second = run_first ? time_bare() : time_run();
    ratios.push_back(run_first ? first / second : second / first);
  }
  std::ranges::sort(ratios);
  return ratios[rounds / 2];
}

using MakeBare = std::function<std::unique_ptr<tests::BareCall>(const Problem&)>;

void expect_as_fast_as(const char* id, std::shared_ptr<const Problem> problem, const MakeBare& make_bare) {
  const auto run = start(find_algorithm(id), problem);
  run->keep_input();
  const auto bare = make_bare(*problem);
  const double ratio = median_ratio(*run, *bare);
  ::testing::Test::RecordProperty("ratio", std::to_string(ratio));
  std::printf("%s (%s), n = %llu: %.4f of the bare call's time\n", id, library_call(*run).call.c_str(),
              static_cast<unsigned long long>(problem->n()), ratio);
  EXPECT_NEAR(ratio, 1.0, tolerance) << library_call(*run).call;
}

/// 2^22 keys and pairs stay in an H200's level-2 cache of 50 MB, 2^24 and its second array do not.
class Baselines : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  static void compare(const char* id, data::KeyType type, data::PayloadKind payload, data::Order order,
                      const MakeBare& make_bare) {
    TEXELSORT_NEED_BACKEND_OF(find_algorithm(id));
    expect_as_fast_as(id, make_problem("uniform", type, GetParam(), payload, order), make_bare);
  }
};

using data::KeyType;
using data::Order;
using data::PayloadKind;

TEST_P(Baselines, MergeSortOfKeys) {
  compare("cub/merge@cuda", KeyType::u32, PayloadKind::none, Order::ascending,
          [](const Problem& problem) { return tests::bare_merge_sort(column<std::uint32_t>(problem)); });
}

TEST_P(Baselines, MergeSortOfKeysCountedByAnInt) {
  compare("cub/merge@cuda", KeyType::u32, PayloadKind::none, Order::ascending,
          [](const Problem& problem) { return tests::bare_merge_sort_int(column<std::uint32_t>(problem)); });
}

TEST_P(Baselines, MergeSortOfPairs) {
  compare("cub/merge@cuda", KeyType::u32, PayloadKind::index, Order::ascending,
          [](const Problem& problem) { return tests::bare_merge_sort_pairs(column<std::uint32_t>(problem)); });
}

TEST_P(Baselines, MergeSortOfFloats) {
  compare("cub/merge@cuda", KeyType::f32, PayloadKind::none, Order::ascending,
          [](const Problem& problem) { return tests::bare_merge_sort(column<float>(problem)); });
}

TEST_P(Baselines, MergeSortOfLongKeysDownwards) {
  compare("cub/merge@cuda", KeyType::u64, PayloadKind::none, Order::descending,
          [](const Problem& problem) { return tests::bare_merge_sort_down(column<std::uint64_t>(problem)); });
}

TEST_P(Baselines, RadixSortOfKeys) {
  compare("cub/radix@cuda", KeyType::u32, PayloadKind::none, Order::ascending,
          [](const Problem& problem) { return tests::bare_radix_sort(column<std::uint32_t>(problem)); });
}

TEST_P(Baselines, RadixSortOfPairs) {
  compare("cub/radix@cuda", KeyType::u32, PayloadKind::index, Order::ascending,
          [](const Problem& problem) { return tests::bare_radix_sort_pairs(column<std::uint32_t>(problem)); });
}

TEST_P(Baselines, Merge) {
  constexpr auto id = "thrust/merge@cuda";
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(id));
  Problem problem{data::generate("uniform", KeyType::u32, GetParam(), 1)};
  const std::uint64_t middle = GetParam() / 2;
  problem.sequences = {0, middle, GetParam()};
  merge::sort_sequences(problem);
  expect_as_fast_as(id, std::make_shared<const Problem>(std::move(problem)), [middle](const Problem& merged) {
    return tests::bare_merge(column<std::uint32_t>(merged), middle);
  });
}

INSTANTIATE_TEST_SUITE_P(Sizes, Baselines, ::testing::Values(std::uint64_t{1} << 22, std::uint64_t{1} << 24),
                         [](const auto& info) { return info.param == std::uint64_t{1} << 22 ? "n22" : "n24"; });

// ---- Which comparison the merge sort is given.

std::string call_of(data::Keys keys, Order order, PayloadKind payload = PayloadKind::none) {
  const auto problem = std::make_shared<const Problem>(Problem{std::move(keys), order, payload});
  return library_call(*start(find_algorithm("cub/merge@cuda"), problem)).call;
}

TEST(CubMerge, ComparesByTheTypeWhereThatGivesTheOrder) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm("cub/merge@cuda"));
  constexpr auto keys_by = "cub::DeviceMergeSort::StableSortKeys by ";
  EXPECT_EQ(call_of(std::vector<std::int32_t>{3, -1}, Order::ascending), std::string(keys_by) + "cuda::std::less");
  EXPECT_EQ(call_of(std::vector<double>{3, 0, -1}, Order::descending), std::string(keys_by) + "cuda::std::greater");
  EXPECT_EQ(call_of(std::vector<float>{3, -1}, Order::ascending, PayloadKind::index64),
            "cub::DeviceMergeSort::StableSortPairs by cuda::std::less");
  EXPECT_EQ(call_of(std::vector<float>{3, -0.0f}, Order::ascending).find(std::string(keys_by) + "the codes"), 0u);
  EXPECT_EQ(call_of(std::vector<double>{std::nan(""), 1}, Order::descending).find(std::string(keys_by) + "the codes"),
            0u);
}

/// Of every type, order and payload: without and with keys that `<` does not order.
TEST(CubMerge, SortsByEitherComparison) {
  const Algorithm& algorithm = find_algorithm("cub/merge@cuda");
  TEXELSORT_NEED_BACKEND_OF(algorithm);
  for (const KeyType type : data::all_key_types) {
    for (const Order order : {Order::ascending, Order::descending}) {
      for (const PayloadKind payload : {PayloadKind::none, PayloadKind::index, PayloadKind::index64}) {
        for (const char* distribution : {"few-distinct", "special"}) {
          const CheckResult result = run_check(tests::device(), {.algorithm = &algorithm,
                                                                 .type = type,
                                                                 .payload = payload,
                                                                 .order = order,
                                                                 .distribution = distribution,
                                                                 .n = 20'000});
          EXPECT_EQ(result.outcome, Outcome::passed) << name(type) << " " << name(order) << " " << result.message;
        }
      }
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms
