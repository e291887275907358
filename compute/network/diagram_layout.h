#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/network/drawing.h"

namespace texelsort::network {

/// More wires than this make no picture that anyone can read, and a file of many megabytes.
inline constexpr std::uint64_t most_drawn_wires = 1024;

/// Throws UsageError for a network of more wires than can be drawn.
void require_drawable(const Network& network);

/// The columns of one pass, and the passes of one stage that has any.
struct PassColumns {
  std::uint64_t pass = 0;
  std::string label;
  std::vector<DiagramColumn> columns;
};
struct StageColumns {
  std::string name;
  std::vector<PassColumns> passes;
};

/// diagram_columns by stage and pass.
std::vector<StageColumns> grouped_columns(const Network& network);

}  // namespace texelsort::network
