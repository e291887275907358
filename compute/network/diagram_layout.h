#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/network/drawing.h"

namespace texelsort::network {

/// Maximum number of wires in a drawing. Larger drawings are unreadable and need many megabytes.
inline constexpr std::uint64_t most_drawn_wires = 1024;

/// Throws UsageError if the network has more than `most_drawn_wires` wires.
void require_drawable(const Network& network);

/// Columns of a diagram that belong to one pass. StageColumns contains the passes of one stage. Stages without passes
/// are left out.
struct PassColumns {
  std::uint64_t pass = 0;
  std::string label;
  std::vector<DiagramColumn> columns;
};
struct StageColumns {
  std::string name;
  std::vector<PassColumns> passes;
};

/// Returns the columns of a diagram, grouped by stage and pass.
std::vector<StageColumns> grouped_columns(const Network& network);

}  // namespace texelsort::network
