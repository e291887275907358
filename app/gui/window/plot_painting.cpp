#include "app/gui/window/plot_painting.h"

#include <array>

#include "app/export/colours.h"
#include "app/export/plots/lettering.h"

namespace texelsort::app {

namespace {

Colour plain(ImU32 packed) {
  const auto channel = [packed](int shift) { return static_cast<std::uint8_t>(packed >> shift & 255u); };
  return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT), channel(IM_COL32_A_SHIFT)};
}

ImU32 packed_colour(const Colour& c) {
  return IM_COL32(c.red, c.green, c.blue, c.alpha);
}

Colour opaque(const glm::vec3& c) {
  return plain(to_color(c));
}

/// Returns the seven colours of Okabe and Ito, sorted by contrast with the background, because lines are thin.
std::vector<Colour> series_colours(ThemeName name) {
  constexpr std::array on_dark{0, 1, 2, 6, 3, 5, 4}, on_light{4, 5, 2, 6, 1, 0, 3};
  std::vector<Colour> colours;
  for (const int i : name == ThemeName::dark ? on_dark : on_light) {
    colours.push_back(opaque(palette_colour(static_cast<std::uint64_t>(i))));
  }
  return colours;
}

ImFont* font_of(const Fonts& fonts, Face face, float em, float style_em) {
  if (face == Face::bold) return fonts.title;
  if (face == Face::mono) return fonts.mono_small;
  return em > style_em ? fonts.body : fonts.small;
}

}  // namespace

PlotStyle plot_style(ThemeName theme_name, ColormapName colormap, float em) {
  const Theme& t = theme(theme_name);
  PlotStyle style{.em = em,
                  .background = plain(t.panel),
                  .text = plain(t.text),
                  .dim = plain(t.dim),
                  .faint = plain(t.faint),
                  .line = plain(t.line),
                  .accent = plain(t.maximum),
                  .warning = plain(t.warning),
                  .scale = {},
                  .series = series_colours(theme_name)};
  for (const glm::vec3& stop : stops(colormap)) style.scale.push_back(opaque(stop));
  return style;
}

PlotStyle plot_style(const Ui& ui, ThemeName theme_name, ColormapName colormap, ImVec2 size) {
  const float em = em_of_line(Face::regular, line_height(ui.fonts.small));
  PlotStyle style = plot_style(theme_name, colormap, em);
  style.width = size.x;
  style.height = size.y;
  style.text_width = [fonts = ui.fonts, em](Face face, float of, std::string_view text) {
    return text_width(font_of(fonts, face, of, em), text);
  };
  return style;
}

void paint(const Ui& ui, const Plot& plot, ImVec2 origin) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto at = [origin](Point point) { return ImVec2(origin.x + point.x, origin.y + point.y); };
  const float em = em_of_line(Face::regular, line_height(ui.fonts.small));
  std::vector<ImVec2> points;
  const auto draw = [&](const Shape& shape) {
    points.clear();
    for (const Point& point : shape.points) points.push_back(at(point));
    const auto count = static_cast<int>(points.size());
    const ImU32 colour = packed_colour(shape.colour);
    if (shape.line_width == 0) return list->AddConvexPolyFilled(points.data(), count, colour);
    list->AddPolyline(points.data(), count, colour, shape.closed ? ImDrawFlags_Closed : ImDrawFlags_None,
                      shape.line_width);
  };
  auto shortened = plot.shortened.begin();
  for (std::size_t i = 0; i < plot.drawing.parts.size(); ++i) {
    const DrawnPart& part = plot.drawing.parts[i];
    if (part.clip) {
      list->PushClipRect(at({part.clip->left, part.clip->top}), at({part.clip->right, part.clip->bottom}), true);
    }
    if (const auto* shape = std::get_if<Shape>(&part.what)) {
      draw(*shape);
    } else if (const auto* run = std::get_if<TextRun>(&part.what)) {
      ImFont* font = font_of(ui.fonts, run->face, run->em, em);
      while (shortened != plot.shortened.end() && shortened->part < i) ++shortened;
      const bool whole = shortened == plot.shortened.end() || shortened->part != i;
      // the drawing contains the baseline of a text, but draw_shortened() needs its middle
      const float middle = run->baseline - middle_to_baseline * run->em;
      draw_shortened(font, at({run->pens.front(), middle - 0.5f * line_height(font)}), packed_colour(run->colour),
                     whole ? run->text : shortened->whole, run->text);
    }
    if (part.clip) list->PopClipRect();
  }
}

}  // namespace texelsort::app
