#pragma once

#include <string>

#include "compute/data/io/temporary_file.h"

/// What a path that is to be read names.
namespace texelsort::data {

/// Throws UsageError: "PATH: cannot be read: No such file or directory".
[[noreturn]] void fail_to_read(const std::string& path, int error);

/// Throws UsageError for a device that may have no end, such as /dev/zero: every device of characters except terminals
/// and /dev/null. `path` names the descriptor in the message.
void require_end(int descriptor, const std::string& path);

/// Opens a file to read it. Waits for the writer of a pipe. Throws UsageError for what cannot be opened or has no end.
OpenFile open_to_read(const std::string& path);

}  // namespace texelsort::data
