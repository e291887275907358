#include "compute/algorithms/algorithm.h"

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::algorithms {

std::string_view name(Backend backend) {
  switch (backend) {
    case Backend::cpu:
      return "cpu";
    case Backend::fragment:
      return "fragment";
    case Backend::compute:
      return "compute";
    case Backend::cuda:
      return "cuda";
  }
  return "";
}

std::unique_ptr<Run> Algorithm::start(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                      const Parameters& parameters) const {
  const gpu::DeviceInfo* device_info = device == nullptr ? nullptr : &device->info();
  if (const Availability available = availability(device_info); !available.available) {
    throw UnavailableError(fmt::format("{} cannot run here: {}", info().id, available.reason));
  }
  if (const auto reason = refusal(device_info, problem->n(), problem->type(), problem->payload, parameters)) {
    throw UsageError(fmt::format("{}: {}", info().id, *reason));
  }
  return make_run(device, std::move(problem), parameters);
}

Parameters choose_parameters(const Algorithm& algorithm, const gpu::DeviceInfo* device, std::uint64_t n,
                             data::KeyType type, const std::map<std::string, std::string>& overrides) {
  return resolve(algorithm.parameters(), overrides, algorithm.tuned(device, n, type));
}

}  // namespace texelsort::algorithms
