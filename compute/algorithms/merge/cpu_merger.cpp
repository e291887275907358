#include "compute/algorithms/merge/cpu_merger.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace texelsort::algorithms::merge {
namespace {

/// Source of a merger that reads blocks of an array.
class RangeSource {
 public:
  explicit RangeSource(IndexRange& range) : range_(range) {}
  bool empty() const { return range_.length() == 0; }
  std::uint64_t front() const { return range_.first; }
  Places take(std::uint64_t width) {
    Places block;
    for (const std::uint64_t end = range_.first + std::min(width, range_.length()); range_.first < end;
         ++range_.first) {
      block.push_back(range_.first);
    }
    return block;
  }

 private:
  IndexRange& range_;
};

/// Source of a merger that reads the buffer of a first-level merger. An access to an empty buffer refills it.
class BufferSource {
 public:
  BufferSource(Places& buffer, TwoWayMerger& merger, IndexRange& a, IndexRange& b, std::span<const std::uint64_t> ranks)
      : buffer_(buffer), merger_(merger), a_(a), b_(b), ranks_(ranks) {}
  bool empty() {
    fill();
    return buffer_.empty();
  }
  std::uint64_t front() {
    fill();
    return buffer_.front();
  }
  Places take(std::uint64_t) {
    fill();
    return std::exchange(buffer_, {});
  }

 private:
  void fill() {
    if (buffer_.empty()) buffer_ = merger_.step(RangeSource(a_), RangeSource(b_), ranks_);
  }

  Places& buffer_;
  TwoWayMerger& merger_;
  IndexRange &a_, &b_;
  std::span<const std::uint64_t> ranks_;
};

}  // namespace

void turn_first_half(std::span<std::uint64_t> places, std::uint64_t first_half) {
  std::ranges::reverse(places.first(first_half));
}

void compare_at_distance(std::span<std::uint64_t> places, std::uint64_t distance,
                         std::span<const std::uint64_t> ranks) {
  for (std::uint64_t i = 0; i + distance < places.size(); ++i) {
    const bool is_low = (i & distance) == 0;
    if (is_low && ranks[places[i + distance]] < ranks[places[i]]) std::swap(places[i], places[i + distance]);
  }
}

std::uint64_t first_distance(std::uint64_t length) {
  return length < 2 ? 0 : std::bit_ceil(length) / 2;
}

void bitonic_merge(std::span<std::uint64_t> places, std::uint64_t first_half, std::span<const std::uint64_t> ranks) {
  turn_first_half(places, first_half);
  for (std::uint64_t distance = first_distance(places.size()); distance > 0; distance /= 2) {
    compare_at_distance(places, distance, ranks);
  }
}

void TwoWayMerger::merge(std::span<const std::uint64_t> ranks) {
  Places merged = last_.buffer;
  if (merge_ == BufferMerge::bitonic) {
    bitonic_merge(merged, last_.kept, ranks);
  } else {
    const auto middle = merged.begin() + static_cast<std::ptrdiff_t>(last_.kept);
    std::inplace_merge(merged.begin(), middle, merged.end(), [&](std::uint64_t one, std::uint64_t other) {
      return std::pair(ranks[one], one) < std::pair(ranks[other], other);
    });
  }
  const auto end = merged.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(width_, merged.size()));
  last_.output.assign(merged.begin(), end);
  kept_.assign(end, merged.end());
}

BlockMerger::BlockMerger(std::vector<IndexRange> ranges, std::uint64_t ways, std::uint64_t width, BufferMerge merge)
    : ranges_(std::move(ranges)), ways_(ways) {
  mergers_.fill(TwoWayMerger(width, merge));
  ranges_.resize(ways_);
  for (const IndexRange& range : ranges_) total_ += range.length();
}

Places BlockMerger::step(std::span<const std::uint64_t> ranks) {
  Places output;
  if (ways_ == 2) {
    output = mergers_[0].step(RangeSource(ranges_[0]), RangeSource(ranges_[1]), ranks);
  } else {
    BufferSource left(buffers_[0], mergers_[1], ranges_[0], ranges_[1], ranks);
    BufferSource right(buffers_[1], mergers_[2], ranges_[2], ranges_[3], ranks);
    output = mergers_[0].step(left, right, ranks);
  }
  put_out_ += output.size();
  return output;
}

}  // namespace texelsort::algorithms::merge
