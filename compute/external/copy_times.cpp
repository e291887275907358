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

#include "compute/data/io/temporary_file.h"
#include "compute/external/block.h"
#include "compute/external/file_access.h"
#include "compute/external/output_file.h"

namespace texelsort::external {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Copies all bytes of an open file with all processors, in blocks of the length that a sort writes.
void copy(int from, std::uint64_t bytes, const std::string& name,
          const std::function<void(std::span<const std::byte>, std::uint64_t)>& write) {
  tbb::enumerable_thread_specific<std::vector<std::byte>> buffers([] { return std::vector<std::byte>(usual_write); });
  tbb::parallel_for(std::uint64_t{0}, (bytes + usual_write - 1) / usual_write, [&](std::uint64_t block) {
    const std::uint64_t offset = block * usual_write;
    const std::span<std::byte> room = std::span(buffers.local()).first(std::min(usual_write, bytes - offset));
    const std::size_t read = read_at(from, room, offset, name);
    write(room.first(read), offset);
  });
}

}  // namespace

CopyTimes copy_twice(const std::string& input, const std::filesystem::path& temp_folder, const std::string& output) {
  const data::OpenFile in(open(input.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in.is_open()) fail_to_read(input, errno);
  const std::uint64_t bytes = std::filesystem::file_size(input);
  CopyTimes times;
  const Clock::time_point start = Clock::now();
  const data::OpenFile runs = make_nameless_file(temp_folder);
  copy(in.descriptor(), bytes, input, [&](std::span<const std::byte> block, std::uint64_t offset) {
    write_at(runs.descriptor(), block, offset, temp_folder.string());
  });
  times.to_runs_s = since(start);
  OutputFile out(output);
  copy(runs.descriptor(), bytes, temp_folder.string(),
       [&](std::span<const std::byte> block, std::uint64_t offset) { out.write(block, offset); });
  out.publish();
  times.to_output_s = since(start) - times.to_runs_s;
  return times;
}

}  // namespace texelsort::external
