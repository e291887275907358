#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/data/io/files.h"

/// Readers and writers of files, used as commands use them.
namespace texelsort::fuzz {

/// Reads a file with this name and these bytes. Returns null if the program rejects the file.
std::optional<data::Input> read_bytes(std::string_view bytes, const std::string& name,
                                      const data::ReadOptions& options);

/// Returns the bytes of the file that the program writes for an input. The ending of `name` decides the format. For
/// `places`, see write_output().
std::string written_bytes(const data::Input& input, const std::string& name,
                          std::span<const std::uint64_t> places = {});

/// Writes an input to a file, once with numbers in standard form and once as they were written. Requires that reading
/// the file gives the same keys. Sets `options.type` to their type.
void require_reads_back(const data::Input& input, const std::string& name, data::ReadOptions options);

}  // namespace texelsort::fuzz
