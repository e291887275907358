#include "app/wire_diagram.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/primitives/step_schedule.h"

namespace texelsort::app {

namespace {

/// Whether the run's passes are the network's steps.
bool is_step_by_step(const algorithms::Run& run, const network::Network& network) {
  const auto steps = algorithms::Schedule(network).passes;
  return std::ranges::equal(
      steps, run.known_passes(), {}, [](const auto& pass) { return std::pair(pass.header.stage, pass.header.label); },
      [](const auto& header) { return std::pair(header.stage, header.label); });
}

WireDiagram find_diagram(const Session& session) {
  const network::Family* family = session.algorithm().network();
  const std::uint64_t n = session.problem().n();
  if (family == nullptr) {
    return {.reason = session.algorithm().info().title +
                      " is not a comparator network, so there is no diagram of wires to draw."};
  }
  if (n < 2) return {.reason = fmt::format("A network on {} {} has no comparators.", n, n == 1 ? "key" : "keys")};
  if (n > WireDiagram::most_wires) {
    return {.reason = fmt::format("{} wires are too many to tell apart: the diagram is drawn for up to {}.", n,
                                  WireDiagram::most_wires)};
  }
  const auto network = family->generate(n);
  if (!is_step_by_step(session.player().run(), network)) {
    return {.reason = "The passes of this method are not the steps of the network, one by one."};
  }
  return {.columns = network::diagram_columns(network)};
}

}  // namespace

const WireDiagram& wire_diagram(const Session& session) {
  return session.player().of_run().get([&session] { return find_diagram(session); });
}

}  // namespace texelsort::app
