#include "compute/algorithms/core/algorithm.h"

#include <algorithm>

#include <fmt/format.h>

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

std::string_view name(Task task) {
  switch (task) {
    case Task::sort:
      return "sort";
    case Task::select:
      return "select";
    case Task::merge:
      return "merge";
  }
  return "";
}

void require_available(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                       const cuda::ExecutionOptions& execution) {
  const Availability found = algorithm.availability(device, execution);
  if (!found.available) {
    throw UnavailableError(fmt::format("{} cannot run here: {}", algorithm.info().id, found.reason));
  }
}

bool Algorithm::has(const TableKind& kind) const {
  const auto kinds = table_kinds();
  return std::ranges::find(kinds, kind.index(), &TableKind::index) != kinds.end();
}

bool moves_wide_payloads(Backend backend) {
  return backend == Backend::cpu || backend == Backend::cuda;
}

}  // namespace texelsort::algorithms
