#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/networks/method.h"
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

class TwinMethod final : public Method {
 public:
  std::string id() const override { return "twin@cpu"; }
  std::string title() const override { return "on the CPU"; }
  std::string summary() const override {
    return "The network step by step in plain C++ on one thread: the oracle that every shader's passes are compared "
           "with.";
  }
  network::Citation citation() const override { return {}; }
  Backend backend() const override { return Backend::cpu; }
  const std::vector<ParameterSpec>& parameters() const override {
    static const std::vector<ParameterSpec> none;
    return none;
  }
  Availability availability(const gpu::DeviceInfo*) const override { return {}; }
  std::optional<std::string> refusal(const gpu::DeviceInfo*, std::uint64_t, data::KeyType, data::PayloadKind,
                                     const Parameters&) const override {
    return std::nullopt;
  }
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo*, std::uint64_t, data::KeyType) const override {
    return {};
  }
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem> problem,
                                std::shared_ptr<const Schedule> schedule, const Parameters&) const override {
    return std::make_unique<TwinRun>(std::move(problem), std::move(schedule));
  }
};

}  // namespace

std::unique_ptr<Method> make_twin_method() {
  return std::make_unique<TwinMethod>();
}

}  // namespace texelsort::algorithms
