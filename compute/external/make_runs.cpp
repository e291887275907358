#include "compute/external/make_runs.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include <sys/mman.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "compute/data/large_pages.h"
#include "compute/external/chunk_writer.h"
#include "compute/external/interrupted.h"
#include "compute/external/tasks.h"

namespace texelsort::external {
namespace {

using ChunkPtr = std::unique_ptr<Chunk>;

/// Returns the unused end of a chunk's memory to the system if an earlier use touched it. Otherwise, variable-length
/// rows would exceed the planned memory.
void release_rest(Chunk& chunk, std::size_t used) {
  constexpr std::size_t page = 4096, worth_a_call = std::size_t{1} << 20;
  if (chunk.touched > used + worth_a_call) {
    const auto start = reinterpret_cast<std::uintptr_t>(chunk.memory.get());
    const std::uintptr_t first = (start + used + page - 1) / page * page, end = (start + chunk.touched) / page * page;
    madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
    chunk.touched = used;
  }
  chunk.touched = std::max(chunk.touched, used);
}

class ChunkPipeline {
 public:
  explicit ChunkPipeline(const RunRequest& request)
      : request_(request),
        meter_(*request.meter),
        empty_(request.chunks),
        read_(request.chunks),
        keyed_(request.chunks),
        sorted_(request.chunks),
        writer_(request) {
    tasks_.on_failure([this] {
      for (auto* queue : {&empty_, &read_, &keyed_, &sorted_}) queue->cancel();
      turns_.cancel();
    });
  }

  Sorted run() {
    for (std::size_t i = 0; i < request_.chunks; ++i) {
      auto chunk = std::make_unique<Chunk>();
      chunk->room = request_.chunk_bytes;
      chunk->memory = std::make_unique_for_overwrite<std::byte[]>(chunk->room);
      data::prefer_large_pages({chunk->memory.get(), chunk->room});
      empty_.push(std::move(chunk));
    }
    tasks_.start([this] { read(); });
    tasks_.start([this] { make_keys(); });
    tasks_.start([this] { reorder(); });
    const std::size_t sorters = std::min(request_.sorter->workers(), request_.chunks);
    meter_.threads(TaskKind::sort, static_cast<unsigned>(sorters));
    sorting_ = sorters;
    for (std::size_t worker = 1; worker < sorters; ++worker) {
      tasks_.start([this, worker] { sort(worker); });
    }
    tasks_.guard([this] { sort(0); });
    tasks_.finish();
    return writer_.sorted();
  }

 private:
  void pass(BoundedQueue<ChunkPtr>& queue, TaskKind next, ChunkPtr chunk) {
    if (!queue.push(std::move(chunk))) throw Cancelled();
    meter_.queue(next, queue.size(), queue.capacity());
  }

  void read() {
    for (const InputRange& range : request_.ranges) {
      request_.input->seek(range.begin);
      while (true) {
        ChunkPtr chunk = or_cancelled(empty_.pop());
        {
          const Meter::Busy busy(meter_, TaskKind::read);
          chunk->begin = request_.input->position();
          chunk->part = request_.input->read({chunk->memory.get(), chunk->room}, request_.limits, range.end);
          chunk->end = request_.input->position();
          release_rest(*chunk, chunk->records().bytes().size());
        }
        if (chunk->part.empty()) {
          if (!empty_.push(std::move(chunk))) throw Cancelled();
          break;
        }
        meter_.count(TaskKind::read, chunk->records().bytes().size());
        pass(read_, TaskKind::keys, std::move(chunk));
      }
    }
    read_.close();
  }

  void make_keys() {
    while (auto chunk = read_.pop()) {
      {
        const Meter::Busy busy(meter_, TaskKind::keys);
        make_keys(**chunk);
        meter_.count(TaskKind::keys, (*chunk)->records().bytes().size());
      }
      pass(keyed_, TaskKind::sort, std::move(*chunk));
    }
    keyed_.close();
  }

  void make_keys(Chunk& chunk) {
    const Records& records = chunk.records();
    data::resize_in_large_pages(chunk.prefixes, records.size());
    if (const std::size_t kept = request_.format->kept_key_bytes(); kept > 0) {
      chunk.keys.begin(records.size(), kept);
      std::mutex mutex;
      std::optional<RecordFault> first;
      tbb::parallel_for(std::size_t{0}, chunk.keys.parts(), [&](std::size_t i) {
        try {
          chunk.keys.fill(*request_.format, records, i, chunk.prefixes);
        } catch (const RecordFault& fault) {
          const std::lock_guard lock(mutex);
          if (!first || fault.record < first->record) first = fault;
        }
      });
      if (first) request_.input->fail(chunk.part.position_of(first->record), *first);
      return;
    }
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, records.size(), 1 << 14), [&](const auto& range) {
      request_.format->make_prefixes(records, range.begin(),
                                     std::span(chunk.prefixes).subspan(range.begin(), range.size()));
    });
  }

  /// Returns the next chunk whose keys are computed, and its number in input order. The chunk is null at the end of the
  /// input.
  std::pair<std::optional<ChunkPtr>, std::size_t> take_keyed() {
    const std::lock_guard lock(taking_);
    while (!keyed_.wait_for(std::chrono::milliseconds(100))) {
      if (request_.stopped()) throw Interrupted();
    }
    if (request_.stopped()) throw Interrupted();
    return {keyed_.pop(), taken_++};
  }

  /// Sorts chunks until the input ends. Workers run concurrently, but pass the sorted chunks on in input order.
  void sort(std::size_t worker) {
    while (true) {
      auto [chunk, number] = take_keyed();
      if (!chunk) break;
      {
        const Meter::Busy busy(meter_, TaskKind::sort);
        (*chunk)->part_of_prefix = request_.sorter->sort((*chunk)->prefixes, (*chunk)->order, worker);
        meter_.count(TaskKind::sort, (*chunk)->records().bytes().size());
      }
      turns_.wait(number);
      pass(sorted_, TaskKind::reorder, std::move(*chunk));
      turns_.next();
    }
    if (--sorting_ == 0) sorted_.close();
  }

  void reorder() {
    while (auto chunk = sorted_.pop()) {
      writer_.write(**chunk);
      (*chunk)->part = {};
      (*chunk)->keys = {};
      if (!empty_.push(std::move(*chunk))) throw Cancelled();
    }
  }

  const RunRequest& request_;
  Meter& meter_;
  BoundedQueue<ChunkPtr> empty_, read_, keyed_, sorted_;
  std::mutex taking_;
  std::size_t taken_ = 0;  ///< number of chunks that sorting workers have received so far
  Turns turns_;
  std::atomic<std::size_t> sorting_{0};  ///< number of workers that still sort
  ChunkWriter writer_;
  Tasks tasks_;  // declared last, because the threads of the tasks use all other members
};

}  // namespace

Sorted sort_chunks(const RunRequest& request) {
  return ChunkPipeline(request).run();
}

}  // namespace texelsort::external
