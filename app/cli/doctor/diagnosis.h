#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/doctor/facts.h"

namespace texelsort::app {

enum class State : std::uint8_t {
  found,
  missing,   ///< the component is absent, although some function needs it
  optional,  ///< the component is absent, which affects only speed or convenience
};
std::string_view name(State state);  ///< Returns the word for a state: "found", "missing", "optional".

struct Finding {
  std::string area;  ///< topic: "display", "OpenGL", "software renderer", "driver", "CUDA", "fonts", "environment"
  State state = State::found;
  std::string what;    ///< description of the component, or the reason for its absence
  std::string advice;  ///< remedy; empty if the user needs to do nothing
};

struct Diagnosis {
  std::vector<Finding> findings;
  bool headless = false;  ///< true if sorts with OpenGL work without a display
  bool window = false;    ///< true if the window can be opened
  std::string verdict;    ///< summary in one sentence
};

/// Derives from the facts which functions work on this machine. The advice names packages of Debian and Ubuntu.
Diagnosis diagnose(const MachineFacts& facts);

/// Returns a note if texelsort uses a software renderer because hardware contexts failed. Returns an empty string
/// otherwise.
std::string fallback_note(const gpu::DeviceInfo& device, const std::vector<gpu::ContextTrial>& trials);

}  // namespace texelsort::app
