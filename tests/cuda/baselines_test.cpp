#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/cuda/buffer.h"
#include "compute/cuda/event.h"
#include "compute/measure/clock_warm_up.h"
#include "tests/algorithms/problems.h"
#include "tests/cuda/bare_calls.h"

namespace texelsort::algorithms {
namespace {

constexpr std::uint64_t rounds = 41;
/// Bounds of (time of a baseline) / (time of a bare call). A faster baseline is acceptable. If it is more than a fifth
/// faster, however, it does different work, or the two times are measured differently.
constexpr double most = 1.03, least = 0.8;

/// Direct library call under the same conditions as a baseline: the same kind of memory, restoration of the input, and
/// allocation of temporary memory. A comparison thus shows only the baseline's additional work.
class BareRun final : public CudaRun {
 public:
  BareRun(gpu::Device& device, std::shared_ptr<const Problem> problem, tests::BareCall call)
      : CudaRun(device, problem, Sides::two), call_(call) {
    rewind();
    keep_input();
    tests::BareArrays asked = arrays();
    call_(asked);
    temporary_ = cuda::Buffer(std::max<std::uint64_t>(asked.temporary_bytes, 1), "a bare call's temporary memory");
  }

  /// Returns the milliseconds of a library call, measured by CUDA events before and after it.
  double time() {
    tests::BareArrays at = arrays();
    at.temporary = temporary_.data();
    at.temporary_bytes = temporary_.size();
    cuda::SpanTimer span;
    span.begin(stream());
    const bool in_other = call_(at);
    span.end(stream());
    const double ms = span.take().front();
    if (in_other) swap();
    hand_back();
    return ms;
  }

 private:
  std::optional<Pass> next_pass() override { return std::nullopt; }

  tests::BareArrays arrays() const {
    hand_back();
    bridge()->opengl.executor().wait();  // waits until OpenGL has written the input
    bridge()->buffers.map();
    const Columns from = front(), to = back();
    return {.n = n(),
            .keys = from.keys,
            .other_keys = to.keys,
            .payload = from.payload,
            .other_payload = to.payload,
            .stream = stream().handle()};
  }

  tests::BareCall call_;
  cuda::Buffer temporary_;
};

/// Runs a baseline and a bare call of its library alternately on the same keys, with the input restored before each.
/// Returns the median ratio of their times.
double median_ratio(Run& run, BareRun& bare) {
  measure::ClockWarmUp waker(tests::device());
  const auto time_run = [&] {
    run.rewind();
    waker.wake();
    return run.timed_finish();
  };
  const auto time_bare = [&] {
    bare.rewind();
    waker.wake();
    return bare.time();
  };
  time_run();
  time_bare();
  EXPECT_EQ(run.read().keys, bare.read(0, bare.n()).keys) << "the two do not do the same";
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

void expect_as_fast_as(const char* id, std::shared_ptr<const Problem> problem, tests::BareCall call) {
  const auto run = start(find_algorithm(id), problem);
  run->keep_input();
  BareRun bare(*tests::device(), problem, call);
  const double ratio = median_ratio(*run, bare);
  ::testing::Test::RecordProperty("ratio", std::to_string(ratio));
  std::printf("%s (%s), n = %llu: %.4f of the bare call's time\n", id, run->library_call().call.c_str(),
              static_cast<unsigned long long>(problem->n()), ratio);
  EXPECT_LE(ratio, most) << run->library_call().call;
  EXPECT_GE(ratio, least) << run->library_call().call;
}

/// 2^22 keys or pairs fit into the 50 MB level-2 cache of an H200. 2^24 of them, with the second array, do not.
class CudaLibraryBaselines : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  static void compare(const char* id, data::KeyType type, data::PayloadKind payload, data::Order order,
                      tests::BareCall call) {
    TEXELSORT_NEED_BACKEND_OF(find_algorithm(id));
    expect_as_fast_as(id, make_problem("uniform", type, GetParam(), payload, order), call);
  }
  /// Compares a merge of two sorted halves with the bare call.
  static void compare_merge(data::KeyType type, tests::BareCall call) {
    constexpr auto id = "thrust/merge@cuda";
    TEXELSORT_NEED_BACKEND_OF(find_algorithm(id));
    Problem problem{data::generate("uniform", type, GetParam(), 1)};
    problem.sequences = {0, GetParam() / 2, GetParam()};
    sort_sequences(problem);
    expect_as_fast_as(id, std::make_shared<const Problem>(std::move(problem)), call);
  }
};

using data::KeyType;
using data::Order;
using data::PayloadKind;

TEST_P(CudaLibraryBaselines, TimeAMergeSortOfKeysLikeADirectLibraryCall) {
  compare("cub/merge@cuda", KeyType::u32, PayloadKind::none, Order::ascending, tests::bare_merge_sort);
}

TEST_P(CudaLibraryBaselines, TimeAMergeSortOfKeysLikeADirectLibraryCallWithAnIntCount) {
  compare("cub/merge@cuda", KeyType::u32, PayloadKind::none, Order::ascending, tests::bare_merge_sort_int);
}

TEST_P(CudaLibraryBaselines, TimeAMergeSortOfPairsLikeADirectLibraryCall) {
  compare("cub/merge@cuda", KeyType::u32, PayloadKind::index, Order::ascending, tests::bare_merge_sort_pairs);
}

TEST_P(CudaLibraryBaselines, TimeAMergeSortOfFloatsLikeADirectLibraryCall) {
  compare("cub/merge@cuda", KeyType::f32, PayloadKind::none, Order::ascending, tests::bare_merge_sort_f32);
}

TEST_P(CudaLibraryBaselines, TimeADescendingMergeSortOfU64KeysLikeADirectLibraryCall) {
  compare("cub/merge@cuda", KeyType::u64, PayloadKind::none, Order::descending, tests::bare_merge_sort_u64_down);
}

TEST_P(CudaLibraryBaselines, TimeARadixSortOfKeysLikeADirectLibraryCall) {
  compare("cub/radix@cuda", KeyType::u32, PayloadKind::none, Order::ascending, tests::bare_radix_sort);
}

TEST_P(CudaLibraryBaselines, TimeARadixSortOfPairsLikeADirectLibraryCall) {
  compare("cub/radix@cuda", KeyType::u32, PayloadKind::index, Order::ascending, tests::bare_radix_sort_pairs);
}

TEST_P(CudaLibraryBaselines, TimeAMergeLikeADirectLibraryCall) {
  compare_merge(KeyType::u32, tests::bare_merge);
}

TEST_P(CudaLibraryBaselines, TimeAMergeOfFloatsLikeADirectLibraryCall) {
  compare_merge(KeyType::f32, tests::bare_merge_f32);
}

INSTANTIATE_TEST_SUITE_P(Sizes, CudaLibraryBaselines, ::testing::Values(std::uint64_t{1} << 22, std::uint64_t{1} << 24),
                         [](const auto& info) { return info.param == std::uint64_t{1} << 22 ? "n22" : "n24"; });

// ---- Tests of the comparison that a library receives.

std::string call_of(const char* id, data::Keys keys, Order order, PayloadKind payload = PayloadKind::none) {
  Problem problem{std::move(keys), order, payload};
  problem.sequences = {0, problem.n() / 2, problem.n()};
  sort_sequences(problem);
  return start(find_algorithm(id), std::make_shared<const Problem>(std::move(problem)))->library_call().call;
}

struct Called {
  const char *id, *keys, *pairs;
};

class LibrarySortComparison : public ::testing::TestWithParam<Called> {};

TEST_P(LibrarySortComparison, IsTheLessOperatorWhenThatGivesTheSameOrder) {
  const auto& [id, keys, pairs] = GetParam();
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(id));
  const std::string keys_by = std::string(keys) + " by ", pairs_by = std::string(pairs) + " by ";
  EXPECT_EQ(call_of(id, std::vector<std::int32_t>{3, -1}, Order::ascending), keys_by + "cuda::std::less");
  EXPECT_EQ(call_of(id, std::vector<double>{3, 0, -1}, Order::descending), keys_by + "cuda::std::greater");
  EXPECT_EQ(call_of(id, std::vector<float>{3, -1}, Order::ascending, PayloadKind::index64),
            pairs_by + "cuda::std::less");
  EXPECT_EQ(call_of(id, std::vector<float>{3, -0.0f}, Order::ascending).find(keys_by + "the encoded keys"), 0u);
  EXPECT_EQ(call_of(id, std::vector<double>{std::nan(""), 1}, Order::descending).find(keys_by + "the encoded keys"),
            0u);
}

/// Every type, order and payload, with and without keys that `<` does not order.
TEST_P(LibrarySortComparison, GivesCorrectOutputForPlainAndEncodedKeys) {
  const Algorithm& algorithm = find_algorithm(GetParam().id);
  TEXELSORT_NEED_BACKEND_OF(algorithm);
  const std::uint64_t sequences = algorithm.info().task == Task::merge ? 3 : 0;
  for (const KeyType type : data::all_key_types) {
    for (const Order order : {Order::ascending, Order::descending}) {
      for (const PayloadKind payload : {PayloadKind::none, PayloadKind::index, PayloadKind::index64}) {
        for (const char* distribution : {"few-distinct", "special"}) {
          const CheckResult result = run_check(tests::device(), {.algorithm = &algorithm,
                                                                 .type = type,
                                                                 .payload = payload,
                                                                 .order = order,
                                                                 .distribution = distribution,
                                                                 .n = 20'000,
                                                                 .sequences = sequences});
          EXPECT_EQ(result.outcome, Outcome::passed) << name(type) << " " << name(order) << " " << result.message;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Libraries, LibrarySortComparison,
                         ::testing::Values(Called{"cub/merge@cuda", "cub::DeviceMergeSort::StableSortKeys",
                                                  "cub::DeviceMergeSort::StableSortPairs"},
                                           Called{"thrust/merge@cuda", "thrust::merge", "thrust::merge_by_key"}),
                         [](const auto& info) { return test_name(info.param.id); });

}  // namespace
}  // namespace texelsort::algorithms
