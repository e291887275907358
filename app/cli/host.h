#pragma once

#include <cstddef>
#include <string>

namespace texelsort::app {

/// The processor's name as the system gives it, or "CPU".
std::string cpu_name();

/// Now, in UTC: "2026-03-01T12:00:00Z".
std::string utc_now();

/// Columns of the terminal that standard output is, or what COLUMNS says; 80 where there is neither.
std::size_t terminal_width();

/// Memory that is let go of is kept for the next array instead of being given back, which for large ones costs more
/// than working on them: a page that is new to the program is cleared first. For commands that do one thing and end.
void keep_freed_memory();

}  // namespace texelsort::app
