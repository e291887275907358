#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compute/algorithms/merge/cuda/round.h"

/// Merging in the steps of one thread block: N. Leischner, "GPU algorithms for comparison-based sorting and for merging
/// based on multiway selection", sections 5.3.2 to 5.3.5. Elements are places of an array of ranks, so that payloads
/// and views can follow them.
///
/// The thesis pads buffers at the end of a sequence with a sentinel above all keys. Here a partially filled block marks
/// the end, so that no key value is reserved.
namespace texelsort::algorithms::merge {

using Places = std::vector<std::uint64_t>;

/// Method that merges the two halves of a merge buffer: stable (as in parallel ranking), or the bitonic network, which
/// does not keep the order of equal keys.
enum class BufferMerge : std::uint8_t { stable, bitonic };

/// Merges two ascending halves of any lengths by the bitonic network. It reverses the first half, then compares
/// elements at decreasing distances that are powers of two. Padding to a power of two would consist of the greatest
/// elements, and these would stay at the end. Therefore no padding is needed.
void bitonic_merge(std::span<std::uint64_t> places, std::uint64_t first_half, std::span<const std::uint64_t> ranks);

/// Reverse the first half, and execute one step of the bitonic network, which compares elements i and i + distance. The
/// distances are first_distance(), then its halves down to 1.
void turn_first_half(std::span<std::uint64_t> places, std::uint64_t first_half);
void compare_at_distance(std::span<std::uint64_t> places, std::uint64_t distance, std::span<const std::uint64_t> ranks);
std::uint64_t first_distance(std::uint64_t length);  ///< 0 if nothing needs comparing

/// Algorithm 4: merges blocks of `width` elements of two sequences A and B. Each step moves the block with the smaller
/// first element to the merge buffer, or A's block if the first elements are equal. The smallest `width` elements of
/// the buffer are then the next output (appendix B).
///
/// The thesis merges the buffer stably by the order in which it was filled. This does not make the whole merge stable.
/// With blocks of 2, A = 5 6 and B = 3 5, B's block comes first, and its 5 would precede A's. Ties must be broken by
/// the origin of the elements. Here A's places are below B's, so that comparing places does this.
class TwoWayMerger {
 public:
  /// Record of a merger's last step, for views and claims. Empty before the first step.
  struct LastStep {
    Places buffer;                 ///< elements left from the step before, then the new block
    std::uint64_t kept = 0;        ///< number of elements at the front of `buffer` that were left
    std::optional<bool> from_a{};  ///< true if the new block is from A; null if no block remained
    Places output;                 ///< smallest elements of the buffer
  };

  TwoWayMerger() = default;
  TwoWayMerger(std::uint64_t width, BufferMerge merge) : width_(width), merge_(merge) {}

  /// Returns the next `width` elements of the output: fewer at the end of the output, and none after it. A source has
  /// three functions: bool empty(), the place front(), and Places take(width). take() returns the next elements, fewer
  /// at the end of the source.
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

  const Places& kept() const { return kept_; }  ///< merged elements that are not yet in the output
  const LastStep& last() const { return last_; }

 private:
  template <typename A, typename B>
  Places next_block(A& a, B& b, std::span<const std::uint64_t> ranks) {
    if (a.empty() && b.empty()) return {};
    // The thesis's condition is nextA <= nextB.
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

/// Merges up to two or up to four ascending ranges of places. The class is a value type, so that a run can save and
/// restore it.
class BlockMerger {
 public:
  static constexpr std::uint64_t most_ways = 4;

  BlockMerger() = default;
  /// Merges up to 2 ranges by one two-way merger. For up to 4 ranges, two mergers merge the first two and the last two
  /// ranges into buffers of one block each, which a third one merges (section 5.3.5). The last block of a buffer may be
  /// partially filled, which TwoWayMerger allows for its sources.
  BlockMerger(std::vector<IndexRange> ranges, std::uint64_t ways, std::uint64_t width, BufferMerge merge);

  bool done() const { return put_out_ == total_; }
  /// Returns the next block of the output.
  Places step(std::span<const std::uint64_t> ranks);

  std::uint64_t ways() const { return ways_; }
  std::uint64_t put_out() const { return put_out_; }
  const std::vector<IndexRange>& ranges() const { return ranges_; }  ///< ranges of elements not yet read
  const TwoWayMerger& head() const { return mergers_[0]; }
  const TwoWayMerger& first_level(bool right) const { return mergers_[right ? 2 : 1]; }
  const Places& level_buffer(bool right) const { return buffers_[right ? 1 : 0]; }  ///< buffer before the head

 private:
  std::vector<IndexRange> ranges_;
  std::uint64_t ways_ = 2;
  std::array<TwoWayMerger, 3> mergers_;  ///< the head, then the two mergers of the first level
  std::array<Places, 2> buffers_;
  std::uint64_t total_ = 0, put_out_ = 0;
};

}  // namespace texelsort::algorithms::merge
