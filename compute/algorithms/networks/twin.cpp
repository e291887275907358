#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/data/order.h"

namespace texelsort::algorithms {
namespace {

/// The network on the CPU: the twin of every other method's passes, and the oracle they are tested against.
class TwinRun final : public NetworkRun {
 public:
  TwinRun(std::shared_ptr<const Problem> problem, std::shared_ptr<const Schedule> schedule)
      : NetworkRun(problem, std::move(schedule), std::make_unique<CpuPassTimer>(), false), arrays_(*problem) {
    rewind();
  }

 private:
  void execute(const NetworkPass& pass) override {
    network::apply(*pass.steps.front(), arrays_.codes(), arrays_.payload());
  }
  void load(const data::State& state) override { arrays_.load(state); }
  std::vector<View> views() const override { return arrays_.views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override { return arrays_.find_guard_damage(); }

  Counters count(const NetworkPass& pass) const override {
    const network::Step& step = *pass.steps.front();
    Counters counters;
    counters.comparators = network::count_comparators(step, n());
    const std::uint64_t element = sizeof(std::uint64_t) + arrays_.payload_bytes();
    counters.texels_fetched = 2 * counters.comparators;
    counters.bytes = 4 * counters.comparators * element;
    return counters;
  }

  HostArrays arrays_;
};

class Twin final : public NetworkAlgorithm<NoSettings> {
 public:
  explicit Twin(const network::Family& family)
      : NetworkAlgorithm(family,
                         {.id = "twin@cpu",
                          .title = "on the CPU",
                          .summary = "The network step by step in plain C++ on one thread: the oracle that every "
                                     "shader's passes are compared with.",
                          .citation = {},
                          .backend = Backend::cpu},
                         no_settings) {}

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm&, const NoSettings&) const override {
    return std::nullopt;
  }
  std::unique_ptr<Run> make_network_run(gpu::Device*, std::shared_ptr<const Problem> problem,
                                        std::shared_ptr<const Schedule> schedule, const NoSettings&) const override {
    return std::make_unique<TwinRun>(std::move(problem), std::move(schedule));
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_twin(const network::Family& family) {
  return std::make_unique<Twin>(family);
}

}  // namespace texelsort::algorithms
