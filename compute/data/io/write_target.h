#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sys/stat.h>

/// What a path that is to be written names.
namespace texelsort::data {

/// Throws UsageError: "PATH: cannot be written: No space left on device".
[[noreturn]] void fail_to_write(const std::string& path, int error);

/// The open descriptor that a path names: "-", "/dev/stdout", "/dev/fd/5". Opening such a path anew would start at the
/// beginning of what it is redirected to, and renaming over it would replace that.
std::optional<int> named_descriptor(std::string_view path);

/// Through symbolic links, those that point at nothing yet included: what they point at is written, the links stay.
/// Throws UsageError, also for a link that another user may have put there to have a file overwritten.
std::filesystem::path behind_links(const std::string& path);

/// Gives a new file the mode and, as far as that is allowed, the owner of the one that it is to replace. Throws
/// UsageError.
void take_ownership(int descriptor, const struct stat& existing, const std::string& path);

}  // namespace texelsort::data
