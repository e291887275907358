#include "app/gui/window/ui.h"

#include <algorithm>
#include <cmath>

#include "app/gui/panels/widgets.h"

namespace texelsort::app {

void fit_picture(gpu::Texture& texture, gpu::Extent extent, gpu::TexelFormat format, const char* label) {
  if (texture.id() == 0 || texture.extent() != extent || texture.format() != format) {
    texture = gpu::Texture(extent, format, label);
  }
}

void move_camera(Camera& camera, const Box& view, float largest_zoom) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool hovered = ImGui::IsItemHovered();
  if (hovered && io.MouseWheel != 0) {
    const float zoom = std::clamp(camera.zoom * std::pow(1.25f, io.MouseWheel), 1.0f, largest_zoom);
    const ImVec2 middle = view.middle();
    const glm::vec2 mouse{io.MousePos.x - middle.x, io.MousePos.y - middle.y};
    camera.pan = mouse - (mouse - camera.pan) * (zoom / camera.zoom);
    camera.zoom = zoom;
    if (zoom == 1) camera.pan = {0, 0};
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0)) camera.pan += glm::vec2{io.MouseDelta.x, io.MouseDelta.y};
  if (hovered && ImGui::IsMouseDoubleClicked(0)) camera = {};
}

std::string keys_text(std::uint64_t count) {
  return data::counted(count, "key");
}

}  // namespace texelsort::app
