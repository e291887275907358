// Tests of complete sorts by ranks: ranks as threads, and ranks as devices that share one GPU.
#include "compute/algorithms/distributed/run.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compute/algorithms/distributed/ranks.h"
#include "compute/cuda/device.h"
#include "compute/cuda/device_selection.h"
#include "compute/data/error.h"
#include "compute/data/keys/order.h"
#include "compute/gpu/memory_use.h"
#include "compute/gpu/transfer_log.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms::distributed {
namespace {

constexpr auto by_threads = "sample/distributed@cpu", by_devices = "sample/distributed@cuda";

/// Verifies all claims of all passes, and the final output.
void expect_sorted(const char* id, std::shared_ptr<const Problem> problem, const TextValues& values) {
  const auto run = start(find_algorithm(id), problem, values);
  const auto failure = verify_every_pass(*run, *problem, true);
  EXPECT_FALSE(failure) << text(*failure);
}

class DistributedSort : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(DistributedSort, SortsSharesOfAllSizesAndTypesWhenRanksAreThreads) {
  std::size_t turn = GetParam();  // selects the key type, which differs between runs and numbers of ranks
  for (const char* shares : {"even", "rising", "last"}) {
    for (const std::uint64_t n : {0, 1, 2, 6, 1000}) {
      for (const char* distribution : {"uniform", "few-distinct", "zero", "reversed"}) {
        const data::KeyType type = data::all_key_types[turn++ % data::all_key_types.size()];
        const auto payload = n % 4 == 0 ? data::PayloadKind::index64 : data::PayloadKind::index;
        const auto order = n % 3 == 0 ? data::Order::ascending : data::Order::descending;
        SCOPED_TRACE(fmt::format("{} {} {} {}", shares, data::name(type), n, distribution));
        expect_sorted(by_threads, make_problem(distribution, type, n, payload, order),
                      {{"ranks", std::to_string(GetParam())}, {"shares", shares}, {"chunk", "1"}});
      }
    }
  }
}

TEST_P(DistributedSort, SortsSharesOfAllSizesWhenRanksAreDevices) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(by_devices));
  std::size_t turn = GetParam();
  for (const char* shares : {"even", "rising", "last"}) {
    ++turn;  // changes the key types: each method has six runs, and would otherwise always get the same types
    for (const auto& [finish, links] : {std::pair{"merge", "copies"}, {"merge", "peer"}, {"sort", "copies"}}) {
      for (const std::uint64_t n : {0, 1, 3, 700}) {
        // Test fewer keys than ranks for only one method, because ranks without keys behave the same for all methods.
        if (n < 700 && (finish != std::string_view("merge") || links != std::string_view("copies"))) continue;
        const data::KeyType type = data::all_key_types[turn % data::all_key_types.size()];
        const auto payload = turn++ % 2 == 0 ? data::PayloadKind::none : data::PayloadKind::index;
        SCOPED_TRACE(fmt::format("{} {} {} {} {}", shares, finish, links, data::name(type), n));
        expect_sorted(by_devices, make_problem(turn % 3 == 0 ? "uniform" : "few-distinct", type, n, payload),
                      {{"ranks", std::to_string(GetParam())},
                       {"shares", shares},
                       {"finish", finish},
                       {"links", links},
                       {"chunk", "1"}});
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, DistributedSort, ::testing::Values(1, 2, 3, 4, 7),
                         [](const auto& info) { return fmt::format("{}", info.param); });

/// Sorts inputs that are large enough for a sort by prefixes. With one digit, blocks write into the other array. With
/// two digits, they write in place.
TEST(DistributedRun, SortsLargeSharesByThePrefixSortOnDevices) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(by_devices));
  constexpr std::uint64_t n = std::uint64_t{1} << 16;
  for (const unsigned first_digits : {1u, 2u}) {
    const auto payload = first_digits == 1 ? data::PayloadKind::none : data::PayloadKind::index;
    auto problem = std::make_shared<Problem>(*make_problem("uniform", data::KeyType::u64, n, payload));
    for (std::uint64_t& key : std::get<std::vector<std::uint64_t>>(problem->keys)) key >>= 8 * (first_digits - 1);
    const auto run = start(find_algorithm(by_devices), problem, {{"ranks", "1"}});
    run->finish();
    const auto failure = verify_result(*run, *problem, true);
    EXPECT_FALSE(failure) << first_digits << ": " << text(*failure);
  }
}

TEST(DistributedRun, GivesEveryRankAPartOfTheSameSizeWithinOneKey) {
  const auto problem = make_problem("few-distinct", data::KeyType::u32, 1003);
  const auto run = start(find_algorithm(by_threads), problem, {{"ranks", "7"}, {"shares", "rising"}});
  run->finish();
  const auto starts = read_view(*find_view(run->views(), tables::Sequences{}));
  ASSERT_EQ(starts.size(), 8u);
  std::set<std::uint64_t> sizes;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) sizes.insert(starts[i + 1] - starts[i]);
  EXPECT_EQ(sizes, (std::set<std::uint64_t>{143, 144}));
}

/// Tests the bytes that each rank holds and receives, and its time per pass.
class DistributedRunTimes : public ::testing::TestWithParam<const char*> {};

TEST_P(DistributedRunTimes, AreReportedForEveryRankAndLink) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(GetParam()));
  const auto problem = make_problem("uniform", data::KeyType::u32, 3000, data::PayloadKind::index);
  const auto run = start(find_algorithm(GetParam()), problem, {{"ranks", "4"}, {"shares", "rising"}, {"pivots", "32"}});
  run->time_passes(true);
  std::vector<PassRecord> records;
  while (auto record = run->step()) records.push_back(std::move(*record));
  const std::vector<WorkerTimes> rank_times = run->take_worker_times();
  ASSERT_EQ(rank_times.size(), records.size());
  std::uint64_t sent = 0, rank_bytes = 0;
  for (std::size_t pass = 0; pass < rank_times.size(); ++pass) {
    ASSERT_EQ(rank_times[pass].workers.size(), 4u) << pass;
    std::uint64_t bytes = 0;
    for (const WorkerTimes::Worker& worker : rank_times[pass].workers) {
      EXPECT_TRUE(worker.name.starts_with(fmt::format("rank {}", worker.number))) << worker.name;
      EXPECT_GE(worker.ms, 0);
      bytes += worker.bytes;
    }
    if (records[pass].header.stage == "splitters") continue;
    EXPECT_EQ(bytes, records[pass].counters.bytes) << records[pass].header.label;
    for (const WorkerTimes::Link& link : rank_times[pass].links) {
      EXPECT_NE(link.from, link.to);
      EXPECT_GT(link.ms, 0);
      EXPECT_FALSE(link.way.empty());
      sent += link.bytes;
      rank_bytes += link.to == 0 ? link.bytes : 0;
    }
  }
  // Rank 0 starts without keys and ends with a quarter of the keys.
  EXPECT_EQ(rank_bytes, 750u * 8);
  EXPECT_GT(sent, rank_bytes);
  EXPECT_TRUE(run->take_worker_times().empty());
}

TEST_P(DistributedRunTimes, AppearWithTheSentBytesOnceTheExchangeIsKnown) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(GetParam()));
  const auto problem = make_problem("uniform", data::KeyType::u64, 1000);
  const auto run = start(find_algorithm(GetParam()), problem, {{"ranks", "3"}, {"shares", "last"}});
  bool seen = false;
  while (const auto record = run->step()) {
    const auto views = run->views();
    const View* bytes = find_view(views, tables::Exchange{});
    const View* times = find_view(views, tables::ExchangeTimes{});
    seen = seen || bytes != nullptr;
    ASSERT_EQ(bytes != nullptr, seen);
    if (bytes == nullptr) continue;
    const auto matrix = read_view(*bytes);
    ASSERT_EQ(matrix.size(), 9u);
    // At the start, the last rank has all keys. Each rank receives a third of them.
    EXPECT_EQ(std::vector(matrix.begin(), matrix.begin() + 6), Numbers(6));
    EXPECT_EQ(std::vector(matrix.begin() + 6, matrix.end()), (Numbers{8 * 333, 8 * 333, 8 * 334}));
    if (times == nullptr) continue;
    const auto nanoseconds = read_view(*times);
    for (std::size_t link = 0; link < 9; ++link) EXPECT_EQ(nanoseconds[link] > 0, link == 6 || link == 7) << link;
  }
  EXPECT_TRUE(seen);
  run->rewind();
  run->finish();
  const auto views = run->views();
  EXPECT_NE(find_view(views, tables::Exchange{}), nullptr);
  EXPECT_EQ(find_view(views, tables::ExchangeTimes{}), nullptr) << "at full speed nobody watches";
}

INSTANTIATE_TEST_SUITE_P(Backends, DistributedRunTimes, ::testing::Values(by_threads, by_devices),
                         [](const auto& info) { return std::string(info.param).substr(19); });

/// Checks that a run reaches the same final state from a snapshot of any pass.
void expect_going_back(Run& run, const Problem& problem) {
  std::vector<Snapshot> snapshots{run.save()};
  while (run.step()) snapshots.push_back(run.save());
  for (const Snapshot& one : snapshots) {
    run.restore(one);
    EXPECT_EQ(run.read().payload, one.state.payload);
    run.finish();
    EXPECT_FALSE(verify_result(run, problem, true));
  }
}

TEST(DistributedRun, GoesBackToAnyEarlierPassWhenRanksAreThreads) {
  const auto problem = make_problem("uniform", data::KeyType::f32, 500, data::PayloadKind::index);
  const auto run = start(find_algorithm(by_threads), problem, {{"ranks", "3"}});
  expect_going_back(*run, *problem);
}

class DistributedFailure : public ::testing::TestWithParam<CollectiveStep::Kind> {
 protected:
  void TearDown() override { injected_fault().reset(); }
  /// Time limit: below the tuned timeout of 30 seconds, and longer than a busy machine needs.
  static constexpr std::chrono::seconds soon{20};
  /// Returns the error message of a sort in which rank 2 of 4 fails.
  static std::string failure(const char* id, bool silent) {
    injected_fault() = Fault{.rank = 2, .step = GetParam(), .silent = silent};
    const auto run = start(find_algorithm(id), make_problem("uniform", data::KeyType::u32, 3000),
                           {{"ranks", "4"}, {"timeout", "1"}, {"chunk", "1"}});
    const auto start = std::chrono::steady_clock::now();
    try {
      run->finish();
    } catch (const UnavailableError& error) {
      EXPECT_LT(std::chrono::steady_clock::now() - start, soon);
      return error.what();
    }
    return "";
  }
};

TEST_P(DistributedFailure, EndsTheSortAndNamesTheRankThatFailed) {
  const std::string said = failure(by_threads, false);
  EXPECT_TRUE(said.starts_with("rank 2 has failed in the ")) << said;
}

TEST_P(DistributedFailure, EndsTheSortAndNamesTheDeviceThatFailed) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(by_devices));
  const std::string said = failure(by_devices, false);
  EXPECT_TRUE(said.starts_with("rank 2 (")) << said;
}

class DistributedTimeout : public DistributedFailure {
 protected:
  /// Makes calls in order until one fails. Returns the error message of that call.
  template <typename... Calls>
  static std::string failure_of(Calls... calls) {
    std::string said;
    const auto attempt = [&](const auto& call) {
      try {
        if (said.empty()) call();
      } catch (const UnavailableError& error) {
        said = error.what();
      }
    };
    (..., attempt(calls));
    return said;
  }
};

TEST_P(DistributedTimeout, EndsTheSortAndNamesTheUnresponsiveRank) {
  EXPECT_TRUE(failure(by_threads, true).starts_with("rank 2 does not respond in the "));
}

/// The CPU's driver emulates hanging streams. On an NVIDIA device, a host that waited for such a stream would itself be
/// an error.
TEST_P(DistributedTimeout, EndsTheSortAndNamesTheDeviceThatHangs) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(by_devices));
  if (cuda::devices_to_share({}).front() != cuda::cpu_ordinal) GTEST_SKIP() << "a device would hang for all tests";
  injected_fault() = Fault{.rank = 2, .step = GetParam(), .silent = true};
  for (const char* links : {"copies", "peer"}) {
    SCOPED_TRACE(links);
    const std::uint64_t before = gpu::memory_use().now;
    auto run = start(find_algorithm(by_devices), make_problem("uniform", data::KeyType::u32, 3000),
                     {{"ranks", "4"}, {"timeout", "1"}, {"chunk", "1"}, {"links", links}});
    const auto start = std::chrono::steady_clock::now();
    const std::string said = failure_of([&] { run->finish(); }, [&] { run->read(); });
    EXPECT_LT(std::chrono::steady_clock::now() - start, soon);
    EXPECT_TRUE(said.starts_with("rank 2 (") && said.ends_with("the others have waited for it for 1 seconds")) << said;
    EXPECT_EQ(failure_of([&] { run->rewind(); }), said) << "it is of no more use";
    run.reset();
    // The memory is still allocated, because CUDA frees memory only after it has waited for the hanging device.
    EXPECT_GT(gpu::memory_use().now, before + 4 * 2 * 3000);
  }
}

std::string step_name(const ::testing::TestParamInfo<CollectiveStep::Kind>& info) {
  const std::string name = distributed::name(info.param);
  return name.substr(0, name.find(' '));
}

INSTANTIATE_TEST_SUITE_P(Steps, DistributedFailure,
                         ::testing::Values(CollectiveStep::Kind::sort, CollectiveStep::Kind::select,
                                           CollectiveStep::Kind::exchange, CollectiveStep::Kind::merge),
                         step_name);
INSTANTIATE_TEST_SUITE_P(Steps, DistributedTimeout,
                         ::testing::Values(CollectiveStep::Kind::sort, CollectiveStep::Kind::select,
                                           CollectiveStep::Kind::exchange, CollectiveStep::Kind::merge),
                         step_name);

TEST(DistributedRun, RejectsAnInjectedFaultForANonexistentRank) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(by_devices));
  for (const char* id : {by_threads, by_devices}) {
    injected_fault() = Fault{.rank = 3, .step = CollectiveStep::Kind::sort};
    try {
      start(find_algorithm(id), make_problem("uniform", data::KeyType::u32, 100), {{"ranks", "3"}});
      ADD_FAILURE() << id;
    } catch (const UsageError& error) {
      EXPECT_STREQ(error.what(), "TEXELSORT_RANK_FAULT names rank 3, but there are 3 ranks, counted from 0");
    }
    injected_fault().reset();
  }
}

TEST(DistributedRefusal, NamesTheDeviceMemoryWhenKeysDoNotFit) {
  const Algorithm& algorithm = find_algorithm(by_devices);
  TEXELSORT_NEED_BACKEND_OF(algorithm);
  const ProblemForm form{.n = std::uint64_t{1} << 44, .type = data::KeyType::u64};
  const auto refusal = prepare(algorithm, &tests::device()->info(), form, {}).refusal();
  ASSERT_TRUE(refusal);
  EXPECT_TRUE(refusal->find("GiB") != std::string::npos ||
              refusal->find("kernels that the CPU executes") != std::string::npos)
      << *refusal;
}

TEST(DistributedRun, DrawsMorePivotsPerRoundWhenThereAreFewerDevices) {
  const Algorithm& algorithm = find_algorithm(by_devices);
  TEXELSORT_NEED_BACKEND_OF(algorithm);
  const auto pivots = [&](std::uint64_t n, const char* ranks) {
    return prepare(algorithm, &tests::device()->info(), {.n = n}, {{"ranks", ranks}, {"links", "copies"}})
        .used_values()
        .at("pivots");
  };
  EXPECT_EQ(pivots(20000, "2"), "1024");
  EXPECT_EQ(pivots(20000, "3"), "341");
  EXPECT_EQ(pivots(20000, "8"), "36");
  EXPECT_EQ(pivots(20000, "64"), "32");
  EXPECT_EQ(pivots(100, "2"), "1") << "each is a round to look at";
}

TEST(DistributedRun, MergesKeysWith64BitIndices) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(by_devices));
  for (const data::KeyType type : {data::KeyType::i32, data::KeyType::f64}) {
    for (const char* ranks : {"2", "3"}) {
      for (const char* links : {"copies", "peer"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", data::name(type), ranks, links));
        expect_sorted(by_devices, make_problem("few-distinct", type, 5000, data::PayloadKind::index64),
                      {{"ranks", ranks}, {"links", links}, {"finish", "merge"}});
      }
    }
  }
}

TEST(DistributedRefusal, RejectsAFinalSortWhenDevicesReadEachOthersShares) {
  const Algorithm& algorithm = find_algorithm(by_devices);
  TEXELSORT_NEED_BACKEND_OF(algorithm);
  const ProblemForm form{.n = 100};
  const auto* info = &tests::device()->info();
  EXPECT_FALSE(prepare(algorithm, info, form, {{"links", "peer"}, {"ranks", "1"}}).refusal());
  EXPECT_TRUE(prepare(algorithm, info, form, {{"links", "peer"}, {"finish", "sort"}}).refusal());
}

/// Up to four ranks find all splitters in one round, except with the thesis's single pivots. Keys are not exchanged.
TEST(DistributedRun, CopiesKeysFromTheDeviceOnlyOncePerPassForAllViews) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(by_devices));
  const auto problem = make_problem("uniform", data::KeyType::u32, 500);
  const auto run = start(find_algorithm(by_devices), problem, {{"ranks", "3"}});
  const auto read_by_looking = [&] {
    const std::uint64_t before = gpu::transfers().from_device_bytes;
    const auto views = run->views();
    EXPECT_EQ(read_view(*find_view(views, tables::Keys{})), data::codes(run->read().keys, data::Order::ascending));
    return gpu::transfers().from_device_bytes - before - 500 * 4;
  };
  for (const auto& go_on : std::vector<std::function<void()>>{[] {}, [&] { run->step(); }, [&] { run->finish(); },
                                                              [&] { run->rewind(); }}) {
    go_on();
    EXPECT_EQ(read_by_looking(), 500u * 4);
    EXPECT_EQ(read_by_looking(), 0u) << "nothing has changed";
  }
}

TEST(DistributedRun, SortsCorrectlyAfterAWarmUpRun) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(by_devices));
  for (const char* links : {"copies", "peer"}) {
    const auto problem = make_problem("uniform", data::KeyType::i64, 500, data::PayloadKind::index);
    const auto run = start(find_algorithm(by_devices), problem, {{"ranks", "3"}, {"links", links}});
    dynamic_cast<DistributedRun&>(*run).rehearse();
    run->rewind();
    const auto failure = verify_every_pass(*run, *problem, true);
    EXPECT_FALSE(failure) << text(*failure);
  }
}

TEST(DistributedRun, NeedsNoExchangeWhenDevicesReadEachOthersShares) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(by_devices));
  for (const char* ranks : {"2", "3", "4"}) {
    const auto problem = make_problem("uniform", data::KeyType::u32, 500);
    const auto run =
        start(find_algorithm(by_devices), problem, {{"links", "peer"}, {"ranks", ranks}, {"pivots", "32"}});
    std::vector<std::string> stages;
    while (const auto pass = run->step()) stages.push_back(pass->header.stage);
    EXPECT_EQ(stages, (std::vector<std::string>{"shares", "splitters", "parts"}));
    EXPECT_FALSE(verify_result(*run, *problem, true));
  }
}

TEST(DistributedRun, ContinuesFromTheSnapshotOfAnotherRun) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(by_devices));
  const auto problem = make_problem("uniform", data::KeyType::u32, 300, data::PayloadKind::index);
  for (const char* links : {"copies", "peer"}) {
    const TextValues values{{"links", links}, {"ranks", "3"}};
    const auto run = start(find_algorithm(by_devices), problem, values);
    while (run->step()) {
      const auto other = start(find_algorithm(by_devices), problem, values);
      other->restore(run->save());
      other->finish();
      EXPECT_FALSE(verify_result(*other, *problem, true)) << links << ' ' << run->passes_done();
    }
  }
}

TEST(DistributedRun, GoesBackToAnyEarlierPassWhenDevicesReadEachOthersShares) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(by_devices));
  const auto problem = make_problem("few-distinct", data::KeyType::i32, 300, data::PayloadKind::index);
  const auto run = start(find_algorithm(by_devices), problem, {{"links", "peer"}, {"ranks", "7"}});
  expect_going_back(*run, *problem);
}

}  // namespace
}  // namespace texelsort::algorithms::distributed
