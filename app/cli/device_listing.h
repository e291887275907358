#pragma once

#include <string>

namespace texelsort::app {

/// Every way to an OpenGL context that was tried, what came of it, and what the devices can do.
std::string devices_text();
std::string devices_json();

}  // namespace texelsort::app
