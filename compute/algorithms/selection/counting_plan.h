#pragma once

#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "compute/algorithms/selection/aim.h"
#include "compute/algorithms/selection/encoded_keys.h"

namespace texelsort::algorithms {

/// Finds k-th largest encoded keys from counts alone. c(m) is the number of encoded keys >= m. The k-th largest is >= m
/// if and only if c(m) >= k. Decides bits from the most significant on (N. Govindaraju, Sorting and Searching, slides,
/// "K-th Largest Number" and "Our algorithm"). Every known count is used for all elements. Independent of data and
/// device.
class ThresholdSearch {
 public:
  /// `ks` are from 1 to n; all encoded keys are within `all`. Each round decides up to `bits` bits with 2^bits - 1
  /// thresholds.
  ThresholdSearch(std::uint64_t n, const std::vector<std::uint64_t>& ks, const Interval& all, unsigned bits);

  struct Element {
    std::uint64_t k = 0;  ///< rank from the largest, counted from 1
    Interval at;
    bool found() const { return at.open == 0; }
  };
  const std::vector<Element>& elements() const { return elements_; }

  /// Returns, in ascending order, the missing counts to decide the next bits of element e. The lowest `floor` bits stay
  /// open.
  std::vector<std::uint64_t> thresholds(std::size_t e, unsigned floor) const;

  /// Restricts element e to an interval whose end counts are known, if these show that it contains the element.
  void aim(std::size_t e, const Interval& interval);

  void learn(std::uint64_t threshold, std::uint64_t count) { known_.insert_or_assign(threshold, count); }
  std::optional<std::uint64_t> known(std::uint64_t threshold) const;

  /// Decides the bits of element e that the known counts determine. The lowest `floor` bits stay open.
  void narrow(std::size_t e, unsigned floor);

  /// Returns c(low) - c(end), the number of encoded keys in an element's interval.
  std::uint64_t codes_within(const Interval& interval) const { return count_at(interval.low) - beyond(interval); }
  /// Returns the number of encoded keys past the end of an element's interval.
  std::uint64_t beyond(const Interval& interval) const;

 private:
  unsigned digit_bits(const Interval& interval, unsigned floor) const;
  std::uint64_t count_at(std::uint64_t threshold) const;

  unsigned bits_;
  std::uint64_t last_;  ///< largest possible encoded key
  std::vector<Element> elements_;
  std::map<std::uint64_t, std::uint64_t> known_;
};

/// The encoded keys that a depth buffer distinguishes: those of `codes`, by all bits but the lowest `shift`. Lower keys
/// have the minimum depth and higher ones the maximum.
struct DepthWindow {
  /// Contents. whole: all keys. sampled: one random key per block of texels. folded: the one key of each block that is
  /// within the window. gathered: up to `layers` keys of each block that are within.
  enum class Form : std::uint8_t { whole, sampled, folded, gathered };
  Interval codes;
  unsigned shift = 0;
  Form form = Form::whole;
  std::uint32_t layers = 1;  ///< gathered keys per block, a square number

  /// Returns whether the buffer contains only keys within the window.
  bool excerpt() const { return form == Form::folded || form == Form::gathered; }
  bool operator==(const DepthWindow&) const = default;
};

/// Capabilities of a method of counting.
struct CountingRules {
  unsigned bits_per_round = 1;
  std::optional<unsigned> window_bits{};  ///< bits that a depth buffer stores exactly. Nothing if thresholds need no
                                          ///< buffer
  std::uint32_t fold = 1;                 ///< block side for folding; 1: no folding
  std::uint32_t sample = 1;               ///< block side for sampling and gathering; 1: neither
  std::uint64_t fold_blocks = 0;          ///< number of blocks for folding
  std::uint64_t samples = 0;              ///< number of blocks that are sampled first and gathered from; 0: none

  /// Returns the side of a block in texels, if the buffer has an excerpt of each block.
  std::uint32_t block_side(DepthWindow::Form form) const {
    return form == DepthWindow::Form::whole ? 1 : form == DepthWindow::Form::folded ? fold : sample;
  }
};

/// Decides the next step of a selection by counting from the previous counts: a buffer to fill, or a threshold to count
/// against. A value type, independent of the device.
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

  /// Returns nothing when all elements are found. Returns the same action until its result is reported.
  std::optional<Action> next();

  /// Returns the thresholds of the present round that are not yet counted. They can be counted together.
  std::vector<std::uint64_t> rest_of_round() const { return {round_.begin() + position_, round_.end()}; }

  /// Reports the result of a Fill. filled(): keys within the window; for a folded buffer, blocks with such keys.
  /// gathered(): number of gathered keys, and of all keys within and beyond the window.
  void filled(std::uint64_t codes);
  void gathered(std::uint64_t codes, std::uint64_t within, std::uint64_t beyond);
  /// Reports the result of a Count: c(threshold).
  void counted(std::uint64_t count);

  const ThresholdSearch& search() const { return search_; }
  /// Returns the buffer to count in. Nothing if there is none yet, or the method needs none.
  const std::optional<DepthWindow>& window() const { return window_; }
  const Interval& all() const { return all_; }
  std::uint64_t rounds() const { return rounds_; }  ///< rounds begun
  std::uint64_t waits() const { return waits_; }
  /// Returns whether thresholds are counted in a sample.
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
  std::vector<std::uint64_t> fold_limit_;  ///< per element: folding is not tried with more keys than this
  std::optional<DepthWindow> window_, filling_;
  std::optional<Aim> aim_;              ///< set while the sample is counted
  std::optional<Interval> aimed_at_{};  ///< set while the counts at its ends are missing
  std::vector<std::uint64_t> round_;
  std::ptrdiff_t position_ = 0;
  std::uint64_t rounds_ = 0, waits_ = 0;
};

}  // namespace texelsort::algorithms
