// Tests of records that move between ranks on one device: read in place, or sent by messages.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compute/algorithms/distributed/ranks.h"
#include "compute/algorithms/records/settings.h"
#include "compute/cuda/device.h"
#include "compute/cuda/device_selection.h"
#include "compute/data/error.h"
#include "tests/algorithms/records/record_problem.h"

namespace texelsort::algorithms::distributed {
namespace {

using data::Layout;

constexpr auto id = "sample/distributed@cuda";
constexpr std::array layouts{Layout::by_field, Layout::hybrid, Layout::by_record};

std::vector<std::string> rearrangements(Layout layout) {
  std::vector<std::string> names;
  for (const Rearrange one : {Rearrange::gather, Rearrange::group, Rearrange::cycle, Rearrange::transpose}) {
    if (!rearrange_refusal(one, layout, find_algorithm(id))) names.emplace_back(name(one));
  }
  return names;
}

struct Case {
  data::KeyType type;
  std::uint64_t n;
  std::uint32_t fields;
};

class DistributedRecordSort : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {
 protected:
  void SetUp() override { TEXELSORT_NEED_BACKEND_OF(find_algorithm(id)); }
  static std::unique_ptr<algorithms::Run> start_records(const std::shared_ptr<const Problem>& problem,
                                                        const std::string& rearrange, const char* shares = "even") {
    const auto& [links, ranks] = GetParam();
    return start(find_algorithm(id), problem,
                 {{"links", links}, {"ranks", ranks}, {"shares", shares}, {"rearrange", rearrange}});
  }
};

TEST_P(DistributedRecordSort, FulfilsTheClaimOfEveryPassForEveryLayoutAndRearrangement) {
  std::size_t turn = 0;
  for (const Layout layout : layouts) {
    for (const std::string& rearrange : rearrangements(layout)) {
      // Only one of the two large cases runs each time, in turn, because each needs a second on the CPU. If devices can
      // read each other's memory, records of 4 or more words are fetched one by one.
      const std::array cases{turn % 2 == 0 ? Case{data::KeyType::u32, 500, 3} : Case{data::KeyType::f64, 257, 5},
                             Case{data::KeyType::u32, 90, 9}, Case{data::KeyType::i64, 1, 3},
                             Case{data::KeyType::u32, 9, 0}, Case{data::KeyType::u64, 0, 2}};
      for (const auto& [type, n, fields] : cases) {
        const char* shares = std::array{"even", "rising", "last"}[turn++ % 3];
        SCOPED_TRACE(fmt::format("{} {} {} {} {}", name(layout), rearrange, n, fields, shares));
        const auto problem = record_problem(type, n, {fields, layout});
        const auto failure = verify_every_pass(*start_records(problem, rearrange, shares), *problem, true);
        EXPECT_FALSE(failure) << text(*failure);
      }
    }
  }
}

/// Compares with the expected fields directly, not with the reference implementation.
TEST_P(DistributedRecordSort, MovesFieldsWithTheirKeys) {
  for (const Layout layout : layouts) {
    const data::RecordShape shape{3, layout};
    const auto problem = record_problem(data::KeyType::i64, 333, shape, "uniform");
    const auto run = start_records(problem, rearrangements(layout).back());
    run->keep_input();
    for (int round = 0; round < 2; ++round) {
      run->finish();
      const data::State state = run->read();
      EXPECT_TRUE(std::ranges::is_sorted(std::get<std::vector<std::int64_t>>(state.keys)));
      for (std::uint64_t i = 0; i < 333; ++i) {
        const std::uint32_t from = state.fields[data::field_place(shape, 333, i, 0)];
        ASSERT_EQ(data::text(state.keys, i), data::text(problem->keys, from));
        ASSERT_EQ(state.payload[i], from);
        for (std::uint32_t f = 1; f < 3; ++f) {
          ASSERT_EQ(state.fields[data::field_place(shape, 333, i, f)], data::made_field(from, f));
        }
      }
      run->rewind();
      EXPECT_EQ(run->read().fields, problem->fields);
    }
  }
}

TEST_P(DistributedRecordSort, ContinuesFromASnapshotOfEveryPass) {
  for (const Layout layout : {Layout::by_field, Layout::by_record}) {
    const std::string rearrange = rearrangements(layout).back();
    const auto problem = record_problem(data::KeyType::u32, 40, {3, layout});
    const auto run = start_records(problem, rearrange);
    std::vector<Snapshot> snapshots{run->save()};
    std::vector<std::vector<std::uint32_t>> fields{run->read().fields};
    while (run->step()) {
      snapshots.push_back(run->save());
      fields.push_back(run->read().fields);
    }
    const auto other = start_records(problem, rearrange);
    for (std::size_t i = snapshots.size(); i-- > 0;) {
      other->restore(snapshots[i]);
      ASSERT_EQ(other->read().fields, fields[i]) << i;
      other->finish();
      ASSERT_EQ(other->read().fields, fields.back()) << name(layout) << ' ' << i;
    }
  }
}

TEST_P(DistributedRecordSort, ReportsTheBytesThatEachRankSends) {
  const auto problem = record_problem(data::KeyType::u32, 3000, {4, Layout::by_field}, "uniform");
  const auto run = start_records(problem, "transpose", "last");
  run->time_passes(true);
  std::vector<PassRecord> records;
  while (auto record = run->step()) records.push_back(std::move(*record));
  const std::vector<WorkerTimes> rank_times = run->take_worker_times();
  ASSERT_EQ(rank_times.size(), records.size());
  ASSERT_EQ(records.back().header.stage, "rearrange");
  std::uint64_t bytes = 0, sent = 0;
  for (const WorkerTimes::Worker& worker : rank_times.back().workers) bytes += worker.bytes;
  for (const WorkerTimes::Link& link : rank_times.back().links) {
    EXPECT_GT(link.ms, 0);
    sent += link.bytes;
  }
  EXPECT_EQ(bytes, records.back().counters.bytes);
  const std::uint64_t ranks = rank_times.back().workers.size();
  EXPECT_EQ(sent, 3000 * (ranks - 1) / ranks * 16) << "all are the last rank's at first";
}

INSTANTIATE_TEST_SUITE_P(Links, DistributedRecordSort,
                         ::testing::Combine(::testing::Values("copies", "peer"), ::testing::Values("1", "3")),
                         [](const auto& info) {
                           return fmt::format("{}{}", std::get<0>(info.param), std::get<1>(info.param));
                         });

TEST(DistributedRecordSortPlan, IncludesTheMemoryOfRecordsInItsRequest) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(id));
  const auto* info = tests::device() == nullptr ? nullptr : &tests::device()->info();
  // Returns the bytes of CUDA memory that a plan requests for keys with indices, and for records of this shape.
  const auto bytes = [&](std::uint32_t fields, Layout layout, const char* links) {
    const ProblemForm form{
        .n = 1000, .type = data::KeyType::u32, .payload = data::PayloadKind::index, .shape = {fields, layout}};
    return find_algorithm(id).plan(info, form, {{"links", links}, {"ranks", "2"}})->cuda_bytes();
  };
  constexpr std::uint64_t guards = 2 * 2 * 2 * 256, order = 1000 * 4 + 2 * 2 * 256;
  const std::uint64_t keys = bytes(0, Layout::hybrid, "peer");
  EXPECT_EQ(bytes(3, Layout::by_field, "peer") - keys, 2 * 1000 * 3 * 4 + guards + order);
  EXPECT_EQ(bytes(2, Layout::by_record, "peer") - keys, 2 * 1000 * 3 * 4 + guards + order);
  EXPECT_EQ(bytes(3, Layout::by_field, "copies") - keys, 2 * 1000 * 3 * 4 + guards + order);
  EXPECT_EQ(bytes(4, Layout::by_field, "peer") - keys, 2 * 1000 * 4 * 4 + guards) << "one by one, without an order";
}

TEST(DistributedRecordSortPlan, RejectsRearrangementAlongCycles) {
  const auto reason = rearrange_refusal(Rearrange::cycle, Layout::hybrid, find_algorithm(id));
  ASSERT_TRUE(reason);
  EXPECT_NE(reason->find("from one memory to another"), std::string::npos);
}

/// Tests that a rank fails, or stops responding, while records move.
TEST(DistributedRecordSortFailure, NamesTheRankThatFailsWhileRecordsMove) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(id));
  // Only the CPU can emulate a rank that hangs; a real device would hang the test.
  const bool hangs = cuda::devices_to_share({}).front() == cuda::cpu_ordinal;
  for (const char* links : {"copies", "peer"}) {
    for (const bool silent : {false, true}) {
      if (silent && !hangs) continue;
      injected_fault() = Fault{.rank = 1, .step = CollectiveStep::Kind::move, .silent = silent};
      const auto run = start(find_algorithm(id), record_problem(data::KeyType::u32, 300, {3, Layout::hybrid}),
                             {{"links", links}, {"ranks", "3"}, {"timeout", "1"}});
      std::string said;
      try {
        run->finish();
        run->read();
      } catch (const UnavailableError& error) {
        said = error.what();
      }
      injected_fault().reset();
      EXPECT_TRUE(said.starts_with("rank 1 (")) << said;
      EXPECT_NE(said.find("has failed in the moving of the records"), std::string::npos) << said;
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms::distributed
