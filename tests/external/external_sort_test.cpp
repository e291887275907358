#include "compute/external/external_sort.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include <unistd.h>

#include "compute/cuda/device.h"
#include "compute/data/error.h"
#include "compute/external/benchmark_records.h"
#include "compute/external/interrupted.h"
#include "compute/external/loser_tree.h"
#include "compute/external/record_summary.h"
#include "compute/external/run_file.h"
#include "compute/external/space.h"
#include "tests/external/sort_in_folder.h"
#include "tests/support/file_size_limit.h"

namespace texelsort::external {
namespace {

namespace fs = std::filesystem;

class ExternalSort : public SortInFolder {
 protected:
  ExternalSort() { request_.format = format_.get(); }

  static std::string made(std::size_t records, BenchmarkKind kind = {}) {
    std::string bytes(records * 100, '\0');
    make_benchmark_records(kind, 0, std::as_writable_bytes(std::span(bytes)));
    return bytes;
  }
  /// Returns the only correct output, in which equal keys keep the order of the input.
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
  std::unique_ptr<const RecordFormat> format_ = benchmark_format();
};

TEST_F(ExternalSort, SortsInMemoryWithoutRunsWhenTheInputFits) {
  const std::string input = made(5000);
  write(folder_ / "in", input);
  const SortReport report = sort();
  EXPECT_TRUE(report.plan.fits);
  EXPECT_EQ(report.runs, 0u);
  EXPECT_EQ(report.records, 5000u);
  EXPECT_TRUE(read(folder_ / "out") == expected(input));
  EXPECT_EQ(entries(), 2u);
}

TEST_F(ExternalSort, MergesRunsAndLeavesNoTemporaryFiles) {
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

// Many records have equal keys, and are numbered. The numbers show whether equal keys keep their order.
TEST_F(ExternalSort, KeepsTheOrderOfEqualKeysWhenItMergesInSeveralLevels) {
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

TEST_F(ExternalSort, SortsSeveralFilesAndOverwritesOneOfThem) {
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

// Algorithms without 64-bit keys sort by the first bits of a key. The sort then resolves ties by the remaining bits.
TEST_F(ExternalSort, SortsRunsByAnyAlgorithmThatMovesAnIndex) {
  const std::string input = made(600, {.skewed = true});
  write(folder_ / "in", input);
  for (const char* id : {"std/sort@cpu", "bitonic/reference@cpu", "merge/multiway@cpu"}) {
    request_.sort.algorithm = &algorithms::find_algorithm(id);
    if (std::string(id) == "merge/multiway@cpu") {
      EXPECT_THROW(sort(), UsageError);
      continue;
    }
    sort();
    EXPECT_TRUE(read(folder_ / "out") == expected(input)) << id;
  }
}

TEST_F(ExternalSort, GivesTheSameOutputOnSeveralDevicesAsOnOne) {
  if (!cuda::cpu_absence().empty()) GTEST_SKIP() << cuda::cpu_absence();
  write(folder_ / "in", made(4000, {.skewed = true}));
  request_.run_bytes = 40'000;
  request_.sort.algorithm = nullptr;
  request_.sort.devices = {cuda::cpu_ordinal};
  const SortReport by_one = sort();
  const std::string right = read(folder_ / "out");
  request_.sort.devices = {cuda::cpu_ordinal, cuda::cpu_ordinal, cuda::cpu_ordinal};
  const SortReport by_three = sort();
  EXPECT_EQ(by_one.runs, 10u);
  EXPECT_EQ(by_three.runs, 10u);
  EXPECT_EQ(by_three.records, 4000u);
  EXPECT_TRUE(read(folder_ / "out") == right);
  const auto task = std::ranges::find(by_three.state.tasks, TaskKind::sort, &TaskState::task);
  ASSERT_NE(task, by_three.state.tasks.end());
  EXPECT_EQ(task->threads, 3u);
}

TEST_F(ExternalSort, ResumesWithItsKeptRunsWhereverItWasInterrupted) {
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
  request_.run_bytes = 33'000;  // bytes per run, for the runs that are still missing
  request_.stopped = [] { return false; };
  const SortReport report = sort();
  EXPECT_GT(report.resumed_runs, 0u);
  EXPECT_LT(report.resumed_runs, report.runs);
  EXPECT_TRUE(read(folder_ / "out") == expected(input));
  EXPECT_EQ(entries(), 2u) << "the input and the output";
}

TEST_F(ExternalSort, DetectsAndRecreatesADamagedRun) {
  const std::string input = made(4000);
  write(folder_ / "in", input);
  request_.run_bytes = 20'000;
  request_.keep_runs = request_.resume = true;
  request_.stopped = [&] { return kept().size() == 20; };
  EXPECT_THROW(sort(), Interrupted);
  request_.stopped = [] { return false; };
  ASSERT_EQ(kept().size(), 20u);
  flip_a_bit(kept()[7], 5000);
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

// The name of the run folder is predictable, and other users may be able to write to its parent folder.
TEST_F(ExternalSort, WritesKeptRunsOnlyToItsOwnFolder) {
  const std::string input = made(4000);
  write(folder_ / "in", input);
  request_.run_bytes = 20'000;
  request_.keep_runs = request_.resume = true;
  request_.stopped = [&] { return kept().size() > 3; };
  EXPECT_THROW(sort(), Interrupted);
  request_.stopped = [] { return false; };
  ASSERT_FALSE(kept().empty());
  const fs::path folder = kept().front().parent_path();
  EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all);
  const auto refused = [&] {
    try {
      sort();
    } catch (const UsageError& error) {
      return std::string(error.what()).starts_with(folder.string() + ": not safe, because it is a link");
    }
    return false;
  };
  fs::permissions(folder, fs::perms::all);
  EXPECT_TRUE(refused());
  fs::permissions(folder, fs::perms::owner_all);
  if (geteuid() == 0) {
    ASSERT_EQ(chown(folder.c_str(), 12345, 12345), 0);
    EXPECT_TRUE(refused()) << "another user's";
    ASSERT_EQ(chown(folder.c_str(), 0, 0), 0);
  }
  const fs::path moved = folder_ / "moved";
  fs::rename(folder, moved);
  fs::create_directory_symlink(moved, folder);
  EXPECT_TRUE(refused()) << "a link";
  fs::remove(folder);
  fs::rename(moved, folder);
  // The sort must not follow links in the run folder, neither to read, write nor remove files.
  write(folder_ / "precious", "mine");
  for (const fs::path& run : kept()) {
    fs::remove(run);
    fs::create_symlink(folder_ / "precious", run);
  }
  for (int i = 0; i < 30; ++i) {
    fs::create_symlink(folder_ / "precious",
                       folder / ("0-" + std::string(15, '0') + "-" + std::to_string(i) + ".part"));
  }
  EXPECT_EQ(sort().resumed_runs, 0u);
  EXPECT_EQ(read(folder_ / "precious"), "mine");
  EXPECT_TRUE(read(folder_ / "out") == expected(input));
  EXPECT_EQ(entries(), 3u) << "the input, the output and what the links named";
}

TEST_F(ExternalSort, DiscardsKeptRunsWhenTheInputHasChanged) {
  std::string input = made(4000);
  write(folder_ / "in", input);
  request_.run_bytes = 20'000;
  request_.keep_runs = request_.resume = true;
  request_.stopped = [&] { return kept().size() > 3; };
  EXPECT_THROW(sort(), Interrupted);
  request_.stopped = [] { return false; };
  const auto modified = fs::last_write_time(folder_ / "in");
  // Longer than the resolution of a file system's time stamps.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::ranges::reverse(input);
  write(folder_ / "in", input);
  fs::last_write_time(folder_ / "in", modified);
  EXPECT_EQ(sort().resumed_runs, 0u);
  EXPECT_TRUE(read(folder_ / "out") == expected(input));
}

TEST_F(ExternalSort, KeepsNoIncompleteRunWhenAWriteFails) {
  write(folder_ / "in", made(4000));
  request_.run_bytes = 200'000;
  request_.keep_runs = true;
  const FileSizeLimit limit(150'000);
  EXPECT_THROW(sort(), UsageError);
  EXPECT_EQ(entries(), 2u) << "the input, and the folder of runs";
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) EXPECT_NE(entry.path().extension(), ".part");
}

// Files in /proc and /sys report a length of 0 or of one page.
TEST_F(ExternalSort, ReadsFilesInProcAndSysCompletely) {
  format_ = fixed_format(1, {parse_key_field("0:u8")});
  request_.format = format_.get();
  for (const std::string file : {"/proc/version", "/sys/kernel/mm/transparent_hugepage/enabled"}) {
    std::string contents = read(file);
    if (contents.empty()) continue;
    std::ranges::sort(contents);
    request_.inputs = {file};
    EXPECT_EQ(sort().records, contents.size());
    EXPECT_EQ(read(folder_ / "out"), contents);
  }
}

TEST_F(ExternalSort, RejectsAnInputThatIsTruncatedOrChanges) {
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

// A limit of the file size makes a write fail in the same way as a full disk.
TEST_F(ExternalSort, KeepsTheOldOutputFileWhenTheDiskIsFull) {
  const std::string input = made(4000);
  write(folder_ / "in", input);
  write(folder_ / "out", "before");
  for (const bool runs : {false, true}) {
    if (runs) request_.run_bytes = 200'000;
    const FileSizeLimit limit(runs ? 150'000 : 300'000);
    try {
      sort();
      FAIL() << "it has written beyond the limit";
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("cannot be written: the file size limit"), std::string::npos)
          << error.what();
    }
    EXPECT_EQ(read(folder_ / "out"), "before");
    EXPECT_EQ(entries(), 2u);
  }
  request_.keep_runs = true;
  {
    const FileSizeLimit limit(300'000);  // limit in bytes: each run is smaller, and the output is larger
    EXPECT_THROW(sort(), UsageError);
  }
  EXPECT_EQ(kept().size(), 2u);
  request_.resume = true;
  EXPECT_EQ(sort().resumed_runs, 2u);
  EXPECT_TRUE(read(folder_ / "out") == expected(input));
  EXPECT_EQ(entries(), 2u);
}

TEST_F(ExternalSort, WritesOnlyTheFirstRecordsOrOneRecordPerKeyWhenRequested) {
  const std::string input = made(2000, {.ascii = true});
  format_ = fixed_format(100, {parse_key_field("43:bytes1")});
  request_.format = format_.get();
  write(folder_ / "in", input);
  const std::string all = expected(input);
  std::string unique;
  for (std::size_t at = 0; at < all.size(); at += 100) {
    if (at == 0 || all[at + 43] != all[at - 57]) unique += all.substr(at, 100);
  }
  for (const bool runs : {false, true}) {
    if (runs) request_.run_bytes = 10'000;
    request_.selection = {.top = 150};
    EXPECT_EQ(sort().written, 150u);
    EXPECT_TRUE(read(folder_ / "out") == all.substr(0, 15'000)) << runs;
    request_.selection = {.unique = true};
    EXPECT_EQ(sort().written, unique.size() / 100);
    EXPECT_TRUE(read(folder_ / "out") == unique) << runs;
    request_.selection.top = 3;
    sort();
    EXPECT_TRUE(read(folder_ / "out") == unique.substr(0, 300)) << runs;
  }
}

TEST_F(ExternalSort, RejectsAnInputThatNeedsMoreDiskSpaceThanIsFree) {
  SpaceNeed need{.output = folder_, .output_bytes = 1000, .folders = {folder_, folder_}, .runs_bytes = 1000};
  EXPECT_NO_THROW(require_space(need));
  need.runs_bytes = std::uint64_t{1} << 60;
  EXPECT_THROW(require_space(need), UnavailableError);
  need.share = 1e-18;
  EXPECT_NO_THROW(require_space(need));
  need.share = 0.25;
  try {
    require_space(need);
    FAIL() << "no disk has that";
  } catch (const UnavailableError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("288 PB (assuming that runs compress to 25 %"), std::string::npos) << text;
    EXPECT_EQ(text.find("--compress"), std::string::npos) << text;
  }
  write(folder_ / "in", std::string(100'000, 'x'));
  EXPECT_LT(compressed_share(folder_ / "in"), 0.01);
}

TEST(ExternalSortPlan, ChoosesTheRunSizeOfSalzbergsRuleWhenMemoryAllows) {
  // The slides' own example, for which they print 230 MB.
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
  EXPECT_LE(plan.fan_in * plan.piece_bytes, 110'000'000u);
  EXPECT_LE(plan.merge_threads * plan.runs * plan.read_bytes, 110'000'000u);
  request.most_runs = plan.runs;
  EXPECT_EQ(make_plan(request).runs, plan.runs);
  request.most_runs = plan.runs - 1;
  EXPECT_THROW(make_plan(request), UnavailableError) << "before anything is read";
  request.most_runs = plan.runs;
  request.memory = 100'000'000;
  EXPECT_THROW(make_plan(request), UnavailableError);
  request.memory = 20'000'000'000;
  EXPECT_TRUE(make_plan(request).fits);
}

TEST(LoserTree, MergesAnyNumberOfSortedSources) {
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
