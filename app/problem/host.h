#pragma once

#include <chrono>
#include <cstddef>
#include <exception>
#include <string>

namespace texelsort::app {

/// Returns the processor's name from the operating system, or "CPU" if it is unknown.
std::string cpu_name();

/// Returns the present time in UTC: "2026-03-01T12:00:00Z".
std::string utc_now();

/// Prepares the process. Must be called before all other functions.
/// - Standard input, output and error are open, on /dev/null if necessary, so that no other file gets their numbers.
/// - A file that exceeds its size limit causes an error of write() instead of a signal.
/// - Slow shader compilations are reported.
/// - If memory or threads run out and no caller handles this, the program exits with code 3. It first removes its
/// temporary file.
void prepare_process();

/// Returns whether an exception of the standard library or of oneTBB means that no thread can be started.
bool means_no_thread(const std::exception& failure);

/// Makes exit() end the program normally from now on. Before this call, exit() counts as the failure of a library.
void allow_exit();

/// Returns the time since the process started. Includes the processor time that loading used before prepare_process().
std::chrono::nanoseconds time_since_start();

/// Returns the width in columns of the terminal behind a file descriptor, or 80 if the file is not a terminal.
std::size_t terminal_columns(int descriptor);

/// Returns the width in columns for standard output, at least 40. The environment variable COLUMNS overrides the width
/// of the terminal. Returns 80 if there is neither.
std::size_t terminal_width();

/// Makes malloc keep freed memory for later allocations instead of returning it to the system. The system clears each
/// new page, which can cost more than the work on a large array. Commands that do one thing and end call this function.
void keep_freed_memory();

}  // namespace texelsort::app
