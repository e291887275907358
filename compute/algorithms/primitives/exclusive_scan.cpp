#include "compute/algorithms/primitives/exclusive_scan.h"

#include <algorithm>
#include <bit>
#include <string>

#include "compute/gpu/forms.h"

namespace texelsort::algorithms {
namespace {

/// Maximum number of workgroups of a scan. The number keeps all multiprocessors of today's devices busy, and one
/// workgroup can scan the sums of all workgroups.
constexpr std::uint64_t most_workgroups = ExclusiveScan::sums_bytes / sizeof(std::uint32_t);

/// Minimum number of elements per chunk of a scan. For fewer elements, one workgroup or invocation is faster than three
/// dispatches.
constexpr std::uint64_t smallest_chunk = 4096, smallest_serial_chunk = 256;

/// Workgroup size for software rendering, which switches stacks at every barrier and executes 8 invocations as the
/// lanes of a vector.
constexpr std::uint32_t serial_workgroup = 8;

gpu::Defines defines(std::uint32_t workgroup, bool serial, bool counted) {
  return {{"WORKGROUP", std::to_string(workgroup)}, {"SERIAL", serial ? "1" : "0"}, {"COUNTED", counted ? "1" : "0"}};
}

}  // namespace

ExclusiveScan::ExclusiveScan(gpu::Device& device, std::uint64_t most, bool counted)
    : serial_(gpu::prefers_cpu_forms(device.info())),
      workgroup_(serial_ ? serial_workgroup : std::min(256u, device.info().max_workgroup_size)),
      smallest_chunk_(serial_ ? smallest_serial_chunk : smallest_chunk),
      most_(most),
      sums_(device, sums_bytes, "sums"),
      scan_(device, "common/scan_chunks.comp", defines(workgroup_, serial_, counted)) {
  if (counted || most > smallest_chunk_) {
    reduce_.emplace(device, "common/scan_reduce.comp", defines(workgroup_, serial_, counted));
  }
}

std::uint64_t ExclusiveScan::dispatches(std::uint64_t count) const {
  if (count == 0) return 0;
  return count > smallest_chunk_ ? 3 : 1;
}

void ExclusiveScan::run(const gpu::BufferBinding& table, std::uint64_t count) const {
  if (count == 0) return;
  const std::uint64_t chunk = chunk_of(count);
  const std::uint64_t chunks = (count - 1) / chunk + 1;
  if (chunks > 1) {
    dispatch(reduce_.value(), table, count, chunk, false);
    dispatch(scan_, {0, &sums_}, chunks, chunks, false);
  }
  dispatch(scan_, table, count, chunk, chunks > 1);
}

void ExclusiveScan::run(const gpu::BufferBinding& table, const Counted& counted) const {
  const auto dispatch = [&](Program& program, const gpu::BufferBinding& elements, std::uint64_t word,
                            std::uint64_t workgroups, std::uint64_t longest, bool has_offsets) {
    gpu::BufferBinding counts = counted.control;
    counts.offset += sizeof(std::uint32_t) * workgroups;
    program.table(elements).sums(sums_).counted(counted.control, word, longest).has_offsets(has_offsets);
    program.dispatch_counted(counts, rounds(longest));
  };
  dispatch(reduce_.value(), table, counted.elements, counted.for_chunks, chunk(), false);
  dispatch(scan_, {0, &sums_}, counted.chunks, counted.for_sums, most_workgroups, false);
  dispatch(scan_, table, counted.elements, counted.for_chunks, chunk(), true);
}

std::uint64_t ExclusiveScan::chunk_of(std::uint64_t count) const {
  const std::uint64_t even = (std::max<std::uint64_t>(count, 1) - 1) / most_workgroups + 1;
  return std::max(smallest_chunk_, (even - 1) / workgroup_ * workgroup_ + workgroup_);
}

/// Returns the maximum number of loop iterations of an invocation. A workgroup scans its chunk row by row. A serial
/// invocation scans its chunk element by element.
std::uint64_t ExclusiveScan::rounds(std::uint64_t elements) const {
  const auto scan_rounds = static_cast<std::uint64_t>(std::bit_width(workgroup_));
  return serial_ ? elements : (elements / workgroup_ + 1) * (1 + scan_rounds) + scan_rounds;
}

void ExclusiveScan::dispatch(Program& program, const gpu::BufferBinding& table, std::uint64_t count,
                             std::uint64_t chunk, bool has_offsets) const {
  const std::uint64_t chunks = (count - 1) / chunk + 1;
  program.table(table).sums(sums_).count(count, chunk).has_offsets(has_offsets);
  program.dispatch(serial_ ? (chunks - 1) / workgroup_ + 1 : chunks, rounds(std::min(chunk, count)));
}

}  // namespace texelsort::algorithms
