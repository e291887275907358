#include "compute/algorithms/merge/cpu.h"

#include <gtest/gtest.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/data/error.h"
#include "compute/data/keys/check.h"
#include "tests/algorithms/problems.h"

/// Tests of merges as runs: properties of every run, and all combinations of parameters.
namespace texelsort::algorithms {
namespace {

std::shared_ptr<const Problem> make_merge(const std::string& distribution, std::uint64_t n, std::uint64_t sequences,
                                          data::KeyType type = data::KeyType::u32,
                                          data::PayloadKind payload = data::PayloadKind::index,
                                          data::Order order = data::Order::ascending) {
  auto problem = std::make_shared<Problem>(Problem{data::generate(distribution, type, n, 1), order, payload});
  problem->sequences = checked_sequences(n, sequences, n + sequences);
  sort_sequences(*problem);
  return problem;
}

const Algorithm& multiway() {
  return find_algorithm("merge/multiway@cpu");
}

TEST(MultiwayMerge, FulfilsTheClaimOfEveryPassForEveryCombinationOfParameters) {
  for (const char* selection : {"osipov", "quick"}) {
    for (const char* merger : {"two-way", "four-way", "bitonic"}) {
      for (const char* network : {"ranking", "bitonic"}) {
        for (const char* width : {"1", "2", "8", "64"}) {
          for (const char* mergers : {"1", "3", "40"}) {
            if (std::string_view(merger) == "bitonic" && (std::string_view(network) != "bitonic" || *width != '1')) {
              continue;  // the bitonic merger has no network and no width to choose
            }
            std::map<std::string, std::string> parameters{
                {"selection", selection}, {"merger", merger}, {"mergers", mergers}};
            if (std::string_view(merger) != "bitonic") {
              parameters["network"] = network;
              parameters["width"] = width;
            }
            const auto problem = make_merge("few-distinct", 150, 6);
            const auto run = start(multiway(), problem, parameters);
            const bool stable = std::string_view(merger) != "bitonic" && std::string_view(network) == "ranking";
            EXPECT_EQ(prepare(multiway(), nullptr, problem->form(), parameters).keeps_ties(), stable);
            const auto failure = verify_every_pass(*run, *problem, stable);
            ASSERT_FALSE(failure) << selection << ", " << merger << ", " << network << ", width " << width << ", "
                                  << mergers << " mergers: " << text(*failure);
          }
        }
      }
    }
  }
}

TEST(MultiwayMerge, GivesTheSameOutputWhenRewoundAndFromEverySnapshot) {
  for (const char* merger : {"two-way", "four-way", "bitonic"}) {
    const auto problem = make_merge("uniform", 300, 5);
    std::map<std::string, std::string> parameters{{"merger", merger}, {"mergers", "3"}};
    if (std::string_view(merger) != "bitonic") parameters["width"] = "4";
    const auto run = start(multiway(), problem, parameters);
    std::vector<Snapshot> snapshots{run->save()};
    std::vector<std::vector<std::uint64_t>> outputs;
    const auto output = [&] {
      for (const View& view : run->views()) {
        if (view.name() == "output") return read_view(view);
      }
      return std::vector<std::uint64_t>{};
    };
    outputs.push_back(output());
    while (run->step()) {
      snapshots.push_back(run->save());
      outputs.push_back(output());
    }
    const auto total = run->total_passes();
    ASSERT_EQ(total, snapshots.size() - 1);
    for (std::size_t pass = 0; pass < snapshots.size(); ++pass) {
      run->restore(snapshots[pass]);
      EXPECT_EQ(run->passes_done(), pass);
      EXPECT_EQ(output(), outputs[pass]);
      if (pass + 1 < snapshots.size()) {
        run->step();
        EXPECT_EQ(output(), outputs[pass + 1]);
      }
      run->finish();
      EXPECT_EQ(run->passes_done(), *total);
      EXPECT_FALSE(verify_result(*run, *problem, false));
    }
    run->rewind();
    EXPECT_EQ(run->passes_done(), 0u);
    run->finish();
    EXPECT_FALSE(verify_result(*run, *problem, false));
  }
}

/// The first passes of a stage execute one step each. Later passes execute more steps, so that a stage never has many
/// passes.
TEST(MultiwayMerge, ExecutesMoreStepsInLaterPassesToLimitTheirNumber) {
  const auto problem = make_merge("uniform", 20'000, 3);
  const auto run = start(multiway(), problem, {{"width", "1"}, {"mergers", "1"}});
  run->finish();
  EXPECT_LT(run->passes_done(), 3u * (32 + 15));
  EXPECT_GT(run->passes_done(), 32u);
}

TEST(MultiwayMerge, MergesTenThousandSequences) {
  const auto problem = make_merge("few-distinct", 30'000, 10'000);
  for (const char* merger : {"two-way", "four-way", "bitonic"}) {
    const auto run = start(multiway(), problem, {{"merger", merger}});
    run->finish();
    EXPECT_FALSE(verify_result(*run, *problem, std::string_view(merger) != "bitonic")) << merger;
  }
}

TEST(MultiwayMergeClaims, DetectAWrongKey) {
  const auto problem = make_merge("uniform", 60, 4);
  const auto run = start(multiway(), problem, {{"width", "4"}});
  std::optional<PassRecord> last;
  data::State before = run->read(), right = before;
  while (auto record = run->step()) {
    before = std::move(right);
    right = run->read();
    last = std::move(record);
  }
  ASSERT_TRUE(last);
  EXPECT_FALSE(find_violation(*run, *last, *problem, before, right));
  data::State wrong = right;
  std::swap(std::get<std::vector<std::uint32_t>>(wrong.keys)[7], std::get<std::vector<std::uint32_t>>(wrong.keys)[8]);
  EXPECT_TRUE(find_violation(*run, *last, *problem, before, wrong));
  wrong = right;
  std::swap(wrong.payload[7], wrong.payload[8]);
  EXPECT_TRUE(find_violation(*run, *last, *problem, before, wrong));
}

/// Run without an algorithm, whose tables a test sets to wrong values.
class ForgedRun final : public Run {
 public:
  ForgedRun(const Run& real, std::shared_ptr<const Problem> problem, std::string name, std::uint64_t cell,
            std::uint64_t number)
      : Run(std::move(problem), std::make_unique<CpuPassTimer>()), real_(real) {
    for (const View& view : real.views()) {
      if (view.name() == name) table_ = read_view(view);
    }
    table_.at(cell) = number;
    name_ = std::move(name);
  }
  std::vector<View> views() const override {
    auto views = real_.views();
    for (View& view : views) {
      if (view.name() == name_) view.holder = std::as_bytes(std::span(table_));
    }
    return views;
  }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return real_.read(first, count); }

 private:
  void load(const data::StateView&) override {}

  const Run& real_;
  std::string name_;
  std::vector<std::uint64_t> table_;
};

TEST(MultiwayMergeClaims, DetectWrongTables) {
  const auto problem = make_merge("uniform", 64, 4);
  const auto run = start(multiway(), problem, {{"width", "4"}, {"mergers", "3"}});
  const data::State input = run->read();
  std::optional<PassRecord> record = run->step();
  ASSERT_TRUE(record->merging()->selecting);
  const auto caught = [&](const std::string& table, std::uint64_t cell, std::uint64_t number) {
    const ForgedRun forged(*run, problem, table, cell, number);
    return find_violation(forged, *record, *problem, input, run->read()).has_value();
  };
  EXPECT_FALSE(find_violation(*run, *record, *problem, input, run->read()));
  EXPECT_TRUE(caught("upper", 5, 0) || caught("upper", 6, 0)) << "an upper bound below the answer";
  while (record->merging()->selecting) record = run->step();
  EXPECT_FALSE(find_violation(*run, *record, *problem, input, run->read()));
  EXPECT_TRUE(caught("splitters", 5, 1000));
  record = run->step();
  EXPECT_FALSE(find_violation(*run, *record, *problem, input, run->read()));
  std::vector<std::uint64_t> output;
  for (const View& view : run->views()) {
    if (view.name() == "output") output = read_view(view);
  }
  EXPECT_TRUE(caught("output", 0, output[1])) << "a key twice";
  EXPECT_TRUE(caught("output", 1, merge::no_place)) << "a gap";
  EXPECT_TRUE(caught("output", 0, 63)) << "a key of another group";
}

TEST(MergeInput, IsRejectedWithTheFirstUnsortedKeyOfASequence) {
  auto problem = std::make_shared<Problem>(Problem{std::vector<std::uint32_t>{1, 5, 2, 9, 3}});
  problem->sequences = {0, 2, 5};
  try {
    start(multiway(), problem);
    FAIL() << "taken";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "sequence 1 is not sorted: at its position 2, 3 comes after 9");
  }
  problem->order = data::Order::descending;
  EXPECT_THROW(start(multiway(), problem), UsageError);
  problem->sequences = {0, 2};
  EXPECT_THROW(start(multiway(), problem), UsageError) << "keys beyond the last sequence";
  problem->sequences = {};
  EXPECT_THROW(start(multiway(), problem), UsageError);
}

TEST(MergeInput, SortsItsSequencesByTheChosenComparison) {
  Problem problem{std::vector<std::int32_t>{3, -1, 2, -2, 0, 1}};
  problem.comparison = data::Comparison::magnitude;
  problem.sequences = {0, 4, 4, 6};
  sort_sequences(problem);
  EXPECT_EQ(std::get<std::vector<std::int32_t>>(problem.keys), (std::vector<std::int32_t>{-1, 2, -2, 3, 0, 1}));
  EXPECT_EQ(merge_fault(problem), std::nullopt);
}

TEST(CheckMatrix, ContainsMergesOfOneToManySequencesOfDifferentLengths) {
  std::set<std::uint64_t> counts, lengths;
  for (const CheckCase& one : check_matrix(multiway(), Depth::quick)) {
    EXPECT_NE(one.payload, data::PayloadKind::record);
    counts.insert(one.sequences);
    const auto starts = checked_sequences(one.n, one.sequences, one.seed);
    ASSERT_EQ(starts.size(), one.sequences + 1);
    ASSERT_EQ(starts.back(), one.n);
    for (std::size_t i = 1; i < starts.size(); ++i) lengths.insert(starts[i] - starts[i - 1]);
  }
  EXPECT_EQ(counts, (std::set<std::uint64_t>{1, 2, 3, 4, 7, 16, 100, 10'000}));
  EXPECT_TRUE(lengths.contains(0) && lengths.contains(1));
  EXPECT_GT(lengths.size(), 100u);
}

}  // namespace
}  // namespace texelsort::algorithms
