// Tests of the radix selection by CUDA kernels: numbers of keys around vectors, blocks and prefixes per launch.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

constexpr const char* select_id = "select/histogram@cuda";

std::shared_ptr<const Problem> with_ranks(const std::string& distribution, data::KeyType type, std::uint64_t n,
                                          data::Order order, std::vector<std::uint64_t> ranks) {
  Problem problem = *make_problem(distribution, type, n, data::PayloadKind::none, order);
  problem.ranks = std::move(ranks);
  return std::make_shared<const Problem>(std::move(problem));
}

/// Executes and tests every pass. verify_every_pass() compares the result with the sorted keys.
void expect_selects(const std::shared_ptr<const Problem>& problem, const Overrides& overrides) {
  const auto failure = verify_every_pass(*start(find_algorithm(select_id), problem, overrides), *problem, false);
  EXPECT_FALSE(failure) << problem->n() << ' ' << name(problem->type()) << ": " << text(*failure);
}

// A vector has 2 or 4 keys, and some of these numbers of keys leave threads or blocks without a vector.
TEST(CudaSelection, FindsElementsOfAllKeyTypesInBothOrders) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(select_id));
  for (const data::KeyType type : data::all_key_types) {
    for (const data::Order order : data::all_orders) {
      for (const std::uint64_t n : {1ull, 2ull, 3ull, 5ull, 127ull, 385ull, 1539ull}) {
        expect_selects(with_ranks("uniform", type, n, order, {0, n / 2, n - 1}), {{"threads", "32"}, {"blocks", "3"}});
      }
    }
  }
}

// With digits of 10 bits, a launch counts up to 4 prefixes, and with 12 bits, a launch counts a single prefix.
TEST(CudaSelection, CountsSeveralPrefixesInOneOrSeveralLaunches) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(select_id));
  std::vector<std::uint64_t> ranks;
  for (std::uint64_t rank = 0; rank < 2000; rank += 250) ranks.push_back(rank);
  for (const char* digit : {"1", "5", "10", "12"}) {
    for (const char* distribution : {"uniform", "few-distinct"}) {
      expect_selects(with_ranks(distribution, data::KeyType::i64, 2003, data::Order::ascending, ranks),
                     {{"digit", digit}, {"threads", "64"}, {"blocks", "2"}});
    }
  }
}

// Equal keys are the worst case for counters in shared memory, and exceed the memory for candidates.
TEST(CudaSelection, FindsElementsOfEqualAndSkewedKeys) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(select_id));
  for (const char* distribution : {"zero", "few-distinct", "anded-4", "sorted", "gaussian"}) {
    for (const data::KeyType type : {data::KeyType::f32, data::KeyType::u64}) {
      expect_selects(with_ranks(distribution, type, 9001, data::Order::ascending, {17, 4500}),
                     {{"threads", "32"}, {"blocks", "4"}, {"sample", "512"}});
    }
  }
}

TEST(CudaSelection, RejectsMoreKeysOrKeyBitsThanItCanCount) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(select_id));
  const auto refusal = [](std::uint64_t n, const Overrides& overrides) {
    return prepare(find_algorithm(select_id), &tests::device()->info(), {.n = n}, overrides).refusal();
  };
  EXPECT_EQ(refusal(std::uint64_t{1} << 32, {}),
            "n = 4294967296 is beyond the limit of 2^32 - 1 keys: histograms count in 32 bits");
  EXPECT_EQ(refusal(1000, {{"key-bits", "32"}}), std::nullopt);
  EXPECT_EQ(refusal(1000, {{"key-bits", "33"}}), "key-bits = 33 exceeds the 32 bits of u32");
}

}  // namespace
}  // namespace texelsort::algorithms
