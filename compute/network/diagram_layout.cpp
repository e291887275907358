#include "compute/network/diagram_layout.h"

#include <optional>

#include "compute/data/error.h"

namespace texelsort::network {

void require_drawable(const Network& network) {
  if (network.n <= most_drawn_wires) return;
  throw UsageError("a network of " + std::to_string(network.n) + " places is too large to draw: use at most " +
                   std::to_string(most_drawn_wires) + " places, or print it");
}

std::vector<StageColumns> grouped_columns(const Network& network) {
  std::vector<StageColumns> stages;
  std::optional<std::uint64_t> stage;
  for (DiagramColumn& column : diagram_columns(network)) {
    const Stage& source = network.stages[column.stage];
    if (stage != column.stage) stages.push_back({source.name, {}});
    stage = column.stage;
    auto& passes = stages.back().passes;
    if (passes.empty() || passes.back().pass != column.pass) {
      passes.push_back({column.pass, source.steps[column.step].label, {}});
    }
    passes.back().columns.push_back(std::move(column));
  }
  return stages;
}

}  // namespace texelsort::network
