#include "app/gui/views/lesson_pictures.h"

#include <algorithm>
#include <numeric>

#include "app/export/colours.h"
#include "app/session/options/view_state_options.h"
#include "compute/algorithms/registry.h"

namespace texelsort::app {

namespace {

/// Greatest numbers of bars, texels and wires in the picture of a lesson. More would be too small to distinguish.
constexpr std::uint64_t most_bars = 64, most_texels = 256, most_wires = 16;
/// Numbers of bits, of rows of bits, and of sequences in the picture of a lesson. They are small, because the picture
/// is small.
constexpr std::size_t most_bits = 16, bit_rows = 5, sequences_shown = 4;

LessonPicture::Form form_of(const std::string& view, bool wires) {
  using Form = LessonPicture::Form;
  if (view == "network" && wires) return Form::wires;
  if (view == "texture" || view == "fold") return Form::texels;
  if (view == "bits") return Form::bits;
  if (view == "digits") return Form::digits;
  if (view == "sequences" || view == "splitters" || view == "samples") return Form::sequences;
  return view == "records" ? Form::records : Form::bars;
}

LessonPicture picture_of(const Lesson& lesson) {
  const ViewState view_state = read_view_state(lesson.steps.front().show);
  const LoadedProblem loaded = load(view_state.problem, {});
  const data::Keys& keys = loaded.problem->keys;
  const ValueRange range = find_range(keys);
  LessonPicture picture;
  const std::uint64_t n = loaded.problem->n();
  const network::Family* family = algorithms::find_algorithm(view_state.algorithm).network();
  const bool wires = family != nullptr && n <= most_wires;
  // Choose the form of the picture by the view that the last step shows, which is the subject of most lessons. For a
  // lesson about a network, draw the network.
  picture.form = form_of(view_state.view, wires);
  if (picture.form != LessonPicture::Form::wires)
    picture.form = form_of(read_view_state(lesson.steps.back().show).view, wires);
  const std::uint64_t shown = std::min(n, picture.form == LessonPicture::Form::texels ? most_texels : most_bars);
  if (n == shown) picture.pinned = view_state.pin;
  for (std::uint64_t i = 0; i < shown; ++i) {
    picture.keys.push_back(static_cast<float>(std::clamp(range.unit(keys, i * n / shown), 0.0, 1.0)));
  }
  std::vector<unsigned> order(shown);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](unsigned i) { return picture.keys[i]; });
  picture.codes.resize(shown);
  for (unsigned place = 0; place < shown; ++place) picture.codes[order[place]] = place;
  if (picture.form == LessonPicture::Form::wires) {
    picture.columns = network::diagram_columns(family->generate(n));
    picture.wires = n;
  }
  return picture;
}

ImU32 colour_of(const Look& look, float key) {
  return to_color(colour_at(look.colormap, key));
}

void draw_wires(const Ui& ui, const Look& look, const LessonPicture& picture, const Box& box) {
  const float pitch = box.height() / static_cast<float>(picture.wires);
  const auto y_of = [&](std::uint64_t wire) { return box.low.y + pitch * (static_cast<float>(wire) + 0.5f); };
  const float dot = std::min(0.34f * pitch, ui.px(7)), left = box.low.x + 2.5f * dot;
  for (std::uint64_t wire = 0; wire < picture.wires; ++wire) {
    draw_line({box.low.x + dot, y_of(wire)}, {box.high.x, y_of(wire)}, ui.theme.faint, std::max(1.0f, ui.px(1)));
  }
  const float step = (box.high.x - left) / static_cast<float>(picture.columns.size());
  for (std::size_t c = 0; c < picture.columns.size(); ++c) {
    const float x = left + step * (static_cast<float>(c) + 0.5f);
    for (const network::Comparator& one : picture.columns[c].comparators) {
      draw_line({x, y_of(one.low)}, {x, y_of(one.high)}, ui.theme.text, ui.px(1.5f));
      draw_disc({x, y_of(one.low)}, 0.45f * dot, ui.theme.minimum, 12);
      draw_disc({x, y_of(one.high)}, 0.45f * dot, ui.theme.maximum, 12);
    }
  }
  for (std::uint64_t wire = 0; wire < picture.wires; ++wire) {
    draw_disc({box.low.x + dot, y_of(wire)}, dot, colour_of(look, picture.keys[wire]), 16);
  }
}

/// Draws the keys as squares in rows, in the order of a texture.
void draw_texels(const Ui& ui, const Look& look, const LessonPicture& picture, const Box& box) {
  const std::size_t n = picture.keys.size();
  std::size_t across = 1;
  while (across * across < n) across *= 2;
  const std::size_t down = (n + across - 1) / across;
  const float side = std::min(box.width() / static_cast<float>(across), box.height() / static_cast<float>(down));
  const float left = box.middle().x - 0.5f * side * static_cast<float>(across);
  const float top = box.middle().y - 0.5f * side * static_cast<float>(down);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t column = i % across, row = i / across;
    const ImVec2 at{left + side * static_cast<float>(column), top + side * static_cast<float>(row)};
    const Box texel = Box::at(at, {side - 1, side - 1});
    draw_box(texel, colour_of(look, picture.keys[i]));
    if (picture.pinned == i) draw_outline(texel.grown(1), ui.theme.selected, ui.px(2));
  }
}

void draw_bars(const Look& look, std::span<const float> keys, const Box& box) {
  const Slots slots = Slots::across(box, std::max<std::size_t>(keys.size(), 1));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const float tall = std::max(2.0f, keys[i] * box.height());
    draw_box({{slots.x(i), box.high.y - tall}, {slots.x(i) + slots.pitch - slots.gap(0.16f), box.high.y}},
             colour_of(look, keys[i]));
  }
}

/// Draws the keys as bars. The colour of a bar is that of the key's highest digit.
void draw_digits(const Look& look, const LessonPicture& picture, const Box& box) {
  constexpr float digits = 4;
  const Slots slots = Slots::across(box, std::max<std::size_t>(picture.keys.size(), 1));
  for (std::size_t i = 0; i < picture.keys.size(); ++i) {
    const float key = picture.keys[i], tall = std::max(2.0f, key * box.height());
    const auto digit = static_cast<std::uint64_t>(std::min(key * digits, digits - 1));
    draw_box({{slots.x(i), box.high.y - tall}, {slots.x(i) + slots.pitch - slots.gap(0.16f), box.high.y}},
             to_color(scale_colour(look, static_cast<std::uint64_t>(digits), digit)));
  }
}

/// Draws the ranks of keys in binary, one column per key, with the highest bit on top.
void draw_bits(const Ui& ui, const Look& look, const LessonPicture& picture, const Box& box) {
  const std::size_t n = std::min(picture.codes.size(), most_bits);
  const float side = std::min(box.width() / static_cast<float>(n), box.height() / static_cast<float>(bit_rows));
  const float left = box.middle().x - 0.5f * side * static_cast<float>(n);
  const float top = box.middle().y - 0.5f * side * static_cast<float>(bit_rows);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t row = 0; row < bit_rows; ++row) {
      const bool one = (picture.codes[i] >> (bit_rows - 1 - row) & 1u) != 0;
      const ImVec2 at{left + side * static_cast<float>(i), top + side * static_cast<float>(row)};
      const Box cell = Box::at(at, {side - 2, side - 2});
      if (one) {
        draw_box(cell, colour_of(look, picture.keys[i]), ui.px(2));
      } else {
        draw_outline(cell, ui.theme.faint, 1, ui.px(2));
      }
    }
  }
}

/// Draws the keys as several sequences, each in sorted order.
void draw_sequences(const Ui& ui, const Look& look, const LessonPicture& picture, const Box& box) {
  const std::size_t each = picture.keys.size() / sequences_shown;
  const float gap = ui.px(8), width = (box.width() - gap * (sequences_shown - 1)) / sequences_shown;
  for (std::size_t s = 0; s < sequences_shown; ++s) {
    std::vector<float> part(picture.keys.begin() + static_cast<std::ptrdiff_t>(s * each),
                            picture.keys.begin() + static_cast<std::ptrdiff_t>((s + 1) * each));
    std::ranges::sort(part);
    const float left = box.low.x + static_cast<float>(s) * (width + gap);
    draw_bars(look, part, {{left, box.low.y}, {left + width, box.high.y}});
  }
}

/// Draws each record as a row: its key, then its fields in a fainter shade of the key's colour.
void draw_records(const Ui& ui, const Look& look, const LessonPicture& picture, const Box& box) {
  constexpr std::size_t fields = 4, rows = 6;
  const float width = box.width() / static_cast<float>(fields), height = box.height() / static_cast<float>(rows);
  for (std::size_t i = 0; i < std::min(rows, picture.keys.size()); ++i) {
    for (std::size_t f = 0; f < fields; ++f) {
      const ImVec2 at{box.low.x + width * static_cast<float>(f), box.low.y + height * static_cast<float>(i)};
      const ImU32 colour = colour_of(look, picture.keys[i]);
      draw_box(Box::at(at, {width - 3, height - 3}), f == 0 ? colour : with_alpha(colour, 0.4f), ui.px(2));
    }
  }
}

}  // namespace

LessonPictures lesson_pictures() {
  LessonPictures all;
  for (const Lesson& lesson : lessons()) all.of_lesson.push_back(picture_of(lesson));
  return all;
}

void draw_lesson_picture(const Ui& ui, const Look& look, const LessonPicture& picture, const Box& box) {
  using Form = LessonPicture::Form;
  switch (picture.form) {
    case Form::wires:
      return draw_wires(ui, look, picture, box);
    case Form::texels:
      return draw_texels(ui, look, picture, box);
    case Form::bars:
      return draw_bars(look, picture.keys, box);
    case Form::digits:
      return draw_digits(look, picture, box);
    case Form::bits:
      return draw_bits(ui, look, picture, box);
    case Form::sequences:
      return draw_sequences(ui, look, picture, box);
    case Form::records:
      return draw_records(ui, look, picture, box);
  }
}

}  // namespace texelsort::app
