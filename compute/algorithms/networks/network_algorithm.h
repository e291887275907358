#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/networks/network_run.h"
#include "compute/network/generators.h"

namespace texelsort::algorithms {

AlgorithmInfo network_info(const network::Family& family, const Method& method);
Availability network_availability(Backend backend, const gpu::DeviceInfo* device);

/// Maximum number of keys for which passes on textures are displayed. A viewer can distinguish this number of texels.
inline constexpr std::uint64_t shown_texels = 1 << 10;

/// Returns why methods on textures reject a form: the texture would be too large, or passes cannot draw keys with a
/// payload. Returns null if the methods accept the form.
std::optional<std::string> fragment_refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                            std::uint64_t width);

/// Schedule of a network, or the reason why there is no network with this number of places.
struct MadeSchedule {
  std::shared_ptr<const Schedule> schedule{};
  std::optional<std::string> refusal{};
};
MadeSchedule make_schedule(const network::Family& family, std::uint64_t places);

/// Algorithm that runs a network family by a method with settings of type S. The family must outlive the algorithm.
/// refusal() returns only refusals that hold for every network.
template <typename S>
class NetworkAlgorithm : public AlgorithmWith<S> {
 public:
  const network::Family* network() const final { return &family_; }
  std::string content_hash() const final { return family_.content_hash; }
  const Method* method() const final { return &method_; }
  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const final {
    return network_availability(this->info().backend, device);
  }

 protected:
  using StartRun = std::unique_ptr<Run>(const NetworkStart& start, const S& settings);
  NetworkAlgorithm(const network::Family& family, Method method, const SettingsTable<S>& table, StartRun& start_run)
      : AlgorithmWith<S>(network_info(family, method), table),
        family_(family),
        method_(std::move(method)),
        start_run_(start_run) {}

  /// Returns the number of places of the network that sorts n keys. The number is n unless the method divides the keys
  /// among several networks.
  virtual std::uint64_t places(std::uint64_t n, const S&) const { return n; }
  /// Returns why this method cannot sort n keys by the steps of the schedule, with the names of the steps. Returns null
  /// if the method can.
  virtual std::optional<std::string> refusal_of_schedule(const Schedule&, std::uint64_t /*n*/) const {
    return std::nullopt;
  }

  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const S& settings) const final {
    MadeSchedule made = make_schedule(family_, places(problem->n(), settings));
    if (made.refusal) throw UsageError(*made.refusal);
    return start_run_({device, std::move(problem), std::move(made.schedule)}, settings);
  }

  std::unique_ptr<const RunPlan> make_plan(const gpu::DeviceInfo* device, const ProblemForm& form, const S& settings,
                                           TextValues values) const final {
    MadeSchedule made{.refusal = this->find_refusal(device, form, settings)};
    const bool known = device != nullptr || this->info().backend == Backend::cpu;
    if (known && !made.refusal) made = make_schedule(family_, places(form.n, settings));
    if (made.schedule) made.refusal = refusal_of_schedule(*made.schedule, form.n);
    return std::make_unique<NetworkPlan>(*this, settings, std::move(values), std::move(made));
  }

 private:
  /// Plan of an algorithm, with the network's schedule for its runs. The schedule is null if there is no device.
  class NetworkPlan final : public RunPlan {
   public:
    NetworkPlan(const NetworkAlgorithm& algorithm, const S& settings, TextValues values, MadeSchedule made)
        : RunPlan(std::move(values), std::move(made.refusal)),
          algorithm_(algorithm),
          settings_(settings),
          schedule_(std::move(made.schedule)) {}
    bool keeps_ties() const override { return algorithm_.keeps_ties(settings_); }
    std::unique_ptr<Run> start(gpu::Device* device, std::shared_ptr<const Problem> problem) const override {
      if (!schedule_) return algorithm_.make_run(device, std::move(problem), settings_);
      return algorithm_.start_run_({device, std::move(problem), schedule_}, settings_);
    }

   private:
    const NetworkAlgorithm& algorithm_;
    S settings_;
    std::shared_ptr<const Schedule> schedule_;
  };

  const network::Family& family_;
  Method method_;
  StartRun& start_run_;
};

/// Makes the algorithms of a network family, one per method, in list order. The family must outlive the algorithms.
std::vector<std::unique_ptr<Algorithm>> make_network_algorithms(const network::Family& family);
/// Makes one algorithm: the network family, executed by the method with the id `method`.
std::unique_ptr<Algorithm> make_network_algorithm(const network::Family& family, std::string_view method);

}  // namespace texelsort::algorithms
