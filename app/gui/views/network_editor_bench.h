#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/session/network_editor.h"

namespace texelsort::app {

/// Screen positions of the wires, steps and comparators in the network editor. Before, between and after the steps,
/// there is space into which the user can drop a comparator as a new step.
struct Bench {
  struct Column {
    float x = 0;
    /// Indices, in the list of the step, of the comparators that are drawn in this column. They do not overlap.
    std::vector<std::size_t> comparators;
  };
  struct StepColumns {
    float begin = 0, end = 0;
    std::vector<Column> columns;
  };

  Box body;  ///< area of the wires
  std::uint64_t n = 0;
  float pitch = 0;  ///< distance between two wires in pixels
  float room = 0;   ///< width in pixels of the space for a new step
  std::vector<StepColumns> steps;

  /// Lays out the network `design` in a box. Columns are at most `widest` pixels wide.
  Bench(const NetworkEditor::Design& design, const Box& box, float widest);

  /// Returns the radius in pixels of the marks at the ends of comparators, at most `most`. Marks on neighbouring wires
  /// or columns stay apart.
  float mark_radius(float most) const { return std::min(most, std::max(1.5f, std::min(0.26f * pitch, 0.36f * room))); }
  float wire_y(std::uint64_t wire) const { return body.low.y + pitch * (static_cast<float>(wire) + 0.5f); }
  std::uint64_t wire_at(float y) const;  ///< Returns the wire that is nearest to the height `y`.
  NetworkEditor::Target target_at(float x) const;
  /// Returns the x in pixels at which a comparator appears if the user drops it on a target.
  float target_x(const NetworkEditor::Target& target) const;
  /// Returns the comparator at most `reach` pixels from a point, or nothing if there is none.
  std::optional<NetworkEditor::Spot> hit(const NetworkEditor::Design& design, ImVec2 point, float reach) const;
  /// Returns the x in pixels of a comparator.
  float x_of(const NetworkEditor::Spot& spot) const;
};

}  // namespace texelsort::app
