#pragma once

#include <optional>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/session/network_editor.h"

namespace texelsort::app {

/// Screen positions of the wires, steps and comparators in the network editor. Between two steps, and at both ends,
/// there is space for a new step.
struct Bench {
  struct Column {
    float x = 0;
    std::vector<std::size_t> comparators;  ///< indices of comparators in the step; no two overlap
  };
  struct StepColumns {
    float begin = 0, end = 0;
    std::vector<Column> columns;
  };

  Box body;  ///< area of the wires
  std::uint64_t n = 0;
  float pitch = 0;  ///< distance between wires in pixels
  float room = 0;   ///< width of the space for a new step in pixels
  std::vector<StepColumns> steps;

  /// Lays out a design in a box. `widest` is the greatest width of a column in pixels.
  Bench(const NetworkEditor::Design& design, const Box& box, float widest);

  float wire_y(std::uint64_t wire) const { return body.low.y + pitch * (static_cast<float>(wire) + 0.5f); }
  std::uint64_t wire_at(float y) const;  ///< returns the nearest wire
  NetworkEditor::Target target_at(float x) const;
  /// Returns the x at which a comparator is drawn that is dropped on the target.
  float target_x(const NetworkEditor::Target& target) const;
  /// Returns the comparator under a point. Nothing if there is none.
  std::optional<NetworkEditor::Spot> hit(const NetworkEditor::Design& design, ImVec2 point, float reach) const;
  /// Returns the x position of a comparator.
  float x_of(const NetworkEditor::Spot& spot) const;
};

}  // namespace texelsort::app
