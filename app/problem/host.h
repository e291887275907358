#pragma once

#include <chrono>
#include <cstddef>
#include <exception>
#include <string>

namespace texelsort::app {

/// The processor's name as the system gives it, or "CPU".
std::string cpu_name();

/// Now, in UTC: "2026-03-01T12:00:00Z".
std::string utc_now();

/// What the program asks of its process before anything else: standard input, output and error are open, if only on
/// nothing, so that no file that is opened later takes the number of one; a file that becomes too large is an error of
/// write() instead of a signal; slow shaders are told of. If memory or threads run out where no function can tell its
/// caller, the program ends with exit code 3 and leaves no temporary file.
void prepare_process();

/// Whether an exception of the standard library or of oneTBB says that no thread can be started.
bool means_no_thread(const std::exception& failure);

/// From now on exit() ends the program as it is asked to. Before, only libraries call it, when they fail.
void allow_exit();

/// How long the process has been there: the processor's time that it had used when prepare_process() was called, for
/// what the loader did, and the time since.
std::chrono::nanoseconds time_since_start();

/// Columns of the terminal that an open file is; 80 where it is none.
std::size_t terminal_columns(int descriptor);

/// Columns of the terminal that standard output is, or what COLUMNS says; 80 where there is neither.
std::size_t terminal_width();

/// Memory that is let go of is kept for the next array instead of being given back, which for large ones costs more
/// than working on them: a page that is new to the program is cleared first. For commands that do one thing and end.
void keep_freed_memory();

}  // namespace texelsort::app
