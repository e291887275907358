#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/gui/views/tuning_panel_state.h"
#include "app/gui/views/workspace_cards.h"
#include "app/gui/window/compat.h"
#include "app/session/tuning.h"
#include "compute/algorithms/prepare.h"
#include "compute/data/text/number.h"
#include "compute/measure/summary_text.h"

namespace texelsort::app {

namespace {

using algorithms::ParameterSpec;

/// Splits a text at commas. Drops empty parts.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::size_t first = text.find_first_not_of(' ', at);
    if (first < comma) parts.push_back(text.substr(first, text.find_last_not_of(" ,", comma - 1) + 1 - first));
    at = comma + 1;
  }
  return parts;
}

void suggest(TuningPanelState& sight, Tuning& tuning, const Session& session) {
  if (std::exchange(sight.suggested, true) && sight.request_of == tuning.request_revision()) return;
  sight.request_of = tuning.request_revision();
  tuning.suggest(session);
  const SweepRequest& request = tuning.request;
  sight.algorithms = fmt::format("{}", fmt::join(request.competitors, ","));
  sight.sizes = request.sizes.empty() ? "2^16" : fmt::format("{}", fmt::join(request.sizes, ","));
  sight.types = fmt::format("{}", fmt::join(request.types, ","));
  sight.distributions = fmt::format("{}", fmt::join(request.distributions, ","));
  sight.seconds = fmt::format("{:g}", request.budget.budget.seconds);
  if (!tuning.file().empty()) sight.path = tuning.file();
  sight.axes.clear();
  for (const std::string& axis : request.axes) {
    const std::size_t equals = std::min(axis.find('='), axis.size());
    sight.axes[axis.substr(0, equals)] = axis.substr(std::min(equals + 1, axis.size()));
  }
}

/// Copies the contents of the panel's text fields to a request for a sweep. Keeps the default number of seconds if the
/// field is invalid.
void take_fields(const TuningPanelState& sight, SweepRequest& request) {
  request.competitors = parts_of(sight.algorithms);
  request.sizes = parts_of(sight.sizes);
  request.types = parts_of(sight.types);
  request.distributions = parts_of(sight.distributions);
  request.axes.clear();
  for (const auto& [name, values] : sight.axes) {
    if (!values.empty()) request.axes.push_back(name + "=" + values);
  }
  const double seconds = data::read_number<double>(sight.seconds).value_or(0);
  request.budget.budget.seconds = seconds > 0 && std::isfinite(seconds) ? seconds : request.budget.usual_seconds;
}

/// Returns the parameters of all algorithms that the user has entered, each once.
std::vector<ParameterSpec> specs_of(const TuningPanelState& sight) {
  std::vector<ParameterSpec> specs;
  try {
    for (const algorithms::Configuration& one : read_configurations(parts_of(sight.algorithms))) {
      for (const ParameterSpec& spec : algorithms::parameters_for(*one.algorithm, data::PayloadKind::none)) {
        if (one.values.contains(spec.name)) continue;
        if (std::ranges::find(specs, spec.name, &ParameterSpec::name) == specs.end()) specs.push_back(spec);
      }
    }
  } catch (const std::exception&) {
    // Ignore errors while the user is typing, because starting the sweep reports them.
  }
  return specs;
}

/// Returns all values of a parameter as text for an axis of a sweep, for example "16..1024:x2".
struct AllValues {
  std::string operator()(const algorithms::IntegerRange& range) const {
    return fmt::format("{}..{}", range.low, range.high);
  }
  std::string operator()(const algorithms::PowersOfTwo& powers) const {
    return fmt::format("{}..{}:x2", powers.low, powers.high);
  }
  std::string operator()(const algorithms::Choices& choices) const {
    return fmt::format("{}", fmt::join(choices.names, ","));
  }
  std::string operator()(const algorithms::Flag&) const { return "false,true"; }
};

void axis_fields(const Ui& ui, TuningPanelState& sight) {
  const std::vector<ParameterSpec> specs = specs_of(sight);
  std::erase_if(sight.axes, [&specs](const auto& axis) {
    return std::ranges::find(specs, axis.first, &ParameterSpec::name) == specs.end();
  });
  if (specs.empty()) return;
  heading(ui, "Parameter values");
  for (const ParameterSpec& spec : specs) {
    ImGui::PushID(spec.name.c_str());
    std::string& text = sight.axes[spec.name];
    caption(ui, spec.name,
            fmt::format(
                "{}\n{}: {}. Separate values by commas, or write ranges such as 1024..16384:x2, 16..64:+16 or 1..5. "
                "Empty: the default.",
                algorithms::help_text(spec), spec.name, algorithms::text(spec.domain)));
    const float gap = ui.px(6), all = ui.px(44);
    ImGui::SetNextItemWidth(compat::room().x - all - gap);
    compat::input_text("##axis", text);
    note_item("axis " + spec.name, true);
    ImGui::SameLine(0, gap);
    if (text_button(ui, "All", {all, 0})) text = text.empty() ? std::visit(AllValues{}, spec.domain) : "";
    tooltip(ui,
            "Enters all values, or clears the field. The list of results shows why the device cannot run some values.");
    ImGui::PopID();
  }
}

void run_buttons(const Ui& ui, Tuning& tuning, const TuningPanelState& sight) {
  const float gap = ui.px(6);
  if (tuning.state() == Tuning::State::idle) {
    const bool extends = !tuning.results().rows.empty();
    const float width = extends ? 0.5f * (compat::room().x - gap) : compat::room().x;
    if (text_button(ui, "Start", {width, 0})) {
      take_fields(sight, tuning.request);
      tuning.start();
    }
    tooltip(ui, "Measures every combination in random order. You can use the window meanwhile.");
    if (!extends) return;
    ImGui::SameLine(0, gap);
    if (text_button(ui, "Extend", {width, 0})) {
      take_fields(sight, tuning.request);
      tuning.start(true);
    }
    tooltip(ui, "Keeps the results and measures only what they lack: more values, sizes or seconds.");
    return;
  }
  const float half = 0.5f * (compat::room().x - gap);
  const bool paused = tuning.state() == Tuning::State::paused;
  if (text_button(ui, paused ? "Resume" : "Pause", {half, 0})) tuning.set_paused(!paused);
  ImGui::SameLine(0, gap);
  if (text_button(ui, "Cancel", {half, 0})) tuning.cancel();
  tooltip(ui, "Ends the sweep and keeps the results so far.");
}

std::string left_text(double seconds) {
  if (seconds <= 0) return "";
  return seconds < 90 ? fmt::format(", {:.0f} s left", seconds) : fmt::format(", {:.0f} min left", seconds / 60);
}

void progress_lines(const Ui& ui, const Tuning& tuning) {
  const SweepProgress& now = tuning.progress();
  if (tuning.state() != Tuning::State::idle) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = compat::room().x, tall = ui.px(6);
    draw_box(Box::at(at, {width, tall}), ui.theme.raised, 0.5f * tall);
    const float done = now.of == 0 ? 0 : width * static_cast<float>(now.done) / static_cast<float>(now.of);
    if (done > tall) draw_box(Box::at(at, {done, tall}), ui.theme.accent, 0.5f * tall);
    ImGui::Dummy({width, tall});
    text_item(ui.fonts.small, ui.theme.text,
              now.of == 0
                  ? "preparing"
                  : fmt::format("{} of {}{}", grouped(now.done), counted(now.of, "configuration"),
                                tuning.state() == Tuning::State::paused ? ", paused" : left_text(now.seconds_left)));
  }
  if (!tuning.message().empty()) {
    text_item(ui.fonts.small, tuning.refused() ? ui.theme.warning : ui.theme.dim, tuning.message());
  }
  if (!tuning.warning().empty()) text_item(ui.fonts.small, ui.theme.warning, tuning.warning());
}

/// Draws the number of results with each status. For results without a rank, also draws the reasons.
void verdict_lines(const Ui& ui, const std::vector<TrialResult>& rows) {
  std::map<TrialStatus, std::map<std::string, std::size_t>> by_status;
  std::size_t measured = 0;
  for (const TrialResult& row : rows) {
    if (row.status == TrialStatus::measured) {
      ++measured;
    } else {
      ++by_status[row.status][row.reason];
    }
  }
  if (rows.empty()) return;
  text_item(ui.fonts.small, ui.theme.text, fmt::format("{} verified and measured", counted(measured, "configuration")));
  for (const auto& [status, reasons] : by_status) {
    std::size_t count = 0;
    for (const auto& [reason, times] : reasons) count += times;
    text_item(ui.fonts.small, status == TrialStatus::failed ? ui.theme.warning : ui.theme.dim,
              fmt::format("{} {}", count, status == TrialStatus::failed ? "wrong output, not ranked" : "refused"));
    std::string help;
    for (const auto& [reason, times] : reasons)
      help += fmt::format("{}{} x {}", help.empty() ? "" : "\n", times, reason);
    tooltip(ui, help);
  }
}

void best_line(const Ui& ui, Session& session, const std::vector<TrialResult>& rows) {
  const TrialResult* best = nullptr;
  std::ptrdiff_t tied = 0;
  for (const std::vector<RankedRow>& order : rankings(rows)) {
    if (order.empty() || (best != nullptr && rows[order.front().row].n <= best->n)) continue;
    best = &rows[order.front().row];
    tied = std::ranges::count(order, RankVerdict::tied, &RankedRow::verdict);
  }
  if (best == nullptr) return;
  caption(ui, tied > 1 ? fmt::format("First of {} tied for {}", tied, keys_text(best->n))
                       : fmt::format("Fastest for {}", keys_text(best->n)));
  text_item(ui.fonts.mono_small, ui.theme.text, configuration_text(*best));
  text_item(ui.fonts.small, ui.theme.dim, measure::duration_interval_text(best->ms));
  if (text_button(ui, "Show in the views", {compat::room().x, 0})) Tuning::load_into(session, *best);
  tooltip(ui, "Loads this problem, algorithm and parameters. A click on a point of a plot does the same.");
}

void file_lines(Ui& ui, Tuning& tuning, TuningPanelState& sight) {
  caption(ui, "Results file",
          "Type the path of a file of 'texelsort sweep -o' (JSON lines), or drop the file on the window.");
  ImGui::SetNextItemWidth(-1);
  compat::input_text("##results", sight.path);
  note_item("results file", true);
  const float gap = ui.px(6), third = (compat::room().x - 2 * gap) / 3;
  const bool has_path = !sight.path.empty();
  ImGui::BeginDisabled(!has_path);
  if (text_button(ui, "Open", {third, 0}) && has_path) tuning.open(sight.path);
  ImGui::SameLine(0, gap);
  if (text_button(ui, "Save", {third, 0}) && has_path) tuning.save(sight.path);
  ImGui::EndDisabled();
  ImGui::SameLine(0, gap);
  if (text_button(ui, "Copy", {third, 0})) {
    take_fields(sight, tuning.request);
    const std::string line = repeating_command(tuning.request);
    ImGui::SetClipboardText(line.c_str());
    ui.said = "Copied: " + line;
  }
  tooltip(ui, "Copies the command that runs the same sweep without the window.");
}

}  // namespace

void tuning_panel(Ui& ui, Session& session, const Box& box) {
  Tuning& tuning = workspace<Tuning>(session);
  TuningPanelState& sight = tuning_sight(ui);
  suggest(sight, tuning, session);
  begin_card(ui, "tuning panel", box, true);
  heading(ui, "Sweep");
  run_buttons(ui, tuning, sight);
  progress_lines(ui, tuning);
  verdict_lines(ui, tuning.results().rows);
  best_line(ui, session, tuning.results().rows);
  if (!session.message().empty()) text_item(ui.fonts.small, ui.theme.warning, session.message());
  ImGui::BeginDisabled(tuning.state() != Tuning::State::idle);
  typed_field(ui, "Algorithms", "##algorithms", sight.algorithms,
              "Separate ids or shell patterns by commas. Set parameters of one algorithm after a colon: "
              "radix/srts@compute:digit=4,radix/grs@compute.");
  const std::string& present = session.algorithm().info().id;
  if (sight.algorithms.find(present) == std::string::npos && text_button(ui, "Add " + present, {compat::room().x, 0})) {
    sight.algorithms += (sight.algorithms.empty() ? "" : ",") + present;
  }
  typed_field(ui, "Keys (n)", "##sizes", sight.sizes,
              "Separate sizes by commas, or write a range such as "
              "2^16..2^24:x4.");
  typed_field(ui, "Key types", "##types", sight.types, "Separate types by commas: u32, i32, f32, u64, i64, f64.");
  axis_fields(ui, sight);
  typed_field(ui, "Distributions", "##distributions", sight.distributions,
              "Separate distributions of the keys by commas: uniform, sorted.");
  typed_field(ui, "Seconds per configuration", "##seconds", sight.seconds,
              "Samples each configuration for this many seconds.");
  ImGui::EndDisabled();
  file_lines(ui, tuning, sight);
  end_scrolling_card(ui, box);
}

}  // namespace texelsort::app
