#include "compute/external/merge_runs.h"

#include <algorithm>
#include <filesystem>
#include <mutex>

#include <gtest/gtest.h>

#include "compute/external/interrupted.h"
#include "compute/external/key_ranges.h"
#include "compute/external/output_file.h"

namespace texelsort::external {
namespace {

/// Block sink that stores each block at its offset in a string.
class Collected final : public BlockSink {
 public:
  explicit Collected(bool any_order) : any_order_(any_order) {}
  bool any_order() const override { return any_order_; }
  void write(const Block& block) override {
    const std::lock_guard lock(mutex_);
    if (!any_order_ && block.offset != bytes_.size()) in_order_ = false;
    bytes_.resize(std::max<std::size_t>(bytes_.size(), block.offset + block.raw.size()));
    std::ranges::copy(block.raw, bytes_.begin() + static_cast<std::ptrdiff_t>(block.offset));
  }
  void finish() override { ++finished_; }

  std::vector<std::byte> bytes_;
  bool in_order_ = true;
  int finished_ = 0;

 private:
  bool any_order_;
  std::mutex mutex_;
};

/// Records of 20 bytes, which consist of a key of ten bytes and a number. In some tests, the first eight bytes of all
/// keys are equal.
class ExternalRunMerge : public ::testing::Test {
 protected:
  static constexpr std::size_t record = 20, key = 10;
  using Bytes = std::vector<std::byte>;

  /// Makes runs with `keys` distinct keys. If `last` is true, the keys differ only in their last two bytes.
  void make(std::size_t runs, std::size_t records, std::uint32_t keys, bool last) {
    std::uint32_t state = 12345;
    for (std::size_t run = 0; run < runs; ++run) {
      std::vector<Bytes> of_run;
      for (std::size_t i = 0; i < records * (run + 1); ++i) {
        state = state * 1664525 + 1013904223;  // linear congruential generator of Numerical Recipes
        const std::uint32_t value = (state >> 8) % keys;
        Bytes bytes(record, std::byte{7});
        for (std::size_t at = 0; at < 2; ++at) bytes[(last ? 8 : 0) + at] = std::byte(value >> (8 * (1 - at)));
        const auto number = static_cast<std::uint32_t>(all_.size());
        for (std::size_t at = 0; at < 4; ++at) bytes[16 + at] = std::byte(number >> (8 * (3 - at)));
        of_run.push_back(bytes);
        all_.push_back(bytes);
      }
      write(std::move(of_run));
    }
    std::ranges::stable_sort(all_, before);
  }
  static bool before(const Bytes& a, const Bytes& b) {
    return std::lexicographical_compare(a.begin(), a.begin() + key, b.begin(), b.begin() + key);
  }
  void write(std::vector<Bytes> records) {
    std::ranges::stable_sort(records, before);
    external::Run run{.file = make_nameless_file(std::filesystem::temp_directory_path()), .name = "a run"};
    RunWriter writer(std::move(run), runs_.size() % 2 == 1, 0);
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (i % 40 == 0) blocks.push_back({.index = blocks.size()});
      Block& block = blocks.back();
      if (i % 10 == 0) block.pieces.push_back({.first = format_->prefix(records[i])});
      block.raw.insert(block.raw.end(), records[i].begin(), records[i].end());
      block.pieces.back().raw += record;
      block.pieces.back().bare += record;
      ++block.pieces.back().records;
    }
    // Deliver the blocks in another order than in the file, because threads may deliver them in any order.
    for (const bool odd : {true, false}) {
      for (Block& block : blocks) {
        if ((block.index % 2 == 1) != odd) continue;
        writer.encode(block);
        writer.write(block);
      }
    }
    writer.finish();
    runs_.push_back(writer.take());
  }
  MergeRequest request(BlockSink& sink) {
    return {.format = format_.get(),
            .meter = &meter_,
            .runs = runs_,
            .sink = &sink,
            .piece_bytes = 200,
            .memory = 32 << 20,
            .read_bytes = 400,
            .threads = 4,
            .stopped = [] { return false; }};
  }
  static Bytes joined(const std::vector<Bytes>& records) {
    Bytes bytes;
    for (const Bytes& one : records) bytes.insert(bytes.end(), one.begin(), one.end());
    return bytes;
  }

  std::unique_ptr<const RecordFormat> format_ = fixed_format(record, {parse_key_field("0:bytes10")});
  Meter meter_;
  std::vector<external::Run> runs_;
  std::vector<Bytes> all_;
};

TEST_F(ExternalRunMerge, AssignsEveryRecordToOneKeyRange) {
  for (const bool last : {false, true}) {
    for (const std::uint32_t keys : {1u, 3u, 50'000u}) {
      runs_.clear();
      all_.clear();
      make(5, 300, keys, last);
      const KeyRanges ranges({.format = format_.get(), .runs = runs_, .ranges = 16});
      EXPECT_GT(ranges.size(), 12u);
      Meter::Clock::duration reading{};
      std::vector<RunCursor> cursors;
      for (std::size_t i = 0; i < runs_.size(); ++i) cursors.emplace_back(*format_, meter_, 400, reading);
      std::uint64_t bytes = 0, largest = 0;
      for (std::size_t range = 0; range < ranges.size(); ++range) {
        ASSERT_EQ(ranges.open(range, cursors), bytes) << keys << " keys, range " << range;
        std::uint64_t records = 0;
        for (RunCursor& cursor : cursors) {
          for (; !cursor.ended(); cursor.advance()) ++records;
        }
        bytes += records * record;
        largest = std::max(largest, records);
      }
      EXPECT_EQ(bytes, all_.size() * record);
      EXPECT_LT(largest, all_.size() / 4) << keys << " keys";
    }
  }
}

TEST_F(ExternalRunMerge, GivesTheSameOutputForAnyNumberOfThreads) {
  for (const std::uint32_t keys : {2u, 60'000u}) {
    runs_.clear();
    all_.clear();
    make(6, 250, keys, keys == 2);
    for (const unsigned threads : {1u, 4u}) {
      for (const bool any_order : {true, false}) {
        Collected sink(any_order);
        MergeRequest wanted = request(sink);
        wanted.threads = threads;
        const Merged merged = merge_runs(wanted);
        EXPECT_EQ(merged.taken, all_.size());
        EXPECT_EQ(merged.written, all_.size());
        EXPECT_TRUE(sink.bytes_ == joined(all_)) << keys << ' ' << threads << ' ' << any_order;
        EXPECT_TRUE(sink.in_order_);
        EXPECT_EQ(sink.finished_, 1);
      }
    }
  }
}

TEST_F(ExternalRunMerge, OmitsRepeatedKeysAcrossKeyRanges) {
  make(6, 250, 700, true);
  std::vector<Bytes> once;
  std::ranges::unique_copy(all_, std::back_inserter(once),
                           [](const Bytes& a, const Bytes& b) { return !before(a, b) && !before(b, a); });
  Collected sink(true);
  MergeRequest wanted = request(sink);
  wanted.selection.unique = true;
  EXPECT_EQ(merge_runs(wanted).written, once.size());
  EXPECT_TRUE(sink.bytes_ == joined(once));
  Collected first(true);
  wanted.sink = &first;
  wanted.selection.top = 33;
  EXPECT_EQ(merge_runs(wanted).written, 33u);
  once.resize(33);
  EXPECT_TRUE(first.bytes_ == joined(once));
}

TEST_F(ExternalRunMerge, WritesARunThatCanBeMergedAgain) {
  make(6, 250, 900, false);
  external::Run to{.file = make_nameless_file(std::filesystem::temp_directory_path()), .name = "merged"};
  RunWriter writer(std::move(to), true, 0);
  MergeRequest wanted = request(writer);
  wanted.runs = std::span(runs_).first(3);
  wanted.bare = false;
  merge_runs(wanted);
  std::vector<external::Run> rest;
  rest.push_back(writer.take());
  EXPECT_GT(rest[0].pieces.size(), 50u);
  EXPECT_EQ(rest[0].bare_bytes(), rest[0].bytes);
  for (std::size_t i = 3; i < runs_.size(); ++i) rest.push_back(std::move(runs_[i]));
  runs_ = std::move(rest);
  Collected sink(true);
  merge_runs(request(sink));
  EXPECT_TRUE(sink.bytes_ == joined(all_));
}

TEST_F(ExternalRunMerge, StopsWhenRequestedOrAtADamagedPieceOfARun) {
  make(4, 250, 900, false);
  Collected sink(false);
  MergeRequest wanted = request(sink);
  wanted.stopped = [] { return true; };
  EXPECT_THROW(merge_runs(wanted), Interrupted);
  ++runs_[2].pieces[5].checksum;
  EXPECT_THROW(merge_runs(request(sink)), DamagedRun);
  EXPECT_EQ(sink.finished_, 0);
}

TEST(RunMergeSettings, PreferMoreThreadsToLargerReadsWithinTheMemory) {
  const CursorCost cost{.least_read = 64 << 10, .beside = 8 << 10};
  const std::uint64_t memory = 380 << 20, most = 2 << 20;
  for (const std::uint64_t runs : {1u, 40u, 300u, 2000u, 5000u}) {
    for (const unsigned threads : {1u, 2u, 16u}) {
      const MergeShape shape = merge_shape(memory, runs, cost, most, threads, false);
      EXPECT_LE(shape.threads, threads);
      EXPECT_LE(shape.read_bytes, most);
      EXPECT_GE(shape.read_bytes, cost.least_read);
      if (runs > most_runs(memory, cost)) continue;
      EXPECT_LE(shape.threads * (runs * (shape.read_bytes + cost.beside) + shape.write_bytes), memory) << runs;
    }
  }
  EXPECT_EQ(merge_shape(memory, 40, cost, most, 16, false).threads, 16u);
  EXPECT_EQ(merge_shape(memory, 40, cost, most, 2, false).read_bytes, most);
}

}  // namespace
}  // namespace texelsort::external
