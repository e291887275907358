#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace texelsort::external {

/// Seconds of the two copies of copy_twice().
struct CopyTimes {
  double to_runs_s = 0;    ///< copy of the input to a file without a name
  double to_output_s = 0;  ///< copy of this file to a file in the output's folder, including the sync to disk
};

/// Moves the bytes of a file as an external sort with one merge does, but without sorting: to a file without a name in
/// `temp_folder`, and from there to one in `output_folder`. All processors copy. Both files vanish. The times show the
/// bandwidth of the storage for the bytes of such a sort. Throws UsageError if a file cannot be read or written, and
/// Interrupted if `stopped` returns true.
CopyTimes copy_twice(const std::string& input, const std::filesystem::path& temp_folder,
                     const std::filesystem::path& output_folder, const std::function<bool()>& stopped);

}  // namespace texelsort::external
