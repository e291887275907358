#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/doctor/facts.h"

namespace texelsort::app {

enum class State : std::uint8_t {
  found,
  missing,   ///< absent, and some function needs it
  optional,  ///< absent, but only speed or convenience suffers
};
std::string_view name(State state);  ///< "found", "missing", "optional"

struct Finding {
  std::string area;  ///< "display", "OpenGL", "software renderer", "driver", "CUDA", "fonts", "environment"
  State state = State::found;
  std::string what;    ///< description of the component, or why it is absent
  std::string advice;  ///< remedy; empty if nothing needs to be done
};

struct Diagnosis {
  std::vector<Finding> findings;
  bool headless = false;  ///< whether OpenGL sorts work without a display
  bool window = false;    ///< whether the window opens
  std::string verdict;    ///< summary in one sentence
};

/// Derives from the facts what works on this machine, with package names of Debian and Ubuntu as advice.
Diagnosis diagnose(const MachineFacts& facts);

/// Returns a one-time note if hardware contexts failed before a software renderer was chosen. Empty otherwise.
std::string fallback_note(const gpu::DeviceInfo& device, const std::vector<gpu::ContextTrial>& trials);

}  // namespace texelsort::app
