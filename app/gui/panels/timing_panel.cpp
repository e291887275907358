#include <algorithm>

#include <fmt/format.h>

#include "app/gui/panels/panels.h"
#include "app/gui/window/compat.h"
#include "app/gui/window/shortcuts.h"
#include "app/problem/plain_message.h"
#include "app/session/run_timer.h"
#include "app/session/view_names.h"
#include "compute/measure/summary_text.h"

namespace texelsort::app {

namespace {

using measure::Measurement;

/// Height in pixels at scale 1 from which the panel shows both the bars and the time line.
constexpr float both_height = 150;

/// Draws a time as a vertical bar, with its confidence interval, if there is one, as a whisker.
void draw_time_bar(const Ui& ui, const Box& box, const measure::Summary& ms, double longest, ImU32 color) {
  auto& draw = *ImGui::GetWindowDrawList();
  const auto y_of = [&](double time) {
    return box.high.y - box.height() * static_cast<float>(longest > 0 ? std::min(time / longest, 1.0) : 0.0);
  };
  const float gap = box.width() >= 4 ? std::max(1.0f, box.width() * 0.14f) : 0;
  draw.AddRectFilled({box.low.x, std::min(y_of(ms.median), box.high.y - 1)}, {box.high.x - gap, box.high.y}, color,
                     std::min(ui.px(3), 0.25f * box.width()), ImDrawFlags_RoundCornersTop);
  if (box.width() < 5 || !ms.has_interval()) return;
  const float x = 0.5f * (box.low.x + box.high.x - gap);
  draw_line({x, y_of(ms.low)}, {x, y_of(ms.high)}, ui.theme.text, std::max(1.0f, ui.px(1)));
}

/// Returns the time at the upper end of the scale for the bars of passes. Whiskers of rare outliers are cut off, so
/// that bars do not become too low.
double longest_of(const Measurement& m) {
  double longest = 0;
  for (const auto& pass : m.passes)
    longest = std::max(longest, std::min(pass.ms.upper().value_or(pass.ms.median), 1.4 * pass.ms.median));
  return longest;
}

/// Draws the bars of the previous measurement as outlines. They occupy the same width as the bars of the present
/// measurement, even if the number of passes differs.
void ghost_bars(const Ui& ui, const Measurement& before, const Box& bars, double longest) {
  const Slots slots = Slots::across(bars, before.passes.size());
  for (std::size_t p = 0; p < before.passes.size(); ++p) {
    const double share = longest > 0 ? std::min(before.passes[p].ms.median / longest, 1.0) : 0.0;
    const float top = std::min(bars.high.y - bars.height() * static_cast<float>(share), bars.high.y - 1);
    const float left = slots.x(p), right = slots.x(p + 1) - slots.gap(0.14f);
    draw_line({left, top}, {right, top}, ui.theme.text, std::max(1.0f, ui.px(1.5f)));
    if (slots.pitch < ui.px(5)) continue;
    draw_line({left, top}, {left, bars.high.y}, ui.theme.dim);
    draw_line({right, top}, {right, bars.high.y}, ui.theme.dim);
  }
}

/// Returns the timing of the stage called `name` in the previous measurement. Returns null if there is no such stage.
const measure::StageTiming* stage_before(const Measurement* before, const std::string& name) {
  if (before == nullptr) return nullptr;
  const auto found = std::ranges::find(before->stages, name, &measure::StageTiming::name);
  return found == before->stages.end() ? nullptr : &*found;
}

void stage_label(const Ui& ui, const measure::StageTiming& stage, const Measurement* before, ImVec2 at, float room) {
  std::string text = fmt::format("{}: {}", stage.name, duration_text(stage.ms.median));
  if (const auto* was = stage_before(before, stage.name)) {
    const std::string with_both = fmt::format("{} (before: {})", text, duration_text(was->ms.median));
    if (text_width(ui.fonts.small, with_both) <= room) text = with_both;
  }
  if (text_width(ui.fonts.small, text) <= room) {
    draw_text(ui.fonts.small, at, ui.theme.dim, text);
  } else {
    draw_name(ui.fonts.small, at, ui.theme.dim, stage.name, room);
  }
}

void pass_tooltip(const Ui& ui, Session& session, const measure::PassTiming& pass, const Measurement* before) {
  const std::uint64_t bytes = pass.counters.bytes;
  const double gigabytes = pass.ms.median > 0 ? static_cast<double>(bytes) / pass.ms.median * 1e-6 : 0;
  const measure::Cost cost = workspace<RunTimer>(session).cost_of(session, pass.counters, pass.header.index);
  std::string text = fmt::format("{}, {}\n{}\n{} bytes, {:.3g} GB/s", pass.header.stage, pass.header.label,
                                 measure::duration_interval_text(pass.ms), grouped(bytes), gigabytes);
  if (cost.has_prediction()) text += fmt::format("\npredicted from the bytes: {}", duration_text(cost.predicted_ms));
  if (const auto* was = stage_before(before, pass.header.stage)) {
    text += fmt::format("\nstage {} before: {}", pass.header.stage, duration_text(was->ms.median));
  }
  show_tooltip(ui, text);
}

void pass_bars(const Ui& ui, Session& session, const Measurement& m, const Measurement* before, const Box& box) {
  const double longest = std::max(longest_of(m), before != nullptr ? longest_of(*before) : 0.0);
  const float label = line_height(ui.fonts.small) + ui.px(4);
  const Box bars{box.low, {box.high.x, box.high.y - label}};
  const float pitch = std::min(bars.width() / static_cast<float>(m.passes.size()), ui.px(72));
  const std::uint64_t position = session.player().position();
  ImGui::SetCursorScreenPos(box.low);
  ImGui::InvisibleButton("pass bars", box.size());
  const float at = (ImGui::GetIO().MousePos.x - bars.low.x) / pitch;
  const bool inside = ImGui::IsItemHovered() && at >= 0 && at < static_cast<float>(m.passes.size());
  for (std::size_t p = 0, stage = 0, first = 0; p < m.passes.size(); ++p) {
    const float left = bars.low.x + pitch * static_cast<float>(p);
    const bool present = m.passes[p].header.index + 1 == position;
    const bool pointed = inside && static_cast<std::size_t>(at) == p;
    const ImU32 tone = stage % 2 == 0 ? ui.theme.accent : blend(ui.theme.accent, ui.theme.text, 0.35f);
    draw_time_bar(ui, {{left, bars.low.y}, {left + pitch, bars.high.y}}, m.passes[p].ms, longest,
                  present || pointed ? ui.theme.maximum : tone);
    const bool last_of_stage =
        p + 1 == m.passes.size() || m.passes[p + 1].header.stage_index != m.passes[p].header.stage_index;
    if (!last_of_stage) continue;
    const float start = bars.low.x + pitch * static_cast<float>(first), end = left + pitch;
    draw_line({start + ui.px(1), bars.high.y + ui.px(2)}, {end - ui.px(3), bars.high.y + ui.px(2)}, ui.theme.faint);
    if (stage < m.stages.size()) {
      stage_label(ui, m.stages[stage], before, {start, bars.high.y + ui.px(4)}, end - start - ui.px(4));
    }
    first = p + 1;
    ++stage;
  }
  if (before != nullptr) {
    const float end = bars.low.x + pitch * static_cast<float>(m.passes.size());
    ghost_bars(ui, *before, {bars.low, {end, bars.high.y}}, longest);
  }
  if (!inside) return;
  const auto& pass = m.passes[static_cast<std::size_t>(at)];
  pass_tooltip(ui, session, pass, before);
  if (ImGui::IsMouseClicked(0)) go_to_pass(session, pass.header.index + 1);
}

/// Draws the command line that reproduces the measurement without the window.
void command_line_row(Ui& ui, const Session& session, const Box& row) {
  const std::string line = session.command_line();
  draw_box(row, ui.theme.raised, ui.px(6));
  const float button = text_width(ui.fonts.small, "Copy") + ui.px(20), pad = ui.px(10);
  draw_text_elided(ui.fonts.mono_small,
                   {row.low.x + pad, 0.5f * (row.low.y + row.high.y - line_height(ui.fonts.mono_small))}, ui.theme.dim,
                   line, row.width() - button - 2 * pad);
  ImGui::SetCursorScreenPos({row.high.x - button, row.low.y});
  if (ImGui::InvisibleButton("copy", {button, row.height()})) {
    ImGui::SetClipboardText(line.c_str());
    ui.said = "Copied: " + line;
  }
  note_item("copy");
  if (ImGui::IsItemHovered()) {
    draw_box({{row.high.x - button, row.low.y}, row.high}, ui.theme.hovered, ui.px(6));
  }
  tooltip(ui, line);
  draw_text_centred(ui.fonts.small, {row.high.x - 0.5f * button, 0.5f * (row.low.y + row.high.y)}, ui.theme.text,
                    "Copy");
}

/// Draws a button in the panel's header that ends at `right`. Returns whether it was pressed, and moves `right` to its
/// left edge.
bool header_button(const Ui& ui, const char* name, const Box& box, float& right) {
  const float width = text_width(ui.fonts.small, name) + ui.px(28), height = ui.px(28);
  ImGui::SetCursorScreenPos({right - width, box.low.y + ui.px(9)});
  right -= width + ui.px(6);
  ImGui::PushFont(ui.fonts.small);
  const bool pressed = text_button(ui, name, {width, height});
  ImGui::PopFont();
  return pressed;
}

void measure_button(const Ui& ui, Session& session, const Box& box, float& right) {
  RunTimer& timer = workspace<RunTimer>(session);
  const bool measuring = timer.measuring();
  if (header_button(ui, measuring ? "Cancel" : "Measure", box, right)) {
    measuring ? timer.cancel() : timer.measure(session);
  }
  tooltip(ui, measuring ? "Stops the measurement (M)." : "Measures this configuration (M).");
}

/// Draws the button that switches a low panel between bars and time line.
void time_line_button(Ui& ui, const Box& box, float& right) {
  if (header_button(ui, ui.time_line ? "Bars" : "Time line", box, right)) ui.time_line = !ui.time_line;
  tooltip(ui, ui.time_line ? "Shows passes as bars whose heights are times." : "Shows passes with times as widths.");
}

/// Draws the progress of a running measurement. If there is a previous measurement, its bars are behind the progress.
void progress(const Ui& ui, const Session& session, const Box& body) {
  const auto& before = workspace<RunTimer>(session).measured_before();
  const float y = before ? body.low.y : 0.5f * (body.low.y + body.high.y), tall = ui.px(5);
  if (before && !before->passes.empty() && body.height() > ui.px(30)) {
    const float widest = ui.px(72) * static_cast<float>(before->passes.size());
    ghost_bars(ui, *before, {{body.low.x, y + 2 * tall}, {std::min(body.high.x, body.low.x + widest), body.high.y}},
               longest_of(*before));
  }
  draw_box({{body.low.x, y}, {body.high.x, y + tall}}, ui.theme.raised, tall);
  const float done = body.width() * workspace<RunTimer>(session).progress();
  if (done > tall) draw_box({{body.low.x, y}, {body.low.x + done, y + tall}}, ui.theme.accent, tall);
}

/// Returns the previous values of all parameters that have changed since the previous measurement: "digit=4,
/// tile=1024".
std::string changed_values(const Measurement& before, const Session& session) {
  std::string text;
  for (const auto& [name, value] : before.parameters.values()) {
    const auto& now = session.parameters().values();
    const auto found = now.find(name);
    if (found != now.end() && found->second != value)
      text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
  }
  return text.empty() ? "before" : text;
}

/// Returns the verdict on the present and the previous configuration as text: "faster: 0.8 x the time of digit=4
/// (outlined; 0.78 to 0.82)". "Outlined" refers to the bars of the previous configuration.
std::string ratio_text(const RunTimer& timer, const Session& session) {
  const auto& before = timer.measured_before();
  if (!before) return {};
  const auto ratio = timer.ratio();
  if (!ratio) return "outlined: before the change; ";
  const std::string times = fmt::format("{:.3g} x the time of {}", ratio->estimate, changed_values(*before, session));
  if (!ratio->has_interval()) return fmt::format("{} (outlined; too few samples for an interval); ", times);
  const measure::Verdict verdict = measure::verdict_of(*ratio);
  return fmt::format("{}{} (outlined; {:.3g} to {:.3g}); ",
                     verdict == measure::Verdict::faster   ? "faster: "
                     : verdict == measure::Verdict::slower ? "slower: "
                                                           : "undecided: ",
                     times, ratio->low, ratio->high);
}

std::string summary_text(const Measurement& m) {
  if (!m.verified) return "time not valid: " + m.fault;
  const double rate = m.total_ms.median > 0 ? static_cast<double>(m.n) / m.total_ms.median * 1e-3 : 0;
  const std::string interval =
      m.total_ms.has_interval()
          ? fmt::format("95 % interval {} to {}", duration_text(m.total_ms.low), duration_text(m.total_ms.high))
          : "no interval";
  std::string text = fmt::format("median {}, {}, {}, {:.3g} million keys/s, {}", duration_text(m.total_ms.median),
                                 interval, counted(m.total_ms.samples, "sample"), rate, gpu::name(m.clock));
  if (!m.handover) return text;
  text += fmt::format("; transfer to CUDA and back {}", duration_text(m.handover->ms.median));
  if (m.handover->staged_bytes > 0)
    text += fmt::format(", {} bytes through the host", grouped(m.handover->staged_bytes));
  return text;
}

/// Draws the timing panel without a measurement: one line with the command line and the button that measures.
void unmeasured(Ui& ui, Session& session, const Box& box) {
  const float pad = ui.px(16), button = text_width(ui.fonts.small, "Measure") + ui.px(52);
  const float left = box.low.x + pad + text_width(ui.fonts.title, "Timing") + pad;
  draw_text(ui.fonts.title, {box.low.x + pad, 0.5f * (box.low.y + box.high.y - line_height(ui.fonts.title))},
            ui.theme.text, "Timing");
  command_line_row(ui, session, {{left, box.low.y + ui.px(10)}, {box.high.x - button, box.high.y - ui.px(10)}});
  float right = box.high.x - ui.px(14);
  measure_button(ui, session, box, right);
}

/// Draws the times of the passes as bars and, for records, the bytes of the passes next to them.
void bars_of_passes(const Ui& ui, Session& session, const Measurement& m, const Measurement* before, const Box& body) {
  const float split = session.has_records() ? 0.55f : 1.0f;
  pass_bars(ui, session, m, before, {body.low, {body.low.x + split * body.width(), body.high.y}});
  if (!session.has_records()) return;
  std::vector<PassBytes> passes;
  for (const auto& pass : m.passes) passes.push_back(pass_bytes(pass.header, pass.counters));
  byte_bars(ui, session, passes, passes.size(),
            {{body.low.x + split * body.width() + ui.px(24), body.low.y}, body.high});
}

}  // namespace

void timing_panel(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "timing", box, false);
  const auto& m = workspace<RunTimer>(session).measurement();
  if (box.height() < ui.px(60)) {
    unmeasured(ui, session, box);
    return end_card();
  }
  const bool measuring = workspace<RunTimer>(session).measuring();
  const float pad = ui.px(16), row = ui.px(26);
  const float top = box.low.y + ui.px(12) + line_height(ui.fonts.title) + ui.px(14);
  Box body{{box.low.x + pad, top}, {box.high.x - pad, box.high.y - ui.px(12) - row - ui.px(8)}};
  const std::string& warning = workspace<RunTimer>(session).warning();
  if (m && !measuring && !warning.empty()) {
    draw_text_or_clause(ui.fonts.small, body.low, ui.theme.warning, warning, body.width());
    body.low.y += line_height(ui.fonts.small) + ui.px(6);
  }
  const bool has_bars = m && !m->passes.empty() && body.height() > ui.px(30);
  const bool both = body.height() >= ui.px(both_height);
  const auto& before = workspace<RunTimer>(session).measured_before();
  const std::string ratio = m && m->verified ? ratio_text(workspace<RunTimer>(session), session) : std::string();
  float right = box.high.x - ui.px(14);
  if (!ui.still) measure_button(ui, session, box, right);
  if (has_bars && !both && !measuring && !ui.still) time_line_button(ui, box, right);
  Box inner = box;
  inner.high.x = right;
  view_header(ui, inner, "Timing", m ? ratio + summary_text(*m) : measuring ? "measuring\u2026" : "");
  if (measuring) {
    progress(ui, session, body);
  } else if (has_bars) {
    Box bars = body;
    if (both) {
      bars.high.y = body.low.y + 0.5f * body.height() - ui.px(8);
      time_line(ui, session, *m, {{body.low.x, bars.high.y + ui.px(16)}, body.high});
    } else if (ui.time_line) {
      time_line(ui, session, *m, body);
    }
    if (both || !ui.time_line) bars_of_passes(ui, session, *m, before ? &*before : nullptr, bars);
  } else if (!m && body.height() > line_height(ui.fonts.small)) {
    draw_text_elided(ui.fonts.small, body.low, ui.theme.dim,
                     session.look.presenter
                         ? "Press M to measure every pass."
                         : "Press M to measure every pass and to see its time here, or use this shell command:",
                     body.width());
  }
  command_line_row(ui, session, {{body.low.x, body.high.y + ui.px(8)}, {body.high.x, box.high.y - ui.px(12)}});
  end_card();
}

void status_line(const Ui& ui, const Session& session, const Box& box) {
  const auto* device = session.device_info();
  const float y = 0.5f * (box.low.y + box.high.y - line_height(ui.fonts.small)), pad = ui.px(6);
  // The race sorts the run's keys. Other workspaces that hide the run do not.
  const bool sorts = !hides_run(session.look.workspace) || session.look.workspace == "race";
  const std::string right =
      sorts ? fmt::format("{}, {}", keys_text(session.problem().n()), plain_origin(session.loaded().origin)) : "";
  const std::string left = device ? fmt::format("{}, {} {}.{} ({})", device->renderer, device->api, device->major,
                                                device->minor, device->platform)
                                  : std::string("no OpenGL device: only CPU algorithms can run");
  const float half = 0.5f * box.width() - pad;
  const bool notice = !ui.notice.empty();
  draw_text_elided(ui.fonts.small, {box.low.x + pad, y}, notice ? ui.theme.warning : ui.theme.faint,
                   notice ? ui.notice : left, half);
  draw_text_before(ui.fonts.small, {box.high.x - pad, y}, ui.theme.faint, right, half - ui.px(10));
}

}  // namespace texelsort::app
