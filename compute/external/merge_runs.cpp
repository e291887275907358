#include "compute/external/merge_runs.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "compute/external/interrupted.h"
#include "compute/external/key_ranges.h"
#include "compute/external/loser_tree.h"
#include "compute/external/tasks.h"

namespace texelsort::external {
namespace {

/// Number of pieces of a run that a merge usually reads at once. With more memory, the merge first uses more threads,
/// and then longer reads.
constexpr std::uint64_t pieces_in_read = 4;
/// Number of key ranges per merge thread. More ranges than threads let all threads end at about the same time.
constexpr std::size_t ranges_per_thread = 8;

/// State of a merge that all its threads share.
struct Common {
  const MergeRequest& request;
  const KeyRanges& ranges;
  MergeShape shape;
  bool in_turn = false;
  Turns turns{};
  std::uint64_t bytes_in_turn = 0;  ///< output bytes written so far; only the thread whose turn it is may access this
  std::atomic<std::size_t> next_range = 0;
  std::atomic<std::uint64_t> taken = 0, written = 0;
  std::atomic<bool> cancelled = false;
};

/// Part of a merge that runs on one thread: merges key ranges of the runs, one after another.
class RangeMerger {
 public:
  explicit RangeMerger(Common& common)
      : common_(common),
        request_(common.request),
        meter_(*request_.meter),
        format_(*request_.format),
        strips_(request_.bare && !format_.record_bytes()) {
    for (std::size_t i = 0; i < request_.runs.size(); ++i)
      cursors_.emplace_back(format_, meter_, common.shape.read_bytes, elsewhere_);
    block_.raw.resize(common.shape.write_bytes);
  }

  void work() {
    for (range_ = common_.next_range++; range_ < common_.ranges.size(); range_ = common_.next_range++) {
      meter_.queue(TaskKind::merge, common_.ranges.size() - range_ - 1, common_.ranges.size());
      begun_ = Meter::Clock::now();
      elsewhere_ = {};
      block_.index = static_cast<std::uint64_t>(range_) << 32;
      block_.offset = common_.ranges.open(range_, cursors_);
      merge();
      flush();
      if (common_.in_turn) {
        common_.turns.wait(range_);
        common_.turns.next();
      }
    }
  }

 private:
  bool less(std::size_t a, std::size_t b) const {
    const RunCursor &of_a = cursors_[a], &of_b = cursors_[b];
    if (of_a.ended() || of_b.ended()) return of_a.ended() ? of_b.ended() && a < b : true;
    if (of_a.prefix() != of_b.prefix()) return of_a.prefix() < of_b.prefix();
    const int ties = format_.prefix_decides() ? 0 : format_.compare_ties(of_a.record(), of_b.record());
    return ties != 0 ? ties < 0 : a < b;
  }

  /// Returns whether a record has the same key as the previous one, if only the first record of each key is kept.
  bool is_repeated(std::span<const std::byte> record, std::uint64_t prefix, std::uint64_t before) {
    if (taken_ > 0 && prefix == before && (format_.prefix_decides() || format_.compare_ties(last_, record) == 0))
      return true;
    last_.assign(record.begin(), record.end());
    return false;
  }

  void merge() {
    if (cursors_.empty()) return;
    LoserTree tree(cursors_.size(), [this](std::size_t a, std::size_t b) { return less(a, b); });
    const auto top = request_.selection.top;
    std::uint64_t before = 0;
    taken_ = 0;
    while (true) {
      const std::size_t winner = tree.winner();
      RunCursor& cursor = cursors_[winner];
      if (cursor.ended() || (top && common_.written + records_ == *top)) break;
      const std::span<const std::byte> record = cursor.record();
      const std::uint64_t prefix = cursor.prefix();
      if (prefix < before) throw InternalError(fmt::format("{}: the run is not in order", cursor.run().name));
      if (!request_.selection.unique || !is_repeated(record, prefix, before)) append(record, prefix);
      before = prefix;
      ++taken_;
      passed_ += record.size();
      cursor.advance();
      tree.replay();
    }
    common_.taken += taken_;
  }

  void append(std::span<const std::byte> record, std::uint64_t prefix) {
    const std::span<const std::byte> written = strips_ ? format_.bare(record) : record;
    if (filled_ + written.size() > block_.raw.size()) {
      flush();
      if (written.size() > block_.raw.size()) block_.raw.resize(written.size());
    }
    std::memcpy(block_.raw.data() + filled_, written.data(), written.size());
    filled_ += written.size();
    ++records_;
    if (request_.bare) return;
    if (block_.pieces.empty() || block_.pieces.back().raw + written.size() > request_.piece_bytes)
      block_.pieces.push_back({.first = prefix});
    Piece& piece = block_.pieces.back();
    piece.raw += written.size();
    piece.bare += format_.bare(record).size();
    ++piece.records;
  }

  /// Writes the current block of merged records.
  void flush() {
    if (common_.cancelled) throw Cancelled();
    const std::size_t room = block_.raw.size();
    block_.raw.resize(filled_);
    request_.sink->encode(block_);
    const auto merged = Meter::Clock::now();
    meter_.add_time(TaskKind::merge, merged - begun_ - elsewhere_);
    meter_.count(TaskKind::merge, std::exchange(passed_, 0));
    if (common_.in_turn) {
      common_.turns.wait(range_);
      block_.offset = common_.bytes_in_turn;
      common_.bytes_in_turn += filled_;
    }
    const auto writes = Meter::Clock::now();
    if (filled_ > 0) request_.sink->write(block_);
    meter_.add_time(TaskKind::write, Meter::Clock::now() - writes);
    meter_.count(TaskKind::write, filled_);
    common_.written += std::exchange(records_, 0);
    block_.offset += filled_;
    ++block_.index;
    block_.pieces.clear();
    block_.raw.resize(room);
    filled_ = 0;
    begun_ = Meter::Clock::now();
    elsewhere_ = {};
  }

  Common& common_;
  const MergeRequest& request_;
  Meter& meter_;
  const RecordFormat& format_;
  const bool strips_;  ///< true if records in runs may have stored keys that the output omits
  std::vector<RunCursor> cursors_;
  std::size_t range_ = 0;
  Block block_;
  std::size_t filled_ = 0;     ///< bytes in the current block so far
  std::uint64_t records_ = 0;  ///< number of records in the current block so far
  /// Number of records that this thread has read from its key range, and bytes merged since the start of the block.
  std::uint64_t taken_ = 0, passed_ = 0;
  std::vector<std::byte> last_;  ///< last written record; empty unless only the first record of each key is kept
  Meter::Clock::time_point begun_{};
  /// Time of reads during the current block, which is excluded from the merge time.
  Meter::Clock::duration elsewhere_{};
};

std::uint64_t bytes_of(std::span<const Run> runs) {
  std::uint64_t bytes = 0;
  for (const Run& run : runs) bytes += run.bytes;
  return bytes;
}

std::size_t ranges_of(const MergeRequest& request, const MergeShape& shape) {
  if (request.selection.top) return 1;
  const std::uint64_t bytes = bytes_of(request.runs);
  // Make key ranges large, because a merge uses only a part of the pieces at both ends of a range.
  const std::uint64_t least = request.runs.size() * std::max(shape.read_bytes, 4 * request.piece_bytes);
  return std::clamp<std::uint64_t>(bytes / std::max<std::uint64_t>(1, least), 1, shape.threads * ranges_per_thread);
}

}  // namespace

CursorCost cursor_cost(std::span<const Run> runs, bool places) {
  CursorCost cost{.least_read = 1};
  for (const Run& run : runs) {
    for (const Piece& piece : run.pieces) {
      const std::uint64_t unpacked = piece.stored == piece.raw ? 0 : piece.raw;
      cost.least_read = std::max(cost.least_read, piece.stored);
      cost.beside = std::max(cost.beside, unpacked + piece.records * sizeof(std::uint64_t) * (places ? 2 : 1));
    }
  }
  return cost;
}

std::size_t most_runs(std::uint64_t memory, const CursorCost& cost) {
  const std::uint64_t reading = memory > usual_write ? memory - usual_write : 0;
  return std::max<std::size_t>(2, reading / (cost.least_read + cost.beside));
}

MergeShape merge_shape(std::uint64_t memory, std::uint64_t runs, const CursorCost& cost, std::uint64_t most_read,
                       unsigned most_threads, bool in_turn) {
  runs = std::max<std::uint64_t>(1, runs);
  const std::uint64_t good_read = std::max(cost.least_read, std::min(most_read, pieces_in_read * cost.least_read));
  const std::uint64_t good = runs * (good_read + cost.beside) + usual_write;
  MergeShape shape;
  shape.threads = static_cast<unsigned>(std::clamp<std::uint64_t>(memory / good, 1, most_threads));
  const std::uint64_t share = memory / shape.threads;
  shape.write_bytes = in_turn ? std::max(usual_write, share / 4) : usual_write;
  const std::uint64_t reading = share > shape.write_bytes ? (share - shape.write_bytes) / runs : 0;
  const std::uint64_t window = reading > cost.beside ? reading - cost.beside : 0;
  shape.read_bytes = std::max(cost.least_read, std::min(window, most_read));
  return shape;
}

Merged merge_runs(const MergeRequest& request) {
  const bool in_turn = !request.sink->any_order() || request.selection.unique || request.selection.top;
  const CursorCost cost = cursor_cost(request.runs, !request.format->record_bytes());
  MergeShape shape =
      merge_shape(request.memory, request.runs.size(), cost, request.read_bytes, request.threads, in_turn);
  const KeyRanges ranges({.format = request.format,
                          .runs = request.runs,
                          .ranges = ranges_of(request, shape),
                          .keep_together = request.selection.unique});
  // A thread buffers at most its key range while it waits for its turn to write, so longer writes would not help.
  const std::uint64_t of_range = ranges.size() > 1 ? bytes_of(request.runs) / ranges.size() : 0;
  shape.write_bytes = std::min(shape.write_bytes, std::max(usual_write, 2 * of_range));
  Common common{.request = request, .ranges = ranges, .shape = shape, .in_turn = in_turn};
  const auto threads = static_cast<unsigned>(std::min<std::size_t>(shape.threads, ranges.size()));
  for (const TaskKind task : {TaskKind::read_runs, TaskKind::merge, TaskKind::write})
    request.meter->threads(task, threads);
  BoundedQueue<unsigned> ended(threads);
  Tasks tasks;
  tasks.on_failure([&common, &ended] {
    common.cancelled = true;
    common.turns.cancel();
    ended.cancel();
  });
  for (unsigned i = 0; i < threads; ++i) {
    tasks.start([&common, &ended, &tasks, i] {
      tasks.guard([&common] { RangeMerger(common).work(); });
      ended.push(i);
    });
  }
  tasks.guard([&] {
    for (unsigned left = threads; left > 0; --left) {
      while (!ended.wait_for(std::chrono::milliseconds(100))) {
        if (request.stopped()) throw Interrupted();
      }
      ended.pop();
    }
    if (request.stopped()) throw Interrupted();
  });
  tasks.finish();
  request.sink->finish();
  return {.taken = common.taken, .written = common.written};
}

}  // namespace texelsort::external
