#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "app/views/group_colours.h"
#include "app/views/texture_overlay.h"
#include "app/views/threshold.h"
#include "app/views/views.h"
#include "app/window/compat.h"

namespace texelsort::app {

namespace {

/// A texel of a tiny array need not fill the view.
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

void move_camera(Ui& ui, const TextureGrid& grid) {
  const ImGuiIO& io = ImGui::GetIO();
  Camera& camera = ui.texture_camera;
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    const float zoom = std::clamp(camera.zoom * std::pow(1.25f, io.MouseWheel), 1.0f, largest_zoom);
    const glm::vec2 middle{0.5f * (grid.body.low.x + grid.body.high.x), 0.5f * (grid.body.low.y + grid.body.high.y)};
    const glm::vec2 mouse = glm::vec2{io.MousePos.x, io.MousePos.y} - middle;
    camera.pan = mouse - (mouse - camera.pan) * (zoom / camera.zoom);
    camera.zoom = zoom;
    if (zoom == 1) camera.pan = {0, 0};
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0)) camera.pan += glm::vec2{io.MouseDelta.x, io.MouseDelta.y};
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) camera = {};
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
  executor.end_pass();
  ImGui::GetWindowDrawList()->AddImage(
      compat::texture_id(ui.texture_picture.id()), grid.body.low,
      {grid.body.low.x + static_cast<float>(extent.width), grid.body.low.y + static_cast<float>(extent.height)});
}

void select(Ui&, Session& session, const TextureGrid& grid) {
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto index = grid.index_at(mouse);
  if (!index) return;
  session.hover(session.pair_of(*index));
  const ImVec2 dragged = ImGui::GetMouseDragDelta(0, 0);
  if (ImGui::IsMouseReleased(0) && std::abs(dragged.x) + std::abs(dragged.y) < 4) session.pin(session.pair_of(*index));
}

}  // namespace

std::optional<std::uint64_t> TextureGrid::index_at(ImVec2 point) const {
  if (!body.contains(point)) return std::nullopt;
  const float x = std::floor((point.x - origin.x) / cell), y = std::floor((point.y - origin.y) / cell);
  if (x < 0 || y < 0 || x >= static_cast<float>(width) || y >= static_cast<float>(rows)) return std::nullopt;
  const std::uint64_t index = static_cast<std::uint64_t>(y) * width + static_cast<std::uint64_t>(x);
  return index < count ? std::optional(index) : std::nullopt;
}

Box TextureGrid::cell_box(std::uint64_t index) const {
  const float x = origin.x + cell * static_cast<float>(index % width);
  const float y = origin.y + cell * static_cast<float>(index / width);
  return {{x, y}, {x + cell, y + cell}};
}

void texture_view(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "texture", box, false);
  const auto view = KeySource::keys_view(session);
  if (!view) {
    const Box body = view_header(ui, box, "Texture", "");
    draw_text(ui.fonts.body, body.low, ui.theme.dim, "No keys, nothing to draw.");
    end_card();
    return;
  }
  const QuadSelection quads = choose_quads(ui, session, *view, box);
  const std::uint64_t rows = (view->count + shown_width(*view) - 1) / shown_width(*view);
  const auto* count = counted(session.player());
  const std::string tinted = colour_caption(session);
  const std::string caption =
      count != nullptr ? fmt::format("lit: {} of {} texels, {} m = {}", grouped(count->count), grouped(view->count),
                                     passing_text(session, true), threshold_name(session, count->threshold))
      : quads.too_fine ? "quads too fine to outline: hover a texel to see its own"
                       : fmt::format("{}{} \u00d7 {} texels, row 0 on top", tinted.empty() ? "" : tinted + "; ",
                                     grouped(shown_width(*view)), grouped(rows));
  Box body = view_header(ui, box, "Texture", caption);
  body.low = {std::floor(body.low.x), std::floor(body.low.y)};
  body.high = {std::floor(body.high.x), std::floor(body.high.y)};
  if (body.width() >= 8 && body.height() >= 8) {
    ImGui::SetCursorScreenPos(body.low);
    ImGui::InvisibleButton("texels", body.size());
    move_camera(ui, lay_out(ui, *view, body));
    const TextureGrid grid = lay_out(ui, *view, body);
    render(ui, session, *view, grid);
    select(ui, session, grid);
    draw_texture_overlay(ui, session, grid, quads);
  }
  end_card();
}

}  // namespace texelsort::app
