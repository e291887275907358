#include "app/gui/window/frame.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "app/gui/panels/lesson_panel.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/workspaces.h"
#include "app/gui/window/layout.h"
#include "app/gui/window/views_area.h"
#include "app/gui/window/window_export.h"
#include "app/session/lesson_player.h"
#include "app/session/view_names.h"

namespace texelsort::app {

namespace {

void draw_over_all(Ui& ui, Session& session, const Box& window) {
  follow_export(ui, session);
  finder_overlay(ui, session, window);
  said_overlay(ui, window);
  help_overlay(ui, session, window);
}

/// Updates the heights that parts of the window keep while one run is shown.
void keep_heights(Ui& ui, const Session& session) {
  KeptHeights now{.revision = session.problem_revision(),
                  .lesson_step = workspace<LessonPlayer>(session).step_number(),
                  .window = {ui.window.x, ui.window.y},
                  .scale = ui.scale};
  const KeptHeights& before = ui.kept;
  if (std::tie(before.revision, before.lesson_step, before.window, before.scale) ==
      std::tie(now.revision, now.lesson_step, now.window, now.scale)) {
    now.quiz = std::max(before.quiz, quiz_height(ui));
  }
  ui.kept = now;
}

void draw_window(Ui& ui, Session& session, SetupDraft& draft, ImVec2 size) {
  ui.window = {size.x / ui.scale, size.y / ui.scale};
  // A hidden run would play on unnoticed.
  if (hides_run(session.look.workspace) && session.playing()) session.set_playing(false);
  if (const WorkspaceView* workspace = chosen_workspace(session); workspace != nullptr && workspace->whole_window) {
    const float margin = ui.px(margin_length);
    workspace->draw(ui, session, {{margin, margin}, {size.x - margin, size.y - margin}});
    return draw_over_all(ui, session, {{0, 0}, size});
  }
  keep_heights(ui, session);
  const Layout layout = lay_out_window(ui, session, size);
  ui.panels_width = layout.panels_width;
  ui.one_view = layout.one_view;
  // Draw the panels that can change the session first. Otherwise, panels of one frame would show different states.
  if (layout.chooser) algorithm_chooser(ui, session, *layout.chooser);
  if (layout.chooser_alone) return draw_over_all(ui, session, {{0, 0}, size});
  if (layout.lesson) lesson_panel(ui, session, *layout.lesson);
  if (layout.notes) notes_panel(ui, session, *layout.notes);
  if (layout.quiz) quiz_panel(ui, session, *layout.quiz);
  transport_panel(ui, session, layout.transport);
  if (layout.setup) setup_panel(ui, session, draft, *layout.setup);
  if (!layout.page) draw_views(ui, session, layout.views);
  if (layout.strip) pass_strip(ui, session, *layout.strip);
  if (layout.pass) pass_panel(ui, session, *layout.pass);
  if (layout.inspector) inspector_panel(ui, session, *layout.inspector);
  if (layout.timing) timing_panel(ui, session, *layout.timing);
  if (layout.status) status_line(ui, session, *layout.status);
  draw_over_all(ui, session, {{0, 0}, size});
}

void algorithms_part(Ui& ui, Session& session, const Box& box) {
  if (!ui.chooser.open) open_chooser(ui.chooser, session);
  algorithm_chooser(ui, session, box);
}

struct View {
  const char* name;
  void (*draw)(Ui&, Session&, const Box&);
};
constexpr std::array drawn_alone{View{"texture", texture_view},       View{"bars", bars_view},
                                 View{"source", source_view},         View{"pseudocode", pseudocode_view},
                                 View{"history", history_view},       View{"timing", timing_panel},
                                 View{"algorithms", algorithms_part}, View{"teacher", teacher_view}};

void draw_part(Ui& ui, Session& session, FramePart part, const Box& box) {
  for (const View& view : drawn_alone) {
    if (part == view.name) return view.draw(ui, session, box);
  }
  for (const Diagram& diagram : diagrams()) {
    if (part == diagram.name) return draw_diagram(ui, session, diagram, box);
  }
  for (const WorkspaceView& view : workspace_views()) {
    if (part == view.name) return view.draw(ui, session, box);
  }
}

}  // namespace

void draw_frame(Ui& ui, Session& session, SetupDraft& draft, FramePart part, ImVec2 size) {
  // The teacher's window must not begin a frame of the session, because the main window has begun it.
  if (part != teacher) session.begin_frame();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::Begin("texelsort", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(2);
  const float margin = ui.px(10);
  ui.still = part == slide;
  if (part == "window" || ui.still) {
    draw_window(ui, session, draft, size);
  } else {
    draw_part(ui, session, part, {{margin, margin}, {size.x - margin, size.y - margin}});
  }
  ImGui::End();
}

}  // namespace texelsort::app
