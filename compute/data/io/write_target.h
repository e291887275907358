#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sys/stat.h>

#include "compute/data/io/temporary_file.h"

/// Checks and resolution of paths to write.
namespace texelsort::data {

/// Throws UsageError: "PATH: cannot be written: No space left on device".
[[noreturn]] void fail_to_write(const std::string& path, int error);

/// Returns the open descriptor that a path denotes: "-", "/dev/stdout", "/dev/fd/5". Reopening such a path would write
/// from the beginning of the redirected file, and renaming would replace the path itself. Nothing for other paths.
std::optional<int> named_descriptor(std::string_view path);

/// Resolves symbolic links, including dangling ones, so that their target is written and the links remain. Throws
/// UsageError, also for links that another user may have planted to have a file overwritten.
std::filesystem::path behind_links(const std::string& path);

/// Gives a new file the mode and, if permitted, the owner of the existing file that it will replace. Throws UsageError.
void take_ownership(int descriptor, const struct stat& existing, const std::string& path);

/// Describes why a write failed with this errno: "No space left on device"; for a file size limit, with its bytes.
std::string write_fault(int error);

/// Throws UsageError: "PATH: cannot be read: No such file or directory".
[[noreturn]] void fail_to_read(const std::string& path, int error);

/// Throws UsageError for devices that may be endless, such as /dev/zero: all character devices except terminals and
/// /dev/null. `path` names the descriptor in the message.
void require_end(int descriptor, const std::string& path);

/// Opens a file for reading. Waits for the writer of a pipe. Throws UsageError if it cannot be opened or may be
/// endless.
OpenFile open_to_read(const std::string& path);

}  // namespace texelsort::data
