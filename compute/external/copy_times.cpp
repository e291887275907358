#include "compute/external/copy_times.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <functional>
#include <span>
#include <vector>

#include <fcntl.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include "compute/data/io/temporary_file.h"
#include "compute/data/io/write_target.h"
#include "compute/external/block.h"
#include "compute/external/file_access.h"
#include "compute/external/interrupted.h"
#include "compute/external/output_file.h"

namespace texelsort::external {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Copies all bytes of an open file with all processors, in blocks of the length that a sort writes.
void copy(int from, const std::string& name, int to, const std::string& folder, std::uint64_t bytes,
          const std::function<bool()>& stopped) {
  tbb::enumerable_thread_specific<std::vector<std::byte>> buffers([] { return std::vector<std::byte>(usual_write); });
  tbb::parallel_for(std::uint64_t{0}, (bytes + usual_write - 1) / usual_write, [&](std::uint64_t block) {
    if (stopped()) throw Interrupted();
    const std::uint64_t offset = block * usual_write;
    const std::span<std::byte> room = std::span(buffers.local()).first(std::min(usual_write, bytes - offset));
    const std::size_t read = read_at(from, room, offset, name);
    write_at(to, room.first(read), offset, folder);
    sync_file_range(to, static_cast<off_t>(offset), static_cast<off_t>(read), SYNC_FILE_RANGE_WRITE);
  });
}

}  // namespace

CopyTimes copy_twice(const std::string& input, const std::filesystem::path& temp_folder,
                     const std::filesystem::path& output_folder, const std::function<bool()>& stopped) {
  const data::OpenFile in(open(input.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in.is_open()) fail_to_read(input, errno);
  const std::uint64_t bytes = std::filesystem::file_size(input);
  const std::string temp = temp_folder.string(), output = output_folder.string();
  CopyTimes times;
  const Clock::time_point start = Clock::now();
  const data::OpenFile runs = make_nameless_file(temp_folder);
  copy(in.descriptor(), input, runs.descriptor(), temp, bytes, stopped);
  times.to_runs_s = since(start);
  const data::OpenFile out = make_nameless_file(output_folder);
  copy(runs.descriptor(), temp, out.descriptor(), output, bytes, stopped);
  if (fsync(out.descriptor()) != 0) data::fail_to_write(output, errno);
  times.to_output_s = since(start) - times.to_runs_s;
  return times;
}

}  // namespace texelsort::external
