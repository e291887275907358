#pragma once

#include <cstdint>
#include <string>

#include "app/panels/widgets.h"
#include "app/selection_progress.h"
#include "app/session.h"
#include "app/window/ui.h"

/// Where the columns of the table of bits are on the screen.
namespace texelsort::app {

struct BitColumns {
  /// What an element's cell holds: "3 ≥ 2", mark, "kept" and "1···"; mark and "1···"; mark and 1.
  enum class Detail : std::uint8_t { full, known, mark };

  ImFont* font = nullptr;  ///< of numbers
  float row = 0;           ///< height of a line
  float pass = 0, m = 0, bit = 0, key = 0, count = 0, elements = 0,
        right = 0;                  ///< left edges, and the table's right one
  float element = 0;                ///< width of an element's cell
  float mark_at = 0, known_at = 0;  ///< offsets in it
  std::size_t shown = 0;            ///< elements that there is room for
  Detail detail = Detail::full;
  bool one_bit = true;       ///< a round decides a single bit
  bool hexadecimal = false;  ///< thresholds are, and a column says which bits are decided

  float element_x(std::size_t e) const { return elements + element * static_cast<float>(e); }
};

/// What becomes of a single bit, "kept" or "cleared"; of several, where the element is.
const char* word_of(Decision decision, bool one_bit);

/// "31", or "31–30" of several: the bits that a row decides.
std::string bits_text(const BitRow& row);

/// A threshold's or an answer's key, in few letters.
std::string key_text(const Session& session, std::uint64_t code, std::size_t letters = 12);

BitColumns lay_out_bits(const Ui& ui, const Session& session, const BitTable& table, const Box& body);

}  // namespace texelsort::app
