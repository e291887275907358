#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace texelsort::algorithms {

/// Codes low to low + 2^open - 1; the low `open` bits of `low` are zero.
struct Interval {
  std::uint64_t low = 0;
  unsigned open = 0;  ///< bits not yet decided, up to 64

  std::uint64_t last() const;
  /// The first code past it; nothing past the largest code there is.
  std::optional<std::uint64_t> end() const;
  bool contains(const Interval& other) const { return low <= other.low && other.last() <= last(); }
  bool operator==(const Interval&) const = default;
};

/// The smallest interval that holds both codes, of at least one open bit.
Interval common_interval(std::uint64_t lowest, std::uint64_t highest);

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

}  // namespace texelsort::algorithms
