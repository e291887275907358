#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/threshold_search.h"

/// What a selection's passes have found out, as views and panels show it. Knows neither ImGui nor OpenGL.
namespace texelsort::app {

/// By counts of the keys that are at least a threshold; by histograms of the keys' digits; by moving keys about.
enum class SelectionMethod : std::uint8_t { thresholds, digits, partition };

/// Nothing if the algorithm sorts.
std::optional<SelectionMethod> selection_method_of(const algorithms::Algorithm& algorithm);

/// The lowest bits of the keys that a selection with these parameters searches; 0: those in which the keys differ.
unsigned searched_bits(const algorithms::Parameters& parameters);

/// The codes of a selection's keys.
struct CodeScale {
  algorithms::Interval searched;  ///< whose bits are decided
  std::uint64_t lowest = 0, highest = 0;
};

/// Throws UsageError as code_range() does. n > 0.
CodeScale find_code_scale(const algorithms::Problem& problem, unsigned key_bits);

std::uint64_t code_of(const data::Keys& keys, std::uint64_t i, data::Order order);

/// A column of the one key that has this code.
data::Keys key_of(std::uint64_t code, data::KeyType type, data::Order order);

/// Codes that an element looked for still can have.
struct Possible {
  std::uint64_t k = 0;  ///< the k-th largest code
  std::uint64_t low = 0, high = 0;
  bool found() const { return low == high; }
};

/// "10··": the digits of threshold_text() that all codes from low to high share, and a dot for each of the others.
std::string shared_digits(std::uint64_t low, std::uint64_t high, const algorithms::Interval& searched);

/// What a count says of an element: it was in no doubt about the threshold, it is at least the threshold (c(m) >= k:
/// the bit is kept), or it is below (the bit is cleared).
enum class Decision : std::uint8_t { not_asked, at_least, below };

/// One pass of a selection by thresholds.
struct BitRow {
  algorithms::PassHeader header;
  bool counts = false;  ///< if not, it prepared counting, and only its header says how
  std::uint64_t threshold = 0, count = 0;
  std::string m;                                ///< threshold_text()
  std::size_t first_digit = 0, last_digit = 0;  ///< places in `m` of the bits under decision
  unsigned high_bit = 0, low_bit = 0;           ///< their numbers, that of the least significant being 0
  std::vector<Decision> decisions;              ///< of each element
  std::vector<Possible> possible;               ///< after the pass, of each element
};

/// What the passes of a selection by thresholds have found out: a row for each, and the elements looked for, each k
/// once, ascending.
struct BitTable {
  std::vector<std::uint64_t> ks;
  std::vector<BitRow> rows;
  std::vector<Possible> possible;  ///< at present
};

BitTable bit_table(const algorithms::Problem& problem, const algorithms::Interval& searched,
                   std::span<const algorithms::PassRecord> records);

/// One histogram of a selection by digits.
struct DigitHistogram {
  struct Mark {
    std::uint64_t k = 0;      ///< of the element that is in this bin: the k-th largest
    std::uint64_t digit = 0;  ///< the bin
    std::uint64_t above = 0;  ///< keys in the bins past it
  };
  std::string prefix;               ///< shared_digits() of the keys that are counted; empty if all are
  std::vector<std::uint64_t> bins;  ///< keys by digit
  std::vector<Mark> marks;          ///< once decided
};

/// The histograms of a level, one for each prefix that an element looked for can have, ascending. `table`: the view
/// "histogram", `width` words a row; `digit`: the algorithm's parameter.
std::vector<DigitHistogram> digit_histograms(std::uint64_t n, const algorithms::Selection& selection,
                                             const algorithms::Interval& searched, unsigned digit, std::size_t level,
                                             std::span<const std::uint64_t> table, std::uint32_t width);

}  // namespace texelsort::app
