#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "app/panels/panels.h"
#include "app/window/compat.h"
#include "compute/algorithms/prepare.h"

namespace texelsort::app {

namespace {

using algorithms::ParameterSpec;

struct Widget {
  const Ui& ui;
  Session& session;
  SetupDraft& draft;
  const ParameterSpec& spec;

  const std::string& value() const { return session.parameters().text(spec.name); }
  void set(const std::string& text) const {
    if (text != value()) session.change_parameter(spec.name, text);
  }

  /// A slider applies when it is let go, so that dragging does not restart the run at every step.
  void slider(int low, int high, int now, auto&& text_of) const {
    const auto held = draft.parameters.find(spec.name);
    int moved = held == draft.parameters.end() ? now : std::stoi(held->second);
    const std::string shown = text_of(moved);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    // The value stands beside the slider: on it, the knob would hide it.
    const float room = compat::room().x, value_width = std::max(ui.px(44), text_width(ui.fonts.mono, shown) + ui.px(4));
    ImGui::SetNextItemWidth(room - value_width);
    if (ImGui::SliderInt("##slider", &moved, low, high, "")) draft.parameters[spec.name] = std::to_string(moved);
    note_item(spec.name);
    draw_text_before(ui.fonts.mono, {at.x + room, at.y + 0.5f * (ImGui::GetFrameHeight() - line_height(ui.fonts.mono))},
                     ui.theme.text, shown);
    if (ImGui::IsItemDeactivatedAfterEdit()) {
      draft.parameters.erase(spec.name);
      set(text_of(moved));
    }
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
      if (selectable(ui, name, name == value())) chosen = name;
    }
    end_combo(ui);
    if (!chosen.empty()) set(chosen);
  }

  void operator()(const algorithms::Flag&) const {
    constexpr std::array names{"off", "on"};
    int on = session.parameters().flag(spec.name) ? 1 : 0;
    if (segmented(ui, "flag", names, on)) set(on == 1 ? "true" : "false");
  }
};

std::string tooltip_text(const ParameterSpec& spec) {
  std::string text = fmt::format("{}\n{}: {}.", algorithms::help_text(spec), spec.name, algorithms::text(spec.domain));
  if (!spec.paper_value.empty()) text += fmt::format(" The paper used {}.", spec.paper_value);
  return text;
}

}  // namespace

void parameter_section(const Ui& ui, Session& session, SetupDraft& draft) {
  const auto specs = parameters_for(session.algorithm(), session.spec().payload);
  if (specs.empty()) return;
  heading(ui, "Parameters");
  for (const auto& spec : specs) {
    ImGui::PushID(spec.name.c_str());
    const auto unused = unused_reason(spec, session.parameters().values());
    const std::string help =
        unused ? fmt::format("{}\nNot used now: {}.", tooltip_text(spec), *unused) : tooltip_text(spec);
    caption(ui, spec.unit.empty() ? spec.name : fmt::format("{} ({})", spec.name, spec.unit), help);
    ImGui::BeginDisabled(unused.has_value());
    // The visited domain is this function's own: it outlives a change of the parameters.
    std::visit(Widget{ui, session, draft, spec}, spec.domain);
    ImGui::EndDisabled();
    ImGui::PopID();
  }
  const bool paper =
      std::any_of(specs.begin(), specs.end(), [](const auto& spec) { return !spec.paper_value.empty(); });
  const float half = 0.5f * (compat::room().x - ui.px(8));
  if (text_button(ui, "Tuned", {paper ? half : compat::room().x, 0})) session.use_tuned_parameters();
  tooltip(ui, "The values that this program chooses for the device and the size.");
  if (!paper) return;
  ImGui::SameLine(0, ui.px(8));
  if (text_button(ui, "Paper", {half, 0})) session.use_paper_parameters();
  tooltip(ui, "The values that the cited source used.");
}

}  // namespace texelsort::app
