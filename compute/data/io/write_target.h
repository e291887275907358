#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sys/stat.h>

#include "compute/data/io/temporary_file.h"

/// Functions that check and resolve paths of files that texelsort writes.
namespace texelsort::data {

/// Throws UsageError, such as "PATH: cannot be written: No space left on device". `error` is a value of errno.
[[noreturn]] void fail_to_write(const std::string& path, int error);

/// Returns the open descriptor that a path such as "-", "/dev/stdout" or "/dev/fd/5" names. Returns null for other
/// paths. Callers must not open or replace such a path. Opening would write from the start of a redirected file, and
/// renaming would replace the path itself.
std::optional<int> named_descriptor(std::string_view path);

/// Returns the file to which a path leads through symbolic links, even if the file does not exist. Writers replace this
/// file, and the links remain. Throws UsageError for a link with which another user may want to have a file
/// overwritten.
std::filesystem::path behind_links(const std::string& path);

/// Gives a new file the mode and, if permitted, the owner of the existing file that it will replace. Throws UsageError
/// if the mode cannot be set.
void take_ownership(int descriptor, const struct stat& existing, const std::string& path);

/// Describes why a write failed, such as "No space left on device". `error` is a value of errno. If a file size limit
/// is the reason, the text contains the limit in bytes.
std::string write_fault(int error);

/// Throws UsageError, such as "PATH: cannot be read: No such file or directory". `error` is a value of errno.
[[noreturn]] void fail_to_read(const std::string& path, int error);

/// Throws UsageError if a descriptor is a device that may be endless, such as /dev/zero. These are all character
/// devices except terminals and /dev/null. `path` names the descriptor in the message.
void require_end(int descriptor, const std::string& path);

/// Opens a file for reading. For a pipe, waits until a process opens it for writing. Throws UsageError if the file
/// cannot be opened or may be endless.
OpenFile open_to_read(const std::string& path);

}  // namespace texelsort::data
