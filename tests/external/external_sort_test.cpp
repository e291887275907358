#include "compute/external/external_sort.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <stdlib.h>

#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/external/benchmark_records.h"
#include "compute/external/interrupted.h"
#include "compute/external/loser_tree.h"
#include "compute/external/record_summary.h"
#include "compute/external/run_file.h"

namespace texelsort::external {
namespace {

namespace fs = std::filesystem;

class ExternalSort : public ::testing::Test {
 protected:
  ExternalSort() {
    std::string pattern = (fs::temp_directory_path() / "texelsort-external-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    request_.format = format_.get();
    request_.sort.algorithm = &algorithms::find_algorithm("std/stable-sort@cpu");
    request_.memory = resident_bytes() + (64u << 20);
    request_.inputs = {folder_ / "in"};
    request_.output = folder_ / "out";
    request_.temp_folders = {folder_};
  }
  ~ExternalSort() override { fs::remove_all(folder_); }

  static std::string made(std::size_t records, BenchmarkKind kind = {}) {
    std::string bytes(records * 100, '\0');
    make_benchmark_records(kind, 0, std::as_writable_bytes(std::span(bytes)));
    return bytes;
  }
  static void write(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }
  static std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// The one right answer: equal keys in the order of the input.
  std::string expected(const std::string& input) const {
    const std::size_t length = *request_.format->record_bytes();
    std::vector<std::string> records;
    for (std::size_t at = 0; at < input.size(); at += length) records.push_back(input.substr(at, length));
    std::ranges::stable_sort(records, [this](const std::string& a, const std::string& b) {
      return request_.format->compare(std::as_bytes(std::span(a)), std::as_bytes(std::span(b))) < 0;
    });
    std::string all;
    for (const std::string& record : records) all += record;
    return all;
  }
  SortReport sort() {
    Meter meter;
    return sort_files(request_, meter);
  }
  std::size_t entries() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {})); }

  fs::path folder_;
  std::unique_ptr<const RecordFormat> format_ = benchmark_format();
  SortRequest request_;
};

TEST_F(ExternalSort, sorts_at_once_what_fits_and_merges_nothing) {
  const std::string input = made(5000);
  write(folder_ / "in", input);
  const SortReport report = sort();
  EXPECT_TRUE(report.plan.fits);
  EXPECT_EQ(report.runs, 0u);
  EXPECT_EQ(report.records, 5000u);
  EXPECT_TRUE(read(folder_ / "out") == expected(input));
  EXPECT_EQ(entries(), 2u);
}

TEST_F(ExternalSort, merges_runs_and_leaves_nothing_behind) {
  const std::string input = made(5000, {.ascii = true, .skewed = true});
  write(folder_ / "in", input);
  for (const bool compress : {false, true}) {
    request_.compress = compress;
    request_.run_bytes = 30'000;
    request_.read_bytes = 65'536;
    const SortReport report = sort();
    EXPECT_EQ(report.runs, 17u);
    EXPECT_EQ(report.stored_bytes < input.size(), compress);
    EXPECT_TRUE(read(folder_ / "out") == expected(input)) << compress;
    EXPECT_EQ(entries(), 2u);
  }
}

// Of ten keys there are many of each: the records' numbers say whether they keep their order.
TEST_F(ExternalSort, keeps_the_order_of_equal_keys_in_several_levels) {
  format_ = fixed_format(100, {parse_key_field("43:bytes1:desc")});
  request_.format = format_.get();
  const std::string input = made(3000, {.ascii = true});
  write(folder_ / "in", input);
  request_.run_bytes = 1000;
  request_.memory = resident_bytes() + (29u << 20);
  const SortReport report = sort();
  EXPECT_EQ(report.runs, 300u);
  EXPECT_GE(report.plan.levels, 2u) << report.plan.fan_in;
  EXPECT_TRUE(read(folder_ / "out") == expected(input));
}

TEST_F(ExternalSort, sorts_several_files_into_one_of_them) {
  const std::string input = made(700);
  write(folder_ / "in", input.substr(0, 30'000));
  write(folder_ / "empty", "");
  write(folder_ / "more", input.substr(30'000));
  request_.inputs = {folder_ / "in", folder_ / "empty", folder_ / "more"};
  request_.output = folder_ / "in";
  request_.run_bytes = 7000;
  EXPECT_EQ(sort().runs, 10u);
  EXPECT_TRUE(read(folder_ / "in") == expected(input));
  write(folder_ / "in", "");
  request_.inputs = {folder_ / "in"};
  EXPECT_EQ(sort().records, 0u);
  EXPECT_EQ(read(folder_ / "in"), "");
}

// Sorts that take no keys of 64 bits sort by fewer, and ties are resolved.
TEST_F(ExternalSort, works_by_any_sort_that_moves_an_index) {
  const std::string input = made(600, {.skewed = true});
  write(folder_ / "in", input);
  for (const char* id : {"std/sort@cpu", "bitonic/twin@cpu", "merge/multiway@cpu"}) {
    request_.sort.algorithm = &algorithms::find_algorithm(id);
    if (std::string(id) == "merge/multiway@cpu") {
      EXPECT_THROW(sort(), UsageError);
      continue;
    }
    sort();
    EXPECT_TRUE(read(folder_ / "out") == expected(input)) << id;
  }
}

TEST_F(ExternalSort, goes_on_with_kept_runs_after_any_end) {
  const std::string input = made(4000);
  write(folder_ / "in", input);
  request_.run_bytes = 20'000;
  request_.keep_runs = true;
  std::atomic<int> asked = 0;
  request_.stopped = [&asked] { return ++asked > 7; };
  EXPECT_THROW(sort(), Interrupted);
  EXPECT_FALSE(fs::exists(folder_ / "out"));
  EXPECT_EQ(entries(), 2u) << "the input, and the kept runs";
  request_.resume = true;
  request_.run_bytes = 33'000;  // of what is missing
  request_.stopped = [] { return false; };
  const SortReport report = sort();
  EXPECT_GT(report.resumed_runs, 0u);
  EXPECT_LT(report.resumed_runs, report.runs);
  EXPECT_TRUE(read(folder_ / "out") == expected(input));
  EXPECT_EQ(entries(), 2u) << "the input and the output";
}

TEST_F(ExternalSort, finds_a_damaged_run_and_makes_it_anew) {
  const std::string input = made(4000);
  write(folder_ / "in", input);
  request_.run_bytes = 20'000;
  request_.keep_runs = request_.resume = true;
  const auto kept = [this] {
    std::vector<fs::path> runs;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.path().extension() == ".run") runs.push_back(entry.path());
    }
    return runs;
  };
  request_.stopped = [&] { return kept().size() == 20; };
  EXPECT_THROW(sort(), Interrupted);
  request_.stopped = [] { return false; };
  ASSERT_EQ(kept().size(), 20u);
  {
    std::fstream file(kept()[7], std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(5000);
    const char before = static_cast<char>(file.get());
    file.seekp(5000);
    file.put(static_cast<char>(before ^ 1));
  }
  try {
    sort();
    FAIL() << "it has merged a damaged run";
  } catch (const DamagedRun& damage) {
    EXPECT_NE(std::string(damage.what()).find("checksum"), std::string::npos) << damage.what();
  }
  EXPECT_FALSE(fs::exists(folder_ / "out"));
  EXPECT_EQ(sort().resumed_runs, 19u);
  EXPECT_TRUE(read(folder_ / "out") == expected(input));
}

TEST_F(ExternalSort, refuses_input_that_is_cut_or_changes) {
  write(folder_ / "in", made(1000) + "x");
  EXPECT_THROW(sort(), UsageError);
  write(folder_ / "in", made(1000));
  request_.run_bytes = 10'000;
  bool changed = false;
  request_.stopped = [&] {
    if (!changed) std::ofstream(folder_ / "in", std::ios::app) << "y";
    changed = true;
    return false;
  };
  try {
    sort();
    FAIL() << "it has sorted a file that changed";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("changed"), std::string::npos) << error.what();
  }
  EXPECT_FALSE(fs::exists(folder_ / "out"));
  EXPECT_EQ(entries(), 1u);
}

TEST(ExternalPlan, follows_salzbergs_rule_where_memory_has_room) {
  // The slides' own example: they print 230 MB for it.
  EXPECT_NEAR(salzberg_run(2e6, 100e9), 447e6, 0.5e6);
  PlanRequest request{.input_bytes = 4'294'967'200, .memory = 2'000'000'000, .resident = 150'000'000, .processors = 2};
  Plan plan = make_plan(request);
  EXPECT_FALSE(plan.fits);
  EXPECT_NEAR(static_cast<double>(plan.run_bytes), salzberg_run(2 << 20, 4294967200.0), 100);
  EXPECT_EQ(plan.levels, 1u);
  request.memory = 260'000'000;
  plan = make_plan(request);
  EXPECT_EQ(plan.run_bytes, plan.largest_run);
  EXPECT_LT(plan.largest_run * 3, 110'000'000u);
  EXPECT_LE(2 * plan.fan_in * plan.block_bytes, 110'000'000u);
  request.memory = 100'000'000;
  EXPECT_THROW(make_plan(request), UnavailableError);
  request.memory = 20'000'000'000;
  EXPECT_TRUE(make_plan(request).fits);
}

TEST(LoserTree, merges_any_number_of_sources) {
  for (std::size_t k = 1; k <= 9; ++k) {
    std::vector<std::vector<int>> sources(k);
    for (int i = 0; i < 40; ++i) sources[static_cast<std::size_t>(i * i + 3 * i) % k].push_back(i / 2);
    std::vector<std::size_t> at(k, 0);
    const auto less = [&](std::size_t a, std::size_t b) {
      const bool ended_a = at[a] == sources[a].size(), ended_b = at[b] == sources[b].size();
      if (ended_a || ended_b) return ended_a ? ended_b && a < b : true;
      return sources[a][at[a]] != sources[b][at[b]] ? sources[a][at[a]] < sources[b][at[b]] : a < b;
    };
    LoserTree tree(k, less);
    std::vector<int> merged;
    while (at[tree.winner()] < sources[tree.winner()].size()) {
      merged.push_back(sources[tree.winner()][at[tree.winner()]++]);
      tree.replay();
    }
    EXPECT_EQ(merged.size(), 40u) << k;
    EXPECT_TRUE(std::ranges::is_sorted(merged)) << k;
  }
}

}  // namespace
}  // namespace texelsort::external
