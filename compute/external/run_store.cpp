#include "compute/external/run_store.h"

#include <algorithm>
#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/io/write_target.h"
#include "compute/external/output_file.h"

namespace texelsort::external {

namespace fs = std::filesystem;

namespace {

/// Returns the file names of all complete and incomplete runs in a folder.
std::vector<std::string> run_names(int folder) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
                                                    closedir);
  if (entries == nullptr) return names;
  while (const dirent* entry = readdir(entries.get())) {
    const std::string_view name = entry->d_name;
    if (name.ends_with(".run") || name.ends_with(".part")) names.emplace_back(name);
  }
  return names;
}

}  // namespace

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

std::string RunStore::kept_name() const {
  return fmt::format("texelsort-runs-{:016x}", request_.sort_id);
}

void RunStore::open_kept() {
  const std::string name = kept_name();
  for (std::size_t i = 0; i < request_.folders.size(); ++i) {
    const std::string path = kept_folder(i).string();
    const data::OpenFile parent(open(request_.folders[i].c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!parent.is_open()) data::fail_to_write(request_.folders[i].string(), errno);
    if (mkdirat(parent.descriptor(), name.c_str(), 0700) != 0 && errno != EEXIST) data::fail_to_write(path, errno);
    // Reject a folder of another user, who could have created it because its name is predictable.
    constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    data::OpenFile& folder = kept_.emplace_back(openat(parent.descriptor(), name.c_str(), flags));
    struct stat status {};
    const bool own = folder.is_open() && fstat(folder.descriptor(), &status) == 0 && status.st_uid == geteuid() &&
                     (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    if (!own) {
      throw UsageError(fmt::format(
          "{}: not safe, because it is a link, or another user can write to it: remove it, or choose another "
          "--temp-dir",
          path));
    }
    if (flock(folder.descriptor(), LOCK_EX | LOCK_NB) != 0) {
      throw UsageError(
          fmt::format("{}: another running sort of these files uses this folder: wait for it, or choose "
                      "another --temp-dir",
                      path));
    }
  }
}

void RunStore::find_runs() {
  for (std::size_t i = 0; i < request_.folders.size(); ++i) {
    const int folder = kept_[i].descriptor();
    for (const std::string& name : run_names(folder)) {
      const fs::path path = kept_folder(i) / name;
      const bool whole = request_.resume && path.extension() == ".run";
      if (auto run = whole ? open_run(folder, path, request_.content_id) : std::nullopt) {
        found_.push_back(std::move(*run));
      } else {
        unlinkat(folder, name.c_str(), 0);
      }
    }
  }
  // An earlier sort may have ended after a merge, but before it removed the merged runs. Keep only the larger run.
  std::ranges::sort(found_,
                    [](const Run& a, const Run& b) { return a.begin != b.begin ? a.begin < b.begin : b.end < a.end; });
  std::vector<Run> outer;
  for (Run& run : found_) {
    if (!outer.empty() && run.begin < outer.back().end) {
      run.unlink();
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
  // Add a number to the file name, because a merged run begins at the same position as its first input.
  run.folder = kept_[i].descriptor();
  run.path = kept_folder(i) / fmt::format("{}-{:015}-{}.part", begin.file, begin.offset, next_);
  constexpr int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  run.file = data::OpenFile(openat(run.folder, run.path.filename().c_str(), flags, 0600));
  if (!run.file.is_open()) data::fail_to_write(run.path.string(), errno);
  run.name += " at " + run.path.string();
  return run;
}

void RunStore::remove_all() {
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    for (const std::string& name : run_names(kept_[i].descriptor())) unlinkat(kept_[i].descriptor(), name.c_str(), 0);
    rmdir(kept_folder(i).c_str());
  }
}

}  // namespace texelsort::external
