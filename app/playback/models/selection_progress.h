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

/// What a selection's passes have found out, as views and panels show it. Knows neither ImGui nor OpenGL.
namespace texelsort::app {

/// The codes whose bits a selection decides, by thresholds or digits.
algorithms::Interval searched_codes(const Player& player);

/// The lowest and the highest code of the problem's keys.
struct CodeSpan {
  std::uint64_t lowest = ~std::uint64_t{0}, highest = 0;
};
const CodeSpan& code_span(const Player& player);

/// What a selection's present pass has counted; null if it has not.
const algorithms::ThresholdCount* counted(const Player& player);

/// The answers to the questions by name, "2nd largest", once all are found; empty before that.
std::vector<std::pair<std::string, std::string>> answers(const Player& player,
                                                         std::span<const algorithms::Question> questions);

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

/// The bits that a run with tables::Thresholds has decided.
const BitTable& bit_table(const Player& player);

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
  std::uint64_t low = 0;            ///< the least code with this prefix
  unsigned shift = 0;               ///< bits of a code after the digit

  /// The index of the first of these codes that the bin counts.
  std::optional<std::uint64_t> first_key(std::span<const std::uint64_t> codes, std::uint64_t bin) const;
};

/// The histograms of the present level, one for each prefix that an element looked for can have, ascending; none before
/// a digit is counted.
std::vector<DigitHistogram> digit_histograms(const Player& player);

}  // namespace texelsort::app
