#pragma once

#include <string>

namespace texelsort::app {

/// The processor's name as the system gives it, or "CPU".
std::string cpu_name();

/// Now, in UTC: "2026-03-01T12:00:00Z".
std::string utc_now();

/// True if standard error is a terminal, where progress may be drawn over itself.
bool shows_progress();

/// Draws one progress line over the last one, or wipes it when empty; nothing without a terminal.
void show_progress(const std::string& line);

}  // namespace texelsort::app
