#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sys/stat.h>

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

}  // namespace texelsort::data
