#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/playback/player.h"
#include "compute/algorithms/selection/encoded_keys.h"
#include "compute/algorithms/selection/question.h"

/// Progress of a selection, as data for views and panels. Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Returns the interval of encoded keys in which a selection searches, by thresholds or by digits.
algorithms::Interval searched_codes(const Player& player);

/// Lowest and highest encoded key of a problem.
struct CodeSpan {
  std::uint64_t lowest = ~std::uint64_t{0}, highest = 0;
};
const CodeSpan& code_span(const Player& player);

/// Returns the count that the present pass of a selection has made, or null if the pass has not counted.
const algorithms::ThresholdCount* counted(const Player& player);

/// Returns the selection's questions in words, such as "2nd largest", with their answers. Returns an empty list before
/// all answers are found.
std::vector<std::pair<std::string, std::string>> answers(const Player& player,
                                                         std::span<const algorithms::Question> questions);

std::uint64_t code_of(const data::Keys& keys, std::uint64_t i, data::Order order);

/// Returns an array that contains one key, decoded from `code`.
data::Keys key_of(std::uint64_t code, data::KeyType type, data::Order order);

/// Interval of encoded keys that are still possible for one wanted element.
struct Possible {
  std::uint64_t k = 0;  ///< rank of the wanted element, the k-th largest
  std::uint64_t low = 0, high = 0;
  bool found() const { return low == high; }
};

/// Returns the digits, as in threshold_text(), that all encoded keys from `low` to `high` share. A dot replaces each
/// other digit: "10··".
std::string shared_digits(std::uint64_t low, std::uint64_t high, const algorithms::Interval& searched);

/// Consequence of a count for one wanted element. not_asked: an earlier pass has decided this threshold for the
/// element. at_least: the element is at least the threshold (c(m) >= k, the bit stays set). below: the element is below
/// the threshold (the bit is cleared).
enum class Decision : std::uint8_t { not_asked, at_least, below };

/// Table row for one pass of a selection by thresholds.
struct BitRow {
  algorithms::PassHeader header;
  bool counts = false;  ///< true if the pass counted keys, false if it only prepared a count
  std::uint64_t threshold = 0, count = 0;
  std::string m;  ///< text of the threshold m from threshold_text()
  /// Positions in `m` of the first and the last digit that the pass decides.
  std::size_t first_digit = 0, last_digit = 0;
  /// Numbers of the highest and the lowest bit that the pass decides; the least significant bit is 0.
  unsigned high_bit = 0, low_bit = 0;
  std::vector<Decision> decisions;  ///< decisions of the pass, one per wanted element
  std::vector<Possible> possible;   ///< keys that are possible after the pass, one interval per wanted element
};

/// Progress of a selection by thresholds, with one row per pass. `ks` contains each wanted k once, in ascending order.
struct BitTable {
  std::vector<std::uint64_t> ks;
  std::vector<BitRow> rows;
  std::vector<Possible> possible;  ///< keys that are possible in the present state, one interval per wanted element
};

/// Returns the table of bits that a run with tables::Thresholds has decided.
const BitTable& bit_table(const Player& player);

/// Histogram of a selection by digits, with one bin per digit value.
struct DigitHistogram {
  struct Mark {
    std::uint64_t k = 0;      ///< rank of the wanted element, the k-th largest
    std::uint64_t digit = 0;  ///< digit of the bin that contains the wanted element
    std::uint64_t above = 0;  ///< number of keys in bins of higher digits
  };
  std::string prefix;  ///< digits that all counted keys share, from shared_digits(); empty if all keys are counted
  std::vector<std::uint64_t> bins;  ///< number of keys in each bin
  std::vector<Mark> marks;          ///< bins that contain wanted elements; empty before they are known
  std::uint64_t low = 0;            ///< lowest encoded key with the prefix
  unsigned shift = 0;               ///< number of bits below the digit in an encoded key

  /// Returns the index in `codes` of the first encoded key that a bin counts, or nothing if the bin counts no key.
  std::optional<std::uint64_t> first_key(std::span<const std::uint64_t> codes, std::uint64_t bin) const;
};

/// Returns the histograms of the present level in ascending order, one per prefix that a wanted element can have.
/// Returns an empty list before a digit is counted.
std::vector<DigitHistogram> digit_histograms(const Player& player);

}  // namespace texelsort::app
