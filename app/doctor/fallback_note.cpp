#include "app/doctor/fallback_note.h"

#include <fmt/format.h>

namespace texelsort::app {

std::string fallback_note(const gpu::DeviceInfo& device, const std::vector<gpu::ContextTrial>& trials) {
  if (!device.software) return "";
  for (const gpu::ContextTrial& trial : trials) {
    if (trial.good || trial.what.find("(hardware)") == std::string::npos) continue;
    return fmt::format("{}: {}, so {} runs everything in software; 'texelsort doctor' says more", trial.what,
                       trial.outcome, device.renderer);
  }
  return "";
}

}  // namespace texelsort::app
