#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/panels/panels.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/threshold.h"
#include "app/gui/window/compat.h"
#include "app/playback/models/key_groups.h"
#include "app/playback/models/record_map.h"
#include "app/session/inspection.h"
#include "compute/data/keys/records.h"

namespace texelsort::app {

namespace {

struct InspectedElement {
  std::uint64_t index = 0;
  /// Role in the present pass of the key that the pass writes at this index, for example minimum. Unset if it has no
  /// role.
  std::optional<algorithms::Role> role{};
  std::optional<std::string> before{};  ///< key at this index before the present pass; unset if unknown
};

const char* role_text(algorithms::Role role) {
  return role == algorithms::Role::minimum ? "smaller" : "larger";
}

/// Draws a card about one key: its colour, its value, its value before the pass, and its position.
void place_card(const Ui& ui, const Session& session, const InspectedElement& place) {
  const auto& player = session.player();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = compat::room().x, height = ui.px(74), swatch = ui.px(36), pad = ui.px(11);
  draw_box(Box::at(at, {width, height}), ui.theme.raised, ui.px(8));
  const std::string value = player.key_text(place.index);
  const glm::vec3 rgb = player.state() != nullptr ? shown_colour(session, ui.theme, player.state()->keys, place.index)
                                                  : key_colour(session, ui.theme, player.key(place.index), 0);
  const ImVec2 corner{at.x + pad, at.y + pad};
  draw_box({corner, {corner.x + swatch, corner.y + swatch}}, to_color(rgb), ui.px(6));
  const float text_left = corner.x + swatch + pad, room = at.x + width - pad - text_left;
  float role_room = 0;
  if (place.role) {
    const char* name = role_text(*place.role);
    const bool low = *place.role == algorithms::Role::minimum;
    const float name_width = text_width(ui.fonts.small, name), mark = ui.px(9);
    role_room = name_width + mark + ui.px(12);
    const float x = at.x + width - pad - name_width, y = at.y + pad;
    draw_text(ui.fonts.small, {x, y}, ui.theme.dim, name);
    const float middle = y + 0.55f * line_height(ui.fonts.small), end = x - ui.px(6);
    if (low) {
      draw_disc({end - 0.5f * mark, middle}, 0.5f * mark, ui.theme.minimum, 16);
    } else {
      draw_box({{end - mark, middle - 0.5f * mark}, {end, middle + 0.5f * mark}}, ui.theme.maximum);
    }
  }
  draw_text_elided(ui.fonts.mono, {text_left, at.y + pad - ui.px(1)}, ui.theme.text, value, room - role_room);
  const float small = line_height(ui.fonts.small), bottom = at.y + height - pad + ui.px(1);
  const auto line = [&](float up, const std::string& text) {
    draw_text_elided(ui.fonts.small, {text_left, bottom - up * small}, ui.theme.dim, text, room);
  };
  const bool moved = place.before && *place.before != value;
  if (place.before) line(2.1f, moved ? "before: " + *place.before : std::string("same as before the pass"));
  std::string where = fmt::format("index {}, {}", place.index, key_place_text(player.run().key_place(place.index)));
  if (const auto payload = player.payload(place.index)) where += fmt::format(", payload {}", *payload);
  line(1, where);
  ImGui::Dummy({width, height});
}

/// Draws the record fields that belong to the key at a position. The fields may be stored at another position than the
/// key.
void fields_line(const Ui& ui, const Session& session, std::uint64_t index) {
  const RecordMap* map = record_map(session.player());
  if (map == nullptr) return;
  const algorithms::Problem& problem = session.problem();
  const std::uint64_t record = map->record_of(index);
  std::string text;
  for (std::uint32_t f = 0; f < problem.shape.fields; ++f) {
    text += (f == 0 ? "" : ", ") +
            fmt::format("{}", problem.fields[data::field_place(problem.shape, problem.n(), record, f)]);
  }
  if (!text.empty()) text_item(ui.fonts.small, ui.theme.dim, fmt::format("Fields: {}", text));
}

void outcome_line(const Ui& ui, CompareOutcome outcome) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + 0.5f * line_height(ui.fonts.body);
  const float start = at.x + ui.px(11), end = start + ui.px(20);
  if (outcome == CompareOutcome::swapped) {
    draw_line({start, y}, {end, y}, ui.theme.swapped, ui.px(2.25f));
    draw_exchange_mark(true, {0.5f * (start + end), y}, ui.px(5), ui.theme.swapped);
  } else if (outcome != CompareOutcome::apart) {
    const ImU32 colour = outcome == CompareOutcome::kept ? ui.theme.kept : ui.theme.text;
    draw_dashed({start, y}, {end, y}, ui.px(4), ui.px(2.25f), colour);
  }
  const float room = compat::room().x - ui.px(42);
  ImFont* font = text_width(ui.fonts.body, text(outcome)) <= room ? ui.fonts.body : ui.fonts.small;
  draw_text_elided(font, {end + ui.px(11), y - 0.5f * line_height(font)}, ui.theme.text, text(outcome), room);
  ImGui::Dummy({compat::room().x, line_height(ui.fonts.body)});
}

/// Draws the name of the worker that processed the key, and the source line that says most about the key.
void work_lines(const Ui& ui, Session& session, const Inspection& inspection) {
  if (!inspection.reading) return;
  text_item(ui.fonts.small, ui.theme.dim, "By " + inspection.worker + ".");
  if (const auto telling = telling_line(*inspection.reading)) {
    const ReadLine& line = *telling->line;
    std::string shown = line.values.empty() ? line.line->text : line.values;
    shown.erase(0, shown.find_first_not_of(' '));
    text_item(ui.fonts.small, ui.theme.dim, fmt::format("{}:{}", telling->file->name, line.line->number));
    text_item(ui.fonts.mono_small, ui.theme.text, shown);
    if (!line.line->mark->note.empty()) text_item(ui.fonts.small, ui.theme.dim, line.line->mark->note + ".");
  }
  if (text_button(ui, session.look.source ? "Hide the source" : "Show the source", {compat::room().x, 0})) {
    toggle_text(session.look, &RunLook::source);
  }
  tooltip(ui, "Shows the program of this pass and marks the lines that use this key (S).");
}

/// Draws two buttons, by which the pin follows the key or the position. Below them, draws the path from the input to
/// the present pass.
void trail_lines(const Ui& ui, Session& session) {
  constexpr std::array<const char*, 2> names{"position", "key"};
  Look& look = session.look;
  int chosen = pin_target(look) == Follow::value ? 1 : 0;
  caption(ui, "What the pin follows", "After each pass, the pin stays at this position, or it moves with this key.");
  if (segmented(ui, "follow", names, chosen)) {
    look.follow = chosen == 1 ? Follow::value : Follow::place;
    if (look.history) look.history_of_key = chosen == 1;
  }
  if (!session.look.trail) return text_item(ui.fonts.small, ui.theme.faint, "Press W to draw its trail.");
  const auto& stops = session.trail();
  if (stops.empty()) {
    return text_item(ui.fonts.small, ui.theme.dim, trail_refusal(session.player()));
  }
  heading(ui, "Trail");
  const auto headers = session.player().headers();
  // List the latest position first, because users look for it.
  for (auto stop = stops.rbegin(); stop != stops.rend(); ++stop) {
    const std::string pass =
        stop->position == 0 ? "input" : headers[stop->position - 1].stage + ", " + headers[stop->position - 1].label;
    text_item(ui.fonts.small, stop == stops.rbegin() ? ui.theme.text : ui.theme.dim,
              fmt::format("{}: index {}, {}", pass, stop->place, stop->key));
  }
}

/// Draws what a selection knows about a key: whether the present pass has counted it, and whether it is an answer.
void threshold_lines(const Ui& ui, const Session& session, std::uint64_t index) {
  if (!session.selects()) return;
  const data::Keys key = session.player().key(index);
  const auto line = [&](bool good, ImU32 color, const std::string& text) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float tall = line_height(ui.fonts.body);
    draw_verdict(good, {at.x + ui.px(11), at.y + 0.5f * tall}, ui.px(5), color);
    ImGui::SetCursorScreenPos({at.x + ui.px(28), at.y});
    text_item(ui.fonts.body, ui.theme.text, text);
  };
  if (const auto* count = counted(session.player())) {
    const bool good = passes(session, key, 0);
    line(good, good ? ui.theme.kept : ui.theme.swapped,
         fmt::format("{} m = {}: {}counted", passing_text(session, good), threshold_name(session, count->threshold),
                     good ? "" : "not "));
  }
  if (session.player().position() == 0) return;
  const std::uint64_t code = code_of(key, 0, session.problem().order);
  for (const Possible& element : possible_codes(session)) {
    if (!element.found() || element.low != code) continue;
    line(true, ui.theme.maximum, fmt::format("answer for k = {}", grouped(element.k)));
  }
}

/// Draws the digit, bucket or part to which a key belongs.
void group_line(const Ui& ui, const Session& session, std::uint64_t index) {
  const KeyGroups* groups = key_groups(session.player());
  if (groups == nullptr || groups->of_key[index] == KeyGroups::none) return;
  text_item(ui.fonts.body, ui.theme.text, groups->text(groups->of_key[index]));
}

const char* pointing_text(const Session& session) {
  for (const Diagram* one : diagrams_of(session)) {
    if (one->pointing != nullptr) return one->pointing;
  }
  return "Point at a texel or a bar to see its key in all views. Click to pin it.";
}

/// Draws the effect of the present pass on a key.
void key_info(const Ui& ui, const Session& session, const ElementHistory& story) {
  place_card(ui, session, {story.place, std::nullopt, story.before});
  fields_line(ui, session, story.place);
  threshold_lines(ui, session, story.place);
  group_line(ui, session, story.place);
  if (story.from && *story.from != story.place) {
    text_item(ui.fonts.small, ui.theme.dim, fmt::format("This key came from index {}.", *story.from));
  }
  const bool compares = session.player().record() && session.player().record()->step();
  if (compares) text_item(ui.fonts.small, ui.theme.dim, "This pass compares the key with no other and copies it.");
}

void pair_info(const Ui& ui, Session& session, const Pair& pair) {
  const ElementHistory story = story_of(session.player(), pair.index);
  if (!pair.partner) return key_info(ui, session, story);
  const CompareOutcome outcome = outcome_of(session.player(), pair);
  using algorithms::Role;
  const auto card = [&](std::uint64_t index) {
    const ElementHistory own = story_of(session.player(), index);
    const bool met = outcome != CompareOutcome::apart;
    place_card(
        ui, session,
        {index, met ? std::optional(own.gets_smaller ? Role::minimum : Role::maximum) : std::nullopt, own.before});
    fields_line(ui, session, index);
  };
  card(std::min(pair.index, *pair.partner));
  outcome_line(ui, outcome);
  card(std::max(pair.index, *pair.partner));
}

/// Draws all facts about a pinned key. For a key that is only under the mouse, omits facts that need the execution of a
/// pass.
void selection_info(const Ui& ui, Session& session, const Pair& pair, bool pinned) {
  pair_info(ui, session, pair);
  if (!pinned) return;
  if (session.player().position() > 0) work_lines(ui, session, inspect(session, pair.index));
  trail_lines(ui, session);
  text_item(ui.fonts.small, ui.theme.faint,
            pair.partner ? "Press Esc to unpin the pair." : "Press Esc to unpin the key.");
}

/// Draws the citations of the sources of the network and of the method.
void sources(const Ui& ui, const algorithms::Algorithm& algorithm) {
  std::vector<std::string> lines;
  const auto add = [&lines](const std::string& line) {
    if (!line.empty() && std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
  };
  if (algorithm.network() != nullptr) add(text(algorithm.network()->citation));
  add(text(algorithm.info().citation));
  if (lines.empty()) return;
  ImGui::Dummy({0, ui.px(4)});
  heading(ui, lines.size() == 1 ? "Source" : "Sources");
  for (const std::string& line : lines) text_item(ui.fonts.small, ui.theme.dim, line);
}

}  // namespace

void inspector_panel(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "inspector", box, true);
  const auto& selected = session.hovered() ? session.hovered() : session.pinned();
  heading(ui, session.hovered() || !session.pinned() ? "Inspector" : "Pinned");
  if (selected) {
    selection_info(ui, session, *selected, session.pinned() && *selected == *session.pinned());
  } else {
    text_item(ui.fonts.small, ui.theme.dim, pointing_text(session));
  }
  sources(ui, session.algorithm());
  end_scrolling_card(ui, box);
}

}  // namespace texelsort::app
