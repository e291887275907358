#include "compute/cuda/choice.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "compute/cuda/device.h"
#include "compute/cuda/exportable_memory.h"
#include "compute/data/error.h"

namespace texelsort::cuda {
namespace {

/// Returns the fastest kind of sharing arrays that TEXELSORT_CUDA_INTEROP allows. Throws UsageError for an unknown
/// value.
Sharing wanted_sharing() {
  const char* variable = std::getenv("TEXELSORT_CUDA_INTEROP");
  const std::string_view text = variable == nullptr ? "" : variable;
  if (text.empty() || text == "auto") return Sharing::imported;
  if (text == "mapped") return Sharing::mapped;
  if (text == "copies") return Sharing::copied;
  if (text == "staging") return Sharing::staged;
  throw UsageError(fmt::format("TEXELSORT_CUDA_INTEROP is '{}', expected auto, mapped, copies or staging", text));
}

bool can_import(const gpu::DeviceInfo& opengl, int ordinal) {
  return opengl.imports_memory && no_exportable_memory(ordinal).empty();
}

bool is_known(int ordinal) {
  return std::ranges::find(devices().devices, ordinal, &DeviceInfo::ordinal) != devices().devices.end();
}

/// Returns the CUDA ordinal of the OpenGL device, or null if OpenGL does not run on a CUDA device.
std::optional<int> same_device(const gpu::DeviceInfo& opengl) {
  if (opengl.cuda_ordinal && is_known(*opengl.cuda_ordinal)) return opengl.cuda_ordinal;
  if (opengl.vendor.find("NVIDIA") == std::string::npos) return std::nullopt;
  for (const int ordinal : devices_of_current_context()) {
    if (is_known(ordinal)) return ordinal;
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(Sharing sharing) {
  switch (sharing) {
    case Sharing::imported:
      return "imported";
    case Sharing::mapped:
      return "mapped";
    case Sharing::copied:
      return "copied";
    case Sharing::staged:
      return "staged";
  }
  return "";
}

Choice choose(const gpu::DeviceInfo& opengl, const ExecutionOptions& execution) {
  const Sharing wanted = wanted_sharing();
  const DeviceList& list = devices();
  if (execution.engine == Engine::cpu || !list.reason.empty()) {
    const std::string_view absence = cpu_absence();
    return {.ordinal = cpu_ordinal,
            .reason = std::string(absence.empty() ? "the CPU executes the kernels" : absence),
            .on_cpu = execution.on_cpu};
  }
  const std::optional<int> same = same_device(opengl);
  if (same && device(*same).unfit.empty()) {
    if (wanted == Sharing::staged) return {.ordinal = *same, .reason = "TEXELSORT_CUDA_INTEROP=staging"};
    const bool less = wanted == Sharing::imported && !can_import(opengl, *same);
    return {.ordinal = *same, .sharing = less ? Sharing::mapped : wanted, .reason = ""};
  }
  const auto fit = std::ranges::find_if(list.devices, [](const DeviceInfo& one) { return one.unfit.empty(); });
  return {.ordinal = fit->ordinal,
          .reason = same ? fmt::format("OpenGL's device is CUDA device {}: {}", *same, device(*same).unfit)
                         : fmt::format("OpenGL runs on {}, which is not a CUDA device", opengl.renderer)};
}

}  // namespace texelsort::cuda
