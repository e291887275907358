#include "compute/external/make_runs.h"

#include <algorithm>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include "compute/external/interrupted.h"
#include "compute/external/tasks.h"

namespace texelsort::external {
namespace {

struct Chunk {
  std::unique_ptr<std::byte[]> memory;
  std::size_t room = 0;
  Position begin, end;
  Records records;
  std::vector<std::uint64_t> prefixes;
  std::vector<std::uint32_t> order;
};
using ChunkPtr = std::unique_ptr<Chunk>;

/// Puts records whose sorted bits are equal in the order of all of their key, and those of the same key in that of the
/// input.
void resolve_ties(const RecordFormat& format, const Chunk& chunk, unsigned bits, std::vector<std::uint32_t>& order) {
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    if (chunk.prefixes[a] != chunk.prefixes[b]) return chunk.prefixes[a] < chunk.prefixes[b];
    const int ties = format.prefix_decides() ? 0 : format.compare_ties(chunk.records[a], chunk.records[b]);
    return ties != 0 ? ties < 0 : a < b;
  };
  const auto part = [&](std::size_t i) { return sorted_part(chunk.prefixes[order[i]], bits); };
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first + 1;
    const std::uint64_t of_first = part(first);
    while (end < order.size() && part(end) == of_first) ++end;
    constexpr std::size_t worth_threads = 4096;
    const auto from = order.begin() + static_cast<std::ptrdiff_t>(first),
               to = order.begin() + static_cast<std::ptrdiff_t>(end);
    if (end - first > worth_threads) {
      tbb::parallel_sort(from, to, before);
    } else if (end - first > 1) {
      std::sort(from, to, before);
    }
    first = end;
  }
}

class ChunkPipeline {
 public:
  explicit ChunkPipeline(const RunRequest& request)
      : request_(request),
        meter_(*request.meter),
        empty_(request.chunks),
        read_(request.chunks),
        keyed_(request.chunks),
        sorted_(request.chunks) {
    tasks_.on_failure([this] {
      for (auto* queue : {&empty_, &read_, &keyed_, &sorted_}) queue->cancel();
    });
  }

  std::uint64_t run() {
    for (std::size_t i = 0; i < request_.chunks; ++i) {
      auto chunk = std::make_unique<Chunk>();
      chunk->room = request_.chunk_bytes;
      chunk->memory = std::make_unique_for_overwrite<std::byte[]>(chunk->room);
      empty_.push(std::move(chunk));
    }
    BlockWriter writer(tasks_, meter_, TaskKind::write_runs, request_.blocks, request_.finished);
    tasks_.start([this] { read(); });
    tasks_.start([this] { make_keys(); });
    tasks_.start([this, &writer] { reorder(writer); });
    tasks_.guard([this] { sort(); });
    tasks_.finish();
    return records_;
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
        std::size_t bytes = 0;
        {
          const Meter::Busy busy(meter_, TaskKind::read);
          chunk->begin = request_.input->position();
          bytes = request_.input->read({chunk->memory.get(), chunk->room}, range.end);
          chunk->end = request_.input->position();
          if (bytes > 0) chunk->records = request_.format->split({chunk->memory.get(), bytes});
        }
        if (bytes == 0) {
          if (!empty_.push(std::move(chunk))) throw Cancelled();
          break;
        }
        meter_.count(TaskKind::read, bytes);
        pass(read_, TaskKind::keys, std::move(chunk));
      }
    }
    read_.close();
  }

  void make_keys() {
    while (auto chunk = read_.pop()) {
      {
        const Meter::Busy busy(meter_, TaskKind::keys);
        Chunk& to = **chunk;
        to.prefixes.resize(to.records.size());
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, to.records.size(), 1 << 14), [&](const auto& range) {
          request_.format->make_prefixes(to.records, range.begin(),
                                         std::span(to.prefixes).subspan(range.begin(), range.size()));
        });
        meter_.count(TaskKind::keys, to.records.bytes().size());
      }
      pass(keyed_, TaskKind::sort, std::move(*chunk));
    }
    keyed_.close();
  }

  void sort() {
    while (true) {
      while (!keyed_.wait_for(std::chrono::milliseconds(100))) {
        if (request_.stopped()) throw Interrupted();
      }
      if (request_.stopped()) throw Interrupted();
      auto chunk = keyed_.pop();
      if (!chunk) break;
      {
        const Meter::Busy busy(meter_, TaskKind::sort);
        (*chunk)->order = request_.sorter->sort((*chunk)->prefixes);
        meter_.count(TaskKind::sort, (*chunk)->records.bytes().size());
      }
      pass(sorted_, TaskKind::reorder, std::move(*chunk));
    }
    sorted_.close();
  }

  void reorder(BlockWriter& writer) {
    while (auto chunk = sorted_.pop()) {
      write_chunk(**chunk, writer);
      records_ += (*chunk)->records.size();
      (*chunk)->records = {};
      (*chunk)->prefixes = {};
      (*chunk)->order = {};
      if (!empty_.push(std::move(*chunk))) throw Cancelled();
    }
    writer.close();
  }

  /// The ends of the parts of the order that fill a block each.
  std::vector<std::size_t> cut(const Chunk& chunk) const {
    std::vector<std::size_t> ends;
    std::size_t filled = 0;
    for (std::size_t i = 0; i < chunk.order.size(); ++i) {
      const std::size_t bytes = chunk.records[chunk.order[i]].size();
      if (filled > 0 && filled + bytes > request_.block_bytes) {
        ends.push_back(i);
        filled = 0;
      }
      filled += bytes;
    }
    ends.push_back(chunk.order.size());
    return ends;
  }

  void write_chunk(Chunk& chunk, BlockWriter& writer) {
    std::vector<std::size_t> ends;
    {
      const Meter::Busy busy(meter_, TaskKind::reorder);
      resolve_ties(*request_.format, chunk, request_.sorter->bits(), chunk.order);
      ends = cut(chunk);
    }
    BlockSink& sink = request_.begin_sink(chunk.begin, chunk.end);
    for (std::size_t first = 0; first < ends.size(); first += request_.processors) {
      std::vector<BlockWriter::Ptr> batch(std::min<std::size_t>(request_.processors, ends.size() - first));
      for (BlockWriter::Ptr& block : batch) block = writer.take();
      {
        const Meter::Busy busy(meter_, TaskKind::reorder);
        tbb::parallel_for(std::size_t{0}, batch.size(), [&](std::size_t i) {
          const std::size_t index = first + i;
          fill(chunk, index == 0 ? 0 : ends[index - 1], ends[index], *batch[i]);
          batch[i]->index = index;
          batch[i]->sink = &sink;
          batch[i]->last = index + 1 == ends.size();
          sink.encode(*batch[i]);
        });
      }
      for (BlockWriter::Ptr& block : batch) {
        meter_.count(TaskKind::reorder, block->raw.size());
        writer.give(std::move(block));
      }
    }
  }

  static void fill(const Chunk& chunk, std::size_t first, std::size_t end, Block& block) {
    std::size_t bytes = 0;
    for (std::size_t i = first; i < end; ++i) bytes += chunk.records[chunk.order[i]].size();
    block.raw.resize(bytes);
    std::byte* out = block.raw.data();
    for (std::size_t i = first; i < end; ++i) {
      const std::span<const std::byte> record = chunk.records[chunk.order[i]];
      out = std::copy(record.begin(), record.end(), out);
    }
    block.records = end - first;
  }

  const RunRequest& request_;
  Meter& meter_;
  BoundedQueue<ChunkPtr> empty_, read_, keyed_, sorted_;
  std::uint64_t records_ = 0;
  Tasks tasks_;  // last: its threads use what is above
};

}  // namespace

std::uint64_t sort_chunks(const RunRequest& request) {
  return ChunkPipeline(request).run();
}

}  // namespace texelsort::external
