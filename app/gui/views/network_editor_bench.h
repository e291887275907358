#pragma once

#include <optional>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/session/network_editor.h"

namespace texelsort::app {

/// Where wires, steps and comparators of the network editor's network are on the screen. Between two steps, and at both
/// ends, there is room for a step to come.
struct Bench {
  struct Column {
    float x = 0;
    std::vector<std::size_t> comparators;  ///< of the step, by index; no two overlap
  };
  struct StepColumns {
    float begin = 0, end = 0;
    std::vector<Column> columns;
  };

  Box body;  ///< of the wires
  std::uint64_t n = 0;
  float pitch = 0;  ///< from wire to wire
  float room = 0;   ///< for a step to come
  std::vector<StepColumns> steps;

  /// `widest`: of a column, pixels.
  Bench(const NetworkEditor::Design& design, const Box& box, float widest);

  float wire_y(std::uint64_t wire) const { return body.low.y + pitch * (static_cast<float>(wire) + 0.5f); }
  std::uint64_t wire_at(float y) const;  ///< the nearest
  NetworkEditor::Target target_at(float x) const;
  /// The middle of where a comparator goes that is dropped at x.
  float target_x(const NetworkEditor::Target& target) const;
  /// The comparator under a point.
  std::optional<NetworkEditor::Spot> hit(const NetworkEditor::Design& design, ImVec2 point, float reach) const;
  /// The x at which a step's comparator stands.
  float x_of(const NetworkEditor::Spot& spot) const;
};

}  // namespace texelsort::app
