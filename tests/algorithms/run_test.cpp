#include "compute/algorithms/core/run.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "compute/check/verify.h"
#include "compute/cuda/choice.h"
#include "compute/data/error.h"
#include "compute/data/keys/check.h"
#include "compute/gpu/transfer_log.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

class EveryRun : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { TEXELSORT_NEED_BACKEND_OF(find_algorithm(GetParam())); }
  const Algorithm& algorithm() const { return find_algorithm(GetParam()); }
  /// Returns n, or the algorithm's maximum number of keys if that is smaller.
  std::uint64_t at_most(std::uint64_t n) const { return std::min(n, algorithm().info().max_n.value_or(n)); }
};

/// Skips the test if the algorithm rejects the problem.
#define TEXELSORT_UNLESS_REFUSED(type, payload, n) \
  if (const std::string reason = refusal_of(algorithm(), type, payload, n); !reason.empty()) GTEST_SKIP() << reason

/// Returns all sorts, but only two networks per method, because runs depend mainly on the method.
std::vector<std::string> sort_ids() {
  std::vector<std::string> ids;
  for (const auto& algorithm : registry()) {
    if (algorithm->info().task != Task::sort) continue;  // tests/algorithms/selection tests selections and their runs
    if (stands_for_its_method(*algorithm)) ids.push_back(algorithm->info().id);
  }
  return ids;
}

TEST_P(EveryRun, RewindsToTheKeptCopyOfTheInput) {
  TEXELSORT_UNLESS_REFUSED(data::KeyType::f32, data::PayloadKind::index, at_most(777));
  const auto problem = make_problem("uniform", data::KeyType::f32, at_most(777), data::PayloadKind::index);
  const auto run = start(algorithm(), problem);
  run->keep_input();
  run->finish();
  const std::uint64_t brought = gpu::transfers().to_device_bytes;
  run->rewind();
  const bool keeps = GetParam().starts_with("radix/") || GetParam().starts_with("sample/");
  // If CUDA and OpenGL share no memory, the host copies the array, as it copies every state.
  const bool shares = algorithm().info().backend != Backend::cuda ||
                      cuda::choose(tests::device()->info(), {}).sharing != cuda::Sharing::staged;
  if (keeps && shares) {
    EXPECT_EQ(gpu::transfers().to_device_bytes, brought);
  }
  const data::State input = run->read();
  EXPECT_TRUE(std::ranges::equal(data::bytes(input.keys), data::bytes(problem->keys)));
  EXPECT_TRUE(std::ranges::is_sorted(input.payload));
  run->finish();
  EXPECT_FALSE(verify_result(*run, *problem, algorithm().info().stable));
}

TEST_P(EveryRun, GivesTheSameOutputAtOnceAsStepByStep) {
  TEXELSORT_UNLESS_REFUSED(data::KeyType::f32, data::PayloadKind::index, at_most(777));
  const auto problem = make_problem("few-distinct", data::KeyType::f32, at_most(777), data::PayloadKind::index);
  const auto stepped = start(algorithm(), problem);
  while (stepped->step()) {
  }
  const auto finished = start(algorithm(), problem);
  finished->step();
  finished->finish();
  EXPECT_EQ(stepped->read().keys, finished->read().keys);
  EXPECT_EQ(stepped->read().payload, finished->read().payload);
  EXPECT_EQ(stepped->passes_done(), finished->passes_done());
  EXPECT_EQ(finished->passes_done(), *finished->total_passes());
}

TEST_P(EveryRun, RestoresTheInputWhenRewound) {
  TEXELSORT_UNLESS_REFUSED(data::KeyType::u64, data::PayloadKind::index, at_most(100));
  const auto problem = make_problem("uniform", data::KeyType::u64, at_most(100), data::PayloadKind::index);
  const auto run = start(algorithm(), problem);
  run->finish();
  EXPECT_FALSE(data::find_disorder(run->read().keys, data::Order::ascending));
  run->rewind();
  EXPECT_EQ(run->passes_done(), 0u);
  EXPECT_EQ(run->read().keys, problem->keys);
  for (std::uint32_t i = 0; i < problem->n(); ++i) EXPECT_EQ(run->read().payload[i], i);
}

TEST_P(EveryRun, ContinuesFromASnapshot) {
  TEXELSORT_UNLESS_REFUSED(data::KeyType::i32, data::PayloadKind::index, at_most(300));
  const auto problem = make_problem("uniform", data::KeyType::i32, at_most(300), data::PayloadKind::index);
  const auto run = start(algorithm(), problem);
  for (int i = 0; i < 17; ++i) run->step();
  const Snapshot snapshot = run->save();
  run->finish();
  const data::State end = run->read();
  run->restore(snapshot);
  EXPECT_EQ(run->read().keys, snapshot.state.keys);
  EXPECT_EQ(run->read().payload, snapshot.state.payload);
  run->finish();
  EXPECT_EQ(run->read().keys, end.keys);
  EXPECT_EQ(run->read().payload, end.payload);
}

TEST_P(EveryRun, ReadsAnyRangeOfItsKeys) {
  TEXELSORT_UNLESS_REFUSED(data::KeyType::f32, data::PayloadKind::none, at_most(1000));
  const auto problem = make_problem("uniform", data::KeyType::f32, at_most(1000));
  const auto run = start(algorithm(), problem);
  for (const auto& [first, count] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
           {0, 0}, {0, 1}, {999, 1}, {0, 1000}, {31, 2}, {30, 100}, {32, 32}, {5, 900}, {3, 9}}) {
    if (first + count > problem->n()) continue;
    EXPECT_EQ(run->read(first, count).keys, data::slice(problem->keys, first, count)) << first << '+' << count;
  }
}

TEST_P(EveryRun, TimesItsPassesOnlyWhenRequested) {
  const auto run = start(algorithm(), make_problem("uniform", data::KeyType::f32, at_most(64)));
  run->time_passes(true);
  while (run->step()) {
  }
  EXPECT_EQ(run->take_pass_times().size(), *run->total_passes());
  run->time_passes(false);
  run->rewind();
  EXPECT_GT(run->timed_finish(), 0.0);
  EXPECT_TRUE(run->take_pass_times().empty());
}

TEST_P(EveryRun, AnnouncesItsPassesBeforeTheFirst) {
  TEXELSORT_UNLESS_REFUSED(data::KeyType::f32, data::PayloadKind::none, at_most(33));
  const auto run = start(algorithm(), make_problem("uniform", data::KeyType::f32, at_most(33)));
  if (!run->total_passes()) GTEST_SKIP() << "what the keys are decides the passes";
  const std::vector<PassHeader> known = run->known_passes();
  ASSERT_EQ(known.size(), *run->total_passes());
  for (std::size_t i = 0; const auto record = run->step(); ++i) {
    EXPECT_EQ(record->header.index, i);
    EXPECT_EQ(record->header.stage, known[i].stage);
    EXPECT_FALSE(record->claim.sentence.empty());
    // The algorithm skips a pass that the keys do not need.
    if (record->header.label.starts_with("skipped: ")) continue;
    EXPECT_EQ(record->header.label, known[i].label);
    EXPECT_GT(record->counters.bytes, 0u);
  }
}

TEST_P(EveryRun, ShowsKeysAndPayloadAsViews) {
  TEXELSORT_UNLESS_REFUSED(data::KeyType::i64, data::PayloadKind::index, at_most(77));
  const auto run =
      start(algorithm(), make_problem("uniform", data::KeyType::i64, at_most(77), data::PayloadKind::index));
  const std::vector<View> views = run->views();
  ASSERT_GE(views.size(), 2u);  // views of keys, of payload, and possibly of tables
  EXPECT_EQ(views[0].name(), "keys");
  EXPECT_EQ(views[0].element, data::KeyType::i64);
  EXPECT_EQ(views[0].count, at_most(77));
  EXPECT_EQ(views[1].name(), "payload");
  EXPECT_EQ(views[1].element, data::KeyType::u32);
  const auto keys = read_view(views[0]), payload = read_view(views[1]);
  run->views();  // a second call of views() must not change the data of the first views
  EXPECT_EQ(read_view(views[0]), keys);
  EXPECT_EQ(read_view(views[1]), payload);
}

TEST_P(EveryRun, Moves64BitIndicesOrSuggestsAnotherPayload) {
  const ProblemForm form{at_most(100), algorithm().info().types.back(), data::PayloadKind::index64};
  const gpu::DeviceInfo* info = tests::device() == nullptr ? nullptr : &tests::device()->info();
  const auto refused = prepare(algorithm(), info, form, {}).refusal();
  EXPECT_TRUE(refused || moves_wide_payloads(algorithm().info().backend));
  if (refused) {
    EXPECT_NE(refused->find("choose the payload"), std::string::npos) << *refused;
    return;
  }
  const auto problem = make_problem("few-distinct", form.type, form.n, form.payload);
  const auto run = start(algorithm(), problem);
  run->finish();
  EXPECT_EQ(run->views()[1].element, data::KeyType::u64);
  EXPECT_EQ(read_view(run->views()[1]), run->read().payload);
  const auto failure = verify_result(*run, *problem, algorithm().info().stable);
  EXPECT_FALSE(failure) << text(*failure);
}

INSTANTIATE_TEST_SUITE_P(All, EveryRun, ::testing::ValuesIn(sort_ids()),
                         [](const auto& info) { return test_name(info.param); });

/// Metamorphic tests: changes of the input that must not affect a sort, or affect it in a known way.
class EverySort : public EveryRun {};

TEST_P(EverySort, GivesTheSameOutputForPermutedAndReversedInputs) {
  TEXELSORT_UNLESS_REFUSED(data::KeyType::f64, data::PayloadKind::none, at_most(513));
  auto problem = make_problem("gaussian", data::KeyType::f64, at_most(513));
  const auto sorted = [&](data::Keys keys) {
    const auto run = start(algorithm(), std::make_shared<const Problem>(Problem{std::move(keys)}));
    run->finish();
    return run->read().keys;
  };
  const data::Keys expected = sorted(problem->keys);
  auto reversed = std::get<std::vector<double>>(problem->keys);
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_EQ(sorted(reversed), expected);
  auto rotated = std::get<std::vector<double>>(problem->keys);
  std::rotate(rotated.begin(), rotated.begin() + 7, rotated.end());
  EXPECT_EQ(sorted(rotated), expected);
  EXPECT_EQ(sorted(expected), expected);
}

TEST_P(EverySort, GivesTheMappedOutputForMonotonicallyMappedKeys) {
  TEXELSORT_UNLESS_REFUSED(data::KeyType::u64, data::PayloadKind::none, at_most(400));
  const auto problem = make_problem("uniform", data::KeyType::u32, at_most(400));
  const auto run = start(algorithm(), problem);
  run->finish();
  std::vector<std::uint64_t> mapped;
  for (const std::uint32_t key : std::get<std::vector<std::uint32_t>>(problem->keys))
    mapped.push_back(std::uint64_t{key} * 5 + 3);
  const auto mapped_run = start(algorithm(), std::make_shared<const Problem>(Problem{mapped}));
  mapped_run->finish();
  const auto output = std::get<std::vector<std::uint64_t>>(mapped_run->read().keys);
  const auto plain = u32_keys(*run);
  for (std::size_t i = 0; i < plain.size(); ++i) ASSERT_EQ(output[i], std::uint64_t{plain[i]} * 5 + 3);
}

INSTANTIATE_TEST_SUITE_P(All, EverySort, ::testing::ValuesIn(sort_ids()),
                         [](const auto& info) { return test_name(info.param); });

}  // namespace
}  // namespace texelsort::algorithms
