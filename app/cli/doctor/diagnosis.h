#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/doctor/facts.h"

namespace texelsort::app {

enum class State : std::uint8_t {
  found,
  missing,   ///< and something cannot be done without it
  optional,  ///< not there, and nothing suffers but speed or convenience
};
std::string_view name(State state);  ///< "found", "missing", "optional"

struct Finding {
  std::string area;  ///< "display", "OpenGL", "software renderer", "driver", "CUDA", "fonts", "environment"
  State state = State::found;
  std::string what;    ///< what was found, or what is not there and why
  std::string advice;  ///< what to do about it; empty: nothing
};

struct Diagnosis {
  std::vector<Finding> findings;
  bool headless = false;  ///< sorts run on OpenGL without a display
  bool window = false;    ///< the window opens
  std::string verdict;    ///< one sentence
};

/// What the facts mean for somebody who wants to sort here, with package names of Debian and Ubuntu.
Diagnosis diagnose(const MachineFacts& facts);

/// What to tell a person once if trials of hardware failed before software took over; empty if they did not.
std::string fallback_note(const gpu::DeviceInfo& device, const std::vector<gpu::ContextTrial>& trials);

}  // namespace texelsort::app
