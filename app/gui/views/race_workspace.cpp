#include <algorithm>
#include <array>

#include <fmt/format.h>

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
constexpr float narrowest_lane = 250;
/// Smallest useful height of the picture in a lane, in pixels at scale 1.
constexpr float lowest_picture = 150;

RacePanelState& sight_of(Ui& ui, std::size_t lanes) {
  if (!ui.race) ui.race = std::make_shared<RacePanelState>();
  while (ui.race->lanes.size() < lanes) ui.race->lanes.push_back(std::make_unique<LanePanelState>(*ui.device));
  for (const auto& lane : ui.race->lanes) {
    lane->ui.theme = ui.theme;
    lane->ui.fonts = ui.fonts;
    lane->ui.scale = ui.scale;
    lane->ui.close_popups = ui.close_popups;
  }
  return *ui.race;
}

std::string clock_text(RaceClock clock, double value) {
  if (clock == RaceClock::pass) return counted(static_cast<std::uint64_t>(value), "pass", "passes");
  if (clock == RaceClock::time) return duration_text(value);
  return counted(static_cast<std::uint64_t>(value), "byte");
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

std::string progress_text(const RaceLane& lane, RaceClock clock) {
  const Player& player = lane.player();
  if (!lane.knows(clock)) {
    return fmt::format("{}: {:.0f} %", clock == RaceClock::time ? "measuring" : "counting bytes",
                       100 * lane.found_out(clock));
  }
  const auto total = player.total();
  std::string text;
  for (const auto& [name, value] : lane.session().overrides()) text += fmt::format("{}={}, ", name, value);
  text += fmt::format("pass {}{}", grouped(player.position()), total ? " of " + grouped(*total) : "");
  if (clock == RaceClock::pass) return text;
  return text + fmt::format("; {} of {}", clock_text(clock, lane.end_of(clock, player.position())),
                            clock_text(clock, lane.end(clock).value_or(0)));
}

/// Returns the fraction of a lane's run that is finished, from 0 to 1, measured on the race's clock.
float progress_of(const RaceLane& lane, const Race& race) {
  const RaceClock clock = race.clock();
  if (!lane.knows(clock)) return lane.found_out(clock);
  const auto end = lane.end(clock);
  if (!end) return 0;
  if (*end <= 0) return 1;
  return static_cast<float>(lane.end_of(clock, lane.player().position()) / *end);
}

void choose_algorithm(const Ui& ui, Session& session, float width) {
  ImGui::SetNextItemWidth(width);
  const auto& chosen = session.algorithm().info();
  if (!begin_combo(ui, "##algorithm", chosen.id)) return;
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
  choose_algorithm(ui, session, width - set - gap - (removable ? side + gap : 0));
  ImGui::SetCursorScreenPos({top.high.x - pad - set - (removable ? side + gap : 0), top.low.y + pad});
  if (text_button(ui, "Settings", {set, side})) sight.settings = !sight.settings;
  tooltip(ui, "Switches between the settings and the picture of this lane.");
  if (removable) {
    ImGui::SetCursorScreenPos({top.high.x - pad - side, top.low.y + pad});
    if (icon_button(ui, "remove", Icon::cross, side, true, false, "Removes this lane.")) removed = number;
  }
  float y = top.low.y + pad + side + ui.px(8);
  const float tall = ui.px(6);
  draw_box(Box::at({left, y}, {width, tall}), ui.theme.raised, 0.5f * tall);
  const float done = width * progress_of(lane, race);
  if (done > tall) draw_box(Box::at({left, y}, {done, tall}), ui.theme.accent, 0.5f * tall);
  y += tall + ui.px(4);
  draw_text_elided(ui.fonts.small, {left, y}, ui.theme.dim, progress_text(lane, race.clock()), width);
  y += small + ui.px(3);
  draw_verdict_line(ui, lane, {left, y}, width);
  if (timed)
    draw_text_elided(ui.fonts.small, {left, y + small + ui.px(3)}, ui.theme.dim, times_of(session, *lane.timed_by()),
                     width);
  end_card();
}

void draw_lane(Ui& ui, Race& race, std::size_t number, const Box& box, std::optional<std::size_t>& removed) {
  LanePanelState& sight = *ui.race->lanes[number];
  Session& session = race.lanes()[number]->session();
  const Box top{box.low, {box.high.x, box.low.y + head_height(ui, race.clock())}};
  const Box rest{{box.low.x, top.high.y + ui.px(6)}, box.high};
  ImGui::PushID(static_cast<int>(number));
  // Skip parts of the card that are scrolled out of view.
  if (ImGui::IsRectVisible(top.low, top.high)) draw_head(ui, race, number, top, removed);
  if (!ImGui::IsRectVisible(rest.low, rest.high)) {
    ImGui::PopID();
    return;
  }
  if (sight.settings) {
    begin_card(ui, "settings", rest, true);
    parameter_section(sight.ui, session, sight.draft);
    end_scrolling_card(ui, rest);
  } else {
    (ui.race->picture == 0 ? bars_view : texture_view)(sight.ui, session, rest);
  }
  ImGui::PopID();
}

void move_buttons(const Ui& ui, Race& race, float side) {
  const bool at_start = race.now() <= 0, at_end = race.end() && race.now() >= *race.end();
  const float gap = ui.px(6);
  if (icon_button(ui, "go to input", Icon::to_start, side, !at_start, false, "Goes to the input (Home).")) race.seek(0);
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "go back", Icon::back, side, !at_start, false,
                  "Goes back until a lane is between two passes (Left).")) {
    race.step(-1);
  }
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "play race", race.playing() ? Icon::pause : Icon::play, side, true, true,
                  "Starts or pauses the race (Space).")) {
    race.set_playing(!race.playing());
  }
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "go forward", Icon::forward, side, !at_end, false,
                  "Continues until a lane ends its pass (Right).")) {
    race.step(1);
  }
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "go to end", Icon::to_end, side, !at_end, false, "Goes to the end (End).")) race.to_end();
}

/// Draws the controls of a race: the button for start and pause, and the choices of clock and picture. Returns the area
/// below.
Box draw_controls(Ui& ui, Session& session, Race& race, const Box& box) {
  const float pad = ui.px(12), gap = ui.px(10), side = ImGui::GetFrameHeight();
  const float moves = 5 * side + 4 * ui.px(6), clocks = ui.px(290), pictures = ui.px(140), lanes = ui.px(92);
  const float room = box.width() - 2 * pad;
  // Controls that stay together in a row. All groups occupy as many rows as necessary.
  struct Group {
    float width;
    float x = 0, y = 0;
  };
  std::array<Group, 4> groups{Group{moves}, Group{std::min(clocks, room)}, Group{pictures}, Group{lanes}};
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
  const float small = line_height(ui.fonts.small), text = y + side + ui.px(6);
  const Box card{box.low, {box.high.x, box.low.y + 2 * pad + text + small}};
  begin_card(ui, "race", card, false);
  ImGui::SetCursorScreenPos({groups[0].x, groups[0].y});
  move_buttons(ui, race, side);
  ImGui::SetCursorScreenPos({groups[1].x, groups[1].y});
  constexpr std::array<const char*, 3> clock_titles{"by pass", "by bytes moved", "by measured time"};
  int clock = static_cast<int>(race.clock());
  if (segmented(ui, "clock of the race", clock_titles, clock, groups[1].width))
    race.set_clock(static_cast<RaceClock>(clock));
  ImGui::SetCursorScreenPos({groups[2].x, groups[2].y});
  constexpr std::array<const char*, 2> pictures_titles{"bars", "texture"};
  segmented(ui, "picture of the race", pictures_titles, ui.race->picture, pictures);
  ImGui::SetCursorScreenPos({groups[3].x, groups[3].y});
  if (text_button(ui, "Add lane", {lanes, side})) race.add_any(session);
  tooltip(ui, fmt::format("Adds a lane for another algorithm. A race has at most {} lanes.", Race::most));
  const std::string now =
      race.preparing() ? (race.clock() == RaceClock::time ? "Measuring each lane before the race."
                                                          : "Counting the bytes of each lane before the race.")
                       : fmt::format("{}{}", clock_text(race.clock(), race.now()),
                                     race.end() ? " of " + clock_text(race.clock(), *race.end()) : std::string());
  const bool refused = !race.message().empty();
  draw_text_elided(ui.fonts.small, {box.low.x + pad, box.low.y + pad + text},
                   refused ? ui.theme.warning : ui.theme.text, refused ? race.message() : now, room);
  end_card();
  return {{box.low.x, card.high.y + ui.px(8)}, box.high};
}

void draw_lanes(Ui& ui, Race& race, const Box& body, std::size_t columns, float height) {
  const float gap = ui.px(8);
  const float width = (body.width() - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  std::optional<std::size_t> removed;
  for (std::size_t i = 0; i < race.lanes().size(); ++i) {
    const std::size_t column = i % columns, row = i / columns;
    const ImVec2 low{body.low.x + (width + gap) * static_cast<float>(column),
                     body.low.y + (height + gap) * static_cast<float>(row)};
    race.lanes()[i]->session().begin_frame();
    draw_lane(ui, race, i, Box::at(low, {width, height}), removed);
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
  Box body = draw_controls(ui, session, race, Box::at(low, {width, box.height()}));
  const std::size_t lanes = race.lanes().size();
  if (lanes > 0) {
    const auto fitting = static_cast<std::size_t>(std::max(1.0f, width / ui.px(narrowest_lane)));
    // Arrange four lanes as two rows of two if a row of four does not fit, not as three and one.
    const std::size_t columns = fitting >= lanes ? lanes : std::min<std::size_t>(fitting, 2);
    const std::size_t row_count = (lanes + columns - 1) / columns;
    const auto rows = static_cast<float>(row_count);
    const float shared = (body.height() - gap * (rows - 1)) / rows;
    const float height = std::max(shared, head_height(ui, race.clock()) + ui.px(lowest_picture));
    draw_lanes(ui, race, body, columns, height);
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
