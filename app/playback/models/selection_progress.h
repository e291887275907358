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

/// Returns each question of a selection in words, such as "2nd largest", with its answer. Returns an empty list before
/// all answers are found.
std::vector<std::pair<std::string, std::string>> answers(const Player& player,
                                                         std::span<const algorithms::Question> questions);

std::uint64_t code_of(const data::Keys& keys, std::uint64_t i, data::Order order);

/// Returns an array with a single key, which is decoded from `code`.
data::Keys key_of(std::uint64_t code, data::KeyType type, data::Order order);

/// Interval of encoded keys that are still possible for one wanted element.
struct Possible {
  std::uint64_t k = 0;  ///< rank of the wanted element, the k-th largest
  std::uint64_t low = 0, high = 0;
  bool found() const { return low == high; }
};

/// Returns the text of the digits that all encoded keys from `low` to `high` share, in the form of threshold_text().
/// Other digits are dots: "10··".
std::string shared_digits(std::uint64_t low, std::uint64_t high, const algorithms::Interval& searched);

/// Result of comparing a wanted element with the threshold m of a pass. at_least: c(m) >= k, so the element is at least
/// m and the bit stays set. below: the element is below m, and the bit is cleared. not_asked: an earlier pass has
/// decided this.
enum class Decision : std::uint8_t { not_asked, at_least, below };

/// Table row for one pass of a selection by thresholds.
struct BitRow {
  algorithms::PassHeader header;
  bool counts = false;  ///< true if the pass counted keys, false if it only prepared a count
  std::uint64_t threshold = 0, count = 0;
  std::string m;  ///< text of the threshold m from threshold_text()
  /// Positions, in the text `m`, of the first and last digit that the pass decides.
  std::size_t first_digit = 0, last_digit = 0;
  /// Numbers of the highest and lowest bit that the pass decides. The least significant bit is number 0.
  unsigned high_bit = 0, low_bit = 0;
  std::vector<Decision> decisions;  ///< decisions of the pass, one per wanted element
  /// Keys that each wanted element can still be after the pass, as one interval per element.
  std::vector<Possible> possible;
};

/// Progress of a selection by thresholds, with one row per pass. `ks` contains each wanted k once, in ascending order.
struct BitTable {
  std::vector<std::uint64_t> ks;
  std::vector<BitRow> rows;
  /// Keys that each wanted element can still be in the present state, as one interval per element.
  std::vector<Possible> possible;
};

/// Returns the decisions of all executed passes of a selection by thresholds.
const BitTable& bit_table(const Player& player);

/// Histogram of a selection by digits, with one bin per digit value.
struct DigitHistogram {
  struct Mark {
    std::uint64_t k = 0;      ///< rank of the wanted element, the k-th largest
    std::uint64_t digit = 0;  ///< digit of the bin that contains the wanted element, which is the bin's index
    std::uint64_t above = 0;  ///< number of counted keys with a higher digit
  };
  /// Text of the digits that all counted keys share, from shared_digits(); empty if all keys are counted.
  std::string prefix;
  std::vector<std::uint64_t> bins;  ///< number of keys in each bin
  std::vector<Mark> marks;          ///< bins that contain a wanted element; empty before they are known
  std::uint64_t low = 0;            ///< lowest encoded key that begins with the shared digits
  unsigned shift = 0;               ///< number of bits below the digit in an encoded key

  /// Returns the index in `codes` of the first encoded key that belongs to a bin, or nothing if there is none.
  std::optional<std::uint64_t> first_key(std::span<const std::uint64_t> codes, std::uint64_t bin) const;
};

/// Returns the histograms of the digit that the selection counts now: one per possible prefix of a wanted element, in
/// ascending order. Returns an empty list before a digit is counted.
std::vector<DigitHistogram> digit_histograms(const Player& player);

}  // namespace texelsort::app
