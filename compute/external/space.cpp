#include "compute/external/space.h"

#include <map>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <zstd.h>

#include "compute/data/error.h"
#include "compute/external/byte_stream.h"
#include "compute/external/plan.h"

namespace texelsort::external {

namespace fs = std::filesystem;

void require_space(const SpaceNeed& need) {
  std::map<fs::path, std::uint64_t> needs;
  if (need.output) needs[*need.output] += need.output_bytes;
  const auto runs = static_cast<std::uint64_t>(need.share.value_or(1) * static_cast<double>(need.runs_bytes));
  for (const fs::path& folder : need.folders) needs[folder] += runs / need.folders.size();
  struct Disk {
    std::uint64_t needed = 0, free = 0;
    std::string folders;
  };
  std::map<dev_t, Disk> disks;
  for (const auto& [folder, bytes] : needs) {
    struct stat status {};
    struct statvfs space {};
    if (stat(folder.c_str(), &status) != 0 || statvfs(folder.c_str(), &space) != 0) continue;
    Disk& disk = disks[status.st_dev];
    disk.needed += bytes;
    disk.free = space.f_bavail * space.f_frsize;
    disk.folders += (disk.folders.empty() ? "" : " and ") + folder.string();
  }
  for (const auto& [device, disk] : disks) {
    if (disk.needed <= disk.free) continue;
    const std::string estimate =
        need.share
            ? fmt::format(" (assuming that runs compress to {:.0f} %, like the start of the input)", 100 * *need.share)
            : "";
    const std::string remedy = need.folders.empty() ? ""
                               : need.share         ? ": name other disks with --temp-dir"
                                                    : ": name other disks with --temp-dir, or use --compress";
    throw UnavailableError(fmt::format("{}: {}{} to write, but only {} are free{}", disk.folders,
                                       size_text(disk.needed), estimate, size_text(disk.free), remedy));
  }
}

std::uint64_t most_open_runs() {
  constexpr std::uint64_t others = 64;  // number of open files reserved for inputs, output, devices and libraries
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return others;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur > others ? limit.rlim_cur - others : 1;
}

double compressed_share(const std::string& path) {
  constexpr std::size_t looked_at = std::size_t{1} << 20;
  ByteStream stream(path);
  if (!stream.has_places()) return 1;
  std::vector<std::byte> sample(looked_at);
  sample.resize(stream.read(sample, 0));
  if (sample.empty()) return 1;
  std::vector<std::byte> out(ZSTD_compressBound(sample.size()));
  const std::size_t bytes = ZSTD_compress(out.data(), out.size(), sample.data(), sample.size(), 1);
  return ZSTD_isError(bytes) != 0 ? 1 : std::min(1.0, static_cast<double>(bytes) / static_cast<double>(sample.size()));
}

}  // namespace texelsort::external
