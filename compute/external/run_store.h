#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "compute/external/run_file.h"

namespace texelsort::external {

struct StoreRequest {
  std::vector<std::filesystem::path> folders;  ///< folders over which runs are distributed
  bool keep = false;                           ///< true if runs have file names and remain after a failed sort
  bool resume = false;                         ///< true if the sort continues with runs that an earlier sort has kept
  std::uint64_t sort_id = 0;     ///< hash of the inputs' names and the format, which names the folders of kept runs
  std::uint64_t content_id = 0;  ///< hash of the inputs' current state, which shows whether kept runs are valid
};

/// Creates, finds and removes the runs of a sort. Runs without a file name vanish when the process ends.
class RunStore {
 public:
  /// Opens the folders of runs. Throws UsageError if a folder does not exist or is not writable. For kept runs, also
  /// throws if their folder is a link, belongs to another user, or is in use by another sort.
  explicit RunStore(StoreRequest request);
  RunStore(const RunStore&) = delete;
  RunStore& operator=(const RunStore&) = delete;

  /// Creates the file of a new run. The run contains the records of the input from `begin` on.
  Run make(Position begin, std::string name);
  /// Returns the complete runs that an earlier sort of this input kept, in input order, without overlaps.
  const std::vector<Run>& found() const { return found_; }
  std::vector<Run> take_found() { return std::move(found_); }
  std::uint64_t identity() const { return request_.content_id; }

  /// Removes all kept runs. Called after a successful sort.
  void remove_all();

 private:
  std::string kept_name() const;
  std::filesystem::path kept_folder(std::size_t i) const { return request_.folders[i] / kept_name(); }
  void open_kept();
  void find_runs();

  StoreRequest request_;
  std::vector<data::OpenFile> kept_;  ///< open folders of kept runs, locked against other sorts
  std::vector<Run> found_;
  std::size_t next_ = 0;  ///< index of the folder for the next run
};

}  // namespace texelsort::external
