#include <algorithm>

#include <gtest/gtest.h>

#include "compute/algorithms/cuda/kernels/sample_places.h"
#include "compute/algorithms/cuda/small_input_run.h"
#include "compute/cuda/device.h"
#include "tests/algorithms/adversarial.h"
#include "tests/algorithms/records/record_problem.h"
#include "tests/support/gl.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

/// An algorithm that can sort small inputs by merging, and the parameters that request this form.
struct Asked {
  const char* id;
  Overrides merged;
};
const Asked asked[] = {{"radix/onesweep@cuda", {{"passes", "merged"}}}, {"sample/ordered@cuda", {{"form", "merged"}}}};

TEST(SmallInputSortPlan, HasAtMostOneTilePerSearchingThread) {
  for (std::uint64_t n = 1; n <= kernels::largest_small_input(true); n = n * 5 / 4 + 1) {
    const kernels::KeyParts parts = kernels::cut_small_input(n);
    EXPECT_LE(parts.tile, kernels::largest_part_tile);
    EXPECT_LE((n + parts.tile - 1) / parts.tile, kernels::most_part_tiles) << n;
    EXPECT_LE(parts.parts, parts.tile) << "a sample for each splitter";
    EXPECT_GE(std::uint64_t{parts.parts} * parts.tile, n) << "parts are no larger than tiles";
    EXPECT_EQ(parts.parts == 1, n <= 4096);
  }
}

TEST(SmallInputSort, NeedsOneOrTwoKernelLaunches) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm("sample/ordered@cuda"));
  const auto passes = [](const char* id, std::uint64_t n, const Overrides& overrides) {
    return *start(find_algorithm(id), make_problem("uniform", data::KeyType::u32, n), overrides)->total_passes();
  };
  for (const Asked& one : asked) {
    EXPECT_EQ(passes(one.id, 1, one.merged), 0u) << one.id;
    EXPECT_EQ(passes(one.id, 2, {}), 1u) << one.id;
    EXPECT_EQ(passes(one.id, 4096, {}), 1u) << one.id;
    EXPECT_EQ(passes(one.id, 4097, {}), 2u) << one.id;
  }
  EXPECT_EQ(passes("radix/onesweep@cuda", 100, {{"digit", "8"}}), 6u) << "who asks for digits gets them";
  EXPECT_EQ(passes("radix/onesweep@cuda", 100, paper_values(find_algorithm("radix/onesweep@cuda").parameters())), 6u);
  EXPECT_EQ(passes("sample/ordered@cuda", 5000, {{"bucket", "1000"}, {"bucket_slack", "1"}}), 3u);
}

TEST(SmallInputSort, RejectsInputsAboveItsMaximumSize) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm("sample/ordered@cuda"));
  for (const Asked& one : asked) {
    const ProblemForm form{kernels::largest_small_input(true) + 1, data::KeyType::u32};
    const auto refusal = prepare(find_algorithm(one.id), &gpu::test_device().info(), form, one.merged).refusal();
    EXPECT_NE(refusal.value_or("").find("at most 1048576 keys"), std::string::npos) << one.id;
  }
}

/// Tests one block of every shape, with full and partial tiles and parts. Both algorithms must start the same run.
TEST(SmallInputSort, SortsInputsOfEverySizeAndType) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm("sample/ordered@cuda"));
  const Asked& one = asked[1];
  for (const std::uint64_t n : {2ull, 3ull, 33ull, 512ull, 513ull, 1025ull, 2500ull, 4096ull, 4097ull, 9000ull}) {
    expect_sorts(one.id, "uniform", n, one.merged, data::KeyType::u32, data::PayloadKind::none);
    expect_sorts(one.id, "uniform", n, one.merged, data::KeyType::f32);
    expect_sorts(one.id, "few-distinct", n, one.merged, data::KeyType::i64);
    expect_sorts(one.id, "uniform", n, one.merged, data::KeyType::f64, data::PayloadKind::none);
  }
  expect_sorts(one.id, "uniform", 6000, one.merged, data::KeyType::i32, data::PayloadKind::index64);
  expect_sorts(one.id, "uniform", 70'000, one.merged);
  for (const std::uint64_t n : {513ull, 9000ull}) expect_sorts(asked[0].id, "few-distinct", n, asked[0].merged);
}

/// Tiles of more than 4,096 keys, each of which one block sorts.
TEST(SmallInputSort, AcceptsTwiceAsManyKeysOfASingleWord) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm("sample/ordered@cuda"));
  const auto form = [](std::uint64_t n, data::KeyType type, data::PayloadKind payload) {
    const ProblemForm problem{.n = n, .type = type, .payload = payload};
    const auto& algorithm = find_algorithm("sample/ordered@cuda");
    return prepare(algorithm, &gpu::test_device().info(), problem, {}).parameters().text("form");
  };
  constexpr std::uint64_t most = kernels::largest_small_input(true);
  EXPECT_EQ(form(most, data::KeyType::f32, data::PayloadKind::none), "merged");
  EXPECT_EQ(form(most + 1, data::KeyType::f32, data::PayloadKind::none), "distributed");
  EXPECT_EQ(form(most / 2 + 1, data::KeyType::u64, data::PayloadKind::none), "distributed");
  EXPECT_EQ(form(most / 2 + 1, data::KeyType::u32, data::PayloadKind::index), "distributed");
  EXPECT_EQ(form(most / 2, data::KeyType::u32, data::PayloadKind::index), "merged");
  if (!cuda::devices().reason.empty()) return;  // the CPU would need too long for so many keys
  const auto few = make_problem("uniform", data::KeyType::f32, most / 2 + 5);
  const auto run = start(find_algorithm("sample/ordered@cuda"), few, {{"form", "merged"}});
  run->finish();
  const auto failure = verify_result(*run, *few, true);
  EXPECT_FALSE(failure) << text(*failure);
}

TEST(SmallInputSort, SortsEqualSortedAndReversedKeys) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm("sample/ordered@cuda"));
  const Asked& one = asked[1];
  for (const char* input : {"zero", "sorted", "reversed", "few-distinct"}) {
    for (const std::uint64_t n : {3000ull, 7001ull}) {
      expect_sorts(one.id, input, n, one.merged);
      expect_sorts(one.id, input, n, one.merged, data::KeyType::u64);
      expect_sorts(one.id, input, n, one.merged, data::KeyType::f32, data::PayloadKind::none);
    }
  }
  expect_sorts_adversarial(one.id, 6001, one.merged, true);
}

/// The samples are the smallest keys, so that nearly all keys lie in the last part.
TEST(SmallInputSort, SortsKeysWhenItsSamplesAreMisleading) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm("sample/ordered@cuda"));
  constexpr std::uint32_t n = 9000;
  const kernels::KeyParts parts = kernels::cut_small_input(n);
  const kernels::SamplePlaces place(parts.seed, 0, parts.tile, n);
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = 1000 + (i * 2654435769u >> 18);
  for (std::uint32_t i = 0; i < parts.tile; ++i) keys[place(i)] = i % 100;
  for (const data::PayloadKind payload :
       {data::PayloadKind::none, data::PayloadKind::index, data::PayloadKind::index64}) {
    const auto problem = std::make_shared<const Problem>(Problem{.keys = keys, .payload = payload});
    const auto failure =
        verify_every_pass(*start(find_algorithm(asked[1].id), problem, asked[1].merged), *problem, true);
    EXPECT_FALSE(failure) << text(*failure);
  }
  const auto problem = record_problem(data::KeyType::u32, n, {3, data::Layout::hybrid});
  Problem records = *problem;
  records.keys = keys;
  const auto sampled = std::make_shared<const Problem>(records);
  Overrides overrides = asked[1].merged;
  overrides["records"] = "direct";
  const auto prepared = prepare(find_algorithm(asked[1].id), &gpu::test_device().info(), sampled->form(), overrides);
  const auto failure = verify_every_pass(*prepared.start(tests::device(), sampled), *sampled, true);
  EXPECT_FALSE(failure) << text(*failure);
}

TEST(SmallInputSort, SortsByMagnitudeAndByTheNumberOfOneBitsAndMovesRecords) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm("sample/ordered@cuda"));
  for (const data::Comparison comparison : {data::Comparison::magnitude, data::Comparison::ones}) {
    for (const std::uint64_t n : {1500ull, 5000ull}) {
      Problem compared = *make_problem("uniform", data::KeyType::i32, n, data::PayloadKind::index);
      compared.comparison = comparison;
      const auto problem = std::make_shared<const Problem>(compared);
      const auto run = start(find_algorithm(asked[1].id), problem, asked[1].merged);
      const auto failure = verify_every_pass(*run, *problem, true);
      EXPECT_FALSE(failure) << text(*failure);
    }
  }
  for (const Asked& one : asked) {
    for (const data::Layout layout : {data::Layout::by_field, data::Layout::hybrid}) {
      for (const std::uint64_t n : {700ull, 5000ull}) {
        const auto problem = record_problem(data::KeyType::i64, n, {5, layout});
        Overrides overrides = one.merged;
        overrides["records"] = "direct";
        const auto prepared = prepare(find_algorithm(one.id), &gpu::test_device().info(), problem->form(), overrides);
        const auto failure = verify_every_pass(*prepared.start(tests::device(), problem), *problem, true);
        EXPECT_FALSE(failure) << one.id << ": " << text(*failure);
      }
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms
