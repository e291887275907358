#pragma once

#include <optional>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/session/network_editor.h"

namespace texelsort::app {

/// Screen positions of the wires, steps and comparators in the network editor. There is space for a new step between
/// each two steps and at both ends.
struct Bench {
  struct Column {
    float x = 0;
    /// Indices in the step of the comparators in this column; no two of them overlap.
    std::vector<std::size_t> comparators;
  };
  struct StepColumns {
    float begin = 0, end = 0;
    std::vector<Column> columns;
  };

  Box body;  ///< area of the wires
  std::uint64_t n = 0;
  float pitch = 0;  ///< distance between two wires in pixels
  float room = 0;   ///< width of the space for a new step in pixels
  std::vector<StepColumns> steps;

  /// Lays out a design in a box. `widest` is the greatest width of a column in pixels.
  Bench(const NetworkEditor::Design& design, const Box& box, float widest);

  float wire_y(std::uint64_t wire) const { return body.low.y + pitch * (static_cast<float>(wire) + 0.5f); }
  std::uint64_t wire_at(float y) const;  ///< Returns the wire that is nearest to the height `y`.
  NetworkEditor::Target target_at(float x) const;
  /// Returns the x at which a comparator is drawn after it is dropped on a target.
  float target_x(const NetworkEditor::Target& target) const;
  /// Returns the comparator under a point, or nothing if there is none. `reach` is the greatest distance in pixels.
  std::optional<NetworkEditor::Spot> hit(const NetworkEditor::Design& design, ImVec2 point, float reach) const;
  /// Returns the x at which a comparator is drawn.
  float x_of(const NetworkEditor::Spot& spot) const;
};

}  // namespace texelsort::app
