#include "compute/algorithms/primitives/step_schedule.h"

#include <fmt/format.h>

#include "compute/data/text/number_format.h"
#include "compute/network/step_label.h"

namespace texelsort::algorithms {

Schedule::Schedule(const network::Network& network) : n(network.n) {
  for (std::size_t stage = 0; stage < network.stages.size(); ++stage) {
    for (const network::Step& step : network.stages[stage].steps) {
      if (network::count_comparators(step, n) == 0) continue;
      passes.push_back({{passes.size(), stage, network.stages[stage].name, step.label},
                        {std::make_shared<const network::Step>(step)}});
    }
  }
}

void Schedule::join(const Schedule& other, std::size_t first, std::size_t last) {
  NetworkPass joined{other.passes[first].header, {}};
  for (std::size_t i = first; i < last; ++i) {
    const auto& steps = other.passes[i].steps;
    joined.steps.insert(joined.steps.end(), steps.begin(), steps.end());
  }
  const PassHeader& end = other.passes[last - 1].header;
  joined.header.index = passes.size();
  if (end.stage_index != joined.header.stage_index) {
    joined.header.stage += " to " + end.stage;
    joined.header.label = data::counted(joined.steps.size(), "step");
  } else if (last - first > 1) {
    joined.header.label =
        fmt::format("{} to {}", network::step_number(joined.header.label), network::step_number(end.label));
  }
  passes.push_back(std::move(joined));
}

}  // namespace texelsort::algorithms
