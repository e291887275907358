#include "compute/external/key_ranges.h"

#include <algorithm>
#include <tuple>

namespace texelsort::external {
namespace {

/// First record of a piece, which may become the start of a key range.
struct PlacedPiece {
  std::uint64_t prefix = 0;
  /// Relative position of the piece in its run, 0 to 1, which approximately orders pieces of equal prefix.
  double place = 0;
  std::size_t run = 0, piece = 0;
};

/// Maximum number of pieces whose first keys are sampled. More samples would hardly improve the balance of the key
/// ranges.
constexpr std::size_t most_samples = 1 << 16;

std::vector<PlacedPiece> samples_of(std::span<const Run> runs) {
  std::size_t pieces = 0;
  for (const Run& run : runs) pieces += run.pieces.size();
  const std::size_t stride = pieces / most_samples + 1;
  std::vector<PlacedPiece> samples;
  samples.reserve(pieces / stride + runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::vector<Piece>& of_run = runs[i].pieces;
    for (std::size_t piece = 0; piece < of_run.size(); piece += stride) {
      const double place = static_cast<double>(piece) / static_cast<double>(of_run.size());
      samples.push_back({of_run[piece].first, place, i, piece});
    }
  }
  std::ranges::sort(samples, {}, [](const PlacedPiece& sample) {
    return std::tuple(sample.prefix, sample.place, sample.run, sample.piece);
  });
  return samples;
}

}  // namespace

KeyRanges::KeyRanges(const Request& request)
    : format_(*request.format), runs_(request.runs), keep_together_(request.keep_together) {
  choose(request.ranges);
}

void KeyRanges::choose(std::size_t ranges) {
  if (ranges < 2) return;
  const std::vector<PlacedPiece> samples = samples_of(runs_);
  for (std::size_t range = 1; range < ranges; ++range) {
    const std::size_t at = samples.size() * range / ranges;
    if (at == 0 || at == samples.size() * (range - 1) / ranges) continue;
    splitters_.push_back(loaded(samples[at].run, samples[at].piece));
  }
  // Samples of equal prefix are ordered only approximately. Compare the whole keys of the chosen splitters.
  std::ranges::sort(splitters_, [this](const Splitter& a, const Splitter& b) {
    const int found = compare(a.prefix, a.record, b);
    return found != 0 ? found < 0 : std::tie(a.run, a.piece) < std::tie(b.run, b.piece);
  });
}

KeyRanges::Splitter KeyRanges::loaded(std::size_t run, std::size_t piece) const {
  const Run& of = runs_[run];
  std::vector<std::byte> stored(of.pieces[piece].stored), raw;
  read_pieces(of, piece, piece + 1, stored);
  require_intact(of, piece, stored);
  const Records records = format_.split(decoded(of, piece, stored, raw));
  return {
      .run = run, .piece = piece, .prefix = of.pieces[piece].first, .record = {records[0].begin(), records[0].end()}};
}

int KeyRanges::compare(std::uint64_t prefix, std::span<const std::byte> record, const Splitter& splitter) const {
  if (prefix != splitter.prefix) return prefix < splitter.prefix ? -1 : 1;
  return format_.prefix_decides() ? 0 : format_.compare_ties(record, splitter.record);
}

/// Returns whether a record of a run precedes the start of a key range. `run` and `piece` say where the record is.
bool KeyRanges::before(std::uint64_t prefix, std::span<const std::byte> record, std::size_t run, std::size_t piece,
                       const Splitter& splitter) const {
  if (!keep_together_ && run == splitter.run) return piece < splitter.piece;
  const int found = compare(prefix, record, splitter);
  return found != 0 ? found < 0 : !keep_together_ && run < splitter.run;
}

/// Returns the number of pieces of a run that begin before the start of a key range.
std::size_t KeyRanges::pieces_before(std::size_t run, const Splitter& splitter) const {
  const std::vector<Piece>& pieces = runs_[run].pieces;
  std::vector<std::byte> record;
  std::size_t low = 0, high = pieces.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const std::uint64_t prefix = pieces[middle].first;
    const bool told = prefix != splitter.prefix || format_.prefix_decides() || (run == splitter.run && !keep_together_);
    // Read the first record of a piece from the disk only if prefixes are equal, because reading is slow.
    if (!told) record = loaded(run, middle).record;
    if (before(prefix, record, run, middle, splitter)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Returns the number of records in the cursor's current piece that precede the start of a key range.
std::size_t KeyRanges::records_before(const RunCursor& cursor, std::size_t run, const Splitter& splitter) const {
  const Records& records = cursor.records();
  std::size_t low = 0, high = records.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (before(cursor.prefix(middle), records[middle], run, cursor.piece(), splitter)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::uint64_t KeyRanges::open(std::size_t range, std::vector<RunCursor>& cursors) const {
  std::uint64_t bytes = 0;
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    const std::vector<Piece>& pieces = runs_[run].pieces;
    RunCursor& cursor = cursors[run];
    const bool first = range == 0, last = range == splitters_.size();
    std::size_t begin = first ? 0 : pieces_before(run, splitters_[range - 1]);
    // The first record of the range is in the last piece that begins before the splitter, or at the start of the next
    // piece.
    const bool within = begin > 0 && (keep_together_ || splitters_[range - 1].run != run);
    if (within) --begin;
    const std::size_t end = last ? pieces.size() : pieces_before(run, splitters_[range]);
    RunCursor::Limit limit;
    if (!last) {
      limit = [this, run, range](const RunCursor& at) { return records_before(at, run, splitters_[range]); };
    }
    bytes += begin < pieces.size() ? pieces[begin].before : runs_[run].bare_bytes();
    cursor.open(runs_[run], begin, end, std::move(limit));
    if (!within || begin >= end) continue;
    const std::size_t skipped = records_before(cursor, run, splitters_[range - 1]);
    for (std::size_t i = 0; i < skipped; ++i) bytes += format_.bare(cursor.records()[i]).size();
    cursor.move_to(skipped);
  }
  return bytes;
}

}  // namespace texelsort::external
