#pragma once

#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "compute/algorithms/selection/codes.h"

namespace texelsort::algorithms {

/// Finds k-th largest codes from counts alone: c(m) is the number of codes >= m, and the k-th largest is >= m just if
/// c(m) >= k. Bits are decided from the most significant (N. Govindaraju, Sorting and Searching, slides, "K-th Largest
/// Number" and "Our algorithm"). Every count that was learned serves all elements looked for. Knows no data and no
/// device.
class ThresholdSearch {
 public:
  /// `ks` from 1 to n; all codes are within `all`. Decides up to `bits` of them a round with 2^bits - 1 thresholds.
  ThresholdSearch(std::uint64_t n, const std::vector<std::uint64_t>& ks, const Interval& all, unsigned bits);

  struct Element {
    std::uint64_t k = 0;  ///< the k-th largest
    Interval at;
    bool found() const { return at.open == 0; }
  };
  const std::vector<Element>& elements() const { return elements_; }

  /// Counts still needed to decide the next bits of element e, its lowest `floor` bits left open; ascending.
  std::vector<std::uint64_t> thresholds(std::size_t e, unsigned floor) const;

  void learn(std::uint64_t threshold, std::uint64_t count) { known_.insert_or_assign(threshold, count); }
  std::optional<std::uint64_t> known(std::uint64_t threshold) const;

  /// Decides what the counts known by now decide of element e, its lowest `floor` bits left open.
  void narrow(std::size_t e, unsigned floor);

  /// c(low) - c(end): the codes in an element's interval.
  std::uint64_t codes_within(const Interval& interval) const { return count_at(interval.low) - beyond(interval); }
  /// Codes past the end of an element's interval.
  std::uint64_t beyond(const Interval& interval) const;

 private:
  unsigned digit_bits(const Interval& interval, unsigned floor) const;
  std::uint64_t count_at(std::uint64_t threshold) const;

  unsigned bits_;
  std::vector<Element> elements_;
  std::map<std::uint64_t, std::uint64_t> known_;
};

/// Which codes a depth buffer can tell apart: those of `codes`, by all bits but the lowest `shift`; lower codes stand
/// at its bottom and higher ones at its top. Folded: of each block of texels the one code that is within.
struct DepthWindow {
  Interval codes;
  unsigned shift = 0;
  bool folded = false;
  bool operator==(const DepthWindow&) const = default;
};

/// What a method of counting can do.
struct CountingRules {
  unsigned bits_per_round = 1;
  std::optional<unsigned> window_bits{};  ///< bits that a depth buffer holds exactly; none: thresholds need no buffer
  std::uint32_t fold = 1;                 ///< side of the blocks that a depth buffer may be folded by; 1: never
  std::uint64_t fold_blocks = 0;          ///< how many of these blocks there are
};

/// What comes next in a selection by counting: which buffer to fill or which threshold to count against, decided from
/// the counts before. A value; knows no device.
class SelectionPlan {
 public:
  SelectionPlan(std::uint64_t n, const std::vector<std::uint64_t>& ks, const Interval& all, const CountingRules& rules);

  struct Fill {
    DepthWindow window;
  };
  struct Count {
    std::uint64_t threshold = 0;
  };
  using Action = std::variant<Fill, Count>;

  /// Nothing when all elements are found; the same until the answer has been given.
  std::optional<Action> next();

  /// The counts that can be asked for together: what is left of the present round.
  std::vector<std::uint64_t> rest_of_round() const { return {round_.begin() + position_, round_.end()}; }

  /// The answer to a Fill: codes found within the window; of a folded one, blocks that hold some.
  void filled(std::uint64_t codes);
  /// The answer to a Count: c(threshold).
  void counted(std::uint64_t count);

  const ThresholdSearch& search() const { return search_; }
  /// The buffer that counts are taken from; none yet, or never.
  const std::optional<DepthWindow>& window() const { return window_; }
  const Interval& all() const { return all_; }
  std::uint64_t rounds() const { return rounds_; }  ///< begun
  std::uint64_t waits() const { return waits_; }

 private:
  unsigned floor() const { return window_ ? window_->shift : 0; }
  bool in_window(std::size_t e) const;
  bool worth_folding(std::size_t e) const;
  bool plan_round();
  DepthWindow window_for(std::size_t e) const;
  void narrow_all();

  CountingRules rules_;
  Interval all_;
  ThresholdSearch search_;
  std::vector<std::uint64_t> fold_limit_;  ///< per element: no more codes than this are tried to be folded
  std::optional<DepthWindow> window_, filling_;
  std::vector<std::uint64_t> round_;
  std::ptrdiff_t position_ = 0;
  std::uint64_t rounds_ = 0, waits_ = 0;
};

}  // namespace texelsort::algorithms
