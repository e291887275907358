#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// Returns whether an id names a folder with a sort of the user: it ends with a slash, or is a folder with a script.
bool names_scripted_sort(std::string_view id);

/// Returns the id of a folder: the folder as written, with one slash at its end.
std::string scripted_id(std::string_view folder);

/// Returns the script of a user's sort, below the folder as the user wrote it. Null for other algorithms.
inline std::optional<std::filesystem::path> script_of(const Algorithm& algorithm) {
  // Only ids of folders end with a slash.
  const std::string& id = algorithm.info().id;
  return id.ends_with('/') ? std::optional(std::filesystem::path(id) / "sort.lua") : std::nullopt;
}

/// Returns the network of n places that the sort of a folder generates with these values of parameters. Throws
/// UsageError if the sort is no network, or refuses the values.
network::Network scripted_network(std::string_view folder, std::uint64_t n, const TextValues& values);

/// Reads the sort of a folder. Throws UsageError with file and line, or UnavailableError if this build has no scripts.
std::unique_ptr<Algorithm> make_scripted_sort(std::string_view folder);

}  // namespace texelsort::algorithms
