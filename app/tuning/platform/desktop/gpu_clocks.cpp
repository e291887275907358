#include <array>
#include <string_view>
#include <utility>

#include <dlfcn.h>

#include "app/tuning/environment.h"

namespace texelsort::app {

namespace {

// Excerpts of NVML's interface (NVML API Reference, "Device Queries"). NVML's own header is rarely installed.
using Handle = void*;
constexpr int nvml_good = 0, clock_of_sm = 1, clock_of_memory = 2;  // NVML_CLOCK_SM, NVML_CLOCK_MEM

/// Reasons for a lower clock (nvmlClocksThrottleReason*). An idle GPU and a clock that the user has set are none.
constexpr std::array<std::pair<unsigned long long, std::string_view>, 5> reasons{{{0x4, "power limit"},
                                                                                  {0x8, "hardware slowdown"},
                                                                                  {0x20, "temperature"},
                                                                                  {0x40, "temperature, in hardware"},
                                                                                  {0x80, "power brake"}}};

/// Returns a function of a library with the type of `Function`, or null.
template <class Function>
Function* function_of(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

}  // namespace

std::vector<GpuClocks> gpu_clocks() {
  static void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {};
  const auto init = function_of<int()>(library, "nvmlInit_v2");
  const auto count = function_of<int(unsigned*)>(library, "nvmlDeviceGetCount_v2");
  const auto handle_of = function_of<int(unsigned, Handle*)>(library, "nvmlDeviceGetHandleByIndex_v2");
  const auto name_of = function_of<int(Handle, char*, unsigned)>(library, "nvmlDeviceGetName");
  const auto clock_of = function_of<int(Handle, int, unsigned*)>(library, "nvmlDeviceGetClockInfo");
  const auto most_of = function_of<int(Handle, int, unsigned*)>(library, "nvmlDeviceGetMaxClockInfo");
  const auto reasons_of =
      function_of<int(Handle, unsigned long long*)>(library, "nvmlDeviceGetCurrentClocksThrottleReasons");
  if (!init || !count || !handle_of || !name_of || !clock_of || !most_of || !reasons_of) return {};
  unsigned devices = 0;
  if (init() != nvml_good || count(&devices) != nvml_good) return {};
  std::vector<GpuClocks> all;
  for (unsigned i = 0; i < devices; ++i) {
    Handle device = nullptr;
    std::array<char, 96> name{};
    if (handle_of(i, &device) != nvml_good) continue;
    GpuClocks clocks;
    if (name_of(device, name.data(), name.size() - 1) == nvml_good) clocks.name = name.data();
    clock_of(device, clock_of_sm, &clocks.sm_mhz);
    most_of(device, clock_of_sm, &clocks.most_sm_mhz);
    clock_of(device, clock_of_memory, &clocks.memory_mhz);
    unsigned long long bits = 0;
    if (reasons_of(device, &bits) == nvml_good) {
      for (const auto& [bit, reason] : reasons) {
        if ((bits & bit) != 0) clocks.throttled.emplace_back(reason);
      }
    }
    all.push_back(std::move(clocks));
  }
  return all;
}

}  // namespace texelsort::app
