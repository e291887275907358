#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compute/algorithms/merge/cuda/round.h"

/// Merging in the steps of one thread block: N. Leischner, "GPU algorithms for comparison-based sorting and for merging
/// based on multiway selection", sections 5.3.2 to 5.3.5. Elements are positions in an array of ranks, so that payloads
/// and views can follow the keys.
///
/// The thesis pads buffers at the end of a sequence with a sentinel above all keys. Here a partially filled block marks
/// the end, so that every key value can occur.
namespace texelsort::algorithms::merge {

using Places = std::vector<std::uint64_t>;

/// Method that merges the two halves of a merge buffer. stable: keeps the order of equal keys, as parallel ranking
/// does. bitonic: the bitonic network, which does not keep this order.
enum class BufferMerge : std::uint8_t { stable, bitonic };

/// Merges two ascending halves of any lengths by the bitonic network. Reverses the first half, then compares elements
/// at decreasing distances that are powers of two. Padding to a power of two is unnecessary, because it would consist
/// of the greatest elements and stay at the end.
void bitonic_merge(std::span<std::uint64_t> places, std::uint64_t first_half, std::span<const std::uint64_t> ranks);

/// Execute parts of a bitonic merge, for display. turn_first_half() reverses the first half. compare_at_distance()
/// compares elements i and i + distance. Distances are first_distance(), then its halves down to 1.
void turn_first_half(std::span<std::uint64_t> places, std::uint64_t first_half);
void compare_at_distance(std::span<std::uint64_t> places, std::uint64_t distance, std::span<const std::uint64_t> ranks);
std::uint64_t first_distance(std::uint64_t length);  ///< returns the first distance; 0 if no elements need a comparison

/// Merger of two sequences A and B in blocks of `width` elements (algorithm 4). Each step moves the block with the
/// smaller first element to the merge buffer, or A's block if the first elements are equal. The smallest `width`
/// elements of the buffer are then the next output (appendix B).
///
/// The thesis merges the buffer stably by the order in which it was filled, but the whole merge is then not stable.
/// Example: with blocks of 2, A = 5 6 and B = 3 5, B's block comes first, and its 5 would precede A's 5. Ties must
/// therefore be broken by the origin of the elements. Here A's positions are lower than B's, so that positions break
/// ties.
class TwoWayMerger {
 public:
  /// Record of the last step of a merger, for views and claims. All members are empty before the first step.
  struct LastStep {
    Places buffer;                 ///< elements that were left from the step before, then the new block
    std::uint64_t kept = 0;        ///< number of elements of `buffer` that the previous step had left, at its front
    std::optional<bool> from_a{};  ///< true if the new block came from A, false if from B; null if both were empty
    Places output;                 ///< smallest elements of the buffer, which the step output
  };

  TwoWayMerger() = default;
  TwoWayMerger(std::uint64_t width, BufferMerge merge) : width_(width), merge_(merge) {}

  /// Returns the next `width` elements of the output, fewer at its end, and none after the end. A source has three
  /// functions: bool empty(), front(), which returns a position, and Places take(width). take() returns the next
  /// elements, or fewer at the end of the source.
  template <typename A, typename B>
  Places step(A&& a, B&& b, std::span<const std::uint64_t> ranks) {
    if (!started_) kept_ = next_block(a, b, ranks);
    started_ = true;
    last_.buffer = kept_;
    last_.kept = kept_.size();
    const Places block = next_block(a, b, ranks);
    if (block.empty()) last_.from_a.reset();
    last_.buffer.insert(last_.buffer.end(), block.begin(), block.end());
    merge(ranks);
    return last_.output;
  }

  const Places& kept() const { return kept_; }  ///< returns merged elements that the merger has not yet output
  const LastStep& last() const { return last_; }

 private:
  template <typename A, typename B>
  Places next_block(A& a, B& b, std::span<const std::uint64_t> ranks) {
    if (a.empty() && b.empty()) return {};
    // the thesis uses the condition nextA <= nextB
    const bool from_a = b.empty() || (!a.empty() && !(ranks[b.front()] < ranks[a.front()]));
    last_.from_a = from_a;
    return from_a ? a.take(width_) : b.take(width_);
  }
  void merge(std::span<const std::uint64_t> ranks);

  std::uint64_t width_ = 1;
  BufferMerge merge_ = BufferMerge::stable;
  bool started_ = false;
  Places kept_;
  LastStep last_;
};

/// Merger of up to two or up to four ascending ranges of positions. Runs can copy the object to save and restore it.
class BlockMerger {
 public:
  static constexpr std::uint64_t most_ways = 4;

  BlockMerger() = default;
  /// Makes a merger of up to `ways` ranges. For `ways` = 2, it is a single two-way merger. For `ways` = 4, two mergers
  /// merge the first two and the last two ranges into buffers of one block each. A third merger merges the buffers
  /// (section 5.3.5). The last block of a buffer may be partially filled, which TwoWayMerger allows for its sources.
  BlockMerger(std::vector<IndexRange> ranges, std::uint64_t ways, std::uint64_t width, BufferMerge merge);

  bool done() const { return put_out_ == total_; }
  /// Returns the next block of the output.
  Places step(std::span<const std::uint64_t> ranks);

  std::uint64_t ways() const { return ways_; }
  std::uint64_t put_out() const { return put_out_; }
  /// returns, for each input, the range that the merger has yet to read
  const std::vector<IndexRange>& ranges() const { return ranges_; }
  const TwoWayMerger& head() const { return mergers_[0]; }
  const TwoWayMerger& first_level(bool right) const { return mergers_[right ? 2 : 1]; }
  /// returns the contents of a buffer that a first-level merger fills and the head empties
  const Places& level_buffer(bool right) const { return buffers_[right ? 1 : 0]; }

 private:
  std::vector<IndexRange> ranges_;
  std::uint64_t ways_ = 2;
  std::array<TwoWayMerger, 3> mergers_;  ///< the head, followed by the two first-level mergers
  std::array<Places, 2> buffers_;
  std::uint64_t total_ = 0, put_out_ = 0;
};

}  // namespace texelsort::algorithms::merge
