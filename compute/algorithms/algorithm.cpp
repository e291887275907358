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

bool moves_wide_payloads(Backend backend) {
  return backend == Backend::cpu || backend == Backend::cuda;
}

std::optional<std::string> Algorithm::refuses(const gpu::DeviceInfo* device, const ProblemForm& form,
                                              const Parameters& parameters) const {
  if (form.payload == data::PayloadKind::index64 && !moves_wide_payloads(info().backend)) {
    return "indices of 64 bits travel with keys on the cpu and cuda backends only: choose the payload index";
  }
  return refusal(device, form.n, form.type, form.payload, parameters);
}

std::unique_ptr<Run> Algorithm::start(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                      const Parameters& parameters) const {
  const gpu::DeviceInfo* device_info = device == nullptr ? nullptr : &device->info();
  if (const Availability available = availability(device_info); !available.available) {
    throw UnavailableError(fmt::format("{} cannot run here: {}", info().id, available.reason));
  }
  if (const auto reason = refuses(device_info, problem->form(), parameters)) {
    throw UsageError(fmt::format("{}: {}", info().id, *reason));
  }
  return make_run(device, std::move(problem), parameters);
}

Parameters choose_parameters(const Algorithm& algorithm, const gpu::DeviceInfo* device, std::uint64_t n,
                             data::KeyType type, const std::map<std::string, std::string>& overrides) {
  return resolve(algorithm.parameters(), overrides, algorithm.tuned(device, n, type));
}

}  // namespace texelsort::algorithms
