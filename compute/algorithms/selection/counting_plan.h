#pragma once

#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "compute/algorithms/selection/aim.h"
#include "compute/algorithms/selection/encoded_keys.h"

namespace texelsort::algorithms {

/// Search for the k-th largest encoded keys from counts alone. c(m) is the number of encoded keys >= m. The k-th
/// largest key is >= m if and only if c(m) >= k. Bits are decided from the most significant on (N. Govindaraju, Sorting
/// and Searching, slides, "K-th Largest Number" and "Our algorithm"). Every known count serves all elements. The class
/// is independent of data and device.
class ThresholdSearch {
 public:
  /// Starts a search for the k-th largest key, for each number k in `ks`, which are from 1 to n. All encoded keys are
  /// within `all`. Each round decides up to `bits` bits per element by 2^bits - 1 thresholds.
  ThresholdSearch(std::uint64_t n, const std::vector<std::uint64_t>& ks, const Interval& all, unsigned bits);

  struct Element {
    std::uint64_t k = 0;  ///< rank of the element, counted from 1 for the largest
    Interval at;
    bool found() const { return at.open == 0; }
  };
  const std::vector<Element>& elements() const { return elements_; }

  /// Returns, in ascending order, the thresholds whose counts decide the next bits of element e. The lowest `floor`
  /// bits remain undecided.
  std::vector<std::uint64_t> thresholds(std::size_t e, unsigned floor) const;

  /// Narrows the range of element e to an interval. Does nothing unless known counts at both ends prove that the
  /// interval contains the element.
  void aim(std::size_t e, const Interval& interval);

  void learn(std::uint64_t threshold, std::uint64_t count) { known_.insert_or_assign(threshold, count); }
  std::optional<std::uint64_t> known(std::uint64_t threshold) const;

  /// Decides the bits of element e that follow from the known counts. The lowest `floor` bits remain undecided.
  void narrow(std::size_t e, unsigned floor);

  /// Returns the number of encoded keys in the interval in which element e lies: c(low) - c(end).
  std::uint64_t codes_within(const Interval& interval) const { return count_at(interval.low) - beyond(interval); }
  /// Returns the number of encoded keys above the interval of an element.
  std::uint64_t beyond(const Interval& interval) const;

 private:
  unsigned digit_bits(const Interval& interval, unsigned floor) const;
  std::uint64_t count_at(std::uint64_t threshold) const;

  unsigned bits_;
  std::uint64_t last_;  ///< largest possible encoded key
  std::vector<Element> elements_;
  std::map<std::uint64_t, std::uint64_t> known_;
};

/// Range of encoded keys that a depth buffer distinguishes. The buffer distinguishes the keys of `codes` by all bits
/// except the lowest `shift` bits. Lower keys have the minimum depth, and higher keys have the maximum depth.
struct DepthWindow {
  /// Contents of the depth buffer.
  /// - whole: all keys.
  /// - sampled: one random key per block of texels.
  /// - folded: the key within the window of each block, if the block has only one.
  /// - gathered: up to `layers` keys within the window of each block.
  enum class Form : std::uint8_t { whole, sampled, folded, gathered };
  Interval codes;
  unsigned shift = 0;
  Form form = Form::whole;
  std::uint32_t layers = 1;  ///< number of gathered keys per block, a square number

  /// Returns whether the buffer contains only keys within the window.
  bool excerpt() const { return form == Form::folded || form == Form::gathered; }
  bool operator==(const DepthWindow&) const = default;
};

/// Capabilities of a method of counting keys.
struct CountingRules {
  unsigned bits_per_round = 1;
  /// Number of bits of a key that the depth buffer can distinguish. Null if the method counts without a depth buffer.
  std::optional<unsigned> window_bits{};
  std::uint32_t fold = 1;    ///< side in texels of the blocks for folding; 1 if the method does not fold
  std::uint32_t sample = 1;  ///< side in texels of the blocks for sampling and gathering; 1 if the method does neither
  std::uint64_t fold_blocks = 0;  ///< number of blocks for folding; 0 if the method does not fold
  std::uint64_t samples = 0;      ///< number of blocks for sampling and gathering; 0 if the method does neither

  /// Returns the side in texels of the blocks, for a kind of buffer that has an excerpt of each block.
  std::uint32_t block_side(DepthWindow::Form form) const {
    return form == DepthWindow::Form::whole ? 1 : form == DepthWindow::Form::folded ? fold : sample;
  }
};

/// Decides the next step of a selection from the previous counts. A step fills a depth buffer, or counts keys against a
/// threshold. The class is a value type, independent of the device.
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

  /// Returns the next step, or null if all elements are found. Returns the same step until its result is reported.
  std::optional<Action> next();

  /// Returns the current round's thresholds whose counts are still unknown. They can be counted together, with one
  /// wait.
  std::vector<std::uint64_t> rest_of_round() const { return {round_.begin() + position_, round_.end()}; }

  /// Report the result of a Fill. filled() reports the number of keys within the window or, for a folded buffer, the
  /// number of blocks with such keys. gathered() reports the number of gathered keys, of all keys within the window,
  /// and of all keys beyond it.
  void filled(std::uint64_t codes);
  void gathered(std::uint64_t codes, std::uint64_t within, std::uint64_t beyond);
  /// Reports the result of a Count, which is c(threshold).
  void counted(std::uint64_t count);

  const ThresholdSearch& search() const { return search_; }
  /// Returns the window of the depth buffer in which thresholds are counted. Returns null if there is no buffer yet, or
  /// if none is needed.
  const std::optional<DepthWindow>& window() const { return window_; }
  const Interval& all() const { return all_; }
  std::uint64_t rounds() const { return rounds_; }  ///< returns the number of rounds that have begun
  std::uint64_t waits() const { return waits_; }
  /// Returns whether thresholds are currently counted in a sample.
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
  /// for each element, the maximum number of candidate keys for which a fold is tried
  std::vector<std::uint64_t> fold_limit_;
  std::optional<DepthWindow> window_, filling_;
  std::optional<Aim> aim_;  ///< search among the keys of the sample; null while no sample is being counted
  /// interval that the sample suggests; null before, and once the counts at its ends are known
  std::optional<Interval> aimed_at_{};
  std::vector<std::uint64_t> round_;
  std::ptrdiff_t position_ = 0;
  std::uint64_t rounds_ = 0, waits_ = 0;
};

}  // namespace texelsort::algorithms
