#include <algorithm>
#include <cmath>
#include <glm/vec4.hpp>
#include <numeric>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/texture_overlay.h"
#include "app/gui/views/threshold.h"
#include "app/gui/views/tint.h"
#include "app/gui/views/travel.h"
#include "app/gui/window/compat.h"
#include "app/playback/models/keys_view.h"

namespace texelsort::app {

namespace {

/// Greatest size of a texel in pixels at scale 1, so that a tiny array does not fill the view.
constexpr float largest_cell = 104;
constexpr float largest_zoom = 512;

TextureGrid lay_out(const Ui& ui, const algorithms::View& view, const Box& body) {
  TextureGrid grid;
  grid.width = shown_width(view);
  grid.count = view.count;
  grid.rows = (view.count + grid.width - 1) / grid.width;
  grid.body = body;
  const float fitting =
      std::min(body.width() / static_cast<float>(grid.width), body.height() / static_cast<float>(grid.rows));
  grid.cell = std::min(fitting, ui.px(largest_cell)) * ui.texture_camera.zoom;
  if (grid.cell >= 4) grid.cell = std::floor(grid.cell);
  const float across = grid.cell * static_cast<float>(grid.width), down = grid.cell * static_cast<float>(grid.rows);
  grid.origin = {std::round(body.low.x + 0.5f * (body.width() - across) + ui.texture_camera.pan.x),
                 std::round(body.low.y + 0.5f * (body.height() - down) + ui.texture_camera.pan.y)};
  return grid;
}

void render(Ui& ui, const Session& session, const algorithms::View& view, const TextureGrid& grid) {
  const gpu::Extent extent{static_cast<std::uint32_t>(grid.body.width()),
                           static_cast<std::uint32_t>(grid.body.height())};
  fit_picture(ui.texture_picture, extent, gpu::TexelFormat::rgba8, "texture view");
  gpu::DrawCall call;
  gpu::Defines defines;
  ui.keys.bind(session, view, call, defines);
  bind_threshold(session, call, defines);
  if (const KeyGroups* groups = colouring_groups(session)) {
    std::vector<std::uint64_t> places(groups->of_key.size());
    std::iota(places.begin(), places.end(), std::uint64_t{0});
    bind_tint(ui, session, ui.texture_tint, places, call, defines);
  }
  const Motion* motion = shown_motion(session, view);
  if (motion != nullptr) {
    defines["RESTING"] = "1";
    bind_moves(ui, session, *motion, call);
  }
  call.program = &ui.device->draw_program("common/fullscreen.vert", "display/texture.frag", defines);
  call.targets = {&ui.texture_picture};
  const float gap = grid.cell >= 8 ? std::max(1.0f, std::round(grid.cell * 0.05f)) : 0.0f;
  call.uniforms.insert(call.uniforms.end(),
                       {{"origin", glm::vec2(grid.origin.x - grid.body.low.x, grid.origin.y - grid.body.low.y)},
                        {"cell", grid.cell},
                        {"gap", gap},
                        {"rounding", grid.cell >= 16 ? std::min(ui.px(6), grid.cell * 0.12f) : 0.0f},
                        {"width", grid.width},
                        {"count", static_cast<std::uint32_t>(grid.count)},
                        {"background", to_vec4(ui.theme.panel)},
                        {"padding", to_vec4(ui.theme.raised)},
                        {"not_a_number", to_vec4(ui.theme.not_a_number)}});
  auto& executor = ui.device->executor();
  executor.begin_pass("texture view");
  executor.draw(call);
  if (motion != nullptr) {
    const TravelPlaces places{{grid.origin.x - grid.body.low.x, grid.origin.y - grid.body.low.y},
                              {grid.cell, grid.cell},
                              grid.width,
                              texel_bow * grid.cell};
    draw_travelling(ui, *motion, places, call, defines, "display/texture.frag");
  }
  executor.end_pass();
  draw_picture(ui.texture_picture, grid.body.low);
}

void select(Ui&, Session& session, const TextureGrid& grid) {
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto index = grid.index_at(mouse);
  if (!index) return;
  session.hover(pair_of(session.player(), *index));
  const ImVec2 dragged = ImGui::GetMouseDragDelta(0, 0);
  if (ImGui::IsMouseReleased(0) && std::abs(dragged.x) + std::abs(dragged.y) < 4)
    session.pin(pair_of(session.player(), *index));
}

/// Draws lines between lists of keys that are in different channels of one texture, and that the view shows one below
/// the other. If there is space, writes the name of each channel.
void draw_lists(const Ui& ui, const TextureGrid& grid, std::uint64_t list) {
  const std::uint64_t rows = list / grid.width;
  const float right = grid.origin.x + grid.cell * static_cast<float>(grid.width),
              pitch = grid.cell * static_cast<float>(rows);
  for (std::uint64_t i = 0; i * list < grid.count; ++i) {
    const float top = grid.origin.y + pitch * static_cast<float>(i), middle = top + 0.5f * pitch;
    if (i > 0 && top > grid.body.low.y && top < grid.body.high.y) {
      draw_line({std::max(grid.origin.x, grid.body.low.x), top}, {std::min(right, grid.body.high.x), top},
                ui.theme.selected, ui.px(2));
    }
    const float half = 0.5f * line_height(ui.fonts.title),
                wide = text_width(ui.fonts.title, channel_name(i)) + ui.px(8);
    const bool fits = grid.origin.x - wide >= grid.body.low.x && pitch > 2 * half;
    if (!fits || middle - half < grid.body.low.y || middle + half > grid.body.high.y) continue;
    draw_text(ui.fonts.title, {grid.origin.x - wide, middle - half}, ui.theme.text, channel_name(i));
  }
}

void draw_texture(Ui& ui, Session& session, const algorithms::View& view, const Box& box) {
  const QuadSelection quads = choose_quads(ui, session, view, box);
  const std::uint64_t rows = (view.count + shown_width(view) - 1) / shown_width(view);
  const auto* count = counted(session.player());
  const std::string tinted = colour_caption(session);
  const std::string caption =
      count != nullptr ? fmt::format("bright: {} of {} texels, {} m = {}", grouped(count->count), grouped(view.count),
                                     passing_text(session, true), threshold_name(session, count->threshold))
      : quads.too_fine ? "too many quads to outline: point at a texel to see its quad"
                       : fmt::format("{}{} \u00d7 {} texels, row 0 on top", tinted.empty() ? "" : tinted + "; ",
                                     grouped(shown_width(view)), grouped(rows));
  // Without space for both, the legend of the marks is more important than the caption.
  const RoleMarks marks = role_marks(ui, session, lay_out(ui, view, view_header(ui, box, "", "").floored()), quads);
  const float legend_from = box.low.x + ui.px(22) + text_width(ui.fonts.title, "Texture"), end = header_end(ui, box);
  const bool legend = marks != RoleMarks::none && !quads.too_fine && !ui.bare &&
                      draw_role_legend(ui, marks, std::nullopt) <= end - legend_from;
  const Box body = view_header(ui, box, "Texture", legend ? "" : caption).floored();
  if (legend) {
    draw_role_legend(ui, marks, ImVec2{end, box.low.y + ui.px(13) + 0.5f * line_height(ui.fonts.title)});
  }
  if (body.width() < 8 || body.height() < 8) return;
  ImGui::SetCursorScreenPos(body.low);
  ImGui::InvisibleButton("texels", body.size());
  move_camera(ui.texture_camera, body, largest_zoom);
  const TextureGrid grid = lay_out(ui, view, body);
  render(ui, session, view, grid);
  select(ui, session, grid);
  draw_texture_overlay(ui, session, grid, quads);
  if (view.list > 0) draw_lists(ui, grid, view.list);
}

}  // namespace

void keys_card(Ui& ui, Session& session, const Box& box, const char* id, const char* title,
               void (*draw)(Ui&, Session&, const algorithms::View&, const Box&)) {
  begin_card(ui, id, box, false);
  if (const auto view = keys_view(session.player())) {
    draw(ui, session, *view, box);
  } else {
    draw_text(ui.fonts.body, view_header(ui, box, title, "").low, ui.theme.dim, "There are no keys to draw.");
  }
  end_card();
}

void draw_picture(const gpu::Texture& picture, ImVec2 at) {
  const gpu::Extent extent = picture.extent();
  ImGui::GetWindowDrawList()->AddImage(
      compat::texture_id(picture.id()), at,
      {at.x + static_cast<float>(extent.width), at.y + static_cast<float>(extent.height)});
}

void texture_view(Ui& ui, Session& session, const Box& box) {
  keys_card(ui, session, box, "texture", "Texture", draw_texture);
}

}  // namespace texelsort::app
