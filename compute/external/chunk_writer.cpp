#include "compute/external/chunk_writer.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "compute/external/full_key_order.h"
#include "compute/external/tasks.h"

namespace texelsort::external {
namespace {

std::uint64_t bytes_of(const Chunk& chunk) {
  std::uint64_t bytes = 0;
  for (const std::uint32_t i : chunk.order) bytes += chunk.records()[i].size();
  return bytes;
}

/// Number of records to prefetch during copying, because sorted records are scattered in memory. A core can wait for
/// about so many loads at a time.
constexpr std::size_t fetched_ahead = 12;

void fetch(std::span<const std::byte> record) {
  constexpr std::size_t line = 64, most_lines = 4;
  const std::size_t end = std::min(record.size(), line * most_lines);
  for (std::size_t at = 0; at < end; at += line) __builtin_prefetch(record.data() + at);
  if (end > 0) __builtin_prefetch(record.data() + end - 1);
}

}  // namespace

ChunkWriter::ChunkWriter(const RunRequest& request)
    : request_(request), meter_(*request.meter), blocks_(request.processors) {
  meter_.threads(TaskKind::reorder, request.processors);
  meter_.threads(TaskKind::write_runs, request.processors);
}

void ChunkWriter::write(Chunk& chunk) {
  const ChunkSink to = request_.begin_sink(chunk.begin, chunk.end);
  std::vector<Cut> cuts;
  {
    const Meter::Busy busy(meter_, TaskKind::reorder);
    choose(chunk);
    cuts = cut(chunk, to.bare);
  }
  write_blocks(chunk, to, cuts);
  to.sink.finish();
  request_.finished(to.sink);
}

/// Sorts records with equal prefixes by whole keys, and drops records that are not selected.
void ChunkWriter::choose(Chunk& chunk) {
  const Records& records = chunk.records();
  sorted_.records += records.size();
  sorted_.bytes += records.bytes().size();
  if (const std::size_t left_out = chunk.keys.left_out(); left_out > 0) {
    std::erase_if(chunk.order, [&](std::uint32_t i) { return chunk.keys.is_left_out(i); });
    sorted_.left_out += left_out;
    sorted_.left_out_bytes += chunk.keys.left_out_bytes();
  }
  const FullKeyOrder keys(*request_.format, records, chunk.prefixes, chunk.keys);
  keys.resolve(chunk.order, chunk.part_of_prefix);
  const std::size_t all = chunk.order.size();
  const std::uint64_t all_bytes = request_.selection == data::RowSelection{} ? 0 : bytes_of(chunk);
  if (request_.selection.unique) {
    const auto repeated =
        std::ranges::unique(chunk.order, [&](std::uint32_t a, std::uint32_t b) { return keys.compare(a, b) == 0; });
    chunk.order.erase(repeated.begin(), repeated.end());
  }
  if (const auto top = request_.selection.top; top && *top < chunk.order.size()) chunk.order.resize(*top);
  if (chunk.order.size() < all) {
    sorted_.deselected += all - chunk.order.size();
    sorted_.deselected_bytes += all_bytes - bytes_of(chunk);
  }
}

/// Divides the sorted records into ranges that fill one block each.
std::vector<ChunkWriter::Cut> ChunkWriter::cut(const Chunk& chunk, bool bare) const {
  std::vector<Cut> cuts;
  const std::size_t all = chunk.order.size();
  if (const auto length = request_.format->record_bytes()) {
    const std::size_t records = std::max<std::size_t>(1, request_.block_bytes / *length);
    for (std::size_t i = 0; i < all; i += records) cuts.push_back({i, std::min(all, i + records), i * *length});
    return cuts;
  }
  const bool with_keys = !bare && request_.format->kept_key_bytes() > 0;
  std::uint64_t offset = 0;
  std::size_t filled = 0;
  for (std::size_t i = 0; i < all; ++i) {
    const std::uint64_t bytes = chunk.records()[chunk.order[i]].size();
    const std::uint64_t weight = bytes + (with_keys ? request_.format->kept_key_bytes() : 0);
    if (cuts.empty() || filled + weight > request_.block_bytes) {
      cuts.push_back({.first = i, .offset = offset});
      filled = 0;
    }
    filled += weight;
    offset += bytes;
    cuts.back().end = i + 1;
  }
  return cuts;
}

/// Returns the key to store with a record in a run. Returns an empty span if runs store no keys.
std::span<const std::byte> ChunkWriter::key_in_run(const Chunk& chunk, std::uint32_t record,
                                                   std::vector<std::byte>& scratch) const {
  if (request_.format->kept_key_bytes() == 0) return {};
  return chunk.keys.key(*request_.format, chunk.records(), record, scratch);
}

void ChunkWriter::fill(const Chunk& chunk, const Cut& part, bool bare, Block& block) const {
  block.pieces.clear();
  const bool with_keys = !bare && request_.format->kept_key_bytes() > 0;
  const Records& records = chunk.records();
  std::vector<std::byte> scratch;
  std::size_t filled = 0;
  if (with_keys) block.raw.clear();
  for (std::size_t i = part.first; i < part.end; ++i) {
    if (i + fetched_ahead < part.end) fetch(records[chunk.order[i + fetched_ahead]]);
    const std::uint32_t record = chunk.order[i];
    const std::span<const std::byte> bytes = records[record];
    const std::size_t at = filled;
    if (with_keys) {
      request_.format->append_in_run(bytes, key_in_run(chunk, record, scratch), block.raw);
      filled = block.raw.size();
    } else {
      filled += bytes.size();
      if (filled > block.raw.size()) block.raw.resize(std::max(filled, request_.block_bytes));
      std::memcpy(block.raw.data() + at, bytes.data(), bytes.size());
    }
    if (bare) continue;
    if (block.pieces.empty() || block.pieces.back().raw + (filled - at) > request_.piece_bytes)
      block.pieces.push_back({.first = chunk.prefixes[record]});
    Piece& piece = block.pieces.back();
    piece.raw += filled - at;
    piece.bare += bytes.size();
    ++piece.records;
  }
  block.raw.resize(filled);
}

void ChunkWriter::write_blocks(const Chunk& chunk, const ChunkSink& to, const std::vector<Cut>& cuts) {
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> cancelled = false;
  Turns turns;
  const auto work = [&](unsigned thread) {
    Block& block = blocks_[thread];
    for (std::size_t i = next++; i < cuts.size() && !cancelled; i = next++) {
      {
        const Meter::Busy busy(meter_, TaskKind::reorder);
        block.index = i;
        block.offset = cuts[i].offset;
        fill(chunk, cuts[i], to.bare, block);
        to.sink.encode(block);
        meter_.count(TaskKind::reorder, block.raw.size());
      }
      if (!to.sink.any_order()) turns.wait(i);
      {
        const Meter::Busy busy(meter_, TaskKind::write_runs);
        to.sink.write(block);
        meter_.count(TaskKind::write_runs, block.raw.size());
      }
      if (!to.sink.any_order()) turns.next();
    }
  };
  const auto threads = static_cast<unsigned>(std::min<std::size_t>(blocks_.size(), cuts.size()));
  on_threads(threads, work, [&] {
    cancelled = true;
    turns.cancel();
  });
}

}  // namespace texelsort::external
