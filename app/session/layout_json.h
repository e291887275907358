#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/session/view_state.h"

/// How the window is divided, as settings and session files have it.
namespace texelsort::app {

/// Keys of the object, and what an arrangement is called.
std::vector<std::string> layout_keys();
std::vector<std::string> arrangements();

nlohmann::json layout_json(const WindowLayout& layout);

/// What makes no sense is as it is without a layout; numbers become the nearest that makes sense. Throws
/// nlohmann::json::exception for values of another kind.
WindowLayout layout_of(const nlohmann::json& json);

}  // namespace texelsort::app
