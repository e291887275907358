#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/widgets.h"
#include "app/session.h"
#include "app/window/ui.h"
#include "compute/network/drawing.h"

/// Where wires, columns and tokens of the network view are on the screen.
namespace texelsort::app {

/// The steps of the network as columns, if the algorithm sorts by one, each step is a pass, and it has at most
/// `most_wires` wires; otherwise why not.
struct WireDiagram {
  static constexpr std::uint64_t most_wires = 64;
  std::vector<network::DiagramColumn> columns{};
  std::string reason{};
};

const WireDiagram& wire_diagram(const Session& session);

struct NetworkLayout {
  struct Pass {
    float slot = 0;            ///< x of the tokens before the pass
    float begin = 0, end = 0;  ///< x range of its columns
    std::uint64_t stage = 0;
    std::vector<const network::DiagramColumn*> columns;
    float column_x(std::size_t column) const { return begin + pitch * (static_cast<float>(column) + 0.5f); }
    float pitch = 0;
  };

  Box body;  ///< of the wires
  float wire_pitch = 0;
  float slot_width = 0;  ///< room for tokens between two passes
  float last_slot = 0;   ///< x of the tokens after the last pass
  bool written = false;  ///< tokens are values as text, else dots
  std::vector<Pass> passes;

  float wire_y(std::uint64_t wire) const { return body.low.y + wire_pitch * (static_cast<float>(wire) + 0.5f); }
  float slot_x(std::uint64_t position) const { return position < passes.size() ? passes[position].slot : last_slot; }

  /// The position that a click at x asks for: that after the pass under it, 0 before the first.
  std::uint64_t position_at(float x) const;

  /// The comparator under a point, and its pass.
  struct Hit {
    network::Comparator comparator;
    std::uint64_t pass = 0;
  };
  std::optional<Hit> hit(ImVec2 point, float reach) const;

  /// The wire under a point.
  std::optional<std::uint64_t> wire_at(ImVec2 point, std::uint64_t n) const;
};

NetworkLayout lay_out_network(const Ui& ui, const Session& session, const Box& box);

}  // namespace texelsort::app
