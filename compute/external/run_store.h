#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "compute/external/run_file.h"

namespace texelsort::external {

struct StoreRequest {
  std::vector<std::filesystem::path> folders;  ///< folders over which the runs are distributed
  bool keep = false;                           ///< true if runs have names and remain after a failed sort
  bool resume = false;                         ///< true if the sort continues with runs that an earlier sort has kept
  std::uint64_t sort_id = 0;  ///< identity of the inputs' names and the format, which locates the kept runs of a sort
  std::uint64_t content_id = 0;  ///< identity of the inputs' current contents, which shows if kept runs are valid
};

/// Storage of the runs of a sort. Nameless runs vanish with the process, however it ends.
class RunStore {
 public:
  /// Throws UsageError if a folder does not exist or is not writable. Also throws if the folder of kept runs is a link
  /// or belongs to another user, or if another sort uses it.
  explicit RunStore(StoreRequest request);
  RunStore(const RunStore&) = delete;
  RunStore& operator=(const RunStore&) = delete;

  /// Creates the file of a new run, which covers the input from `begin` on.
  Run make(Position begin, std::string name);
  /// Complete kept runs of this input, in order, without overlaps.
  const std::vector<Run>& found() const { return found_; }
  std::vector<Run> take_found() { return std::move(found_); }
  std::uint64_t identity() const { return request_.content_id; }

  /// Removes all kept runs after a successful sort.
  void remove_all();

 private:
  std::string kept_name() const;
  std::filesystem::path kept_folder(std::size_t i) const { return request_.folders[i] / kept_name(); }
  void open_kept();
  void find_runs();

  StoreRequest request_;
  std::vector<data::OpenFile> kept_;  ///< locked folders of kept runs
  std::vector<Run> found_;
  std::size_t next_ = 0;  ///< index of the next folder
};

}  // namespace texelsort::external
