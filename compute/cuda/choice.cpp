#include "compute/cuda/choice.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "compute/cuda/device.h"
#include "compute/data/error.h"

namespace texelsort::cuda {
namespace {

enum class Way : std::uint8_t { automatic, copies, staging };

Way wanted_way() {
  const char* text = std::getenv("TEXELSORT_CUDA_INTEROP");
  if (text == nullptr || *text == '\0' || std::string_view(text) == "auto") return Way::automatic;
  if (std::string_view(text) == "copies") return Way::copies;
  if (std::string_view(text) == "staging") return Way::staging;
  throw UsageError(fmt::format("TEXELSORT_CUDA_INTEROP is '{}', expected auto, copies or staging", text));
}

bool is_known(int ordinal) {
  return std::ranges::find(devices().devices, ordinal, &DeviceInfo::ordinal) != devices().devices.end();
}

/// The CUDA device that the OpenGL device is.
std::optional<int> same_device(const gpu::DeviceInfo& opengl) {
  if (opengl.cuda_ordinal && is_known(*opengl.cuda_ordinal)) return opengl.cuda_ordinal;
  if (opengl.vendor.find("NVIDIA") == std::string::npos) return std::nullopt;
  for (const int ordinal : devices_of_current_context()) {
    if (is_known(ordinal)) return ordinal;
  }
  return std::nullopt;
}

}  // namespace

Choice choose(const gpu::DeviceInfo& opengl) {
  const Way way = wanted_way();
  const DeviceList& list = devices();
  if (!list.reason.empty()) return {.ordinal = std::nullopt, .reason = list.reason};
  const std::optional<int> same = same_device(opengl);
  if (same && device(*same).unfit.empty()) {
    if (way == Way::staging) return {.ordinal = same, .reason = "TEXELSORT_CUDA_INTEROP=staging"};
    return {.ordinal = same, .shared = true, .copied = way == Way::copies, .reason = ""};
  }
  const auto fit = std::ranges::find_if(list.devices, [](const DeviceInfo& one) { return one.unfit.empty(); });
  return {.ordinal = fit->ordinal,
          .reason = same ? fmt::format("OpenGL's device is CUDA device {}: {}", *same, device(*same).unfit)
                         : fmt::format("OpenGL runs on {}, which is no CUDA device", opengl.renderer)};
}

}  // namespace texelsort::cuda
