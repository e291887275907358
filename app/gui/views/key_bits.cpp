#include "app/gui/views/key_bits.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace texelsort::app {

namespace {

/// Smallest and greatest height of a bit in pixels at scale 1, and greatest number of keys whose bits are drawn.
constexpr float lowest_bit = 4.5f, highest_bit = 20;
constexpr std::uint64_t most_columns = 1024;

}  // namespace

BitRows bit_rows(const Ui& ui, const algorithms::DigitPass& pass, std::span<const std::uint64_t> codes, float room) {
  std::uint64_t any = 0;
  for (const std::uint64_t code : codes) any |= code;
  const std::uint32_t end = pass.shift + pass.bits;
  const auto bits = std::max<std::uint32_t>(static_cast<std::uint32_t>(std::bit_width(any)), end);
  const auto fitting = static_cast<std::uint32_t>(std::max(0.0f, room / ui.px(lowest_bit)));
  if (codes.empty() || codes.size() > most_columns || fitting < pass.bits) return {};
  if (fitting >= bits) return {0, bits};
  const std::uint32_t high = std::min(bits, std::max(end + (fitting - pass.bits) / 2, fitting));
  return {high - fitting, high};
}

float key_bits_height(const Ui& ui, const BitRows& rows, float room) {
  return std::min(room, static_cast<float>(rows.count()) * ui.px(highest_bit));
}

void draw_key_bits(const Ui& ui, const algorithms::DigitPass& pass, std::span<const std::uint64_t> codes,
                   const BitRows& rows, const Slots& places, const Box& box) {
  if (rows.count() == 0 || places.pitch < 1.5f) return;
  const float row = box.height() / static_cast<float>(rows.count()),
              gap = std::min(row, places.pitch) >= 6 ? 1.0f : 0.0f;
  ImFont* font = ui.fonts.mono_small;
  const bool written = row >= line_height(font) && places.pitch >= text_width(font, "0") + 2;
  const auto top = [&](std::uint32_t bit) { return box.high.y - row * static_cast<float>(bit + 1 - rows.low); };
  for (std::uint32_t bit = rows.low; bit < rows.high; ++bit) {
    const bool present = bit >= pass.shift && bit < pass.shift + pass.bits, done = bit < pass.shift;
    const ImU32 one = present ? ui.theme.maximum : done ? ui.theme.kept : ui.theme.dim;
    const ImU32 zero = present ? blend(ui.theme.raised, ui.theme.maximum, 0.18f) : ui.theme.raised;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const bool set = (codes[i] >> bit & 1) != 0;
      const float left = places.x(i);
      const Box cell{{left, top(bit)}, {left + places.pitch - gap, top(bit) + row - gap}};
      draw_box(cell, set ? one : zero);
      if (!written) continue;
      draw_text_centred(font, cell.middle(), set ? readable_on(glm::vec3(to_vec4(one))) : ui.theme.dim,
                        set ? "1" : "0");
    }
  }
  const float low = top(pass.shift + pass.bits - 1), high = top(pass.shift) + row;
  const float right = places.x(codes.size());
  draw_outline({{places.box.low.x - 2, low - 1}, {right + 1, high + 1}}, ui.theme.selected, ui.px(2), ui.px(2));
  // Write the numbers of the framed bits to the left of the frame, in line with the names of rows.
  const std::string name =
      pass.bits == 1 ? fmt::format("bit {}", pass.shift) : fmt::format("{}-{}", pass.shift + pass.bits - 1, pass.shift);
  draw_text_before(ui.fonts.small, {places.box.low.x - ui.px(6), 0.5f * (low + high - line_height(ui.fonts.small))},
                   ui.theme.text, name);
}

}  // namespace texelsort::app
