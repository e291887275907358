#pragma once

#include <chrono>
#include <cstddef>
#include <exception>
#include <string>

namespace texelsort::app {

/// Returns the processor's name as reported by the system, or "CPU".
std::string cpu_name();

/// Returns the present time in UTC: "2026-03-01T12:00:00Z".
std::string utc_now();

/// Sets up the process. Call it first.
/// - Standard input, output and error are open, if only on /dev/null, so that no file gets one of their numbers.
/// - A file that exceeds its size limit is an error of write() instead of a signal.
/// - Slow shader compilations are reported.
/// - If memory or threads run out where no caller can handle it, the program ends with exit code 3 and removes its
/// temporary file.
void prepare_process();

/// Returns whether an exception of the standard library or of oneTBB means that no thread can be started.
bool means_no_thread(const std::exception& failure);

/// Makes exit() end the program normally from now on. Until then, only failing libraries call exit().
void allow_exit();

/// Returns the time since the process started, including the processor time that the loader used before
/// prepare_process().
std::chrono::nanoseconds time_since_start();

/// Returns the width of the terminal behind an open file in columns, or 80 if it is not a terminal.
std::size_t terminal_columns(int descriptor);

/// Returns the width of the terminal on standard output in columns, at least 40. COLUMNS overrides it. Returns 80
/// without a terminal.
std::size_t terminal_width();

/// Keeps freed memory for later allocations instead of returning it to the system. The system clears each new page,
/// which can cost more than the work on a large array. Meant for commands that do one thing and end.
void keep_freed_memory();

}  // namespace texelsort::app
