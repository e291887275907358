#include "app/window/frame.h"

#include <algorithm>
#include <array>

#include "app/views/diagrams.h"
#include "app/views/stages.h"

namespace texelsort::app {

namespace {

struct Areas {
  Box transport, setup, views, strip, pass, inspector, timing, status;
};

/// The window's lengths are those of a page 1600 pixels wide; narrower windows give from the sides first.
Areas lay_out(const Ui& ui, const Session& session, ImVec2 size) {
  const float margin = ui.px(10), width = size.x / ui.scale, height = size.y / ui.scale;
  const bool presenter = session.look.presenter;
  Areas areas;
  const float top = margin + ui.px(104), bottom = size.y - ui.px(presenter ? 10 : 26);
  areas.transport = {{margin, margin}, {size.x - margin, top}};
  areas.status = {{margin, bottom}, {size.x - margin, size.y}};
  if (presenter) {
    const float strip = top + margin + ui.px(46);
    areas.strip = {{margin, top + margin}, {size.x - margin, strip}};
    areas.views = {{margin, strip + margin}, {size.x - margin, bottom}};
    return areas;
  }
  const float left = ui.px(std::clamp(0.185f * width, 236.0f, 300.0f));
  const float right = ui.px(std::clamp(0.195f * width, 240.0f, 316.0f));
  // Without a measurement there is only the command line to show.
  const bool bars = session.measurement() || session.measuring();
  const float timing = ui.px(bars ? std::clamp(0.2f * height, 132.0f, 190.0f) : 104.0f);
  areas.setup = {{margin, top + margin}, {margin + left, bottom}};
  const Box middle{{2 * margin + left, top + margin}, {size.x - 2 * margin - right, bottom}};
  areas.views = {middle.low, {middle.high.x, middle.high.y - timing - margin}};
  areas.timing = {{middle.low.x, middle.high.y - timing}, middle.high};
  const float side = size.x - margin - right;
  // It has bars too where there are records.
  const float most = ui.px(session.has_records() ? 404 : 340);
  const float pass = top + margin + std::min((bottom - top - margin) * 0.62f, most);
  areas.pass = {{side, top + margin}, {size.x - margin, pass}};
  areas.inspector = {{side, pass + margin}, {size.x - margin, bottom}};
  return areas;
}

void draw_views(Ui& ui, Session& session, const Box& box) {
  if (const Stage* stage = chosen_stage(session)) return stage->draw(ui, session, box);
  if (session.look.focus == Focus::texture) return texture_view(ui, session, box);
  if (session.look.focus == Focus::bars) return bars_view(ui, session, box);
  if (session.look.focus == Focus::diagram && !diagrams_of(session).empty()) return draw_diagrams(ui, session, box);
  const float margin = ui.px(10);
  const float split = box.high.y - diagrams_height(ui, session, box.height());
  const float middle = 0.5f * (box.low.x + box.high.x);
  texture_view(ui, session, {box.low, {middle - 0.5f * margin, split}});
  bars_view(ui, session, {{middle + 0.5f * margin, box.low.y}, {box.high.x, split}});
  if (split < box.high.y) draw_diagrams(ui, session, {{box.low.x, split + margin}, box.high});
}

void draw_window(Ui& ui, Session& session, SetupDraft& draft, ImVec2 size) {
  const Areas areas = lay_out(ui, session, size);
  // The panels that change the session come first, so that all others show one state.
  transport_panel(ui, session, areas.transport);
  if (session.look.presenter) {
    pass_strip(ui, session, areas.strip);
    draw_views(ui, session, areas.views);
  } else {
    setup_panel(ui, session, draft, areas.setup);
    draw_views(ui, session, areas.views);
    pass_panel(ui, session, areas.pass);
    inspector_panel(ui, session, areas.inspector);
    timing_panel(ui, session, areas.timing);
    status_line(ui, session, areas.status);
  }
  help_overlay(ui, {{0, 0}, size});
}

struct View {
  const char* name;
  void (*draw)(Ui&, Session&, const Box&);
};
constexpr std::array views{View{"texture", texture_view}, View{"bars", bars_view}, View{"timing", timing_panel}};

void draw_part(Ui& ui, Session& session, Part part, const Box& box) {
  for (const View& view : views) {
    if (part == view.name) return view.draw(ui, session, box);
  }
  for (const Diagram& diagram : diagrams()) {
    if (part == diagram.name) return draw_diagram(ui, session, diagram, box);
  }
  for (const Stage& stage : stages()) {
    if (part == stage.name) return stage.draw(ui, session, box);
  }
}

}  // namespace

std::vector<std::string> part_names() {
  std::vector<std::string> names{"window"};
  for (const View& view : views) names.emplace_back(view.name);
  for (const Diagram& diagram : diagrams()) names.emplace_back(diagram.name);
  for (const Stage& stage : stages()) names.emplace_back(stage.name);
  return names;
}

void draw_frame(Ui& ui, Session& session, SetupDraft& draft, Part part, ImVec2 size) {
  session.begin_frame();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::Begin("texelsort", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(2);
  const float margin = ui.px(10);
  if (part == "window") {
    draw_window(ui, session, draft, size);
  } else {
    draw_part(ui, session, part, {{margin, margin}, {size.x - margin, size.y - margin}});
  }
  ImGui::End();
}

}  // namespace texelsort::app
