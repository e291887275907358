#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"
#include "compute/network/drawing.h"

/// Screen positions in the network view: of wires, of columns of comparators, and of tokens. A token shows the key on a
/// wire between two passes.
namespace texelsort::app {

/// The network steps of a run's passes, arranged in columns of comparators. For more than `few_wires` wires, the view
/// is an overview, which the user can zoom. `reason` is set if there are no columns, because the algorithm uses no
/// network or one of more than `most_wires` wires.
struct WireDiagram {
  static constexpr std::uint64_t most_wires = 1024, few_wires = 64;
  /// Columns of comparators; `pass` is the index of a pass in the run, `step` the index of a step in the pass.
  std::vector<network::DiagramColumn> columns{};
  std::uint64_t passes = 0;  ///< number of passes in the run, including passes without comparators
  bool fused = false;        ///< true if at least one pass executes several steps
  std::string reason{};
};

const WireDiagram& wire_diagram(const Session& session);

struct NetworkLayout {
  struct Pass {
    float slot = 0;            ///< x in pixels of the keys that are drawn before the pass
    float begin = 0, end = 0;  ///< x in pixels of the left and right ends of the columns that belong to the pass
    std::uint64_t stage = 0;
    std::vector<const network::DiagramColumn*> columns;
    std::uint64_t steps() const { return columns.empty() ? 0 : columns.back()->step + 1; }
    float column_x(std::size_t column) const { return begin + pitch * (static_cast<float>(column) + 0.5f); }
    float pitch = 0;
  };

  Box view;  ///< visible part of the picture on the screen
  Box body;  ///< area of the wires, of which the view may show only a part
  /// Distance of wires in pixels from which comparators have marks in any window.
  static constexpr float narrowest_marked = 7;
  float wire_pitch = 0;
  float slot_width = 0;  ///< width in pixels of the space between two passes, where keys are drawn
  float last_slot = 0;   ///< x in pixels of the keys that are drawn after the last pass
  bool written = false;  ///< true if keys are drawn as values, false if they are drawn as dots
  std::vector<Pass> passes;

  /// Returns whether wires are so close that comparators are drawn as lines without marks.
  bool fine(const Ui& ui) const { return wire_pitch < std::min(ui.px(5), narrowest_marked); }
  /// Returns whether the view shows all of a box. A text is drawn only if its box is completely visible.
  bool shows(const Box& box) const {
    return box.low.x >= view.low.x && box.high.x <= view.high.x && box.low.y >= view.low.y && box.high.y <= view.high.y;
  }
  float wire_y(std::uint64_t wire) const { return body.low.y + wire_pitch * (static_cast<float>(wire) + 0.5f); }
  float slot_x(std::uint64_t position) const { return position < passes.size() ? passes[position].slot : last_slot; }

  /// Returns the number of passes after which the run is shown if the user clicks at `x`.
  std::uint64_t position_at(float x) const;

  /// A comparator under a point of the screen, and the pass that executes it.
  struct Hit {
    network::Comparator comparator;
    std::uint64_t pass = 0;
  };
  std::optional<Hit> hit(ImVec2 point, float reach) const;

  /// Returns the wire under a point, or nothing if no wire is under it.
  std::optional<std::uint64_t> wire_at(ImVec2 point, std::uint64_t n) const;
};

NetworkLayout lay_out_network(const Ui& ui, const Session& session, const Box& box);

/// Draws the legend of the marks of comparators. It ends at `right`, where `right.y` is its middle. The narrow form has
/// shorter names.
void draw_network_legend(const Ui& ui, ImVec2 right, bool narrow);

}  // namespace texelsort::app
