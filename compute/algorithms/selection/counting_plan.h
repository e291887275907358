#pragma once

#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "compute/algorithms/selection/aim.h"
#include "compute/algorithms/selection/encoded_keys.h"

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

  /// Element e is looked for in an interval at whose ends the counts are known, if these say that it is there.
  void aim(std::size_t e, const Interval& interval);

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
  std::uint64_t last_;  ///< largest code there can be
  std::vector<Element> elements_;
  std::map<std::uint64_t, std::uint64_t> known_;
};

/// Which codes a depth buffer can tell apart: those of `codes`, by all bits but the lowest `shift`; lower codes stand
/// at its bottom and higher ones at its top.
struct DepthWindow {
  /// What it holds: all keys; of each block of texels one key, drawn at random; the one that is within; up to `layers`
  /// that are.
  enum class Form : std::uint8_t { whole, sampled, folded, gathered };
  Interval codes;
  unsigned shift = 0;
  Form form = Form::whole;
  std::uint32_t layers = 1;  ///< of a block that are gathered: a square number of texels

  /// Only what is within it.
  bool excerpt() const { return form == Form::folded || form == Form::gathered; }
  bool operator==(const DepthWindow&) const = default;
};

/// What a method of counting can do.
struct CountingRules {
  unsigned bits_per_round = 1;
  std::optional<unsigned> window_bits{};  ///< bits that a depth buffer holds exactly; none: thresholds need no buffer
  std::uint32_t fold = 1;                 ///< side of the blocks that a depth buffer may be folded by; 1: never
  std::uint32_t sample = 1;               ///< side of the blocks that are sampled and gathered from; 1: never
  std::uint64_t fold_blocks = 0;          ///< how many of these blocks there are
  std::uint64_t samples = 0;              ///< blocks that are sampled first, and gathered from; 0: none

  /// Texels a side of a block of which such a buffer holds an excerpt.
  std::uint32_t block_side(DepthWindow::Form form) const {
    return form == DepthWindow::Form::whole ? 1 : form == DepthWindow::Form::folded ? fold : sample;
  }
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
    bool of_samples = false;
  };
  using Action = std::variant<Fill, Count>;

  /// Nothing when all elements are found; the same until the answer has been given.
  std::optional<Action> next();

  /// The counts that can be asked for together: what is left of the present round.
  std::vector<std::uint64_t> rest_of_round() const { return {round_.begin() + position_, round_.end()}; }

  /// The answer to a Fill: codes found within the window; of a folded one, blocks that hold some. Of a gathered one how
  /// many were gathered, and how many of all keys are within its window and beyond it.
  void filled(std::uint64_t codes);
  void gathered(std::uint64_t codes, std::uint64_t within, std::uint64_t beyond);
  /// The answer to a Count: c(threshold).
  void counted(std::uint64_t count);

  const ThresholdSearch& search() const { return search_; }
  /// The buffer that counts are taken from; none yet, or never.
  const std::optional<DepthWindow>& window() const { return window_; }
  const Interval& all() const { return all_; }
  std::uint64_t rounds() const { return rounds_; }  ///< begun
  std::uint64_t waits() const { return waits_; }
  /// Whether thresholds are those of a sample.
  bool sampling() const { return aim_.has_value(); }

 private:
  unsigned floor() const { return window_ ? window_->shift : 0; }
  bool in_window(std::size_t e) const;
  bool worth_folding(std::size_t e) const;
  void aim_at(const Interval& interval);
  void finish_aim();
  bool plan_round();
  DepthWindow window_for(std::size_t e) const;
  void narrow_all();

  CountingRules rules_;
  Interval all_;
  ThresholdSearch search_;
  std::vector<std::uint64_t> fold_limit_;  ///< per element: no more codes than this are tried to be folded
  std::optional<DepthWindow> window_, filling_;
  std::optional<Aim> aim_;              ///< while the sample is counted
  std::optional<Interval> aimed_at_{};  ///< while its ends are counted
  std::vector<std::uint64_t> round_;
  std::ptrdiff_t position_ = 0;
  std::uint64_t rounds_ = 0, waits_ = 0;
};

}  // namespace texelsort::algorithms
