#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/data/io/files.h"

/// Reads and writes as commands do.
namespace texelsort::fuzz {

/// Reads a file of this name with these bytes. Null if the file is rejected.
std::optional<data::Input> read_bytes(std::string_view bytes, const std::string& name,
                                      const data::ReadOptions& options);

/// Returns the bytes of an input written under a name, whose ending decides the format. `places` as for write_output().
std::string written_bytes(const data::Input& input, const std::string& name,
                          std::span<const std::uint64_t> places = {});

/// Writes an input under a name, once with numbers in standard form and once as they were written, reads it again, and
/// requires the same keys. Sets `options.type` to their type.
void require_reads_back(const data::Input& input, const std::string& name, data::ReadOptions options);

}  // namespace texelsort::fuzz
