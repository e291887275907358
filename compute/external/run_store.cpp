#include "compute/external/run_store.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/write_target.h"
#include "compute/external/output_file.h"

namespace texelsort::external {

namespace fs = std::filesystem;

RunStore::RunStore(StoreRequest request) : request_(std::move(request)) {
  for (const fs::path& folder : request_.folders) {
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
      throw UsageError(fmt::format("--temp-dir {}: no such directory", folder.string()));
    if (access(folder.c_str(), W_OK) != 0) data::fail_to_write(folder.string(), errno);
  }
  if (!request_.keep) return;
  open_kept();
  find_runs();
}

fs::path RunStore::kept_folder(std::size_t i) const {
  return request_.folders[i] / fmt::format("texelsort-runs-{:016x}", request_.sort_id);
}

void RunStore::open_kept() {
  for (std::size_t i = 0; i < request_.folders.size(); ++i) {
    const fs::path folder = kept_folder(i);
    std::error_code error;
    fs::create_directory(folder, error);
    if (error) data::fail_to_write(folder.string(), error.value());
    data::OpenFile& lock = locks_.emplace_back(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (flock(lock.descriptor(), LOCK_EX | LOCK_NB) != 0) {
      throw UsageError(fmt::format("{}: another sort of these files is at work on its runs", folder.string()));
    }
  }
}

void RunStore::find_runs() {
  for (std::size_t i = 0; i < request_.folders.size(); ++i) {
    for (const fs::directory_entry& entry : fs::directory_iterator(kept_folder(i))) {
      const fs::path& path = entry.path();
      auto run = request_.resume && path.extension() == ".run" ? open_run(path, request_.content_id) : std::nullopt;
      if (run) {
        found_.push_back(std::move(*run));
      } else if (path.extension() == ".run" || path.extension() == ".part") {
        fs::remove(path);
      }
    }
  }
  // Runs that were merged stand beside what became of them if the end came in between: the larger one
  // stays.
  std::ranges::sort(found_,
                    [](const Run& a, const Run& b) { return a.begin != b.begin ? a.begin < b.begin : b.end < a.end; });
  std::vector<Run> outer;
  for (Run& run : found_) {
    if (!outer.empty() && run.begin < outer.back().end) {
      remove(run);
    } else {
      outer.push_back(std::move(run));
    }
  }
  found_ = std::move(outer);
}

Run RunStore::make(Position begin, std::string name) {
  Run run{.name = std::move(name), .begin = begin};
  const std::size_t i = next_++ % request_.folders.size();
  if (!request_.keep) {
    run.file = make_nameless_file(request_.folders[i]);
    run.name += " in " + request_.folders[i].string();
    return run;
  }
  // Merged runs begin where the first of them does: the number tells them apart.
  run.path = kept_folder(i) / fmt::format("{}-{:015}-{}.part", begin.file, begin.offset, next_);
  run.file = data::OpenFile(open(run.path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!run.file.is_open()) data::fail_to_write(run.path.string(), errno);
  run.name += " at " + run.path.string();
  return run;
}

void RunStore::remove(const Run& run) {
  if (!run.path.empty()) unlink(run.path.c_str());
}

void RunStore::remove_all() {
  if (!request_.keep) return;
  for (std::size_t i = 0; i < request_.folders.size(); ++i) {
    std::error_code ignored;
    fs::remove_all(kept_folder(i), ignored);
  }
}

}  // namespace texelsort::external
