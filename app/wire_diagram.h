#pragma once

#include <string>
#include <vector>

#include "app/session.h"
#include "compute/network/drawing.h"

namespace texelsort::app {

/// The steps of the network as columns, if the algorithm sorts by one, each step is a pass, and it has at most
/// `most_wires` wires; otherwise why not.
struct WireDiagram {
  static constexpr std::uint64_t most_wires = 64;
  std::vector<network::DiagramColumn> columns{};
  std::string reason{};
};

const WireDiagram& wire_diagram(const Session& session);

}  // namespace texelsort::app
