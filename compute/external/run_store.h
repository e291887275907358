#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "compute/external/run_file.h"

namespace texelsort::external {

struct StoreRequest {
  std::vector<std::filesystem::path> folders;  ///< runs are spread over them
  bool keep = false;                           ///< runs have names, and stay if the sort does not end well
  bool resume = false;                         ///< goes on with those that are there
  std::uint64_t sort_id = 0;                   ///< of inputs' names and format: where the kept runs of a sort are
  std::uint64_t content_id = 0;                ///< of the inputs as they are now: whether kept runs are of these
};

/// Where the runs of a sort are. Those without names go with the process, whatever ends it.
class RunStore {
 public:
  /// Throws UsageError if a folder is not there or cannot be written, if the folder of kept runs is a link or another
  /// user's, or if another sort works on the same kept runs.
  explicit RunStore(StoreRequest request);
  RunStore(const RunStore&) = delete;
  RunStore& operator=(const RunStore&) = delete;

  /// A new run's file, of the input from `begin` on.
  Run make(Position begin, std::string name);
  /// The complete runs of this input that were kept, in their order, none within another.
  const std::vector<Run>& found() const { return found_; }
  std::vector<Run> take_found() { return std::move(found_); }
  std::uint64_t identity() const { return request_.content_id; }

  /// Removes what is kept: the sort has ended well.
  void remove_all();

 private:
  std::string kept_name() const;
  std::filesystem::path kept_folder(std::size_t i) const { return request_.folders[i] / kept_name(); }
  void open_kept();
  void find_runs();

  StoreRequest request_;
  std::vector<data::OpenFile> kept_;  ///< the folders of kept runs, locked
  std::vector<Run> found_;
  std::size_t next_ = 0;  ///< folder
};

}  // namespace texelsort::external
