#include <algorithm>

#include <gtest/gtest.h>

#include "tests/algorithms/adversarial.h"
#include "tests/algorithms/records/record_problem.h"
#include "tests/support/gl.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

constexpr const char* ordered_id = "sample/ordered@cuda";
const Overrides small{{"bucket", "64"}, {"ways", "3"}, {"oversampling", "4"}};

/// Tests inputs that are a single bucket, inputs that are distributed once, and inputs that are distributed several
/// times.
TEST(CudaOrderedSampleSort, SortsWithAnyNumberOfDistributionLevels) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(ordered_id));
  const Overrides deep{{"bucket", "16"}, {"ways", "2"}, {"oversampling", "1"}};
  for (const std::uint64_t n : {2ull, 22ull, 23ull, 24ull, 255ull, 1000ull, 4097ull, 6000ull}) {
    expect_sorts(ordered_id, "uniform", n, {}, data::KeyType::f32);
    expect_sorts(ordered_id, "few-distinct", n, small, data::KeyType::i64);
    expect_sorts(ordered_id, "uniform", n, deep, data::KeyType::f64, data::PayloadKind::none);
  }
  // Bucket sizes with which blocks of every shape sort buckets of single-word elements.
  for (const auto& [n, bucket] : {std::pair(5000u, "2600"), std::pair(6000u, "4000"), std::pair(12'000u, "7000")}) {
    expect_sorts(ordered_id, "uniform", n, {{"bucket", bucket}, {"bucket_slack", "1"}}, data::KeyType::f32,
                 data::PayloadKind::none);
  }
}

TEST(CudaOrderedSampleSort, SortsEqualKeysByPosition) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(ordered_id));
  for (const char* input : {"zero", "sorted", "reversed", "few-distinct"}) {
    expect_sorts(ordered_id, input, 9000, small);
    expect_sorts(ordered_id, input, 9000, {{"bucket", "500"}}, data::KeyType::u64);
  }
  expect_sorts_adversarial(ordered_id, 3000, small, true);
}

/// Tests more samples than one block can sort, and more samples than keys.
TEST(CudaOrderedSampleSort, SortsMoreSamplesThanOneBlockHolds) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(ordered_id));
  const auto overrides = [](const char* oversampling) {
    return Overrides{{"bucket", "16"}, {"oversampling", oversampling}};
  };
  expect_sorts(ordered_id, "uniform", 2100, overrides("5"));
  for (const char* input : {"uniform", "zero", "reversed"}) expect_sorts(ordered_id, input, 2100, overrides("9"));
  for (const char* oversampling : {"5", "60"}) {
    expect_sorts(ordered_id, "few-distinct", 2100, overrides(oversampling), data::KeyType::f64,
                 data::PayloadKind::none);
  }
  Problem problem = *make_problem("uniform", data::KeyType::i32, 4096, data::PayloadKind::index);
  problem.comparison = data::Comparison::ones;
  const auto compared = std::make_shared<const Problem>(problem);
  const auto run = start(find_algorithm(ordered_id), compared, {{"bucket", "16"}});
  const auto failure = verify_every_pass(*run, *compared, true);
  EXPECT_FALSE(failure) << text(*failure);
}

/// Returns the number of keys in the largest bucket after a sort.
std::uint64_t largest_bucket(const Run& run) {
  for (const View& view : run.views()) {
    if (view.name() == "sizes") return std::ranges::max(read_view(view));
  }
  return 0;
}

/// All keys are equal, and no bucket may get more than twice the keys that its samples represent.
TEST(CudaOrderedSampleSort, DividesEqualKeysEvenlyIntoBuckets) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(ordered_id));
  constexpr std::uint64_t n = 20'000;
  const auto run = start(find_algorithm(ordered_id), make_problem("zero", data::KeyType::u32, n), {{"bucket", "400"}});
  run->finish();
  EXPECT_GE(largest_bucket(*run), n / 64);
  EXPECT_LE(largest_bucket(*run), 2 * n / 64);
}

/// With few samples, some buckets are too large for shared memory. Blocks sort such a bucket window by window,
/// repeatedly.
TEST(CudaOrderedSampleSort, SortsBucketsLargerThanSharedMemory) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(ordered_id));
  const Overrides overrides{{"bucket", "8192"}, {"ways", "1"}, {"oversampling", "1"}};
  struct Case {
    data::PayloadKind payload;
    std::uint64_t n;
    std::uint64_t capacity;  // maximum number of keys that shared memory holds
  };
  for (const auto& [payload, n, capacity] :
       {Case{data::PayloadKind::none, 120'000, 25'600}, Case{data::PayloadKind::index, 60'000, 15'360},
        Case{data::PayloadKind::index64, 60'000, 15'360}}) {
    const auto problem = make_problem("uniform", data::KeyType::u32, n, payload);
    const auto run = start(find_algorithm(ordered_id), problem, overrides);
    run->finish();
    EXPECT_GT(largest_bucket(*run), capacity);
    const auto failure = verify_result(*run, *problem, true);
    EXPECT_FALSE(failure) << text(*failure);
  }
}

/// With larger buckets, the sort needs one distribution less.
TEST(CudaOrderedSampleSort, NeedsFewerPassesWhenBucketsMayBeLarger) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(ordered_id));
  const auto passes = [](const char* slack) {
    const Overrides overrides{{"bucket", "64"}, {"ways", "4"}, {"bucket_slack", slack}};
    const auto problem = make_problem("uniform", data::KeyType::u32, 4096);
    return *start(find_algorithm(ordered_id), problem, overrides)->total_passes();
  };
  EXPECT_EQ(passes("1"), 4u + 2 + 1);  // two distributions give 64 buckets of 64 keys
  EXPECT_EQ(passes("4"), 2u + 1);      // one distribution gives 16 buckets of 256 keys
  for (const std::uint64_t n : {1025u, 4096u, 4097u})
    expect_sorts(ordered_id, "uniform", n, {{"bucket", "64"}, {"ways", "4"}});
}

TEST(CudaOrderedSampleSort, SortsByMagnitudeAndByTheNumberOfOneBits) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(ordered_id));
  for (const data::Comparison comparison : {data::Comparison::magnitude, data::Comparison::ones}) {
    for (const data::KeyType type : {data::KeyType::i32, data::KeyType::f64}) {
      Problem compared = *make_problem("uniform", type, 3000, data::PayloadKind::index);
      compared.comparison = comparison;
      const auto problem = std::make_shared<const Problem>(compared);
      const auto failure = verify_every_pass(*start(find_algorithm(ordered_id), problem, small), *problem, true);
      EXPECT_FALSE(failure) << text(*failure);
    }
  }
}

TEST(CudaOrderedSampleSort, MovesWholeRecordsInADirectSort) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(ordered_id));
  const Algorithm& algorithm = find_algorithm(ordered_id);
  for (const data::Layout layout : {data::Layout::by_field, data::Layout::hybrid}) {
    for (const std::uint32_t fields : {1u, 2u, 5u}) {
      const auto problem = record_problem(data::KeyType::i32, 3000, {fields, layout});
      Overrides overrides = small;
      overrides["records"] = "direct";
      const Prepared prepared = prepare(algorithm, &gpu::test_device().info(), problem->form(), overrides);
      const auto failure = verify_every_pass(*prepared.start(tests::device(), problem), *problem, true);
      EXPECT_FALSE(failure) << fields << ": " << text(*failure);
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms
