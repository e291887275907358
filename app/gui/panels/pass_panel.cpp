#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/gui/panels/panels.h"
#include "app/gui/window/compat.h"
#include "app/playback/models/selection_progress.h"
#include "app/playback/running_totals.h"
#include "app/problem/plain_message.h"
#include "app/session/lesson_player.h"
#include "app/session/run_timer.h"

namespace texelsort::app {

namespace {

/// Draws the cost of a pass as rows of a name and a number. `texelsort sort --trace --timing` prints the same numbers.
void cost_rows(const Ui& ui, const measure::Cost& cost) {
  const float width = compat::room().x, height = line_height(ui.fonts.body) + ui.px(6);
  for (const auto& field : measure::cost_fields(cost)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float value_width = text_width(ui.fonts.mono, field.value);
    draw_text_elided(ui.fonts.body, at, ui.theme.dim, field.name, width - value_width - ui.px(8));
    draw_text(ui.fonts.mono, {at.x + width - value_width, at.y}, ui.theme.text, field.value);
    ImGui::Dummy({width, height - ImGui::GetStyle().ItemSpacing.y});
  }
}

/// Returns the totals of all passes so far, longer texts first: "So far: 768 comparisons \u00b7 301 swaps \u00b7 12,288
/// bytes". Returns no text at the input, and while a question waits, because the totals may answer it.
std::vector<std::string> totals_texts(Session& session) {
  if (session.player().position() == 0 || workspace<LessonPlayer>(session).quiz.waits()) return {};
  const RunningTotals totals = running_totals(session.player());
  std::vector<std::string> parts;
  if (totals.comparisons) parts.push_back(counted(*totals.comparisons, "comparison"));
  if (totals.swaps) parts.push_back(counted(*totals.swaps, "swap"));
  parts.push_back(counted(totals.bytes, "byte"));
  std::vector<std::string> texts;
  for (; !parts.empty(); parts.pop_back()) texts.push_back(fmt::format("So far: {}", fmt::join(parts, " \u00b7 ")));
  return texts;
}

/// Draws the elements that a selection searches for or has found.
void answer_lines(const Ui& ui, const Session& session) {
  const auto found = answers(session.player(), session.questions());
  for (const auto& [question, answer] : found) {
    text_item(ui.fonts.title, ui.theme.text, fmt::format("{} = {}", question, answer));
  }
  if (!found.empty() || session.questions().empty()) return;
  std::string names;
  for (const auto& question : session.questions()) names += (names.empty() ? "" : ", ") + text(question);
  text_item(ui.fonts.small, ui.theme.dim, fmt::format("Looking for: {}.", names));
}

/// Draws the bytes that each pass so far has moved as bars. Draws nothing after a measurement, because the timing panel
/// then shows the bytes.
void byte_rows(const Ui& ui, Session& session) {
  if (!session.has_records() || workspace<RunTimer>(session).measurement()) return;
  ImGui::Dummy({0, ui.px(2)});
  heading(ui, "Bytes per pass");
  std::vector<PassBytes> passes;
  for (const auto& record : session.player().records()) passes.push_back(pass_bytes(record.header, record.counters));
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{compat::room().x, ui.px(84)};
  byte_bars(ui, session, passes, session.player().total().value_or(session.player().headers().size()),
            Box::at(at, {size.x, size.y}));
}

/// Draws a claim with a mark: a tick if it holds, a cross if not, or an empty circle if this is unknown. The error
/// `wrong` follows below the claim.
void verdict_lines(const Ui& ui, std::optional<bool> holds, ImFont* font, const std::string& sentence,
                   const std::string& wrong, bool praised = true) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float indent = ui.px(26), width = compat::room().x;
  const ImVec2 mark{at.x + ui.px(9), at.y + 0.55f * line_height(font)};
  if (holds) {
    const ImU32 colour = !*holds ? ui.theme.warning : praised ? ui.theme.kept : ui.theme.dim;
    draw_disc(mark, ui.px(9), with_alpha(colour, 0.2f), 24);
    draw_verdict(*holds, mark, ui.px(5), colour);
  } else {
    draw_circle(mark, ui.px(7), ui.theme.faint, 24, ui.px(1.5f));
  }
  ImGui::SetCursorScreenPos({at.x + indent, at.y});
  ImGui::BeginGroup();
  text_item(font, holds == false ? ui.theme.warning : ui.theme.text, sentence, width - indent);
  if (!wrong.empty()) text_item(ui.fonts.small, ui.theme.warning, wrong, width - indent);
  ImGui::EndGroup();
}

void claim_box(const Ui& ui, Session& session, const algorithms::PassRecord& record) {
  auto& player = session.player();
  const auto* verdict = player.verdict();
  // If the result of the run is wrong, draw no green tick, even for a claim that holds.
  const auto* result = player.result();
  verdict_lines(ui, verdict ? std::optional(verdict->holds()) : std::nullopt, ui.fonts.body, record.claim.sentence,
                verdict && !verdict->holds() ? verdict->violation->message : "", !result || result->holds());
  if (!verdict && player.at_rest()) {
    if (text_button(ui, "Test this claim", {compat::room().x, 0})) player.test_claim();
    tooltip(ui, "Checks the claim with all keys before and after the pass (C).");
  }
}

/// Draws whether the result is correct, if the run is at its end.
void result_box(const Ui& ui, Session& session) {
  auto& player = session.player();
  if (!player.at_end() || !player.at_rest()) return;
  const auto* result = player.result();
  if (!result) {
    if (text_button(ui, "Check the result", {compat::room().x, 0})) player.test_result();
    tooltip(ui, "Checks that the keys are in order and are still those of the input (C).");
    return;
  }
  verdict_lines(ui, result->holds(), ui.fonts.title, result_title(session, *result),
                result->holds() ? "" : result->failure->message);
  const auto index = result->holds() ? std::nullopt : result->failure->index;
  if (index && *index < player.n() && !session.selects()) {
    if (text_button(ui, "Show the error", {compat::room().x, 0})) session.pin(pair_of(session.player(), *index));
    tooltip(ui, "Pins the first wrong key.");
  }
}

/// Draws buttons for the views of the kernel threads of a pass. Draws nothing if the CPU does not execute the kernels.
void kernel_view_choice(const Ui& ui, Session& session) {
  if (!session.has_threads()) return;
  constexpr std::array<const char*, 3> names{"sort", "threads", "words"};
  int chosen = static_cast<int>(session.look.kernels);
  if (segmented(ui, "kernel view", names, chosen)) session.look.kernels = static_cast<KernelView>(chosen);
}

}  // namespace

std::string result_title(const Session& session, const ResultVerdict& result) {
  const algorithms::Task task = session.algorithm().info().task;
  std::string title = algorithms::verdict_text(task, result.failure);
  title.resize(std::min(title.find(':'), title.size()));
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  return title;
}

void pass_panel(Ui& ui, Session& session, const Box& box) {
  // Text wraps at the same width with and without a scroll bar, so that its height does not depend on the bar.
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::SetNextWindowContentSize({box.width() - 2 * style.WindowPadding.x - style.ScrollbarSize, 0});
  begin_card(ui, "pass", box, true);
  const float top = ImGui::GetCursorPosY();
  const auto& player = session.player();
  const auto* record = player.record();
  if (record) {
    heading(ui, fmt::format("{}, {}", record->header.stage, record->header.label));
    if (!record->header.made_at.empty()) text_item(ui.fonts.small, ui.theme.dim, record->header.made_at);
    result_box(ui, session);
    claim_box(ui, session, *record);
    kernel_view_choice(ui, session);
    answer_lines(ui, session);
    ImGui::Dummy({0, ui.px(2)});
    if (const auto totals = totals_texts(session); !totals.empty()) {
      text_item(ui.fonts.small, ui.theme.dim, totals.front());
    }
    cost_rows(ui, workspace<RunTimer>(session).cost_of(session, record->counters, record->header.index));
    byte_rows(ui, session);
  } else {
    heading(ui, "Input");
    text_item(ui.fonts.body, ui.theme.text,
              input_text(player.n(), session.problem().type(), session.loaded().origin) + ".");
    answer_lines(ui, session);
    const auto headers = player.headers();
    if (player.total() == std::uint64_t{0}) {
      text_item(ui.fonts.small, ui.theme.dim, "The keys are already in order. There is nothing to do.");
      result_box(ui, session);
    } else if (!headers.empty()) {
      text_item(ui.fonts.small, ui.theme.dim,
                fmt::format("Next: {}, {}. Press Right to run it.", headers.front().stage, headers.front().label));
    } else if (!player.total()) {
      text_item(ui.fonts.small, ui.theme.dim, "The next pass depends on the data. Press Right to run it.");
    }
  }
  // The slack avoids a scroll bar, which would make the content narrower and higher.
  ui.pass_height = std::ceil(ImGui::GetCursorPosY() - top + 2 * ImGui::GetStyle().WindowPadding.y + ui.px(4));
  end_scrolling_card(ui, box);
}

namespace {

/// Text of the pass strip: the name of the present pass, its claim, and whether the claim holds. At the end of the run,
/// it includes the result.
struct StripText {
  std::string name, sentence;
  std::optional<bool> holds;
  std::string short_name{};           ///< shorter name for a narrow strip; empty if there is none
  std::vector<std::string> totals{};  ///< totals of all passes so far, longer texts first
};

StripText strip_text(Session& session) {
  const auto* record = session.player().record();
  if (record == nullptr) {
    const auto headers = session.player().headers();
    std::string next;
    if (!headers.empty()) next = fmt::format("Next: {}, {}.", headers.front().stage, headers.front().label);
    const std::uint64_t n = session.player().n();
    return {"Input: " + input_text(n, session.problem().type(), session.loaded().origin),
            next,
            {},
            "Input: " + keys_text(n)};
  }
  StripText text{fmt::format("{}, {}", record->header.stage, record->header.label),
                 record->claim.sentence,
                 {},
                 "",
                 totals_texts(session)};
  Player& player = session.player();
  if (const auto* result = player.result()) {
    text.holds = result->holds();
    const std::string more = result->holds() ? text.sentence : result->failure->message;
    text.sentence = fmt::format("{}: {}", result_title(session, *result), more);
  } else if (const auto* verdict = player.verdict()) {
    text.holds = verdict->holds();
    if (!verdict->holds()) text.sentence = verdict->violation->message;
  }
  return text;
}

struct StripLayout {
  ImFont* name = nullptr;
  ImFont* sentence = nullptr;
  float pad = 0, indent = 0;
  bool one_line = false;  ///< true if the name and the sentence are on one line
  std::string totals{};   ///< longest text of the totals that fits next to the name; empty if none fits
};

/// Lays out the pass strip. In a low window outside presenter mode, name and claim share one line, which may be
/// shortened.
StripLayout lay_out_strip(const Ui& ui, const Session& session, const StripText& text, float width) {
  constexpr float low_window = 420;
  const bool presenter = session.look.presenter;
  StripLayout layout{presenter ? ui.fonts.title : ui.fonts.body, presenter ? ui.fonts.body : ui.fonts.small,
                     ui.px(presenter ? 12 : 10), text.holds ? ui.px(24) : 0.0f};
  layout.one_line = !ui.still && !presenter && ui.window.y < low_window;
  if (layout.one_line) return layout;
  const float room = width - text_width(layout.name, text.name) - layout.indent - 2 * layout.pad - ui.px(16);
  const auto fits = [&](const std::string& totals) { return text_width(layout.sentence, totals) <= room; };
  const auto found = std::ranges::find_if(text.totals, fits);
  if (found != text.totals.end()) layout.totals = *found;
  return layout;
}

}  // namespace

float pass_strip_height(const Ui& ui, Session& session, float width) {
  const StripText text = strip_text(session);
  const StripLayout layout = lay_out_strip(ui, session, text, width);
  const float name = line_height(layout.name) + 1.2f * layout.pad;
  if (layout.one_line) return name;
  const float room = width - 2 * layout.pad - layout.indent;
  // Leave space for the claims of other passes, because the picture above would otherwise move between passes. In
  // presenter mode, many claims need two lines. The steps of a lesson show few passes, and the picture needs the space.
  const bool lesson = workspace<LessonPlayer>(session).lesson() != nullptr;
  const float least = (session.look.presenter && !lesson ? 2.0f : 1.0f) * line_height(layout.sentence);
  return name + ui.px(3) + std::max(least, wrapped_height(layout.sentence, text.sentence, room));
}

void pass_strip(const Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "pass strip", box, false);
  const StripText text = strip_text(session);
  const StripLayout layout = lay_out_strip(ui, session, text, box.width());
  const float left = box.low.x + layout.pad + layout.indent, top = box.low.y + 0.6f * layout.pad;
  float room = box.high.x - layout.pad - left;
  const float drop = 0.5f * (line_height(layout.name) - line_height(layout.sentence));
  const float whole = room;
  if (!layout.totals.empty()) {
    draw_text_before(layout.sentence, {left + room, top + drop}, ui.theme.text, layout.totals);
    room -= text_width(layout.sentence, layout.totals) + ui.px(16);
  }
  if (text.holds) {
    const ImU32 colour = *text.holds ? ui.theme.kept : ui.theme.warning;
    draw_verdict(*text.holds, {left - ui.px(14), top + 0.5f * line_height(layout.name)}, ui.px(6), colour);
  }
  const bool fits = text.short_name.empty() || text_width(layout.name, text.name) <= room;
  const std::string& name = fits ? text.name : text.short_name;
  // A smaller font shows more of a long name.
  ImFont* name_font = text_width(layout.name, name) <= room ? layout.name : layout.sentence;
  draw_text_elided(name_font, {left, top}, ui.theme.text, name, room);
  const ImU32 colour = text.holds && !*text.holds ? ui.theme.warning : ui.theme.dim;
  if (layout.one_line) {
    const float start = left + text_width(name_font, name) + ui.px(16), rest = left + room - start;
    if (rest > ui.px(40)) draw_text_elided(layout.sentence, {start, top + drop}, colour, text.sentence, rest);
  } else if (!text.sentence.empty()) {
    draw_text_wrapped(layout.sentence, {left, top + line_height(layout.name) + ui.px(3)}, colour, text.sentence, whole);
  }
  end_card();
}

}  // namespace texelsort::app
