#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace texelsort::external {

/// Tree that selects the smallest of k sorted sources in a merge (tree of losers; D. E. Knuth, The Art of Computer
/// Programming 3, 5.4.1). After that source advances, log2 k comparisons find the new minimum. `Less(a, b)` returns
/// whether source a precedes source b, in a total order. Exhausted sources must come last.
template <class Less>
class LoserTree {
 public:
  LoserTree(std::size_t sources, Less less) : less_(std::move(less)), leaves_(1) {
    while (leaves_ < sources) leaves_ *= 2;
    sources_ = sources;
    tree_.assign(leaves_, none);
    winner_ = build(1);
  }

  std::size_t winner() const { return winner_; }

  /// Updates the tree after the winner has advanced.
  void replay() {
    std::size_t source = winner_;
    for (std::size_t node = (source + leaves_) / 2; node >= 1; node /= 2) {
      // Use conditional moves, because a branch would be mispredicted half of the time.
      const std::size_t other = tree_[node];
      const bool loses = before(other, source);
      tree_[node] = loses ? source : other;
      source = loses ? other : source;
    }
    winner_ = source;
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  bool before(std::size_t a, std::size_t b) const {
    if (a < sources_ && b < sources_) return less_(a, b);
    return a != none && (b == none || less_(a, b));
  }

  std::size_t build(std::size_t node) {
    if (node >= leaves_) return node - leaves_ < sources_ ? node - leaves_ : none;
    const std::size_t left = build(2 * node), right = build(2 * node + 1);
    const bool left_wins = before(left, right);
    tree_[node] = left_wins ? right : left;
    return left_wins ? left : right;
  }

  Less less_;
  std::size_t leaves_, sources_ = 0;
  std::vector<std::size_t> tree_;  ///< losers of the comparisons at the inner nodes of the tree; element 0 is unused
  std::size_t winner_ = none;
};

}  // namespace texelsort::external
