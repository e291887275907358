#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/session/view_state.h"

/// Conversion between the window's layout and JSON, for the settings and for session files.
namespace texelsort::app {

/// layout_keys() returns the JSON keys of a layout. arrangements() returns the names of all arrangements of views.
std::vector<std::string> layout_keys();
std::vector<std::string> arrangements();

nlohmann::json layout_json(const WindowLayout& layout);

/// Reads a window layout from JSON. Replaces invalid values by defaults and clamps numbers to their range. Throws
/// nlohmann::json::exception for values of the wrong type.
WindowLayout layout_of(const nlohmann::json& json);

}  // namespace texelsort::app
