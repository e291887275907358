// Every algorithm must declare the kinds of tables that its runs have during their passes.
#include <set>

#include <gtest/gtest.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/data/error.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

class AlgorithmTables : public ::testing::TestWithParam<std::string> {};

/// Returns parameters with which 1,000 keys are divided into buckets.
Overrides with_buckets(const std::string& id) {
  if (id == "sample/randomized@compute") return {{"k2", "8"}, {"small", "16"}, {"tile", "64"}, {"workgroup", "8"}};
  if (id == "sample/deterministic@compute") return {{"sort", "merge"}, {"sublist", "32"}, {"samples", "4"}};
  return {};
}

std::shared_ptr<const Problem> problem_for(const Algorithm& algorithm) {
  Problem problem = *make_problem("uniform", data::KeyType::f32, 1000);
  if (algorithm.info().task == Task::merge) {
    problem.sequences = checked_sequences(1000, 5, 1);
    sort_sequences(problem);
  }
  return std::make_shared<const Problem>(std::move(problem));
}

TEST_P(AlgorithmTables, MatchTheTablesDeclaredBeforeTheRun) {
  const Algorithm& algorithm = find_algorithm(GetParam());
  TEXELSORT_NEED_BACKEND_OF(algorithm);
  gpu::Device* device = tests::device();
  const gpu::DeviceInfo* info = device == nullptr ? nullptr : &device->info();
  if (const auto found = algorithm.availability(info, {}); !found.available) GTEST_SKIP() << found.reason;
  const auto problem = problem_for(algorithm);
  const Prepared prepared = prepare(algorithm, info, problem->form(), with_buckets(GetParam()));
  std::unique_ptr<algorithms::Run> run;
  try {
    run = prepared.start(device, problem);
  } catch (const UsageError& error) {
    GTEST_SKIP() << error.what();  // the network does not exist for this number of positions
  }
  std::set<std::size_t> declared{TableKind(tables::Keys{}).index(), TableKind(tables::Payload{}).index()};
  const std::size_t common = declared.size();
  for (const TableKind& kind : algorithm.table_kinds()) declared.insert(kind.index());
  std::set<std::size_t> seen;
  do {
    for (const View& view : run->views()) {
      EXPECT_TRUE(declared.contains(view.kind.index())) << view.name();
      seen.insert(view.kind.index());
    }
  } while (run->step());
  if (!with_buckets(GetParam()).empty()) {
    EXPECT_EQ(seen.size(), declared.size() - common + 1) << "the keys, and all that was declared";
  }
}

std::vector<std::string> all_ids() {
  std::vector<std::string> ids;
  for (const auto& algorithm : registry()) {
    if (stands_for_its_method(*algorithm)) ids.push_back(algorithm->info().id);
  }
  return ids;
}

INSTANTIATE_TEST_SUITE_P(All, AlgorithmTables, ::testing::ValuesIn(all_ids()),
                         [](const auto& algorithm) { return test_name(algorithm.param); });

TEST(TableKinds, IdentifyATableWhateverItsDetails) {
  const std::vector<View> views{
      {tables::Keys{}, data::KeyType::u32, 0, 1, std::span<const std::byte>()},
      {tables::DigitScan{"tile", true}, data::KeyType::u32, 0, 1, std::span<const std::byte>()}};
  EXPECT_EQ(find_view(views, tables::DigitScan{"share", false}), &views[1]);
  EXPECT_EQ(find_view(views, tables::DigitCounts{}), nullptr);
  EXPECT_EQ(views[1].name(), "scan");
  EXPECT_EQ(name(tables::SplitterPlaces{}), "splitter places");
}

}  // namespace
}  // namespace texelsort::algorithms
