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

/// Progress of a selection, as views and panels show it. Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Returns the interval of encoded keys whose bits a selection decides, by thresholds or digits.
algorithms::Interval searched_codes(const Player& player);

/// The lowest and the highest encoded key of the problem.
struct CodeSpan {
  std::uint64_t lowest = ~std::uint64_t{0}, highest = 0;
};
const CodeSpan& code_span(const Player& player);

/// Returns the count that a selection's present pass has made. Null if it has not counted.
const algorithms::ThresholdCount* counted(const Player& player);

/// Returns the questions, such as "2nd largest", with their answers once all are found. Empty before that.
std::vector<std::pair<std::string, std::string>> answers(const Player& player,
                                                         std::span<const algorithms::Question> questions);

std::uint64_t code_of(const data::Keys& keys, std::uint64_t i, data::Order order);

/// Returns a column with the one key that has this encoding.
data::Keys key_of(std::uint64_t code, data::KeyType type, data::Order order);

/// Encoded keys that are still possible for one wanted element.
struct Possible {
  std::uint64_t k = 0;  ///< the wanted element is the k-th largest
  std::uint64_t low = 0, high = 0;
  bool found() const { return low == high; }
};

/// Returns the digits of threshold_text() that all encoded keys from low to high share, with a dot for each other
/// digit: "10··".
std::string shared_digits(std::uint64_t low, std::uint64_t high, const algorithms::Interval& searched);

/// Consequence of a count for one element. not_asked: an earlier pass has decided this threshold for it. at_least: the
/// element is at least the threshold (c(m) >= k, the bit stays set). below: it is smaller (the bit is cleared).
enum class Decision : std::uint8_t { not_asked, at_least, below };

/// One pass of a selection by thresholds.
struct BitRow {
  algorithms::PassHeader header;
  bool counts = false;  ///< true if the pass counted; false if it only prepared a count
  std::uint64_t threshold = 0, count = 0;
  std::string m;                                ///< the threshold m, from threshold_text()
  std::size_t first_digit = 0, last_digit = 0;  ///< positions in `m` of the bits that the row decides
  unsigned high_bit = 0, low_bit = 0;           ///< numbers of these bits; the least significant bit is 0
  std::vector<Decision> decisions;              ///< decisions of the pass, one per element
  std::vector<Possible> possible;               ///< keys still possible after the pass, one entry per element
};

/// Progress of a selection by thresholds, with one row per pass. Each k occurs once, in ascending order.
struct BitTable {
  std::vector<std::uint64_t> ks;
  std::vector<BitRow> rows;
  std::vector<Possible> possible;  ///< keys possible in the present state
};

/// Returns the bits that a run with tables::Thresholds has decided.
const BitTable& bit_table(const Player& player);

/// One histogram of a selection by digits, with one bin per digit.
struct DigitHistogram {
  struct Mark {
    std::uint64_t k = 0;      ///< number of the element: the k-th largest
    std::uint64_t digit = 0;  ///< digit of the bin that contains it
    std::uint64_t above = 0;  ///< number of keys in higher bins
  };
  std::string prefix;               ///< shared_digits() of the counted keys; empty if all keys are counted
  std::vector<std::uint64_t> bins;  ///< number of keys in each bin
  std::vector<Mark> marks;          ///< bins that contain wanted elements; empty until decided
  std::uint64_t low = 0;            ///< lowest encoded key with this prefix
  unsigned shift = 0;               ///< number of bits below the digit in an encoded key

  /// Returns the index of the first encoded key that a bin counts. Nothing if there is none.
  std::optional<std::uint64_t> first_key(std::span<const std::uint64_t> codes, std::uint64_t bin) const;
};

/// Returns the histograms of the present level, ascending, one per prefix that a wanted element can have. Empty before
/// a digit is counted.
std::vector<DigitHistogram> digit_histograms(const Player& player);

}  // namespace texelsort::app
