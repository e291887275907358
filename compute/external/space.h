#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace texelsort::external {

/// What a sort or a generator writes to disks.
struct SpaceNeed {
  std::optional<std::filesystem::path> output{};  ///< the folder that the output takes room in, if it does
  std::uint64_t output_bytes = 0;
  std::vector<std::filesystem::path> folders{};  ///< over which runs are spread
  std::uint64_t runs_bytes = 0;                  ///< of all runs, as they are before they are compressed
  std::optional<double> share{};                 ///< that compression is taken to leave of them
};

/// Throws UnavailableError where a disk has less room than is written there, with both numbers.
void require_space(const SpaceNeed& need);

/// How many runs may be open at a time. Raises the soft limit of open files to the hard one.
std::uint64_t most_open_runs();

/// An estimate of what zstd leaves of runs: what it leaves of the input's start, 1 where that cannot be read twice.
double compressed_share(const std::string& path);

}  // namespace texelsort::external
