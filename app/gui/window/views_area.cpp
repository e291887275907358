#include "app/gui/window/views_area.h"

#include <algorithm>

#include "app/gui/panels/panels.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/workspaces.h"
#include "app/gui/window/layout.h"

namespace texelsort::app {

namespace {

/// Smallest width and height to which a view can be dragged, in pixels at scale 1.
constexpr float least_length = 130;
/// Smallest height, in pixels at scale 1, of a single view that has tabs above it. If the area is lower, the view's
/// header and a key switch views.
constexpr float tabs_height_from = 230;

struct Placed {
  Focus focus;
  Box box;
};

struct TextView {
  const char* title;
  void (*draw)(Ui&, Session&, const Box&);
};

/// Returns the text that replaces the bars, or the bars.
TextView text_view(const Look& look) {
  if (look.source) return {"Source", source_view};
  if (look.pseudocode) return {"Pseudocode", pseudocode_view};
  if (look.history) return {"History", history_view};
  return {"Bars", bars_view};
}

/// Returns the index in `views` of the one view that is visible.
std::size_t chosen_view(const Session& session, const std::vector<RunView>& views) {
  const Look& look = session.look;
  const auto is_chosen = [&look](const RunView& view) {
    return view.focus == look.focus &&
           (view.diagram == nullptr || look.diagram.empty() || look.diagram == view.diagram->name);
  };
  auto found = std::ranges::find_if(views, is_chosen);
  // If the user has chosen no view, show the diagram of the algorithm.
  if (found == views.end()) found = std::ranges::find(views, Focus::diagram, &RunView::focus);
  return found == views.end() ? 0 : static_cast<std::size_t>(found - views.begin());
}

void enlarge(Session& session, const RunView& view) {
  session.look.focus = view.focus;
  session.look.diagram = view.diagram != nullptr ? view.diagram->name : std::string();
}

void put_back(Session& session) {
  session.look.focus = Focus::none;
  session.look.diagram.clear();
}

void draw_view(Ui& ui, Session& session, const RunView& view, const Box& box) {
  switch (view.focus) {
    case Focus::texture:
      return texture_view(ui, session, box);
    case Focus::bars:
      return text_view(session.look).draw(ui, session, box);
    case Focus::timing:
      return timing_panel(ui, session, box);
    case Focus::none:
    case Focus::diagram:
      break;
  }
  if (view.diagram != nullptr) {
    draw_diagram(ui, session, *view.diagram, box);
  } else {
    draw_diagrams(ui, session, box);
  }
}

/// Draws a view with the buttons for enlarging, restoring and moving it.
void draw_with_tools(Ui& ui, Session& session, const RunView& view, const Box& box, bool enlarged) {
  ViewTools tools{.moves = !enlarged, .enlarged = enlarged};
  ui.view_tools = &tools;
  draw_view(ui, session, view, box);
  ui.view_tools = nullptr;
  if (tools.enlarge) {
    if (enlarged) {
      put_back(session);
    } else {
      enlarge(session, view);
    }
  }
  auto& order = session.look.views.order;
  const auto place = std::ranges::find(order, view.focus);
  if (!tools.move || place == order.end()) return;
  // If the algorithm has no diagram, a view can only swap places with the one other view.
  const bool diagram = !diagrams_of(session).empty();
  auto next = place;
  do {
    next = next + 1 == order.end() ? order.begin() : next + 1;
  } while (!diagram && *next == Focus::diagram);
  std::iter_swap(place, next);
}

void draw_one_view(Ui& ui, Session& session, Box box) {
  const std::vector<RunView> views = run_views(session);
  const std::size_t now = chosen_view(session, views);
  if (!session.look.presenter && box.height() >= ui.px(tabs_height_from)) {
    std::vector<const char*> names;
    for (const RunView& view : views) names.push_back(view.title.c_str());
    auto chosen = static_cast<int>(now);
    ImGui::SetCursorScreenPos(box.low);
    if (segmented(ui, "views", names, chosen, box.width())) {
      enlarge(session, views[static_cast<std::size_t>(chosen)]);
    }
    box.low.y += ImGui::GetFrameHeight() + ui.px(6);
  }
  if (session.look.pseudocode && has_room_beside(ui, session.look) && views[now].focus != Focus::bars) {
    constexpr float share = 0.54f;  // width of the picture as a fraction
    const float end = box.low.x + share * box.width();
    pseudocode_view(ui, session, {{end + ui.px(margin_length), box.low.y}, box.high});
    box.high.x = end;
  }
  draw_view(ui, session, views[now], box);
}

/// Lets the user drag the gap between views, which changes `share`. A double click restores the default.
void drag_gap(const Ui& ui, const char* id, const Box& gap, bool upright, float low, float length, float& share) {
  ImGui::SetCursorScreenPos(gap.low);
  ImGui::InvisibleButton(id, gap.size());
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    draw_box(gap.grown(-0.35f * std::min(gap.width(), gap.height())), ui.theme.accent, ui.px(2));
  }
  if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(0, 1)) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float least = std::min(0.45f, ui.px(least_length) / length);
  share = std::clamp(((upright ? mouse.x : mouse.y) - low) / length, least, 1 - least);
}

/// Splits a box into two, side by side if `upright` is true, otherwise one above the other. Draws the gap between them,
/// which the user can drag.
std::array<Box, 2> cut(const Ui& ui, const char* id, const Box& box, bool upright, float& share) {
  const float half = 0.5f * ui.px(margin_length);
  Box low = box, high = box, gap = box;
  if (upright) {
    const float at = box.low.x + share * box.width();
    low.high.x = gap.low.x = at - half;
    high.low.x = gap.high.x = at + half;
    drag_gap(ui, id, gap, true, box.low.x, box.width(), share);
  } else {
    const float at = box.low.y + share * box.height();
    low.high.y = gap.low.y = at - half;
    high.low.y = gap.high.y = at + half;
    drag_gap(ui, id, gap, false, box.low.y, box.height(), share);
  }
  return {low, high};
}

/// Places views in one line. If the diagram has a height, the other views share the rest of the length.
std::vector<Placed> in_line(const Ui& ui, const std::vector<Focus>& order, const Box& box, bool upright,
                            std::optional<float> diagram_height = {}) {
  std::vector<Placed> placed;
  const float margin = ui.px(margin_length), length = (upright ? box.width() : box.height()) + margin;
  const auto count = static_cast<float>(order.size());
  const float each = diagram_height ? (length - *diagram_height - margin) / (count - 1) : length / count;
  float at = upright ? box.low.x : box.low.y;
  for (const Focus focus : order) {
    const float wide = diagram_height && focus == Focus::diagram ? *diagram_height : each - margin;
    const Box part =
        upright ? Box{{at, box.low.y}, {at + wide, box.high.y}} : Box{{box.low.x, at}, {box.high.x, at + wide}};
    placed.push_back({focus, part});
    at += wide + margin;
  }
  return placed;
}

/// Returns the height of the diagram if each view has a row: the height that the diagram needs, unless the other views
/// would become too low.
std::optional<float> diagram_row(const Ui& ui, const Session& session, const std::vector<Focus>& order,
                                 const Box& box) {
  if (order.size() < 3) return std::nullopt;
  constexpr float lowest_row = 110;
  const float most = box.height() - 2 * ui.px(lowest_row + margin_length);
  return std::max(std::min(diagrams_height(ui, session, box.height()), most), box.height() / 3 - ui.px(margin_length));
}

/// Returns the fraction of the height that the upper views have. If the user has not chosen it, returns the part that
/// the diagram below does not need.
float upper_share(const Ui& ui, const Session& session, const Box& box, Focus below) {
  if (session.look.views.down) return *session.look.views.down;
  if (below != Focus::diagram) return 0.5f;
  return 1 - (diagrams_height(ui, session, box.height()) + 0.5f * ui.px(margin_length)) / box.height();
}

std::vector<Placed> place_views(const Ui& ui, Session& session, const Box& box) {
  ViewsLayout& views = session.look.views;
  std::vector<Focus> order(views.order.begin(), views.order.end());
  if (diagrams_of(session).empty()) std::erase(order, Focus::diagram);
  if (views.arrangement == Arrangement::rows)
    return in_line(ui, order, box, false, diagram_row(ui, session, order, box));
  if (views.arrangement == Arrangement::columns) return in_line(ui, order, box, true);
  const bool two_above = views.arrangement == Arrangement::two_over_one;
  if (order.size() == 2) {
    const float before = two_above ? views.across : views.down.value_or(0.5f);
    float share = before;
    const auto [first, second] = cut(ui, "gap", box, two_above, share);
    if (share != before && two_above) views.across = share;
    if (share != before && !two_above) views.down = share;
    return {{order[0], first}, {order[1], second}};
  }
  const float before = upper_share(ui, session, box, order[2]);
  float down = before;
  const auto [above, below] = cut(ui, "gap down", box, false, down);
  if (down != before) views.down = down;
  if (two_above) {
    const auto [left, right] = cut(ui, "gap across", above, true, views.across);
    return {{order[0], left}, {order[1], right}, {order[2], below}};
  }
  const auto [left, right] = cut(ui, "gap across", below, true, views.across);
  return {{order[0], above}, {order[1], left}, {order[2], right}};
}

}  // namespace

std::vector<RunView> run_views(const Session& session) {
  std::vector<RunView> views{{Focus::texture, nullptr, "Texture"},
                             {Focus::bars, nullptr, text_view(session.look).title}};
  for (const Diagram* one : drawn_diagrams(session)) views.push_back({Focus::diagram, one, one->title});
  views.push_back({Focus::timing, nullptr, "Timing"});
  return views;
}

bool has_room_beside(const Ui& ui, const Look& look) {
  return ui.window.x >= (look.presenter ? 600 : 1000);
}

void show_next_view(const Ui& ui, Session& session) {
  const std::vector<RunView> views = run_views(session);
  const bool all_shown = session.look.focus == Focus::none && !ui.one_view;
  const std::size_t next = all_shown ? 0 : chosen_view(session, views) + 1;
  if (next < views.size()) {
    enlarge(session, views[next]);
  } else if (ui.one_view) {
    enlarge(session, views.front());
  } else {
    put_back(session);
  }
}

void arrange_next(Session& session) {
  put_back(session);
  ViewsLayout& views = session.look.views;
  views.arrangement = static_cast<Arrangement>((static_cast<int>(views.arrangement) + 1) % 4);
  views.down.reset();
  views.across = ViewsLayout{}.across;
}

void draw_views(Ui& ui, Session& session, const Box& box) {
  if (const WorkspaceView* workspace = chosen_workspace(session)) return workspace->draw(ui, session, box);
  if (ui.one_view) return draw_one_view(ui, session, box);
  const std::vector<RunView> views = run_views(session);
  const Look& look = session.look;
  if (look.focus != Focus::none && (look.focus != Focus::diagram || !diagrams_of(session).empty())) {
    // If the user enlarged the diagrams by the shortcut, show all of them. The button of one diagram enlarges only that
    // one.
    const bool all = look.focus == Focus::diagram && look.diagram.empty();
    return draw_with_tools(ui, session, all ? RunView{Focus::diagram, nullptr, ""} : views[chosen_view(session, views)],
                           box, true);
  }
  for (const Placed& placed : place_views(ui, session, box)) {
    draw_with_tools(ui, session, {placed.focus, nullptr, ""}, placed.box, false);
  }
}

}  // namespace texelsort::app
