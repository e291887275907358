#include "app/export/plots/canvas.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/export/plots/lettering.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

constexpr std::string_view ellipsis = "\u2026";
constexpr float title_em = 1.2f;
constexpr float line_ems = 1.45f;

std::size_t before_last_character(std::string_view text, std::size_t end) {
  --end;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
  return end;
}

float distance_to(Point at, Point a, Point b) {
  const float dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  const float t = length > 0 ? std::clamp(((at.x - a.x) * dx + (at.y - a.y) * dy) / length, 0.0f, 1.0f) : 0.0f;
  return std::hypot(at.x - a.x - t * dx, at.y - a.y - t * dy);
}

bool contains(const Area& area, Point at) {
  return at.x >= area.left && at.x < area.right && at.y >= area.top && at.y < area.bottom;
}

}  // namespace

const Hit* hit_at(const Plot& plot, Point at) {
  constexpr float reach = 6;
  const Hit* nearest = nullptr;
  float distance = reach;
  for (auto hit = plot.hits.rbegin(); hit != plot.hits.rend(); ++hit) {
    if (hit->line.empty()) {
      if (contains(hit->area, at)) return &*hit;
      continue;
    }
    for (std::size_t i = 0; i + 1 < hit->line.size(); ++i) {
      const float d = distance_to(at, hit->line[i], hit->line[i + 1]);
      if (d < distance) {
        distance = d;
        nearest = &*hit;
      }
    }
  }
  return nearest;
}

std::string svg(const Plot& plot, const std::string& id_prefix) {
  SvgForm form{.id_prefix = id_prefix};
  for (const Hit& hit : plot.hits) form.tips.push_back({hit.area, hit.line, hit.text});
  return svg(plot.drawing, form);
}

Canvas::Canvas(const PlotStyle& style, const std::string& title, const std::string& subtitle, float height)
    : style_(style) {
  plot_.drawing = {.width = style.width,
                   .height = height > 0 ? height : style.height,
                   .background = style.background,
                   .parts = {},
                   .title = title};
  top_ = 0.5f * em();
  const float room = style.width - 2 * em();
  if (!title.empty()) {
    const float size = title_em * em();
    add_text({em(), top_ + 0.7f * size}, Side::left, shortened(title, room, size, Face::bold), title, style.text, size,
             Face::bold);
    top_ += 1.5f * size;
  }
  if (!subtitle.empty()) {
    text({em(), top_ + 0.65f * em()}, Side::left, subtitle, style.dim, room);
    top_ += line_ems * em();
  }
  top_ += 0.3f * em();
}

float Canvas::measured(std::string_view text, float em, Face face) const {
  return style_.text_width ? style_.text_width(face, em, text) : app::text_width(face, em, text);
}

float Canvas::text_width(std::string_view text, Face face) const {
  return measured(text, em(), face);
}

std::string Canvas::shortened(std::string_view text, float room, float em, Face face) const {
  if (measured(text, em, face) <= room) return std::string(text);
  const float left = room - measured(ellipsis, em, face);
  // Find the longest start of the text that fits by bisection, because measuring is slow. A start of `end` bytes fits,
  // and a start of `beyond` bytes does not.
  std::size_t end = 0, beyond = text.size();
  while (beyond > 0) {
    std::size_t middle = before_last_character(text, (end + beyond) / 2 + 1);
    if (middle <= end) middle = before_last_character(text, beyond);
    if (middle <= end) break;
    (measured(text.substr(0, middle), em, face) <= left ? end : beyond) = middle;
  }
  while (end > 0 && text[end - 1] == ' ') --end;
  return end == 0 ? std::string() : std::string(text.substr(0, end)) + std::string(ellipsis);
}

void Canvas::add(Shape shape) {
  plot_.drawing.parts.emplace_back(DrawnPart{std::move(shape), clip_});
}

void Canvas::fill(const Area& area, const Colour& colour) {
  polygon({{area.left, area.top}, {area.right, area.top}, {area.right, area.bottom}, {area.left, area.bottom}}, colour);
}

void Canvas::polygon(std::vector<Point> points, const Colour& colour) {
  add({.points = std::move(points), .colour = colour});
}

void Canvas::line(std::vector<Point> points, float width, const Colour& colour, bool closed) {
  add({.points = std::move(points), .line_width = width, .closed = closed, .colour = colour});
}

void Canvas::frame(const Area& area, float width, const Colour& colour) {
  line({{area.left, area.top}, {area.right, area.top}, {area.right, area.bottom}, {area.left, area.bottom}}, width,
       colour, true);
}

void Canvas::hatch(const Area& area, const Colour& colour) {
  const float step = 0.55f * em(), width = area.right - area.left, height = area.bottom - area.top;
  for (float start = step - height; start < width; start += step) {
    // A line rises from the lower to the upper edge of the area, beginning `start` pixels from the left. Clip it at the
    // left and right edges.
    const float from = std::max(start, 0.0f), to = std::min(start + height, width);
    if (to - from < 1) continue;
    line({{area.left + from, area.bottom - (from - start)}, {area.left + to, area.bottom - (to - start)}}, 0.09f * em(),
         colour);
  }
}

void Canvas::cross(const Area& area, const Colour& colour) {
  const float x = 0.5f * (area.left + area.right), y = 0.5f * (area.top + area.bottom);
  const float arm = 0.32f * std::min({area.right - area.left, area.bottom - area.top, 2.2f * em()});
  line({{x - arm, y - arm}, {x + arm, y + arm}}, 0.16f * em(), colour);
  line({{x - arm, y + arm}, {x + arm, y - arm}}, 0.16f * em(), colour);
}

void Canvas::marker(Marker marker, Point at, float radius, const Colour& colour) {
  std::vector<Point> points;
  const auto around = [&](int corners, float turn, float r) {
    for (int i = 0; i < corners; ++i) {
      const float angle = turn + 6.2831853f * static_cast<float>(i) / static_cast<float>(corners);
      points.push_back({at.x + r * std::cos(angle), at.y + r * std::sin(angle)});
    }
  };
  // Choose the sizes so that markers of all shapes have about the same area.
  switch (marker) {
    case Marker::circle:
      around(16, 0, radius);
      break;
    case Marker::square:
      around(4, 0.7853982f, 1.25f * radius);
      break;
    case Marker::triangle:
      around(3, -1.5707963f, 1.45f * radius);
      break;
    case Marker::diamond:
      around(4, 0, 1.3f * radius);
      break;
  }
  polygon(std::move(points), colour);
}

void Canvas::add_text(Point at, Side side, std::string_view shown, std::string_view whole, const Colour& colour,
                      float size, Face face) {
  if (shown.empty()) return;
  const float width = measured(shown, size, face);
  const float left = at.x - (side == Side::left ? 0.0f : side == Side::middle ? 0.5f * width : width);
  TextRun run{.text = data::outgoing_text(shown),
              .pens = pens(face, size, shown),
              .baseline = at.y + middle_to_baseline * size,
              .face = face,
              .em = size,
              .colour = colour};
  const float own = run.pens.back(), range = own > 0 ? width / own : 1.0f;
  for (float& pen : run.pens) pen = left + range * pen;
  if (shown != whole) plot_.shortened.push_back({plot_.drawing.parts.size(), std::string(whole)});
  plot_.drawing.parts.push_back({std::move(run), clip_});
}

void Canvas::text(Point at, Side side, std::string_view text, const Colour& colour, float room, Face face) {
  add_text(at, side, room > 0 ? shortened(text, room, em(), face) : std::string(text), text, colour, em(), face);
}

float Canvas::paragraph(Point at, std::string_view text, const Colour& colour, float room, std::size_t lines) {
  float y = at.y;
  for (std::size_t line = 0; !text.empty() && line < lines; ++line) {
    std::size_t end = std::min(text.find(' '), text.size());
    while (end < text.size()) {
      const std::size_t next = std::min(text.find(' ', end + 1), text.size());
      if (text_width(text.substr(0, next)) > room) break;
      end = next;
    }
    if (line + 1 == lines) end = text.size();
    this->text({at.x, y + 0.5f * line_ems * em()}, Side::left, text.substr(0, end), colour, room);
    y += line_ems * em();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return y - at.y;
}

float x_axis_height(const Canvas& canvas) {
  return 3.2f * canvas.em();
}

AxisScale draw_x_axis(Canvas& canvas, const Area& inside, const AxisLook& x) {
  const PlotStyle& style = canvas.style();
  const float em = canvas.em();
  const AxisScale scale{x.log, x.span.low, x.span.high, inside.left, inside.right};
  const auto most = static_cast<std::size_t>(std::max(2.0f, (inside.right - inside.left) / (5 * em)));
  float free_from = -std::numeric_limits<float>::max();
  for (const Tick& tick : ticks(scale, x.quantity, most)) {
    const float at = scale.place(tick.value), half = 0.5f * canvas.text_width(tick.text);
    canvas.line({{at, inside.top}, {at, inside.bottom + 0.3f * em}}, 1, style.line);
    if (at - half < free_from || at + half > canvas.width() - 0.2f * em) continue;
    canvas.text({at, inside.bottom + 1.05f * em}, Side::middle, tick.text, style.dim);
    free_from = at + half + 0.6f * em;
  }
  canvas.text({inside.right, inside.bottom + 2.4f * em}, Side::right, x.name, style.text, inside.right - inside.left);
  canvas.plot().x = scale;
  return scale;
}

Area draw_axes(Canvas& canvas, const AxisLook& x, const AxisLook& y, float legend) {
  const PlotStyle& style = canvas.style();
  const float em = canvas.em();
  Area inside{em, canvas.top() + 1.6f * em, canvas.width() - em - legend, canvas.height() - x_axis_height(canvas)};
  AxisScale scale{y.log, y.span.low, y.span.high, inside.bottom, inside.top};
  const auto most = static_cast<std::size_t>(std::max(2.0f, (inside.bottom - inside.top) / (2.2f * em)));
  const auto all = ticks(scale, y.quantity, most);
  float widest = 0;
  for (const Tick& tick : all) widest = std::max(widest, canvas.text_width(tick.text));
  inside.left += widest + 0.6f * em;
  canvas.text({em, canvas.top() + 0.5f * em}, Side::left, y.name, style.text, canvas.width() - 2 * em);
  float free_above = std::numeric_limits<float>::max();
  for (const Tick& tick : all) {
    const float at = scale.place(tick.value);
    canvas.line({{inside.left - 0.3f * em, at}, {inside.right, at}}, 1, style.line);
    if (at > free_above) continue;
    canvas.text({inside.left - 0.6f * em, at}, Side::right, tick.text, style.dim);
    free_above = at - 1.3f * em;
  }
  draw_x_axis(canvas, inside, x);
  canvas.plot().y = scale;
  canvas.plot().inside = inside;
  canvas.line({{inside.left, inside.top}, {inside.left, inside.bottom}, {inside.right, inside.bottom}}, 1.5f,
              style.faint);
  return inside;
}

Colour mixed(const Colour& from, const Colour& to, double amount) {
  const auto mix = [amount](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround((1 - amount) * a + amount * b));
  };
  return {mix(from.red, to.red), mix(from.green, to.green), mix(from.blue, to.blue), mix(from.alpha, to.alpha)};
}

Colour colour_between(const std::vector<Colour>& scale, double unit) {
  const double place = std::clamp(unit, 0.0, 1.0) * static_cast<double>(scale.size() - 1);
  const std::size_t low = std::min(static_cast<std::size_t>(place), scale.size() - 2);
  return mixed(scale[low], scale[low + 1], place - static_cast<double>(low));
}

Colour readable_on(const Colour& back) {
  // Compute the relative luminance of WCAG 2.1, with a square as transfer function. On a background of luminance 0.18,
  // black and white have equal contrast.
  const auto part = [](std::uint8_t channel) { return channel / 255.0 * (channel / 255.0); };
  const double luminance = 0.2126 * part(back.red) + 0.7152 * part(back.green) + 0.0722 * part(back.blue);
  return luminance > 0.18 ? Colour{10, 12, 16} : Colour{255, 255, 255};
}

Colour faded(const Colour& colour, double alpha) {
  return {colour.red, colour.green, colour.blue, static_cast<std::uint8_t>(std::lround(alpha * colour.alpha))};
}

Plot empty_plot(const PlotStyle& style, const std::string& title, const std::string& reason) {
  Canvas canvas(style, title, "");
  canvas.text({0.5f * canvas.width(), 0.5f * (canvas.top() + canvas.height())}, Side::middle, reason, style.dim,
              canvas.width() - 2 * canvas.em());
  return std::move(canvas.plot());
}

}  // namespace texelsort::app
