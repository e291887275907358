#include "app/export/plots/legend.h"

#include <algorithm>

namespace texelsort::app {

Marker marker_of(const std::string& algorithm) {
  if (algorithm.find("@cuda") != std::string::npos) return Marker::triangle;
  if (algorithm.find("@cpu") != std::string::npos) return Marker::diamond;
  if (algorithm.find("compute") != std::string::npos) return Marker::square;
  return Marker::circle;
}

float legend_width(const Canvas& canvas, const std::vector<LegendEntry>& entries) {
  float widest = 0;
  for (const LegendEntry& entry : entries) widest = std::max(widest, canvas.text_width(entry.name));
  return std::min(widest + 3 * canvas.em(), 0.4f * canvas.width());
}

void draw_legend(Canvas& canvas, const Area& inside, const std::vector<LegendEntry>& entries) {
  const float em = canvas.em(), left = inside.right + 1.6f * em;
  float y = inside.top + 0.7f * em;
  for (const LegendEntry& entry : entries) {
    if (y + 0.7f * em > canvas.height()) break;
    canvas.marker(entry.marker, {left, y}, 0.38f * em, entry.colour);
    canvas.text({left + 0.9f * em, y}, Side::left, entry.name, canvas.style().text, canvas.width() - left - 1.2f * em);
    y += 1.7f * em;
  }
}

}  // namespace texelsort::app
