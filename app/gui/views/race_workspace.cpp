#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/gui/panels/panels.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/workspaces.h"
#include "app/gui/window/compat.h"
#include "app/gui/window/text_log.h"
#include "app/problem/algorithm_menu.h"
#include "app/session/race.h"
#include "compute/algorithms/registry.h"
#include "compute/algorithms/scripted/scripted_sort.h"

namespace texelsort::app {

/// View settings of one lane of a race, and the textures for its picture.
struct LanePanelState {
  explicit LanePanelState(gpu::Device& device) : ui(device) {}
  Ui ui;
  SetupDraft draft;
  bool settings = false;
};

struct RacePanelState {
  std::vector<std::unique_ptr<LanePanelState>> lanes;
  int picture = 0;  ///< kind of picture in each lane: 0 for bars, 1 for the texture
};

namespace {

/// Smallest width of a lane whose name is shown, in pixels at scale 1.
constexpr float narrowest_lane = 250, narrowest_presented_lane = 190;
/// Smallest useful height of the picture in a lane, in pixels at scale 1.
constexpr float lowest_picture = 64;

RacePanelState& sight_of(Ui& ui, std::size_t lanes) {
  if (!ui.race) ui.race = std::make_shared<RacePanelState>();
  while (ui.race->lanes.size() < lanes) ui.race->lanes.push_back(std::make_unique<LanePanelState>(*ui.device));
  for (const auto& lane : ui.race->lanes) {
    lane->ui.theme = ui.theme;
    lane->ui.fonts = ui.fonts;
    lane->ui.scale = ui.scale;
    lane->ui.close_popups = ui.close_popups;
    lane->ui.bare = true;
  }
  return *ui.race;
}

/// Returns a warning if the times of a race are not GPU times, but those of a software renderer or the CPU. Otherwise,
/// returns an empty string.
std::string times_of(const Session& session, gpu::Clock clock) {
  if (clock == gpu::Clock::cpu_kernels) return "kernels run on the CPU: this is not a GPU time";
  const bool drawn = session.algorithm().info().backend != algorithms::Backend::cpu;
  if (drawn && session.device_info() != nullptr && session.device_info()->software) {
    return "software renderer: this is not a GPU time";
  }
  return std::string(gpu::name(clock));
}

/// Returns the parameters that the user has set in a lane, and its counts so far: passes, time if it is the race's
/// clock, bytes, and comparisons if the algorithm counts them.
std::vector<std::string> counts_of(const RaceLane& lane, RaceClock clock) {
  const Player& player = lane.player();
  if (!lane.knows(clock)) {
    return {fmt::format("{}: {:.0f} %", clock == RaceClock::time ? "measuring" : "counting bytes",
                        100 * lane.found_out(clock))};
  }
  const auto total = player.total();
  std::vector<std::string> counts;
  for (const auto& [name, value] : lane.session().overrides()) counts.push_back(fmt::format("{}={}", name, value));
  counts.push_back(fmt::format("pass {}{}", grouped(player.position()), total ? " of " + grouped(*total) : ""));
  if (clock == RaceClock::time) {
    counts.push_back(fmt::format("{} of {}", duration_text(lane.end_of(clock, player.position())),
                                 duration_text(lane.end(clock).value_or(0))));
  }
  std::uint64_t bytes = 0, comparisons = 0;
  for (const auto& record : player.records()) {
    bytes += record.counters.bytes;
    comparisons += record.counters.comparators;
  }
  counts.push_back(data::size_text(bytes) +
                   (clock == RaceClock::bytes ? " of " + data::size_text(lane.end(clock).value_or(0)) : ""));
  if (comparisons > 0 || lane.session().algorithm().network() != nullptr) {
    counts.push_back(counted(comparisons, "comparison"));
  }
  return counts;
}

/// Returns the fraction of a lane's run that is finished, from 0 to 1, measured on the race's clock.
float progress_of(const RaceLane& lane, RaceClock clock) {
  if (!lane.knows(clock)) return lane.found_out(clock);
  return static_cast<float>(lane.progress(clock).value_or(0));
}

/// Returns "leads" or "finished first" for the lane that leads the race, and an empty string for all others.
std::string rank_of(const Race& race, std::size_t number) {
  if (race.leader() != number) return "";
  return race.lanes()[number]->player().at_end() ? "finished first" : "leads";
}

void draw_progress(const Ui& ui, const RaceLane& lane, RaceClock clock, const Box& bar) {
  draw_box(bar, ui.theme.raised, 0.5f * bar.height());
  const float done = bar.width() * progress_of(lane, clock);
  if (done > bar.height()) draw_box(Box::at(bar.low, {done, bar.height()}), ui.theme.accent, 0.5f * bar.height());
}

/// Returns the title of a lane's algorithm, without its last clauses if it is wider than `width` pixels. Returns the id
/// if the rest is also too wide, or if it would not tell two lanes apart.
std::string lane_name(const Race& race, std::size_t number, ImFont* font, float width) {
  const auto& info = race.lanes()[number]->session().algorithm().info();
  const std::string name = fitting_clauses(font, info.title, width);
  const auto is_like = [&](const auto& lane) {
    const auto& other = lane->session().algorithm().info();
    return other.id != info.id && other.title.starts_with(name);
  };
  return info.title.starts_with(name) && std::ranges::none_of(race.lanes(), is_like) ? name : info.id;
}

void choose_algorithm(const Ui& ui, Race& race, std::size_t number, float width) {
  Session& session = race.lanes()[number]->session();
  ImGui::SetNextItemWidth(width);
  const auto& chosen = session.algorithm().info();
  const float room = width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
  if (!begin_combo(ui, "##algorithm", lane_name(race, number, ui.fonts.body, room))) return;
  AlgorithmList own, others;
  for (const auto& algorithm : algorithms::registry()) {
    if (algorithm->info().task != chosen.task) continue;
    (algorithms::script_of(*algorithm) ? own : others).push_back(algorithm.get());
  }
  const auto list = [&](const AlgorithmList& all) {
    for (const algorithms::Algorithm* algorithm : all) {
      const auto& info = algorithm->info();
      if (selectable(ui, info.id, info.id == chosen.id)) session.change_algorithm(*algorithm);
      const auto availability = algorithm->availability(session.device_info(), session.execution());
      tooltip(ui, availability.available ? info.title : availability.reason);
    }
  };
  if (!own.empty()) {
    caption(ui, std::string(own_sorts_heading));
    list(own);
    caption(ui, "Built-in algorithms");
  }
  list(others);
  end_combo(ui);
}

/// Draws the claim of the lane's present pass, or its violation. At the end of the lane's run, draws the result, or the
/// error in the result.
void draw_verdict_line(const Ui& ui, RaceLane& lane, ImVec2 at, float width) {
  Session& session = lane.session();
  Player& player = session.player();
  const float left = at.x + ui.px(18), tall = line_height(ui.fonts.small);
  const auto line = [&](std::optional<bool> holds, const std::string& text) {
    const ImU32 colour = !holds ? ui.theme.dim : *holds ? ui.theme.kept : ui.theme.warning;
    if (holds) draw_verdict(*holds, {at.x + ui.px(6), at.y + 0.5f * tall}, ui.px(4), colour);
    draw_text_elided(ui.fonts.small, {left, at.y}, holds == false ? ui.theme.warning : ui.theme.text, text,
                     width - ui.px(18));
  };
  if (!session.message().empty()) return line(false, session.message());
  if (const auto* result = player.result()) {
    const std::string title = result_title(session, *result);
    return line(result->holds(), result->holds() ? title : title + ": " + result->failure->message);
  }
  const auto* record = player.record();
  if (record == nullptr) return line(std::nullopt, "input");
  const auto* verdict = player.verdict();
  line(verdict ? std::optional(verdict->holds()) : std::nullopt,
       verdict && !verdict->holds() ? verdict->violation->message : record->claim.sentence);
}

/// Returns the height in pixels of the texts above the picture in a lane's card.
float head_height(const Ui& ui, RaceClock clock) {
  const float lines = clock == RaceClock::time ? 3.0f : 2.0f;
  return 2 * ui.px(12) + ImGui::GetFrameHeight() + lines * (line_height(ui.fonts.small) + ui.px(3)) + ui.px(16);
}

void draw_head(Ui& ui, Race& race, std::size_t number, const Box& top, std::optional<std::size_t>& removed) {
  RaceLane& lane = *race.lanes()[number];
  LanePanelState& sight = *ui.race->lanes[number];
  Session& session = lane.session();
  const float gap = ui.px(6), side = ImGui::GetFrameHeight(), pad = ui.px(12);
  const float small = line_height(ui.fonts.small);
  const bool timed = race.clock() == RaceClock::time && lane.timed_by();
  begin_card(ui, "lane", top, false);
  const float left = top.low.x + pad, width = top.width() - 2 * pad;
  const float set = text_width(ui.fonts.body, "Settings") + ui.px(20);
  const bool removable = race.lanes().size() > Race::fewest;
  ImGui::SetCursorScreenPos({left, top.low.y + pad});
  choose_algorithm(ui, race, number, width - set - gap - (removable ? side + gap : 0));
  ImGui::SetCursorScreenPos({top.high.x - pad - set - (removable ? side + gap : 0), top.low.y + pad});
  if (text_button(ui, "Settings", {set, side})) sight.settings = !sight.settings;
  tooltip(ui, "Switches between the settings and the picture of this lane.");
  if (removable) {
    ImGui::SetCursorScreenPos({top.high.x - pad - side, top.low.y + pad});
    if (icon_button(ui, "remove", Icon::cross, side, true, false, "Removes this lane.")) removed = number;
  }
  float y = top.low.y + pad + side + ui.px(8);
  draw_progress(ui, lane, race.clock(), Box::at({left, y}, {width, ui.px(6)}));
  y += ui.px(10);
  const std::string rank = rank_of(race, number);
  const float ranked = rank.empty() ? 0.0f : text_width(ui.fonts.small, rank) + ui.px(8);
  draw_text_elided(ui.fonts.small, {left, y}, ui.theme.dim,
                   fmt::format("{}", fmt::join(counts_of(lane, race.clock()), ", ")), width - ranked);
  if (ranked > 0) draw_text_before(ui.fonts.small, {left + width, y}, ui.theme.accent, rank);
  y += small + ui.px(3);
  draw_verdict_line(ui, lane, {left, y}, width);
  if (timed)
    draw_text_elided(ui.fonts.small, {left, y + small + ui.px(3)}, ui.theme.dim, times_of(session, *lane.timed_by()),
                     width);
  end_card();
}

/// Joins the counts of a lane into at most `most` lines of `width` pixels. Omits counts for which there is no space.
std::vector<std::string> count_lines(const Ui& ui, const Race& race, const RaceLane& lane, float width,
                                     std::size_t most) {
  std::vector<std::string> lines;
  for (const std::string& count : counts_of(lane, race.clock())) {
    const std::string longer = lines.empty() ? count : lines.back() + "   " + count;
    if (!lines.empty() && text_width(ui.fonts.body, longer) <= width) {
      lines.back() = longer;
    } else if (lines.size() < most) {
      lines.push_back(count);
    }
  }
  return lines;
}

/// Number of lines for counts, and height of the card that contains the texts of a lane, in presenter mode. Both are
/// equal for all lanes, so that their pictures have the same height.
struct PresentedHead {
  std::size_t lines = 0;
  float height = 0;
};

PresentedHead lay_out_heads(const Ui& ui, const Race& race, const ImVec2& lane_size) {
  // In a low lane, the picture needs the height of a second line.
  const std::size_t most = lane_size.y >= ui.px(190) ? 2 : 1;
  PresentedHead head;
  bool timed = false;
  for (const auto& lane : race.lanes()) {
    head.lines = std::max(head.lines, count_lines(ui, race, *lane, lane_size.x - ui.px(24), most).size());
    timed = timed || (race.clock() == RaceClock::time && lane->timed_by());
  }
  head.height = ui.px(28) + line_height(ui.fonts.title) + static_cast<float>(head.lines) * line_height(ui.fonts.body) +
                (timed ? line_height(ui.fonts.small) : 0.0f);
  return head;
}

/// Draws the texts of a lane in presenter mode: the algorithm, whether it leads, its progress and its counts.
void draw_presented_head(const Ui& ui, const Race& race, std::size_t number, const PresentedHead& head,
                         const Box& top) {
  RaceLane& lane = *race.lanes()[number];
  begin_card(ui, "lane", top, false);
  const float row = line_height(ui.fonts.title), right = top.high.x - ui.px(12);
  float left = top.low.x + ui.px(12), y = top.low.y + ui.px(7), end = right;
  const std::string rank = rank_of(race, number);
  if (!rank.empty()) {
    end -= text_width(ui.fonts.body, rank) + ui.px(16);
    const Box sign{{end, y - ui.px(1)}, {right, y + row + ui.px(1)}};
    draw_box(sign, ui.theme.accent, ui.px(6));
    draw_text_centred(ui.fonts.body, sign.middle(), ui.theme.on_accent, rank);
    end -= ui.px(8);
  }
  const auto* result = lane.player().result();
  const auto* verdict = lane.player().verdict();
  const bool wrong = result != nullptr ? !result->holds() : verdict != nullptr && !verdict->holds();
  float start = left;
  if (result != nullptr || wrong) {
    draw_verdict(!wrong, {left + ui.px(5), y + 0.5f * row}, ui.px(5), wrong ? ui.theme.warning : ui.theme.kept);
    start += ui.px(16);
  }
  ImFont* font = ui.fonts.title;
  std::string name = lane_name(race, number, font, end - start);
  if (text_width(font, name) > end - start) {
    font = ui.fonts.small;
    name = lane_name(race, number, font, end - start);
  }
  draw_text_elided(font, {start, y + 0.5f * (row - line_height(font))}, wrong ? ui.theme.warning : ui.theme.text, name,
                   end - start);
  y += row + ui.px(5);
  draw_progress(ui, lane, race.clock(), {{left, y}, {right, y + ui.px(8)}});
  y += ui.px(11);
  for (const std::string& line : count_lines(ui, race, lane, right - left, head.lines)) {
    draw_text_elided(ui.fonts.body, {left, y}, ui.theme.text, line, right - left);
    y += line_height(ui.fonts.body);
  }
  if (race.clock() == RaceClock::time && lane.timed_by()) {
    draw_text_elided(ui.fonts.small, {left, y}, ui.theme.dim, times_of(lane.session(), *lane.timed_by()), right - left);
  }
  end_card();
}

void draw_lane(Ui& ui, Race& race, std::size_t number, const Box& box, bool presenter,
               std::optional<std::size_t>& removed) {
  LanePanelState& sight = *ui.race->lanes[number];
  Session& session = race.lanes()[number]->session();
  const PresentedHead head = presenter ? lay_out_heads(ui, race, box.size()) : PresentedHead{};
  const float tall = presenter ? head.height : head_height(ui, race.clock());
  const Box top{box.low, {box.high.x, box.low.y + tall}};
  const Box rest{{box.low.x, top.high.y + ui.px(6)}, box.high};
  ImGui::PushID(static_cast<int>(number));
  // Skip parts of the card that are scrolled out of view.
  if (ImGui::IsRectVisible(top.low, top.high)) {
    presenter ? draw_presented_head(ui, race, number, head, top) : draw_head(ui, race, number, top, removed);
  }
  if (!ImGui::IsRectVisible(rest.low, rest.high)) {
    ImGui::PopID();
    return;
  }
  if (sight.settings && !presenter) {
    begin_card(ui, "settings", rest, true);
    parameter_section(sight.ui, session, sight.draft);
    end_scrolling_card(ui, rest);
  } else {
    (ui.race->picture == 0 ? bars_view : texture_view)(sight.ui, session, rest);
  }
  ImGui::PopID();
}

/// Draws the choices of clock and picture, and the button for another lane. Returns the area below.
Box draw_controls(Ui& ui, Session& session, Race& race, const Box& box) {
  const float pad = ui.px(8), gap = ui.px(10), side = ImGui::GetFrameHeight();
  const float room = box.width() - 2 * pad;
  // Controls that stay together in a row. All groups occupy as many rows as necessary.
  struct Group {
    float width;
    float x = 0, y = 0;
  };
  std::array<Group, 3> groups{Group{std::min(ui.px(290), room)}, Group{ui.px(140)}, Group{ui.px(92)}};
  float x = 0, y = 0;
  for (Group& group : groups) {
    if (x > 0 && x + group.width > room) {
      x = 0;
      y += side + ui.px(6);
    }
    group.x = box.low.x + pad + x;
    group.y = box.low.y + pad + y;
    x += group.width + gap;
  }
  const Box card{box.low, {box.high.x, box.low.y + 2 * pad + y + side}};
  begin_card(ui, "race", card, false);
  ImGui::SetCursorScreenPos({groups[0].x, groups[0].y});
  constexpr std::array<const char*, 3> clock_titles{"by pass", "by bytes moved", "by measured time"};
  int clock = static_cast<int>(race.clock());
  if (segmented(ui, "clock of the race", clock_titles, clock, groups[0].width))
    race.set_clock(static_cast<RaceClock>(clock));
  ImGui::SetCursorScreenPos({groups[1].x, groups[1].y});
  constexpr std::array<const char*, 2> pictures_titles{"bars", "texture"};
  segmented(ui, "picture of the race", pictures_titles, ui.race->picture, groups[1].width);
  ImGui::SetCursorScreenPos({groups[2].x, groups[2].y});
  if (text_button(ui, "Add lane", {groups[2].width, side})) race.add_any(session);
  tooltip(ui, fmt::format("Adds a lane for another algorithm. A race has at most {} lanes.", Race::most));
  end_card();
  return {{box.low.x, card.high.y + ui.px(8)}, box.high};
}

/// Draws the reason why the race cannot do what the user wants, if there is one. Returns the area below.
Box draw_message(const Ui& ui, const Race& race, Box box) {
  if (race.message().empty()) return box;
  draw_text_elided(ui.fonts.small, {box.low.x + ui.px(4), box.low.y}, ui.theme.warning, race.message(),
                   box.width() - ui.px(8));
  box.low.y += line_height(ui.fonts.small) + ui.px(6);
  return box;
}

void draw_lanes(Ui& ui, Race& race, const Box& body, bool presenter, std::size_t columns, float height) {
  const float gap = ui.px(8);
  const float width = (body.width() - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  std::optional<std::size_t> removed;
  for (std::size_t i = 0; i < race.lanes().size(); ++i) {
    const std::size_t column = i % columns, row = i / columns;
    const ImVec2 low{body.low.x + (width + gap) * static_cast<float>(column),
                     body.low.y + (height + gap) * static_cast<float>(row)};
    race.lanes()[i]->session().begin_frame();
    draw_lane(ui, race, i, Box::at(low, {width, height}), presenter, removed);
  }
  if (!removed) return;
  race.remove(*removed);
  ui.race->lanes.erase(ui.race->lanes.begin() + static_cast<std::ptrdiff_t>(*removed));
}

void draw_race(Ui& ui, Session& session, const Box& box) {
  Race& race = race_of(session);
  sight_of(ui, Race::most);
  // If there is no space for all lanes, let the area scroll.
  ImGui::SetCursorScreenPos(box.low);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
  compat::begin_child("race area", box.size(), false, 0);
  ImGui::PopStyleColor();
  TextLog* log = text_log();
  if (log != nullptr) log->within_scrolled(ImGui::GetScrollMaxY() > 0);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = compat::room().x, gap = ui.px(8);
  Box body = Box::at(low, {width, box.height()});
  if (!session.look.presenter) body = draw_controls(ui, session, race, body);
  body = draw_message(ui, race, body);
  const std::size_t lanes = race.lanes().size();
  if (lanes > 0) {
    const float narrowest = ui.px(session.look.presenter ? narrowest_presented_lane : narrowest_lane);
    const auto fitting = static_cast<std::size_t>(std::max(1.0f, width / narrowest));
    // Arrange four lanes as two rows of two if a row of four does not fit, not as three and one.
    const std::size_t columns = fitting >= lanes ? lanes : std::min<std::size_t>(fitting, 2);
    const std::size_t row_count = (lanes + columns - 1) / columns;
    const auto rows = static_cast<float>(row_count);
    const float shared = (body.height() - gap * (rows - 1)) / rows;
    const float least = head_height(ui, race.clock()) + ui.px(lowest_picture);
    const float height = session.look.presenter ? shared : std::max(shared, least);
    draw_lanes(ui, race, body, session.look.presenter, columns, height);
    ImGui::SetCursorScreenPos({low.x, body.low.y + rows * (height + gap) - gap - 1});
    ImGui::Dummy({width, 1});
  }
  if (log != nullptr) log->within_scrolled(false);
  ImGui::EndChild();
}

}  // namespace

/// Returns the workspace in which several algorithms run side by side on one clock.
WorkspaceView race_workspace() {
  return {.name = "race", .title = "Race", .draw = draw_race};
}

}  // namespace texelsort::app
