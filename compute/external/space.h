#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace texelsort::external {

/// Disk space that a sort or a generator needs for its output and runs.
struct SpaceNeed {
  std::optional<std::filesystem::path> output{};  ///< folder of the output; null if the output needs no disk space
  std::uint64_t output_bytes = 0;
  std::vector<std::filesystem::path> folders{};  ///< folders over which runs are distributed
  std::uint64_t runs_bytes = 0;                  ///< bytes of all runs before compression
  /// Estimated compressed size of runs as a fraction of `runs_bytes`; null if runs are not compressed.
  std::optional<double> share{};
};

/// Throws UnavailableError with the required and the free space if a disk has too little.
void require_space(const SpaceNeed& need);

/// Returns the maximum number of runs that may be open at once. Raises the soft limit of open files to the hard limit.
std::uint64_t most_open_runs();

/// Estimates the size of compressed runs as a fraction of their original size, by compressing the start of the input
/// with zstd. Returns 1 if the start cannot be read twice.
double compressed_share(const std::string& path);

}  // namespace texelsort::external
