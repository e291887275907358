#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/data/io/files.h"

/// Reading and writing as commands do it.
namespace texelsort::fuzz {

/// What a file of this name with these bytes reads as, or nothing where it is refused.
std::optional<data::Input> read_bytes(std::string_view bytes, const std::string& name,
                                      const data::ReadOptions& options);

/// The bytes that an input becomes under a name, whose ending says the form. `places` as for write_output().
std::string written_bytes(const data::Input& input, const std::string& name,
                          std::span<const std::uint64_t> places = {});

/// Writes an input under a name, in numbers' own form and as they were written, reads it again, and requires the same
/// keys. `options.type` is set to theirs.
void require_reads_back(const data::Input& input, const std::string& name, data::ReadOptions options);

}  // namespace texelsort::fuzz
