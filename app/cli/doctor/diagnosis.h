#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/doctor/facts.h"

namespace texelsort::app {

enum class State : std::uint8_t {
  found,
  missing,   ///< absent, although some function needs it
  optional,  ///< absent, which affects only speed or convenience
};
std::string_view name(State state);  ///< word for the state: "found", "missing", "optional"

struct Finding {
  std::string area;  ///< topic: "display", "OpenGL", "software renderer", "driver", "CUDA", "fonts", "environment"
  State state = State::found;
  std::string what;    ///< description of the component, or why it is absent
  std::string advice;  ///< remedy; empty if nothing needs to be done
};

struct Diagnosis {
  std::vector<Finding> findings;
  bool headless = false;  ///< true if OpenGL sorts work without a display
  bool window = false;    ///< true if the window opens
  std::string verdict;    ///< summary in one sentence
};

/// Derives from the facts what works on this machine. The advice names packages of Debian and Ubuntu.
Diagnosis diagnose(const MachineFacts& facts);

/// Returns a note, once, if hardware contexts failed and a software renderer was chosen instead. Empty otherwise.
std::string fallback_note(const gpu::DeviceInfo& device, const std::vector<gpu::ContextTrial>& trials);

}  // namespace texelsort::app
