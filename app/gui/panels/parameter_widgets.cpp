#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "app/gui/panels/panels.h"
#include "app/gui/window/compat.h"
#include "compute/algorithms/prepare.h"

namespace texelsort::app {

namespace {

using algorithms::ParameterSpec;

/// Greatest number of steps of a slider with a mark for each value. With more steps, the marks would be too close.
constexpr int most_marks = 40;

/// Computes the screen positions at which ImGui draws the values of an integer slider, so that marks below it match.
struct SliderPlaces {
  int low, high;
  float first, reach;

  SliderPlaces(int lowest, int highest, const Box& frame) : low(lowest), high(highest) {
    constexpr float padding = 2;  // padding inside ImGui's slider in pixels, which is constant at all scales
    const float room = frame.width() - 2 * padding;
    const float grab =
        std::min(std::max(room / static_cast<float>(high - low + 1), ImGui::GetStyle().GrabMinSize), room);
    first = frame.low.x + padding + 0.5f * grab;
    reach = room - grab;
  }
  float x(int value) const {
    return high == low ? first : first + reach * static_cast<float>(value - low) / static_cast<float>(high - low);
  }
  int value_at(float x) const {
    const float share = reach <= 0 ? 0 : std::clamp((x - first) / reach, 0.0f, 1.0f);
    return low + static_cast<int>(std::lround(share * static_cast<float>(high - low)));
  }
};

struct Widget {
  const Ui& ui;
  Session& session;
  SetupDraft& draft;
  const ParameterSpec& spec;

  const std::string& value() const { return session.parameters().text(spec.name); }
  void set(const std::string& text) const {
    if (text != value()) session.change_parameter(spec.name, text);
  }
  /// Returns the reason why a parameter value cannot be chosen, or an empty string if it can.
  const std::string& refusal(const std::string& text) const {
    return session.value_refusals().find(session, spec.name, text);
  }

  /// Draws a mark below the slider for each value: a stroke for a valid value, a grey cross for a rejected one.
  void marks(const SliderPlaces& places, float top, auto&& text_of) const {
    if (places.high - places.low >= most_marks) return;
    const float tall = ui.px(5);
    for (int v = places.low; v <= places.high; ++v) {
      const float x = places.x(v);
      if (refusal(text_of(v)).empty()) {
        draw_line({x, top}, {x, top + 0.6f * tall}, ui.theme.dim);
      } else {
        draw_verdict(false, {x, top + 0.5f * tall}, 0.5f * tall, ui.theme.faint);
      }
    }
  }

  /// Draws a slider for a parameter. The run restarts only when the user releases the slider, not at every step.
  void slider(int low, int high, int now, auto&& text_of) const {
    const auto held = draft.parameters.find(spec.name);
    int moved = held == draft.parameters.end() ? now : std::stoi(held->second);
    const std::string shown = text_of(moved);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    // Draw the value to the right of the slider, because the knob would cover it.
    const float room = compat::room().x, value_width = std::max(ui.px(44), text_width(ui.fonts.mono, shown) + ui.px(4));
    ImGui::SetNextItemWidth(room - value_width);
    if (ImGui::SliderInt("##slider", &moved, low, high, "")) draft.parameters[spec.name] = std::to_string(moved);
    note_item(spec.name);
    const Box frame{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    const SliderPlaces places(low, high, frame);
    const bool applies = ImGui::IsItemDeactivatedAfterEdit(), dragged = ImGui::IsItemActive();
    const std::string& reason = refusal(shown);
    draw_text_before(ui.fonts.mono, {at.x + room, at.y + 0.5f * (frame.height() - line_height(ui.fonts.mono))},
                     reason.empty() ? ui.theme.text : ui.theme.faint, shown);
    if (dragged && !reason.empty()) {
      show_tooltip(ui, fmt::format("{}: {}", shown, reason));
    } else if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
      const std::string pointed = text_of(places.value_at(ImGui::GetIO().MousePos.x));
      if (const std::string& why = refusal(pointed); !why.empty())
        show_tooltip(ui, fmt::format("{}: {}", pointed, why));
    }
    marks(places, frame.high.y, text_of);
    if (!applies) return;
    draft.parameters.erase(spec.name);
    set(text_of(moved));
  }

  void operator()(const algorithms::IntegerRange& range) const {
    slider(static_cast<int>(range.low), static_cast<int>(range.high),
           static_cast<int>(session.parameters().integer(spec.name)), [](int v) { return std::to_string(v); });
  }

  void operator()(const algorithms::PowersOfTwo& powers) const {
    const auto exponent = [](std::int64_t v) {
      return std::countr_zero(static_cast<std::uint64_t>(std::max<std::int64_t>(v, 1)));
    };
    slider(exponent(powers.low), exponent(powers.high), exponent(session.parameters().integer(spec.name)),
           [](int v) { return std::to_string(std::uint64_t{1} << v); });
  }

  void operator()(const algorithms::Choices& choices) const {
    ImGui::SetNextItemWidth(-1);
    if (!begin_combo(ui, "##choice", value())) return;
    std::string chosen;
    for (const auto& name : choices.names) {
      const std::string& reason = refusal(name);
      ImGui::BeginDisabled(!reason.empty());
      if (selectable(ui, name, name == value())) chosen = name;
      ImGui::EndDisabled();
      if (!reason.empty()) tooltip(ui, reason);
    }
    end_combo(ui);
    if (!chosen.empty()) set(chosen);
  }

  void operator()(const algorithms::Flag&) const {
    constexpr std::array names{"off", "on"};
    const std::array<std::string, 2> refusals{refusal("false"), refusal("true")};
    int on = session.parameters().flag(spec.name) ? 1 : 0;
    if (segmented(ui, "flag", names, on, 0, refusals)) set(on == 1 ? "true" : "false");
  }
};

std::string tooltip_text(const ParameterSpec& spec) {
  std::string text = fmt::format("{}\n{}: {}.", algorithms::help_text(spec), spec.name, algorithms::text(spec.domain));
  if (!spec.paper_value.empty()) text += fmt::format(" The paper used {}.", spec.paper_value);
  return text;
}

}  // namespace

void parameter_section(const Ui& ui, Session& session, SetupDraft& draft) {
  auto specs = parameters_for(session.algorithm(), session.spec().payload);
  // While the user changes the script of a sort, its parameters may differ from those of the run.
  std::erase_if(specs, [&session](const ParameterSpec& spec) {
    const auto& values = session.parameters().values();
    const auto value = values.find(spec.name);
    return value == values.end() || !plain_form(spec, value->second);
  });
  if (specs.empty()) return;
  heading(ui, "Parameters");
  for (const auto& spec : specs) {
    ImGui::PushID(spec.name.c_str());
    const auto unused = unused_reason(spec, session.parameters().values());
    const std::string help =
        unused ? fmt::format("{}\nNot used with the present settings: {}.", tooltip_text(spec), *unused)
               : tooltip_text(spec);
    caption(ui, spec.unit.empty() ? spec.name : fmt::format("{} ({})", spec.name, spec.unit), help);
    ImGui::BeginDisabled(unused.has_value());
    // Visit a copy of the parameter's range of values. A change of the parameter replaces the original.
    std::visit(Widget{ui, session, draft, spec}, spec.domain);
    ImGui::EndDisabled();
    ImGui::PopID();
  }
  preset_section(ui, session, draft);
}

}  // namespace texelsort::app
