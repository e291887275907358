#include "compute/external/input.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/text_place.h"
#include "compute/external/pipe.h"

namespace texelsort::external {

/// State of one call of Input::read().
struct Input::Reading {
  std::span<std::byte> room;
  const ReadLimits& limits;
  std::optional<Position> end;
  std::size_t filled = 0;
  std::uint64_t cost = 0;
  std::vector<std::uint64_t> ends{};
  std::vector<InputPart::RecordOrigin> places{};
  bool full = false;

  /// Returns the number of bytes from a position to the end of the requested range. Returns the largest integer if the
  /// range does not end in this file.
  std::uint64_t until_end(Position position) const {
    return end && end->file == position.file ? end->offset - position.offset : ~std::uint64_t{0};
  }
  bool take(std::size_t length) {
    const bool over = ends.size() == limits.records || filled + length > limits.bytes ||
                      cost + length + limits.record_cost > limits.cost;
    if (over && !ends.empty()) return false;
    cost += length + limits.record_cost;
    ends.push_back(filled + length);
    filled += length;
    return true;
  }
};

Position InputPart::position_of(std::size_t record) const {
  const auto byte = static_cast<std::size_t>(records[record].data() - records.bytes().data());
  const RecordOrigin& place = *std::prev(std::ranges::upper_bound(places, byte, {}, &RecordOrigin::byte));
  return {place.position.file, place.position.offset + byte - place.byte};
}

Input::Input(std::vector<std::string> paths, const RecordFormat& format) : paths_(std::move(paths)), format_(format) {
  for (std::uint64_t i = 0; i < paths_.size(); ++i) {
    if (paths_[i] == "-" && std::ranges::count(paths_, "-") > 1) {
      throw UsageError("standard input, -, can be given only once");
    }
  }
  require_different_pipes(paths_);
  for (std::uint64_t i = 0; i < paths_.size(); ++i) {
    const ByteStream stream(paths_[i]);
    stamps_.push_back(stream.stamp());
    has_places_.push_back(stream.has_places());
    // Reject truncated files now, before the sort reads gigabytes.
    if (const auto length = format_.record_bytes(); length && has_places_[i] && stamps_[i].bytes % *length != 0) {
      const std::uint64_t rest = stamps_[i].bytes % *length;
      throw UsageError(
          fmt::format("{}: the last record is incomplete: {} bytes are left at byte {}, but a record has {} bytes",
                      name(i), rest, stamps_[i].bytes - rest, *length));
    }
  }
}

std::optional<std::uint64_t> Input::bytes() const {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < stamps_.size(); ++i) {
    if (!has_places_[i]) return std::nullopt;
    all += stamps_[i].bytes;
  }
  return all;
}

std::uint64_t Input::least_bytes() const {
  std::uint64_t all = 0;
  for (const FileStamp& stamp : stamps_) all += stamp.regular ? stamp.bytes : 0;
  return all;
}

void Input::seek(Position position) {
  if (position == position_) return;
  position_ = position;
  carried_.clear();
  open_ = nullptr;
}

void Input::open_current() {
  if (open_) return;
  open_ = std::make_unique<ByteStream>(paths_[position_.file]);
  if (stamps_[position_.file].regular) require_unchanged(position_.file, open_->stamp());
  if (position_.offset == 0) pass_head();
}

void Input::close_current() {
  if (stamps_[position_.file].regular) {
    require_unchanged(position_.file, ByteStream(paths_[position_.file]).stamp());
  }
  open_ = nullptr;
  position_ = {position_.file + 1, 0};
}

void Input::pass_head() {
  const std::size_t head = format_.head().size();
  if (head == 0) return;
  constexpr std::size_t some_more = 16;
  std::vector<std::byte> start(head + some_more);
  start.resize(read_some(start, 0));
  const std::size_t length =
      format_.head_bytes({reinterpret_cast<const char*>(start.data()), start.size()}, name(position_.file));
  position_.offset = length;
  head_bytes_ += length;
  if (!open_->has_places()) carried_.assign(start.begin() + static_cast<std::ptrdiff_t>(length), start.end());
}

/// Reads bytes of the current file. Starts `behind` bytes after the start of the next record, because earlier reads
/// already have those bytes.
std::size_t Input::read_some(std::span<std::byte> room, std::size_t behind) {
  return open_->read(room, position_.offset + behind);
}

bool Input::at_end_of_file(std::size_t behind, std::size_t asked, std::size_t got) const {
  return has_places_[position_.file] ? position_.offset + behind == stamps_[position_.file].bytes : got < asked;
}

InputPart Input::read(std::span<std::byte> room, const ReadLimits& limits, const std::optional<Position>& end) {
  Reading reading{.room = room, .limits = limits, .end = end};
  const auto length = format_.record_bytes();
  while (!reading.full && reading.filled < room.size() && !at_end() && (!end || position_ < *end)) {
    open_current();
    if (reading.places.empty() || reading.places.back().position.file != position_.file) {
      reading.places.push_back({reading.filled, position_});
    }
    length ? read_fixed(reading, *length) : read_varying(reading);
  }
  const std::span<const std::byte> bytes = room.first(reading.filled);
  return {length ? Records(bytes, *length) : Records(bytes, std::move(reading.ends)), std::move(reading.places)};
}

void Input::read_fixed(Reading& reading, std::size_t length) {
  std::span<std::byte> rest = reading.room.subspan(reading.filled);
  rest = rest.first(std::min<std::uint64_t>(rest.size(), reading.until_end(position_)));
  rest = rest.first(rest.size() - rest.size() % length);
  if (rest.empty()) {
    reading.full = true;
    return;
  }
  const std::size_t have = read_some(rest, 0);
  const bool at_end = at_end_of_file(have, rest.size(), have);
  position_.offset += have - have % length;
  reading.filled += have - have % length;
  if (have % length != 0) fail(position_, format_.fault_at_end(rest.subspan(have - have % length, have % length)));
  if (at_end) close_current();
}

void Input::read_varying(Reading& reading) {
  // Bytes per read of variable-length records, small enough to split the records while they are in the cache.
  constexpr std::size_t step = std::size_t{1} << 20;
  const std::size_t spare = format_.record_end().size();
  std::size_t have = 0;  // bytes that are read but not yet split into records
  while (true) {
    std::span<std::byte> rest = reading.room.subspan(reading.filled);
    rest = rest.first(rest.size() - std::min(rest.size(), spare));
    rest = rest.first(std::min<std::uint64_t>(rest.size(), reading.until_end(position_)));
    const std::size_t carried = std::min(carried_.size(), rest.size() - have);
    std::copy_n(carried_.begin(), carried, rest.begin() + static_cast<std::ptrdiff_t>(have));
    carried_.erase(carried_.begin(), carried_.begin() + static_cast<std::ptrdiff_t>(carried));
    have += carried;
    const std::size_t asked = carried_.empty() ? std::min(step, rest.size() - have) : 0;
    const std::size_t got = read_some(rest.subspan(have, asked), have);
    have += got;
    const bool at_end = carried_.empty() && at_end_of_file(have, asked, got);
    std::size_t seen = 0;
    while (const auto length = format_.record_length(rest.subspan(seen, have - seen))) {
      if (*length > reading.limits.longest) break;
      if (!reading.take(*length)) {
        reading.full = true;
        break;
      }
      seen += *length;
    }
    position_.offset += seen;
    have -= seen;
    if (!reading.full && have > reading.limits.longest) {
      const RecordFault fault = format_.fault_at_end(reading.room.subspan(reading.filled, have));
      fail(position_, {.at = fault.at,
                       .message = fmt::format("a record has more than {} bytes, the limit of this --memory; {}",
                                              reading.limits.longest, fault.message)});
    }
    if (at_end && !reading.full) {
      if (have > 0) finish_last(reading, have);
      if (!reading.full) return close_current();
    }
    const bool cut = reading.until_end(position_) <= have;
    if (reading.full || cut || asked == 0) break;
  }
  if (reading.filled == 0 && !reading.full && reading.until_end(position_) > have) {
    fail(position_, {.message = fmt::format("a record is longer than the {} bytes of available memory: raise --memory",
                                            reading.room.size())});
  }
  if (!open_->has_places()) {
    const auto left = reading.room.subspan(reading.filled, have);
    carried_.insert(carried_.begin(), left.begin(), left.end());
  }
  reading.full = true;
}

/// Adds the missing record terminator to the last `left` bytes of a file.
void Input::finish_last(Reading& reading, std::size_t left) {
  const std::string_view record_end = format_.record_end();
  const std::span<std::byte> rest = reading.room.subspan(reading.filled);
  std::ranges::copy(std::as_bytes(std::span(record_end)), rest.begin() + static_cast<std::ptrdiff_t>(left));
  const auto length = format_.record_length(rest.first(left + record_end.size()));
  if (length != left + record_end.size()) fail(position_, format_.fault_at_end(rest.first(left)));
  if (!reading.take(*length)) {
    reading.full = true;
    return;
  }
  position_.offset += left;
  added_bytes_ += record_end.size();
}

void Input::require_unchanged(std::uint64_t file, const FileStamp& now) const {
  if (now == stamps_[file]) return;
  throw UsageError(
      fmt::format("{}: the file changed during the sort: sort it while no other program writes to it", name(file)));
}

void Input::require_unchanged() const {
  for (std::uint64_t file = 0; file < paths_.size(); ++file) {
    if (stamps_[file].regular) require_unchanged(file, ByteStream(paths_[file]).stamp());
  }
}

void Input::fail(Position record, const RecordFault& fault) const {
  const std::uint64_t at = record.offset + fault.at;
  const std::string file = name(record.file), lines = std::string(format_.record_end());
  if (lines.empty() || !stamps_[record.file].regular) {
    throw UsageError(fmt::format("{}: at byte {}: {}", file, at, fault.message));
  }
  ByteStream stream(paths_[record.file]);
  std::vector<std::byte> piece(std::size_t{1} << 20);
  data::TextPlace place(lines.back());
  for (std::uint64_t done = 0; done < at;) {
    const std::size_t asked = std::min<std::uint64_t>(piece.size(), at - done);
    const std::size_t got = stream.read(std::span(piece).first(asked), done);
    place.pass({reinterpret_cast<const char*>(piece.data()), got});
    if (got < asked) break;
    done += got;
  }
  throw UsageError(fmt::format("{}:{}:{}: {}", file, place.line, place.column, fault.message));
}

}  // namespace texelsort::external
