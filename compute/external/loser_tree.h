#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace texelsort::external {

/// The least of k sources, found anew with log2 k comparisons when its source has moved on (D. E. Knuth, The Art of
/// Computer Programming 3, 5.4.1, "tree of losers"). `Less(a, b)`: source a comes before b; total, sources that have
/// ended come last.
template <class Less>
class LoserTree {
 public:
  LoserTree(std::size_t sources, Less less) : less_(std::move(less)), leaves_(1) {
    while (leaves_ < sources) leaves_ *= 2;
    sources_ = sources;
    tree_.assign(leaves_, none);
    winner_ = build(1);
  }

  /// The source that comes first.
  std::size_t winner() const { return winner_; }

  /// After the winner has moved on.
  void replay() {
    std::size_t source = winner_;
    for (std::size_t node = (source + leaves_) / 2; node >= 1; node /= 2) {
      // Without a branch that the processor would predict wrong every other time.
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
  std::vector<std::size_t> tree_;  ///< losers; 0 is not used
  std::size_t winner_ = none;
};

}  // namespace texelsort::external
