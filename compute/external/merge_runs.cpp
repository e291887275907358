#include "compute/external/merge_runs.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/external/interrupted.h"
#include "compute/external/loser_tree.h"
#include "compute/external/tasks.h"

namespace texelsort::external {
namespace {

using Buffer = std::vector<std::byte>;

/// A run that is read block by block.
struct Cursor {
  explicit Cursor(const Run& of) : run(&of) {}

  const Run* run;
  std::size_t asked = 0;  ///< blocks
  Buffer current;
  Records records;
  std::size_t at = 0;
  std::uint64_t prefix = 0;
  bool ended = false;
  BoundedQueue<Buffer> loaded{1};
};

struct ReadTask {
  Cursor* cursor = nullptr;
  std::size_t block = 0;
  Buffer buffer{};
};

class Merge {
 public:
  explicit Merge(const MergeRequest& request)
      : request_(request), meter_(*request.meter), format_(*request.format), reads_(2 * request.runs.size() + 1) {
    for (const Run& run : request.runs) cursors_.push_back(std::make_unique<Cursor>(run));
    tasks_.on_failure([this] {
      reads_.cancel();
      for (const auto& cursor : cursors_) cursor->loaded.cancel();
    });
  }

  std::uint64_t run() {
    BlockWriter writer(tasks_, meter_, TaskKind::write, request_.blocks, [](BlockSink&) {});
    tasks_.start([this] { read(); });
    tasks_.guard([&] { merge(writer); });
    reads_.close();
    writer.close();
    tasks_.finish();
    return records_;
  }

 private:
  void read() {
    Buffer staging;
    while (auto task = reads_.pop()) {
      {
        const Meter::Busy busy(meter_, TaskKind::read_runs);
        read_block(*task->cursor->run, task->block, task->buffer, staging);
        meter_.count(TaskKind::read_runs, task->buffer.size());
      }
      if (!task->cursor->loaded.push(std::move(task->buffer))) throw Cancelled();
    }
  }

  /// The next block that is not asked for yet, if there is one.
  void ask(Cursor& cursor, Buffer buffer) {
    if (cursor.asked == cursor.run->blocks.size()) return;
    reads_.push({&cursor, cursor.asked++, std::move(buffer)});
    meter_.queue(TaskKind::read_runs, reads_.size(), request_.runs.size());
  }

  void next_block(Cursor& cursor, std::size_t done) {
    if (done == cursor.run->blocks.size()) {
      cursor.ended = true;
      return;
    }
    Buffer free = std::move(cursor.current);
    const auto from = Meter::Clock::now();
    cursor.current = or_cancelled(cursor.loaded.pop());
    waited_ += Meter::Clock::now() - from;
    ask(cursor, std::move(free));
    cursor.records = format_.split(cursor.current);
    cursor.at = 0;
    cursor.prefix = format_.prefix(cursor.records[0]);
  }

  void advance(Cursor& cursor, std::vector<std::size_t>& done, std::size_t source) {
    if (++cursor.at < cursor.records.size()) {
      cursor.prefix = format_.prefix(cursor.records[cursor.at]);
    } else {
      next_block(cursor, ++done[source]);
    }
  }

  void merge(BlockWriter& writer) {
    if (cursors_.empty()) return;
    for (const auto& cursor : cursors_) ask(*cursor, {});
    std::vector<std::size_t> done(cursors_.size(), 0);
    for (const auto& cursor : cursors_) next_block(*cursor, 0);
    const auto less = [this](std::size_t a, std::size_t b) {
      const Cursor &of_a = *cursors_[a], &of_b = *cursors_[b];
      if (of_a.ended || of_b.ended) return of_a.ended ? of_b.ended && a < b : true;
      if (of_a.prefix != of_b.prefix) return of_a.prefix < of_b.prefix;
      const int ties =
          format_.prefix_decides() ? 0 : format_.compare_ties(of_a.records[of_a.at], of_b.records[of_b.at]);
      return ties != 0 ? ties < 0 : a < b;
    };
    LoserTree tree(cursors_.size(), less);
    std::uint64_t index = 0, before = 0;
    for (bool more = true; more;) {
      BlockWriter::Ptr block = writer.take();
      if (request_.stopped()) throw Interrupted();
      block->raw.reserve(request_.block_bytes);
      const auto start = Meter::Clock::now();
      waited_ = {};
      std::uint64_t records = 0;
      while (true) {
        Cursor& cursor = *cursors_[tree.winner()];
        if (cursor.ended) {
          more = false;
          break;
        }
        const std::span<const std::byte> record = cursor.records[cursor.at];
        if (!block->raw.empty() && block->raw.size() + record.size() > request_.block_bytes) break;
        if (cursor.prefix < before) throw InternalError(fmt::format("{}: it is not in order", cursor.run->name));
        before = cursor.prefix;
        block->raw.insert(block->raw.end(), record.begin(), record.end());
        ++records;
        advance(cursor, done, tree.winner());
        tree.replay();
      }
      block->records = records;
      block->index = index++;
      block->sink = request_.sink;
      block->last = !more;
      request_.sink->encode(*block);
      meter_.add_time(TaskKind::merge, Meter::Clock::now() - start - waited_);
      meter_.count(TaskKind::merge, block->raw.size());
      records_ += records;
      writer.give(std::move(block));
    }
  }

  const MergeRequest& request_;
  Meter& meter_;
  const RecordFormat& format_;
  BoundedQueue<ReadTask> reads_;
  std::vector<std::unique_ptr<Cursor>> cursors_;
  std::uint64_t records_ = 0;
  Meter::Clock::duration waited_{};  ///< for blocks, since the present one of the output was begun
  Tasks tasks_;                      // last: its threads use what is above
};

}  // namespace

std::uint64_t merge_runs(const MergeRequest& request) {
  return Merge(request).run();
}

}  // namespace texelsort::external
