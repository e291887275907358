#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compute/algorithms/merge/cuda/round.h"

/// Merging as the threads of one block do it, step by step: N. Leischner, "GPU algorithms for comparison-based sorting
/// and for merging based on multiway selection", sections 5.3.2 to 5.3.5. Elements are places of an array of ranks, so
/// that payloads and pictures can follow them.
///
/// The thesis fills buffers with a sentinel above all keys where a sequence has come to its end; here a block that is
/// not full tells it, so that no key is reserved.
namespace texelsort::algorithms::merge {

using Places = std::vector<std::uint64_t>;


/// How the two halves of a merge buffer become one: a bitonic network, which does not keep the order of equal keys, or
/// one that does, as parallel ranking.
enum class BufferMerge : std::uint8_t { stable, bitonic };

/// Sorts first-half-ascending ++ second-half-ascending of any two lengths by the bitonic network: the first half is
/// turned round, then elements of falling distances that are powers of two are compared. Turned this way round, the
/// elements that would fill the array up to a power of two could only be greater and stand at the end: they need not
/// be.
void bitonic_merge(std::span<std::uint64_t> places, std::uint64_t first_half, std::span<const std::uint64_t> ranks);

/// The first half turned round, and one step of that network: compares elements i and i + distance. The distances are
/// those of first_distance() and all halves of it down to 1.
void turn_first_half(std::span<std::uint64_t> places, std::uint64_t first_half);
void compare_at_distance(std::span<std::uint64_t> places, std::uint64_t distance, std::span<const std::uint64_t> ranks);
std::uint64_t first_distance(std::uint64_t length);  ///< 0 if there is nothing to compare

/// Algorithm 4: merges blocks of `width` elements of A and B. Of both, the block whose first element is smaller goes to
/// the merge buffer next, A's if they are equal; the buffer's smallest `width` elements are then the next of the output
/// (appendix B).
///
/// A stable buffer merge by the order in which the buffer was filled, as the thesis describes it, does not make the
/// whole stable: with blocks of 2, A = 5 6 and B = 3 5, B's block is filled in first, and its 5 would come before A's.
/// Equal elements have to be told apart by the sequence that they are from. Here A's places are below B's and do that.
class TwoWayMerger {
 public:
  /// What the last step did, for those who look on. Empty before the first.
  struct LastStep {
    Places buffer;                 ///< what was kept from the step before, then the block just taken
    std::uint64_t kept = 0;        ///< elements of the first of these
    std::optional<bool> from_a{};  ///< whether the block is A's; nothing if none was left
    Places output;                 ///< the smallest of the buffer
  };

  TwoWayMerger() = default;
  TwoWayMerger(std::uint64_t width, BufferMerge merge) : width_(width), merge_(merge) {}

  /// The next `width` elements of the output, fewer at its end, none after it. A source has bool empty(), the place
  /// front(), and Places take(width): the next elements, as many as there are of it.
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

  const Places& kept() const { return kept_; }  ///< merged, not yet put out
  const LastStep& last() const { return last_; }

 private:
  template <typename A, typename B>
  Places next_block(A& a, B& b, std::span<const std::uint64_t> ranks) {
    if (a.empty() && b.empty()) return {};
    // nextA <= nextB
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

/// Merges up to two or up to four ranges of places; a value, so that it can be kept and put back. The ranges ascend.
class BlockMerger {
 public:
  static constexpr std::uint64_t most_ways = 4;

  BlockMerger() = default;
  /// Up to 2 ranges are merged by one two-way merger. Of up to 4, two of them merge the first and the last two, and a
  /// third merges what these put into buffers of one block each: section 5.3.5. The last block that a buffer gets need
  /// not be full, which is what TwoWayMerger allows of its sources.
  BlockMerger(std::vector<IndexRange> ranges, std::uint64_t ways, std::uint64_t width, BufferMerge merge);

  bool done() const { return put_out_ == total_; }
  /// The next block of the output.
  Places step(std::span<const std::uint64_t> ranks);

  std::uint64_t ways() const { return ways_; }
  std::uint64_t put_out() const { return put_out_; }
  const std::vector<IndexRange>& ranges() const { return ranges_; }  ///< what is left to take
  const TwoWayMerger& head() const { return mergers_[0]; }
  const TwoWayMerger& first_level(bool right) const { return mergers_[right ? 2 : 1]; }
  const Places& level_buffer(bool right) const { return buffers_[right ? 1 : 0]; }  ///< between the levels

 private:
  std::vector<IndexRange> ranges_;
  std::uint64_t ways_ = 2;
  std::array<TwoWayMerger, 3> mergers_;  ///< the head, and the two of the first level
  std::array<Places, 2> buffers_;
  std::uint64_t total_ = 0, put_out_ = 0;
};

}  // namespace texelsort::algorithms::merge
