#include <algorithm>
#include <utility>

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/networks/claims.h"
#include "compute/algorithms/networks/network_algorithm.h"

namespace texelsort::algorithms {
namespace {

/// Network on the CPU. It is the reference implementation for the passes of all other methods, and tests compare them
/// with it.
class ReferenceRun final : public NetworkRunOn<HostArrays> {
 public:
  explicit ReferenceRun(const NetworkStart& start) : NetworkRunOn(start, Backend::cpu, nullptr, *start.problem) {}

 private:
  void execute(const NetworkPass& pass) override {
    network::apply(*pass.steps.front(), arrays_.codes(), arrays_.payload());
  }

  Counters count(const NetworkPass& pass) const override {
    Counters counters;
    counters.comparators = comparators(pass);
    counters.elements_read = 2 * counters.comparators;
    counters.bytes = 4 * counters.comparators * (sizeof(std::uint64_t) + arrays_.payload_bytes());
    return counters;
  }
};

std::unique_ptr<Run> start_reference(const NetworkStart& start, const NoSettings&) {
  return std::make_unique<ReferenceRun>(start);
}

class Reference final : public NetworkAlgorithm<NoSettings> {
 public:
  explicit Reference(const network::Family& family)
      : NetworkAlgorithm(family,
                         {.id = "reference@cpu",
                          .title = "on the CPU",
                          .summary = "Runs the network step by step in plain C++ on one thread. The passes of every "
                                     "shader are checked against this reference implementation.",
                          .citation = {},
                          .backend = Backend::cpu},
                         no_settings, start_reference) {}

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm&, const NoSettings&) const override {
    return std::nullopt;
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_reference_method(const network::Family& family) {
  return std::make_unique<Reference>(family);
}

void flip(std::span<std::uint64_t> codes) {
  std::ranges::reverse(codes);
  for (std::uint64_t& code : codes) code = ~code;
}

void apply(const BlendStep& step, BlendLists lists, std::span<std::uint64_t> codes) {
  if (!step.within) {
    for_each_across(step, lists, [codes](std::uint64_t low, std::uint64_t high) {
      if (codes[high] < codes[low]) std::swap(codes[low], codes[high]);
    });
    return;
  }
  for (unsigned list = 0; list < BlendLists::count; ++list) {
    const auto own = codes.subspan(list * lists.length, lists.length);
    if (step.flipped[list]) flip(own);
    network::apply(*step.within, own, {});
    if (step.flipped[list]) flip(own);
  }
}

}  // namespace texelsort::algorithms
