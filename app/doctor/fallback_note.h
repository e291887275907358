#pragma once

#include <string>
#include <vector>

#include "compute/gpu/device.h"

namespace texelsort::app {

/// What to tell a person once if trials of hardware failed before software took over; empty if they did not.
std::string fallback_note(const gpu::DeviceInfo& device, const std::vector<gpu::ContextTrial>& trials);

}  // namespace texelsort::app
