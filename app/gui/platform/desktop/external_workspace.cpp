#include "app/session/external_workspace.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/export/plots/external_plot.h"
#include "app/external/external_work.h"
#include "app/external/report_file.h"
#include "app/gui/views/workspace_cards.h"
#include "app/gui/views/workspaces.h"
#include "app/gui/window/compat.h"
#include "app/gui/window/plot_painting.h"

namespace texelsort::app {

/// State of the workspace for external sorts that session files do not contain.
struct ExternalPanelState {
  bool shows_panel = false;  ///< true to show the panel instead of the picture if there is no space for both
  std::string path;          ///< path of the report to open
  std::string drawn_of;      ///< all inputs of the present plot as text; if this text changes, the plot is drawn again
  Plot plot;
};

namespace {

/// Smallest height at which the texts of a picture are legible, in lines of text.
constexpr float picture_lines = 16;

ExternalPanelState& external_sight(Ui& ui) {
  if (!ui.external) ui.external = std::make_shared<ExternalPanelState>();
  return *ui.external;
}

const char* picture_title(ExternalPicture picture) {
  constexpr std::array titles{"pipeline", "I/O efficiency", "merge tree", "Salzberg's rule"};
  return titles.at(static_cast<std::size_t>(picture));
}

/// Draws the plot again if at least one of its inputs has changed.
void draw_anew(const Ui& ui, ExternalPanelState& sight, const Session& session, const ExternalWork& work, ImVec2 size) {
  std::string wanted =
      fmt::format("{} {} {}x{} {} {} {}", work.revision(), name(work.picture), size.x, size.y, ui.scale,
                  static_cast<int>(session.look.theme), static_cast<int>(session.look.colormap));
  if (wanted == sight.drawn_of) return;
  sight.drawn_of = std::move(wanted);
  sight.plot =
      external_plot(work.picture, *work.report(), "", plot_style(ui, session.look.theme, session.look.colormap, size));
}

void draw_external_picture(Ui& ui, Session& session, const Box& box) {
  const ExternalWork& work = workspace<ExternalWorkspace>(session);
  ExternalPanelState& sight = external_sight(ui);
  const float least = picture_lines * line_height(ui.fonts.small);
  const float width = box.width() - ImGui::GetStyle().ScrollbarSize;
  draw_anew(ui, sight, session, work, {width, std::max(box.height(), least)});
  plot_area(ui, sight.plot, box, [&](ImVec2 origin, bool hovered, bool) {
    if (!hovered) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Hit* hit = hit_at(sight.plot, {mouse.x - origin.x, mouse.y - origin.y});
    if (hit == nullptr) return;
    outline_hit(ui, *hit, origin, ui.theme.text);
    show_tooltip(ui, hit->text);
  });
}

void external_plots(Ui& ui, Session& session, const Box& box) {
  ExternalWork& work = workspace<ExternalWorkspace>(session);
  begin_card(ui, "external", box, false);
  const Box inner = view_header(ui, box, "File sort", work.report() ? work.report()->algorithm : "");
  ImGui::SetCursorScreenPos(inner.low);
  ImGui::SetNextItemWidth(std::min(ui.px(210), inner.width()));
  if (begin_combo(ui, "##external picture", picture_title(work.picture))) {
    for (std::size_t i = 0; i < external_picture_count; ++i) {
      const auto picture = static_cast<ExternalPicture>(i);
      if (selectable(ui, picture_title(picture), picture == work.picture)) work.picture = picture;
    }
    end_combo(ui);
  }
  const Box body{{inner.low.x, inner.low.y + ImGui::GetFrameHeight() + ui.px(8)}, inner.high};
  if (work.report()) {
    draw_external_picture(ui, session, body);
  } else {
    draw_text_wrapped(
        ui.fonts.small, body.low, ui.theme.dim,
        "Enter a file of records and an output file, then start the sort. This view shows the tasks of the sort "
        "and the queues between them. You can also open a report of external-sort --json.",
        body.width());
  }
  end_card();
}

void run_button(const Ui& ui, ExternalWork& work) {
  if (work.running()) {
    if (text_button(ui, "Cancel", {compat::room().x, 0})) work.cancel();
    tooltip(ui, "Cancels the sort and removes its files.");
    text_item(ui.fonts.small, ui.theme.text, progress_text(work.report()->state));
  } else {
    if (text_button(ui, "Start", {compat::room().x, 0})) work.start();
    tooltip(ui, "Sorts the file as 'texelsort external-sort' does. You can use the window meanwhile.");
  }
  if (!work.message().empty()) {
    text_item(ui.fonts.small, work.refused() ? ui.theme.warning : ui.theme.dim, work.message());
  }
}

void report_field(const Ui& ui, ExternalWork& work, ExternalPanelState& sight) {
  typed_field(ui, "Report", "##report", sight.path,
              "The file contains the output of 'texelsort external-sort --json'.");
  const bool has_path = !sight.path.empty();
  ImGui::BeginDisabled(!has_path);
  if (text_button(ui, "Open", {compat::room().x, 0}) && has_path) work.open(sight.path);
  ImGui::EndDisabled();
}

void external_panel(Ui& ui, Session& session, const Box& box) {
  ExternalWork& work = workspace<ExternalWorkspace>(session);
  begin_card(ui, "external panel", box, true);
  heading(ui, "File sort");
  run_button(ui, work);
  ImGui::BeginDisabled(work.running());
  typed_field(ui, "File", "##external input", work.request.input, "The file contains records, or rows of CSV or TSV.");
  typed_field(ui, "Output", "##external output", work.request.output,
              "The output file appears when it is complete. texelsort does not overwrite existing files.");
  typed_field(ui, "Memory", "##external memory", work.request.memory,
              "Limits the memory of texelsort and its window, such as 512M or 2G. Empty: half of the free memory.");
  typed_field(
      ui, "Options", "##external options", work.request.options,
      "Type options of 'texelsort external-sort', such as --record 16 --key 8:f64:desc, --by price:desc, "
      "--run-size 64M, --copies, --compress or --temp-dir DIR. Empty: records of the sort benchmark, 100 bytes each.");
  ImGui::EndDisabled();
  report_field(ui, work, external_sight(ui));
  end_scrolling_card(ui, box);
}

void draw_external(Ui& ui, Session& session, const Box& box) {
  plots_and_panel(ui, session, box, {"picture", "sort"}, external_sight(ui).shows_panel, external_plots,
                  external_panel);
}

}  // namespace

/// Returns the workspace for external sorts, which sort files larger than memory. The workspace draws the progress.
WorkspaceView external_workspace() {
  return {"external", "File sort", draw_external};
}

}  // namespace texelsort::app
