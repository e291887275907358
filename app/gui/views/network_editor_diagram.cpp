#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "app/gui/views/fitting.h"
#include "app/gui/views/network_editor_bench.h"
#include "app/gui/views/network_editor_views.h"
#include "app/session/network_editor.h"

namespace texelsort::app {

namespace {

using network::Comparator;
using Spot = NetworkEditor::Spot;
using Target = NetworkEditor::Target;

/// Smallest movement of the mouse that counts as a drag, in pixels at scale 1. A smaller movement is an unsteady click.
constexpr float least_drag = 4;

std::uint64_t smaller_of(const Comparator& c) {
  return c.reversed ? c.high : c.low;
}
std::uint64_t larger_of(const Comparator& c) {
  return c.reversed ? c.low : c.high;
}

/// Returns the bits on the wires for one input: before the first step, and after each step. Bit i of a number is the
/// bit on wire i.
std::vector<std::uint32_t> states_of(const NetworkEditor::Design& design, std::uint32_t input) {
  std::vector<std::uint32_t> states{input};
  for (const auto& step : design.steps) {
    for (const Comparator& c : step) {
      const std::uint32_t smaller = std::uint32_t{1} << smaller_of(c), larger = std::uint32_t{1} << larger_of(c);
      if ((input & smaller) != 0 && (input & larger) == 0) input ^= smaller | larger;
    }
    states.push_back(input);
  }
  return states;
}

/// Draws a bit on a wire: bright for a one, dark for a zero. A wrong bit has an outline in the warning colour.
void draw_bit(const Ui& ui, ImVec2 middle, float radius, bool one, bool wrong) {
  draw_disc(middle, radius, one ? ui.theme.accent : ui.theme.raised, 20);
  draw_circle(middle, radius, wrong ? ui.theme.warning : ui.theme.faint, 20, ui.px(wrong ? 2.5f : 1.0f));
  if (radius >= ui.px(8)) {
    draw_text_centred(ui.fonts.mono_small, middle, one ? ui.theme.on_accent : ui.theme.text, one ? "1" : "0");
  }
}

void draw_wires(const Ui& ui, Session& session, const Bench& bench) {
  const NetworkEditor& network_editor = workspace<NetworkEditor>(session);
  const auto input = shown_input(ui, session);
  const auto states = states_of(network_editor.design(), input.value_or(0));
  const std::uint32_t output = states.back();
  const auto ones = static_cast<unsigned>(std::popcount(output));
  // If the wires are too close to each other, draw only some of their numbers.
  const float tall = line_height(ui.fonts.mono_small);
  const auto every = static_cast<std::uint64_t>(std::ceil(0.8f * tall / bench.pitch));
  for (std::uint64_t wire = 0; wire < bench.n; ++wire) {
    const float y = std::round(bench.wire_y(wire)) + 0.5f;
    float x = bench.body.low.x;
    const auto range = [&](float to, std::uint32_t state) {
      const bool one = input && (state >> wire & 1) != 0;
      draw_line({x, y}, {to, y}, one ? ui.theme.accent : ui.theme.faint, one ? ui.px(3) : ui.px(1));
      x = to;
    };
    for (std::size_t s = 0; s < bench.steps.size(); ++s) {
      if ((states[s] >> wire & 1) == (states[s + 1] >> wire & 1)) continue;
      const auto& list = network_editor.design().steps[s];
      const auto c =
          std::ranges::find_if(list, [wire](const Comparator& one) { return one.low == wire || one.high == wire; });
      range(bench.x_of({s, static_cast<std::size_t>(c - list.begin())}), states[s]);
    }
    range(bench.body.high.x, output);
    const float side = std::min(0.42f * bench.pitch, ui.px(9));
    if (wire % every == 0) {
      draw_text_before(ui.fonts.mono_small, {bench.body.low.x - 2.4f * side - ui.px(4), y - 0.5f * tall}, ui.theme.dim,
                       std::to_string(wire));
    }
    if (!input) continue;
    const bool one = (output >> wire & 1) != 0, wrong = one != (wire >= bench.n - ones);
    draw_bit(ui, {bench.body.low.x - 1.2f * side, y}, side, (*input >> wire & 1) != 0, false);
    draw_bit(ui, {bench.body.high.x + 1.2f * side, y}, side, one, wrong);
    // Mark a wrong bit with a cross too, because readers may not see its colour.
    if (wrong) draw_verdict(false, {bench.body.high.x + 3.2f * side, y}, 0.6f * side, ui.theme.warning);
  }
}

/// Draws a comparator. Its marks have the radius `end` in pixels.
void draw_comparator(float x, float smaller, float larger, ImU32 colour, float thickness, float end, bool arrow) {
  draw_line({x, smaller}, {x, larger}, colour, thickness);
  draw_disc({x, smaller}, end, colour, 14);
  if (!arrow) return draw_disc({x, larger}, end, colour, 14);
  const float size = 2 * end, back = larger + (smaller < larger ? -size : size);
  draw_triangle({x - 0.7f * size, back}, {x + 0.7f * size, back}, {x, larger}, colour);
}

/// Draws the steps as bands of two alternating tones. Below each step, draws the number of inputs that are unsorted
/// after it.
void draw_steps(const Ui& ui, Session& session, const Bench& bench, float bottom) {
  const ZeroOneResult* result = workspace<NetworkEditor>(session).result();
  const float tall = line_height(ui.fonts.mono_small);
  for (std::size_t s = 0; s < bench.steps.size(); ++s) {
    const auto& step = bench.steps[s];
    if (s % 2 == 0) {
      draw_box({{step.begin, bench.body.low.y}, {step.end, bench.body.high.y}}, with_alpha(ui.theme.raised, 0.55f),
               ui.px(4));
    }
    if (result == nullptr || s + 1 >= result->unsorted.size()) continue;
    const float width = step.end - step.begin + bench.room - ui.px(4);
    const std::uint64_t unsorted = result->unsorted[s + 1];
    const std::string whole = std::to_string(unsorted);
    // Shorten a number to thousands. Its first digits alone would look like a smaller number.
    std::string shown = whole;
    if (text_width(ui.fonts.mono_small, shown) > width)
      shown = unsorted < 1000 ? "" : fmt::format("{}k", unsorted / 1000);
    if (text_width(ui.fonts.mono_small, shown) > width) shown.clear();
    draw_shortened_centred(ui.fonts.mono_small, {0.5f * (step.begin + step.end), bottom - 0.5f * tall},
                           unsorted == 0 ? ui.theme.kept : ui.theme.dim, whole, shown);
  }
}

void draw_comparators(const Ui& ui, Session& session, const Bench& bench) {
  const NetworkEditor& network_editor = workspace<NetworkEditor>(session);
  const NetworkEditorDraft& draft = ui.network_editor;
  const auto reversed = [](const auto& step) { return std::ranges::any_of(step, &Comparator::reversed); };
  const bool arrows = std::ranges::any_of(network_editor.design().steps, reversed);
  const float end = bench.mark_radius(ui.px(4.5f)), thickness = std::clamp(0.6f * end, 1.0f, ui.px(2));
  for (std::size_t s = 0; s < bench.steps.size(); ++s) {
    for (const auto& column : bench.steps[s].columns) {
      for (const std::size_t i : column.comparators) {
        const Comparator& c = network_editor.at({s, i});
        const bool selected = draft.selected == Spot{s, i}, dragged = draft.drag && draft.drag->spot == Spot{s, i};
        const float low = bench.wire_y(c.low), high = bench.wire_y(c.high), x = std::round(column.x) + 0.5f;
        if (selected) draw_line({x, low}, {x, high}, with_alpha(ui.theme.selected, 0.4f), ui.px(9));
        const ImU32 colour = dragged ? with_alpha(ui.theme.text, 0.3f) : selected ? ui.theme.selected : ui.theme.text;
        draw_comparator(x, c.reversed ? high : low, c.reversed ? low : high, colour, thickness, end, arrows);
      }
    }
  }
}

/// Place at which a comparator would be if the user ended the drag now. Without a place, ending the drag removes the
/// comparator.
struct Drop {
  Target target;
  std::uint64_t low = 0, high = 0;
};

std::optional<Drop> drop_of(const NetworkEditor& network_editor, const Bench& bench,
                            const NetworkEditorDraft::Drag& drag, ImVec2 mouse, float margin) {
  const std::uint64_t wire = bench.wire_at(mouse.y);
  if (!drag.spot) return Drop{drag.from, drag.wire, wire};
  if (!bench.body.grown(margin).contains(mouse)) return std::nullopt;
  if (drag.fixed) return Drop{{drag.spot->step, false}, *drag.fixed, wire};
  const Comparator& c = network_editor.at(*drag.spot);
  const auto shift = static_cast<std::int64_t>(wire) - static_cast<std::int64_t>(drag.wire);
  const auto last = static_cast<std::int64_t>(bench.n) - 1;
  const std::int64_t by =
      std::clamp(shift, -static_cast<std::int64_t>(c.low), last - static_cast<std::int64_t>(c.high));
  return Drop{bench.target_at(mouse.x), static_cast<std::uint64_t>(static_cast<std::int64_t>(c.low) + by),
              static_cast<std::uint64_t>(static_cast<std::int64_t>(c.high) + by)};
}

/// Changes the network when a drag ends. A new comparator puts the larger key on the lower wire, but a moved one keeps
/// its direction.
void apply(NetworkEditor& network_editor, const NetworkEditorDraft::Drag& drag, const std::optional<Drop>& drop) {
  if (!drag.spot) {
    network_editor.add(drop->target, std::min(drop->low, drop->high), std::max(drop->low, drop->high));
    return;
  }
  if (!drop) {
    network_editor.remove(*drag.spot);
    return;
  }
  const bool reversed = network_editor.at(*drag.spot).reversed;
  const auto [low, high] = std::minmax(drop->low, drop->high);
  network_editor.move(*drag.spot, drop->target, reversed ? high : low, reversed ? low : high);
}

/// Returns the wire of the end that stays, if the user drags a comparator near its other end. Returns nothing for a
/// drag in the middle, which moves the whole comparator.
std::optional<std::uint64_t> fixed_end(const Bench& bench, const Comparator& c, float y) {
  const float low = bench.wire_y(c.low), high = bench.wire_y(c.high), near = 0.3f * (high - low);
  if (y < low + near) return c.high;
  if (y > high - near) return c.low;
  return std::nullopt;
}

void begin_drag(Ui& ui, const NetworkEditor& network_editor, const Bench& bench, ImVec2 mouse) {
  NetworkEditorDraft::Drag drag{
      .from = bench.target_at(mouse.x), .wire = bench.wire_at(mouse.y), .spot = {}, .x = mouse.x, .y = mouse.y};
  drag.spot = bench.hit(network_editor.design(), mouse, ui.px(6));
  if (drag.spot) drag.fixed = fixed_end(bench, network_editor.at(*drag.spot), mouse.y);
  ui.network_editor.drag = drag;
}

void end_drag(Ui& ui, NetworkEditor& network_editor, const Bench& bench, ImVec2 mouse) {
  NetworkEditorDraft& draft = ui.network_editor;
  const NetworkEditorDraft::Drag drag = *draft.drag;
  draft.drag.reset();
  if (!drag.moved) {
    draft.selected = draft.selected == drag.spot ? std::nullopt : drag.spot;
    return;
  }
  apply(network_editor, drag, drop_of(network_editor, bench, drag, mouse, ui.px(24)));
}

/// Draws the effect of the present drag: the comparator at its new place, or a cross if it would be removed.
void draw_drag(const Ui& ui, const NetworkEditor& network_editor, const Bench& bench, ImVec2 mouse) {
  const NetworkEditorDraft::Drag& drag = *ui.network_editor.drag;
  if (!drag.moved) return;
  const auto drop = drop_of(network_editor, bench, drag, mouse, ui.px(24));
  if (!drop) return draw_verdict(false, mouse, ui.px(8), ui.theme.warning);
  const float x = bench.target_x(drop->target);
  if (drop->target.own) {
    draw_box({{x - 0.5f * bench.room, bench.body.low.y}, {x + 0.5f * bench.room, bench.body.high.y}},
             with_alpha(ui.theme.accent, 0.2f), ui.px(4));
  }
  const float low = bench.wire_y(std::min(drop->low, drop->high)), high = bench.wire_y(std::max(drop->low, drop->high));
  draw_dashed({x, low}, {x, high}, ui.px(4), ui.px(2.5f), ui.theme.accent);
  draw_disc({x, low}, ui.px(4), ui.theme.accent, 14);
  draw_disc({x, high}, ui.px(4), ui.theme.accent, 14);
}

void handle_mouse(Ui& ui, Session& session, const Bench& bench) {
  NetworkEditor& network_editor = workspace<NetworkEditor>(session);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  auto& drag = ui.network_editor.drag;
  if (ImGui::IsItemActivated()) begin_drag(ui, network_editor, bench, mouse);
  if (drag && ImGui::IsItemActive()) {
    drag->moved |= std::abs(mouse.x - drag->x) + std::abs(mouse.y - drag->y) > ui.px(least_drag);
    draw_drag(ui, network_editor, bench, mouse);
  } else if (drag) {
    end_drag(ui, network_editor, bench, mouse);
  } else if (ImGui::IsItemHovered()) {
    const auto hit = bench.hit(network_editor.design(), mouse, ui.px(6));
    if (hit && ImGui::IsMouseClicked(1)) {
      network_editor.remove(*hit);
    } else if (hit) {
      const Comparator& c = network_editor.at(*hit);
      show_tooltip(ui, fmt::format("Step {}: compares places {} and {} and puts the smaller key at {}. Drag the "
                                   "comparator or one of its ends to move it. Right-click it to delete it.",
                                   hit->step + 1, c.low, c.high, smaller_of(c)));
    }
  }
}

}  // namespace

void network_editor_diagram(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "network editor diagram", box, false);
  NetworkEditor& network_editor = workspace<NetworkEditor>(session);
  Box body = view_header(
      ui, box, "Network",
      fitting_caption(ui, box, "Network",
                      {"drag from wire to wire to add a comparator; numbers below: unsorted inputs after each step",
                       "numbers below: unsorted inputs after each step", "below: unsorted inputs", ""}));
  const float bottom = body.high.y, tall = line_height(ui.fonts.mono_small);
  const float pitch = (body.height() - tall - ui.px(4)) / static_cast<float>(network_editor.design().n);
  const float side = std::min(0.42f * pitch, ui.px(9));
  body.low.x += text_width(ui.fonts.mono_small, "15") + 2.4f * side + ui.px(6);
  body.high.x -= 4 * side + ui.px(2);
  body.high.y -= tall + ui.px(4);
  if (body.width() >= 24 && body.height() >= 24) {
    const Bench bench(network_editor.design(), body, ui.px(40));
    ImGui::SetCursorScreenPos({body.low.x, body.low.y});
    ImGui::InvisibleButton("bench", body.size());
    note_item("bench");
    draw_steps(ui, session, bench, bottom);
    draw_wires(ui, session, bench);
    draw_comparators(ui, session, bench);
    handle_mouse(ui, session, bench);
  }
  end_card();
}

}  // namespace texelsort::app
