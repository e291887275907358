#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "app/gui/views/tuning_panel_state.h"
#include "app/gui/views/workspace_cards.h"
#include "app/gui/window/plot_painting.h"
#include "app/problem/plain_message.h"
#include "app/problem/problem_spec.h"
#include "app/session/run_timer.h"
#include "app/session/tuning.h"
#include "compute/data/keys/records.h"
#include "compute/measure/summary_text.h"

namespace texelsort::app {

namespace {

/// Smallest height at which the texts of a plot are legible, in lines of text.
constexpr float least_lines = 13;

Plot make_plot(const TuningPanelState& sight, TuningPicture picture, std::span<const TrialResult> rows,
               const PlotStyle& style) {
  Where where;
  if (!sight.size.empty()) where["n"] = sight.size;
  switch (picture) {
    case TuningPicture::parallel:
      return parallel_coordinates(rows, {.best_percent = sight.best_percent, .where = where}, style);
    case TuningPicture::parameters:
      return sorted_parameters(rows, {.where = where}, style);
    case TuningPicture::throughput:
      return throughput(rows, {.log_x = sight.log, .log_y = sight.log, .x = sight.x, .y = sight.y}, style);
    case TuningPicture::samples:
      return box_plots(rows, {.log = sight.log, .x = sight.x, .where = where}, style);
    case TuningPicture::roof:
      return predicted_times(rows, {.x = sight.x, .y = sight.y, .where = where}, style);
    case TuningPicture::stages:
      return stacked_stages(sight.stages, {.x = sight.x}, style);
    default:
      HeatMapOptions heat = sight.heat;
      heat.where = where;
      return heat_map(rows, heat, style);
  }
}

void note_rows(TuningPanelState& sight, const Tuning& tuning) {
  if (sight.rows_of == tuning.revision()) return;
  sight.rows_of = tuning.revision();
  sight.dimensions = dimensions(tuning.results().rows);
  sight.keys.clear();
  for (const TrialResult& row : tuning.results().rows) sight.keys.push_back(row.key());
}

std::string span_text(const std::optional<ValueSpan>& span) {
  return span ? fmt::format("{}..{}", span->low, span->high) : std::string();
}

/// Returns all inputs of the present plot as text. If this text changes, the plot is drawn again.
std::string described(const TuningPanelState& sight, const Session& session, const Tuning& tuning, const Ui& ui,
                      ImVec2 size) {
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {}x{} {} {} {} {}", tuning.revision(),
                     static_cast<int>(tuning.picture), sight.heat.x, sight.heat.y, static_cast<int>(sight.heat.value),
                     static_cast<int>(sight.heat.others), sight.best_percent, sight.log, sight.size, span_text(sight.x),
                     span_text(sight.y), sight.stages.size(), size.x, size.y, ui.scale,
                     static_cast<int>(session.look.theme), static_cast<int>(session.look.colormap), sight.staged);
}

void follow(const Ui& ui, TuningPanelState& sight, const Session& session, const Tuning& tuning, ImVec2 size) {
  std::string wanted = described(sight, session, tuning, ui, size);
  if (wanted == sight.drawn_of) return;
  sight.drawn_of = std::move(wanted);
  sight.no_plot.clear();
  const auto& rows = tuning.results().rows;
  if (tuning.picture != TuningPicture::stages && ranked(rows).empty()) {
    sight.no_plot = "No configuration is measured yet.";
    return;
  }
  if (tuning.picture == TuningPicture::stages && sight.stages.empty()) {
    sight.no_plot =
        "Press M to measure the present run. This plot then shows its stages as a bar, next to earlier "
        "measurements.";
    return;
  }
  try {
    sight.plot =
        make_plot(sight, tuning.picture, rows, plot_style(ui, session.look.theme, session.look.colormap, size));
  } catch (const std::exception& error) {
    sight.no_plot = plain_message(error.what());
  }
}

/// Changes the visible range of numeric axes. The wheel zooms at the mouse, dragging pans, and a double click shows all
/// values.
void move_about(TuningPanelState& sight, Point mouse, bool scrolls) {
  const ImGuiIO& input = ImGui::GetIO();
  if (ImGui::IsMouseDoubleClicked(0)) {
    sight.x.reset();
    sight.y.reset();
  }
  constexpr double notch = 0.8;
  if (input.MouseWheel != 0 && !scrolls) {
    const double factor = std::pow(notch, input.MouseWheel);
    if (sight.plot.x) sight.x = zoomed(*sight.plot.x, mouse.x, factor);
    if (sight.plot.y) sight.y = zoomed(*sight.plot.y, mouse.y, factor);
  }
  if (ImGui::IsItemActive() && (input.MouseDelta.x != 0 || input.MouseDelta.y != 0)) {
    if (sight.plot.x) sight.x = panned(*sight.plot.x, input.MouseDelta.x);
    if (sight.plot.y) sight.y = panned(*sight.plot.y, input.MouseDelta.y);
  }
}

/// Outlines the row of the sweep that matches the session's run. A row under the mouse has a tooltip, and a click opens
/// it in the session.
void draw_hits(Ui& ui, Session& session, TuningPanelState& sight, ImVec2 origin, bool hovered, bool scrolls) {
  const auto& rows = workspace<Tuning>(session).results().rows;
  const bool of_rows = workspace<Tuning>(session).picture != TuningPicture::stages;
  const std::string loaded = key_of(session);
  for (const Hit& hit : sight.plot.hits) {
    if (of_rows && hit.row < rows.size() && sight.keys[hit.row] == loaded)
      outline_hit(ui, hit, origin, ui.theme.selected);
  }
  if (!hovered) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Point at{mouse.x - origin.x, mouse.y - origin.y};
  if (const Hit* hit = hit_at(sight.plot, at)) {
    outline_hit(ui, *hit, origin, ui.theme.text);
    const bool loads = of_rows && hit->row < rows.size();
    show_tooltip(ui, loads ? hit->text + "\nClick to show it in the views." : hit->text);
    const ImVec2 dragged = ImGui::GetMouseDragDelta(0, 0);
    const bool clicked = ImGui::IsMouseReleased(0) && std::abs(dragged.x) + std::abs(dragged.y) < ui.px(4);
    if (loads && clicked && Tuning::load_into(session, rows[hit->row])) {
      ui.said = "Loaded: " + configuration_text(rows[hit->row]);
    }
  }
  move_about(sight, at, scrolls);
}

void draw_plot(Ui& ui, Session& session, const Box& box) {
  TuningPanelState& sight = tuning_sight(ui);
  // If there is too little height for the texts, let the plot scroll.
  const float least = least_lines * line_height(ui.fonts.small);
  using enum TuningPicture;
  const TuningPicture picture = workspace<Tuning>(session).picture;
  const bool may_scroll = least > box.height() || picture == parameters || picture == samples || picture == stages;
  const float width = box.width() - (may_scroll ? ImGui::GetStyle().ScrollbarSize : 0);
  follow(ui, sight, session, workspace<Tuning>(session), {width, std::max(box.height(), least)});
  if (!sight.no_plot.empty()) {
    draw_text_wrapped(ui.fonts.small, box.low, ui.theme.dim, sight.no_plot, box.width());
    return;
  }
  plot_area(ui, sight.plot, box, [&](ImVec2 origin, bool hovered, bool scrolls) {
    draw_hits(ui, session, sight, origin, hovered, scrolls);
  });
}

}  // namespace

void note_stages(TuningPanelState& sight, const Session& session) {
  constexpr std::size_t most = 12;
  const auto& measured = workspace<RunTimer>(session).measurement();
  if (!measured || !measured->verified || measured->stages.empty()) return;
  std::string name = session.algorithm().info().id;
  for (const auto& [parameter, value] : session.overrides()) name += fmt::format(":{}={}", parameter, value);
  name += fmt::format(" n={}", measured->n);
  std::string words = fmt::format("{} {}", name, measured->total_ms.median);
  if (words == sight.staged) return;
  sight.staged = std::move(words);
  StageBar bar{.name = std::move(name), .parts = {}, .row = sight.stages.size()};
  for (const auto& stage : measured->stages) bar.parts.push_back({stage.name, stage.ms.median});
  if (measured->handover) bar.parts.push_back({"transfer to CUDA and back", measured->handover->ms.median});
  for (StageBar& before : sight.stages) before.ghost = true;
  std::erase_if(sight.stages, [&bar](const StageBar& before) { return before.name == bar.name; });
  sight.stages.push_back(std::move(bar));
  if (sight.stages.size() > most) sight.stages.erase(sight.stages.begin());
}

std::string row_text(const TrialResult& row) {
  std::string text =
      fmt::format("{}\n{}, {}, {}", configuration_text(row), keys_text(row.n), row.type, row.distribution);
  if (row.status != TrialStatus::measured) return fmt::format("{}\n{}: {}", text, name(row.status), row.reason);
  text += fmt::format("\n{}, {}", measure::duration_interval_text(row.ms), counted(row.samples_ms.size(), "sample"));
  return text + "\nClick to show it in the views.";
}

std::string key_of(const Session& session) {
  const ProblemSpec& spec = session.spec();
  return trial_key(session.algorithm().info().id, session.prepared().used_values(), session.problem().n(),
                   std::string(data::name(session.problem().type())), spec.distribution,
                   std::string(data::name(spec.order)), data::payload_text(spec.payload, spec.shape()),
                   task_words(spec));
}

void tuning_plots(Ui& ui, Session& session, const Box& box) {
  Tuning& tuning = workspace<Tuning>(session);
  TuningPanelState& sight = tuning_sight(ui);
  if (std::exchange(sight.zoomed, tuning.picture) != tuning.picture) {
    sight.x.reset();
    sight.y.reset();
  }
  note_stages(sight, session);
  note_rows(sight, tuning);
  begin_card(ui, "tuning", box, false);
  const SweepHeader& header = tuning.results().header;
  const Box inner = view_header(ui, box, "Tuning", header.renderer.empty() ? header.processor : header.renderer);
  const bool stages = tuning.picture == TuningPicture::stages;
  const Box body = tuning_controls(ui, tuning, inner);
  if (tuning.results().rows.empty() && !stages) {
    draw_text_wrapped(
        ui.fonts.small, body.low, ui.theme.dim,
        "Enter algorithms, sizes and parameter values, then start the sweep. texelsort verifies and measures "
        "every combination and draws the results here.",
        body.width());
  } else if (tuning.picture == TuningPicture::ranking) {
    tuning_ranking(ui, session, body);
  } else {
    draw_plot(ui, session, body);
  }
  end_card();
}

}  // namespace texelsort::app
