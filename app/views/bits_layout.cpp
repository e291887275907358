#include "app/views/bits_layout.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "compute/algorithms/selection/codes.h"

namespace texelsort::app {

namespace {

using Detail = BitColumns::Detail;

/// Widths of what stands in the cells.
struct Widths {
  float pass = 0, m = 0, bit = 0, key = 0, count = 0, compared = 0, word = 0;
};

Widths measure(const Ui& ui, const Session& session, const BitTable& table, ImFont* font, bool one_bit) {
  const auto searched = searched_codes(session.player());
  const std::uint64_t n = session.problem().n();
  Widths widths;
  const auto label = [&](const char* text) { return text_width(ui.fonts.small, text); };
  widths.pass = std::max(label("pass"), text_width(font, std::to_string(table.rows.size())));
  widths.m = text_width(font, algorithms::threshold_text(searched.last(), searched));
  widths.bit = text_width(font, one_bit ? "63" : "63-60");
  widths.key = std::max(label("key of m"), text_width(font, key_text(session, searched.last())));
  for (const BitRow& row : table.rows) {
    if (row.counts) widths.key = std::max(widths.key, text_width(font, key_text(session, row.threshold)));
  }
  widths.count = std::max(label("c(m)"), text_width(font, grouped(n)));
  widths.compared = text_width(font, fmt::format("{} \u2265 {}", grouped(n), grouped(table.ks.back())));
  for (const Decision decision : {Decision::at_least, Decision::below}) {
    widths.word = std::max(widths.word, text_width(ui.fonts.body, word_of(decision, one_bit)));
  }
  return widths;
}

void place_cells(const Ui& ui, const Widths& widths, BitColumns& columns) {
  const float mark = ui.px(24), gap = ui.px(20);
  columns.mark_at = columns.detail == Detail::full ? widths.compared + gap : 0;
  columns.known_at = columns.mark_at + mark + (columns.detail == Detail::full ? widths.word + gap : 0);
  columns.element = columns.detail == Detail::mark ? ui.px(72) : columns.known_at + widths.m + gap;
}

/// True if all elements fit.
bool place(const Ui& ui, const Widths& widths, const BitTable& table, const Box& body, BitColumns& columns) {
  const float gap = ui.px(columns.font == ui.fonts.mono_large ? 34.0f : 24.0f);
  columns.pass = body.low.x + ui.px(14);
  columns.m = columns.pass + widths.pass + gap;
  columns.bit = columns.m + widths.m + gap;
  columns.key = columns.bit + (columns.hexadecimal ? widths.bit + gap : 0);
  columns.count = columns.key + widths.key + gap;
  columns.elements = columns.count + widths.count + gap;
  columns.right = body.high.x;
  columns.row = line_height(columns.font) + ui.px(7);
  place_cells(ui, widths, columns);
  const float room = std::max(0.0f, columns.right - columns.elements);
  columns.shown = std::clamp<std::size_t>(static_cast<std::size_t>(room / columns.element), 1, table.ks.size());
  return columns.element * static_cast<float>(table.ks.size()) <= room;
}

}  // namespace

const char* word_of(Decision decision, bool one_bit) {
  if (one_bit) return decision == Decision::at_least ? "kept" : "cleared";
  return decision == Decision::at_least ? "at least m" : "below m";
}

std::string bits_text(const BitRow& row) {
  if (row.high_bit == row.low_bit) return std::to_string(row.high_bit);
  return fmt::format("{}-{}", row.high_bit, row.low_bit);
}

std::string key_text(const Session& session, std::uint64_t code, std::size_t letters) {
  const auto& problem = session.problem();
  return short_number(data::text(key_of(code, problem.type(), problem.order), 0), letters);
}

BitColumns lay_out_bits(const Ui& ui, const Session& session, const BitTable& table, const Box& body) {
  struct Form {
    ImFont* font;
    Detail detail;
  };
  // Large letters as long as they leave room for everything, then less in a cell.
  const std::array forms{Form{ui.fonts.mono_large, Detail::full}, Form{ui.fonts.mono, Detail::full},
                         Form{ui.fonts.mono, Detail::known}, Form{ui.fonts.mono_small, Detail::known},
                         Form{ui.fonts.mono_small, Detail::mark}};
  BitColumns columns;
  columns.one_bit = session.player().run().selection()->digit == 1;
  const auto searched = searched_codes(session.player());
  columns.hexadecimal = algorithms::threshold_text(searched.low, searched).starts_with("0x");
  for (const Form& form : forms) {
    columns.font = form.font;
    columns.detail = form.detail;
    const bool fits = place(ui, measure(ui, session, table, form.font, columns.one_bit), table, body, columns);
    // Heads, some rows and the answer; the others are scrolled through.
    constexpr float fewest_rows = 5;
    const float height = columns.row * (fewest_rows + 1) + line_height(ui.fonts.small) + ui.px(9);
    if (fits && (form.font != ui.fonts.mono_large || height <= body.height())) break;
  }
  return columns;
}

}  // namespace texelsort::app
