// Tests of the loop rounds that calls declare. Every call declares the maximum number of loop rounds of an invocation,
// because a device may end long loops early. These tests end loops in shaders after the declared number, so that a
// number that is too low gives a wrong result.
#include <algorithm>
#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/gpu/executor.h"
#include "tests/algorithms/problems.h"
#include "tests/support/changed_shader.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

/// Returns algorithms with shaders, without repeating shaders: methods on textures use the same shaders for all
/// networks.
std::vector<std::string> shader_algorithms() {
  std::vector<std::string> ids;
  for (const auto& algorithm : registry()) {
    const Backend backend = algorithm->info().backend;
    const bool on_textures = backend == Backend::fragment && stands_for_its_method(*algorithm);
    if (on_textures || backend == Backend::compute) ids.push_back(algorithm->info().id);
  }
  return ids;
}

/// Records the largest number of loop rounds that any call declares while this object observes a device.
class MostRounds final : public gpu::CallObserver {
 public:
  explicit MostRounds(gpu::Device& device) : device_(device), before_(device.executor().observe(this)) {}
  ~MostRounds() override { device_.executor().observe(before_); }
  MostRounds(const MostRounds&) = delete;
  MostRounds& operator=(const MostRounds&) = delete;

  void before(const gpu::DrawCall& call) override { rounds_ = std::max(rounds_, call.rounds); }
  void before(const gpu::DispatchCall& call, std::uint32_t, std::uint32_t) override {
    rounds_ = std::max(rounds_, call.rounds);
  }
  std::uint64_t rounds() const { return rounds_; }

 private:
  gpu::Device& device_;
  gpu::CallObserver* before_;
  std::uint64_t rounds_ = 0;
};

std::unique_ptr<gpu::Device> device_of(std::uint64_t rounds, std::optional<std::filesystem::path> shaders = {}) {
  return gpu::Device::headless(
      {.debug = true, .shader_directory = std::move(shaders), .egl_device = {}, .loop_rounds = rounds});
}

std::shared_ptr<const Problem> loop_problem(const Algorithm& algorithm, data::KeyType type, std::uint64_t n) {
  const bool sorts = algorithm.info().task == Task::sort;
  return make_problem("few-distinct", type, n, sorts ? data::PayloadKind::index : data::PayloadKind::none);
}

/// Runs a sort, and returns an empty string if its result is right. Otherwise returns the error, or "refused: " and the
/// reason of a rejection.
std::string outcome(gpu::Device& device, const Algorithm& algorithm, data::KeyType type, std::uint64_t n,
                    const Overrides& overrides) {
  const auto problem = loop_problem(algorithm, type, n);
  try {
    const Prepared prepared = prepare(algorithm, &device.info(), problem->form(), overrides);
    if (prepared.refusal()) return "refused: " + *prepared.refusal();
    const auto run = prepared.start(&device, problem);
    run->finish();
    const auto failure = verify_result(*run, *problem, prepared.keeps_ties());
    return failure ? text(*failure) : "";
  } catch (const UsageError& error) {
    return std::string("refused: ") + error.what();
  } catch (const Error& error) {
    return error.what();
  }
}

bool good(const std::string& outcome) {
  return outcome.empty() || outcome.starts_with("refused: ");
}

class DeclaredLoopLimits : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    if (const auto can = algorithm().availability(&tests::device()->info(), {}); !can.available)
      GTEST_SKIP() << can.reason;
    if (GetParam().ends_with("/compute") && tests::device()->info().software) {
      GTEST_SKIP() << "software rendering takes minutes for these shaders when their loops are counted";
    }
  }
  void TearDown() override {
    if (tests::device() != nullptr) tests::device()->make_current();
  }
  const Algorithm& algorithm() const { return find_algorithm(GetParam()); }
};

/// On a device with a low loop limit, runs need more passes or are rejected before they start. The test repeats there
/// only runs that declare more rounds than the limit, because other runs are the same.
TEST_P(DeclaredLoopLimits, AreSufficientForEveryAlgorithm) {
  auto device = device_of(65'535);
  const std::uint64_t most_n = std::min(algorithm().info().checked_n, algorithm().info().max_n.value_or(5000));
  std::uint64_t most_rounds = 0;
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::f64}) {
    for (const std::uint64_t n : {1, 100, 1000, 1025, 5000}) {
      if (n > most_n || (type == data::KeyType::f64 && n < 1025)) continue;
      const MostRounds most(*device);
      const std::string found = outcome(*device, algorithm(), type, n, {});
      EXPECT_TRUE(good(found)) << data::name(type) << " n = " << n << ": " << found;
      EXPECT_EQ(found.find("loop iterations"), std::string::npos) << found;
      most_rounds = std::max(most_rounds, most.rounds());
    }
  }
  if (most_rounds <= gpu::few_rounds) return;
  device.reset();
  const auto strict = device_of(gpu::few_rounds);
  for (const std::uint64_t n : {1000, 5000}) {
    if (n > most_n) continue;
    const std::string found = outcome(*strict, algorithm(), data::KeyType::u32, n, {});
    EXPECT_TRUE(good(found)) << "n = " << n << " with few rounds: " << found;
  }
}

/// Returns the lowest and highest value of a range, or all words of a choice.
std::vector<std::string> extremes(const Domain& domain) {
  if (const auto* range = std::get_if<IntegerRange>(&domain)) {
    return {std::to_string(range->low), std::to_string(range->high)};
  }
  if (const auto* powers = std::get_if<PowersOfTwo>(&domain)) {
    return {std::to_string(powers->low), std::to_string(powers->high)};
  }
  if (const auto* choices = std::get_if<Choices>(&domain)) return choices->names;
  return {"false", "true"};
}

/// The second device ends loops earlier than the first. It repeats only runs that declare more rounds than its limit,
/// because other runs are the same.
TEST_P(DeclaredLoopLimits, AreSufficientForEveryParameterValue) {
  if (!stands_for_its_method(algorithm())) GTEST_SKIP() << "networks have the same shaders";
  constexpr std::uint64_t n = 3001, few = 2 * gpu::few_rounds;
  auto device = device_of(65'535);
  const auto expect_good = [this](gpu::Device& on, const Overrides& values) {
    const MostRounds most(on);
    const std::string found = outcome(on, algorithm(), data::KeyType::u32, n, values);
    EXPECT_TRUE(good(found)) << testing::PrintToString(values) << ", loops of at most " << on.info().max_loop_rounds
                             << " rounds: " << found;
    return most.rounds();
  };
  const ProblemForm form = loop_problem(algorithm(), data::KeyType::u32, n)->form();
  std::set<TextValues> tried;
  std::vector<Overrides> long_runs;
  const auto run = [&](const Overrides& values) {
    try {
      if (!tried.insert(prepare(algorithm(), &device->info(), form, values).used_values()).second) return;
    } catch (const UsageError&) {
      return;  // this value is valid only with other values that are not tuned
    }
    if (expect_good(*device, values) > few) long_runs.push_back(values);
  };
  run({});
  for (const ParameterSpec& spec : algorithm().parameters()) {
    for (const std::string& value : extremes(spec.domain)) run({{spec.name, value}});
  }
  ASSERT_FALSE(tried.empty());
  if (long_runs.empty()) return;
  device.reset();
  const auto strict = device_of(few);
  for (const Overrides& values : long_runs) expect_good(*strict, values);
}

INSTANTIATE_TEST_SUITE_P(All, DeclaredLoopLimits, ::testing::ValuesIn(shader_algorithms()),
                         [](const auto& info) { return test_name(info.param); });

class LoopLimitedDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    if (!tests::device()->info().compute) GTEST_SKIP() << "no compute shaders";
  }
  void TearDown() override {
    if (tests::device() != nullptr) tests::device()->make_current();
  }
  static void expect_right(const char* id, std::uint64_t n, std::vector<std::uint64_t> ranks,
                           const Overrides& overrides) {
    const auto problem =
        std::make_shared<const Problem>(Problem{data::generate("uniform", data::KeyType::u32, n, 1),
                                                data::Order::ascending, data::PayloadKind::none, std::move(ranks)});
    const auto run = start(find_algorithm(id), problem, overrides);
    run->finish();
    const auto failure = verify_result(*run, *problem, false);
    EXPECT_FALSE(failure) << text(*failure);
  }
};

// Both inputs once gave wrong results with a software renderer, which ends loops after 65,535 rounds.
TEST_F(LoopLimitedDevice, SortsMillionsOfKeysByDeterministicSampleSort) {
  expect_right("sample/deterministic@compute", 3'900'000, {}, {});
}
TEST_F(LoopLimitedDevice, SelectsTwoOfFiveMillionKeys) {
  expect_right("select/histogram@compute", 5'000'000, {100'000, 2'500'000}, {});
}
TEST_F(LoopLimitedDevice, SelectsTwoKeysWithASingleShaderInvocation) {
  expect_right("select/histogram@compute", 400'001, {7, 200'000}, {{"workgroup", "1"}, {"workgroups", "1"}});
}

// The last three keys do not fill a vector of four keys, and only two invocations run.
TEST_F(LoopLimitedDevice, SelectsTheLastKeyWithOneOrTwoShaderInvocations) {
  for (std::uint64_t n = 725; n < 735; ++n) {
    expect_right("select/histogram@compute", n, {n - 1}, {{"workgroup", "1"}, {"workgroups", "2"}});
    expect_right("select/histogram@compute", n, {0, n - 1}, {{"workgroup", "1"}, {"workgroups", "1"}});
  }
}

TEST_F(LoopLimitedDevice, RejectsTooFewSamplesAndSuggestsASufficientNumber) {
  const Algorithm& algorithm = find_algorithm("sample/deterministic@compute");
  gpu::DeviceInfo device = tests::device()->info();
  device.max_loop_rounds = 65'535;
  const auto refusal = [&](const Overrides& overrides) {
    Overrides given{{"sort", "merge"}, {"sublist", "32768"}};
    given.insert(overrides.begin(), overrides.end());
    const ProblemForm form{.n = 5'000'000};
    return prepare(algorithm, &device, form, given).refusal().value_or("");
  };
  EXPECT_NE(refusal({{"samples", "64"}})
                .find("up to 156250 loop iterations, but this device ends loops "
                      "after 65535: choose samples = 153 or more"),
            std::string::npos)
      << refusal({{"samples", "64"}});
  EXPECT_EQ(refusal({{"samples", "153"}}), "");
  EXPECT_NE(refusal({{"samples", "152"}}), "");
  EXPECT_NE(refusal({{"samples", "16384"}, {"searches", "16384"}}).find("searches = 16384: an invocation needs up to"),
            std::string::npos);
}

TEST_F(LoopLimitedDevice, SortsBySampleSortWhenTheDeviceListsTheBuckets) {
  const Overrides lists{{"sorter", "workgroup"},
                        {"lists", "device"},
                        {"k", "8"},
                        {"M", "2000"},
                        {"k2", "8"},
                        {"a2", "2"},
                        {"quick", "100"},
                        {"small", "32"},
                        {"tile", "64"},
                        {"counters", "8"},
                        {"workgroup", "8"},
                        {"scatter-counters", "8"},
                        {"top", "0"}};
  const auto device = device_of(65'535);
  for (const std::uint64_t n : {500, 3000, 9000}) {
    EXPECT_EQ(outcome(*device, find_algorithm("sample/randomized@compute"), data::KeyType::u32, n, lists), "");
  }
}

TEST_F(LoopLimitedDevice, RejectsBucketListsThatNeedTooManyLoopIterations) {
  gpu::DeviceInfo device = tests::device()->info();
  device.max_loop_rounds = 65'535;
  const auto refusal = [&](const Overrides& given) {
    const ProblemForm form{.n = 1 << 24};
    return prepare(find_algorithm("sample/randomized@compute"), &device, form, given).refusal().value_or("");
  };
  const Overrides few{{"sorter", "workgroup"}, {"quick", "64"},  {"small", "64"},
                      {"workgroup", "64"},     {"tile", "8192"}, {"lists", "device"}};
  EXPECT_NE(refusal(few).find("listing buckets: an invocation needs up to"), std::string::npos) << refusal(few);
  Overrides host = few;
  host["lists"] = "host";
  EXPECT_EQ(refusal(host), "");
}

/// The network in memory sorts a bucket whose quicksort has no pivots left.
TEST_F(LoopLimitedDevice, SortsBucketsByANetworkWhenQuicksortRunsOutOfPivots) {
  const tests::TemporaryFolder folder;
  tests::write_changed_shader(folder, "sample/randomized_quicksort.comp", "partitions == uint(MOST_PARTITIONS)",
                              "partitions == 1u");
  const auto device = device_of(65'535, folder.path());
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::i64}) {
    EXPECT_EQ(outcome(*device, find_algorithm("sample/randomized@compute"), type, 3000,
                      {{"sorter", "workgroup"}, {"small", "16"}, {"quick", "400"}, {"workgroup", "64"}}),
              "");
  }
}

}  // namespace
}  // namespace texelsort::algorithms
