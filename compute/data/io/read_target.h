#pragma once

#include <string>

#include "compute/data/io/temporary_file.h"

/// Opening and checking of files to read.
namespace texelsort::data {

/// Throws UsageError: "PATH: cannot be read: No such file or directory".
[[noreturn]] void fail_to_read(const std::string& path, int error);

/// Throws UsageError for devices that may be endless, such as /dev/zero: all character devices except terminals and
/// /dev/null. `path` names the descriptor in the message.
void require_end(int descriptor, const std::string& path);

/// Opens a file for reading. Waits for the writer of a pipe. Throws UsageError if it cannot be opened or may be
/// endless.
OpenFile open_to_read(const std::string& path);

}  // namespace texelsort::data
