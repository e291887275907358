#include <cmath>

#include "app/gui/panels/widgets.h"

namespace texelsort::app {

namespace {

void triangle(ImVec2 m, float r, bool right, ImU32 color) {
  const float d = right ? r : -r;
  const ImVec2 tip{m.x + d, m.y}, up{m.x - d, m.y - r * 1.1f}, down{m.x - d, m.y + r * 1.1f};
  // List the corners in the direction in which ImGui's antialiasing needs them.
  if (right) {
    draw_triangle(up, tip, down, color);
  } else {
    draw_triangle(up, down, tip, color);
  }
}

void bar(float x, float y, float half_width, float r, ImU32 color) {
  draw_box(Box::around({x, y}, half_width, r * 1.1f), color, half_width * 0.4f);
}

void loop_arrows(ImVec2 m, float r, ImU32 color) {
  auto& draw = *ImGui::GetWindowDrawList();
  constexpr float pi = 3.14159265f;
  const float radius = r * 1.05f, thickness = r * 0.28f;
  draw.PathArcTo(m, radius, -0.25f * pi, 1.35f * pi, 32);
  draw.PathStroke(color, 0, thickness);
  const ImVec2 end{m.x + radius * std::cos(-0.25f * pi), m.y + radius * std::sin(-0.25f * pi)};
  const float a = r * 0.55f;
  draw_triangle({end.x - a * 1.3f, end.y - a * 0.2f}, {end.x + a * 0.6f, end.y - a}, {end.x + a * 0.5f, end.y + a},
                color);
}

void sun(ImVec2 m, float r, ImU32 color) {
  draw_disc(m, r * 0.55f, color, 24);
  for (int i = 0; i < 8; ++i) {
    const float angle = static_cast<float>(i) * 0.78539816f;
    const float c = std::cos(angle), s = std::sin(angle);
    draw_line({m.x + c * r * 0.85f, m.y + s * r * 0.85f}, {m.x + c * r * 1.2f, m.y + s * r * 1.2f}, color, r * 0.22f);
  }
}

void moon(ImVec2 m, float r, ImU32 color) {
  auto& draw = *ImGui::GetWindowDrawList();
  constexpr float pi = 3.14159265f;
  // A crescent is the area between a circle of radius 1.05 and a circle of radius 0.88, whose centre is shifted by
  // 0.62. Both arcs end at the intersections of the circles.
  draw.PathArcTo(m, r * 1.05f, 0.3157f * pi, 1.6843f * pi, 32);
  draw.PathArcTo({m.x + r * 0.62f, m.y}, r * 0.88f, 1.4836f * pi, 0.5164f * pi, 24);
  draw.PathStroke(color, 1, r * 0.25f);
}

void screen(ImVec2 m, float r, ImU32 color) {
  const float t = r * 0.25f;
  draw_outline({{m.x - r * 1.2f, m.y - r}, {m.x + r * 1.2f, m.y + r * 0.55f}}, color, t, r * 0.2f);
  draw_line({m.x, m.y + r * 0.55f}, {m.x, m.y + r * 1.05f}, color, t);
  draw_line({m.x - r * 0.6f, m.y + r * 1.1f}, {m.x + r * 0.6f, m.y + r * 1.1f}, color, t);
}

void question(ImVec2 m, float r, ImU32 color) {
  auto& draw = *ImGui::GetWindowDrawList();
  constexpr float pi = 3.14159265f;
  const float t = r * 0.3f;
  draw.PathArcTo({m.x, m.y - r * 0.5f}, r * 0.55f, -pi, 0.45f * pi, 20);
  draw.PathLineTo({m.x, m.y + r * 0.4f});
  draw.PathStroke(color, 0, t);
  draw_disc({m.x, m.y + r * 0.95f}, r * 0.2f, color, 12);
}

/// Draws the icon of a side panel: a window whose left or right part is filled.
void side_panel(ImVec2 m, float r, bool right, ImU32 color) {
  const float w = r * 1.2f, h = r, t = r * 0.22f;
  draw_outline({{m.x - w, m.y - h}, {m.x + w, m.y + h}}, color, t, r * 0.25f);
  if (right) {
    draw_box({{m.x + 0.3f * w, m.y - h}, {m.x + w, m.y + h}}, color, r * 0.2f);
  } else {
    draw_box({{m.x - w, m.y - h}, {m.x - 0.3f * w, m.y + h}}, color, r * 0.2f);
  }
}

/// Draws the icon for enlarging or restoring a view: four corners that point outwards or inwards.
void corners(ImVec2 m, float r, bool out, ImU32 color) {
  const float far = r * 1.0f, near = r * 0.35f, t = r * 0.25f;
  for (const float x : {-1.0f, 1.0f}) {
    for (const float y : {-1.0f, 1.0f}) {
      const ImVec2 tip = out ? ImVec2{m.x + x * far, m.y + y * far} : ImVec2{m.x + x * near, m.y + y * near};
      const float leg = (out ? -1.0f : 1.0f) * (far - near);
      draw_line(tip, {tip.x + x * leg, tip.y}, color, t);
      draw_line(tip, {tip.x, tip.y + y * leg}, color, t);
    }
  }
}

/// Draws the icon for swapping: two opposite arrows.
void exchange(ImVec2 m, float r, ImU32 color) {
  const float w = r * 1.1f, a = r * 0.5f, t = r * 0.22f;
  for (const float way : {-1.0f, 1.0f}) {
    const float y = m.y + way * r * 0.5f, tip = m.x + way * w;
    draw_line({m.x - way * w, y}, {tip - way * a, y}, color, t);
    const ImVec2 up{tip - way * a, y - way * a}, down{tip - way * a, y + way * a};
    draw_triangle(up, {tip, y}, down, color);
  }
}

void chevron(ImVec2 m, float r, bool right, ImU32 color) {
  const float d = right ? 0.5f * r : -0.5f * r, t = r * 0.3f;
  const ImVec2 tip{m.x + d, m.y};
  draw_line({m.x - d, m.y - 0.9f * r}, tip, color, t);
  draw_line({m.x - d, m.y + 0.9f * r}, tip, color, t);
}

void written_page(ImVec2 m, float r, ImU32 color) {
  const float w = 0.8f * r, t = r * 0.2f;
  draw_outline({{m.x - w, m.y - r}, {m.x + w, m.y + r}}, color, t, r * 0.2f);
  for (const float y : {-0.45f, 0.0f, 0.45f})
    draw_line({m.x - 0.5f * w, m.y + y * r}, {m.x + 0.5f * w, m.y + y * r}, color, t);
}

/// Draws the icon for copying a link: two links of a chain.
void chain(ImVec2 m, float r, ImU32 color) {
  const float w = 0.62f * r, h = 0.42f * r, t = r * 0.22f;
  for (const float x : {-0.55f * r, 0.55f * r}) {
    draw_outline({{m.x + x - w, m.y - h}, {m.x + x + w, m.y + h}}, color, t, h);
  }
}

}  // namespace

void draw_icon(Icon icon, ImVec2 m, float r, ImU32 color) {
  const bool right = icon == Icon::forward || icon == Icon::to_end;
  const float d = right ? r : -r;
  switch (icon) {
    case Icon::play:
      return triangle({m.x + r * 0.15f, m.y}, r, true, color);
    case Icon::pause:
      bar(m.x - r * 0.5f, m.y, r * 0.25f, r, color);
      return bar(m.x + r * 0.5f, m.y, r * 0.25f, r, color);
    case Icon::forward:
    case Icon::back:
      bar(m.x - d * 0.85f, m.y, r * 0.18f, r * 0.9f, color);
      return triangle({m.x + d * 0.4f, m.y}, r * 0.8f, right, color);
    case Icon::to_start:
    case Icon::to_end:
      bar(m.x + d * 1.1f, m.y, r * 0.18f, r * 0.9f, color);
      triangle({m.x + d * 0.3f, m.y}, r * 0.6f, right, color);
      return triangle({m.x - d * 0.8f, m.y}, r * 0.6f, right, color);
    case Icon::loop:
      return loop_arrows(m, r, color);
    case Icon::sun:
      return sun(m, r, color);
    case Icon::moon:
      return moon(m, r, color);
    case Icon::presenter:
      return screen(m, r, color);
    case Icon::help:
      return question(m, r, color);
    case Icon::cross:
      return draw_verdict(false, m, r, color);
    case Icon::left_panel:
    case Icon::right_panel:
      return side_panel(m, r, icon == Icon::right_panel, color);
    case Icon::enlarge:
    case Icon::put_back:
      return corners(m, r, icon == Icon::enlarge, color);
    case Icon::move:
      return exchange(m, r, color);
    case Icon::step_on:
    case Icon::step_back:
      return chevron(m, r, icon == Icon::step_on, color);
    case Icon::notes:
      return written_page(m, r, color);
    case Icon::link:
      return chain(m, r, color);
  }
}

}  // namespace texelsort::app
