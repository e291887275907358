#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/session/view_state.h"

/// The window layout as stored in settings and session files.
namespace texelsort::app {

/// Returns the keys of a layout's JSON object, and the names of the arrangements.
std::vector<std::string> layout_keys();
std::vector<std::string> arrangements();

nlohmann::json layout_json(const WindowLayout& layout);

/// Reads a layout. Invalid values are replaced by defaults; numbers are clamped to their range. Throws
/// nlohmann::json::exception for values of the wrong type.
WindowLayout layout_of(const nlohmann::json& json);

}  // namespace texelsort::app
