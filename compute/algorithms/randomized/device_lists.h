#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/algorithms/randomized/levels.h"
#include "compute/algorithms/randomized/schedule.h"
#include "compute/gpu/compute_program.h"
#include "compute/gpu/read_back.h"

namespace texelsort::algorithms::randomized {

/// Work lists for the steps of a level. The shader shaders/sample/randomized_plan.comp creates them, so that the host
/// can queue all levels before the lists are known. Levels alternate between two sets of lists.
class DeviceLists {
 public:
  /// Buffers of the lists: two of each kind, for levels of even and of odd number. Their owner checks the guard words.
  struct Buffers {
    std::array<GuardedBuffer*, 2> parents, tiles, moved;
    GuardedBuffer *small, *control;
    const GuardedBuffer* found;
  };
  static constexpr std::uint64_t control_bytes = 80 * sizeof(std::uint32_t);

  DeviceLists(gpu::Device& device, const Buffers& buffers, std::uint64_t n, const Settings& settings,
              const ExclusiveScan& scan);

  /// Steps whose number of workgroups is read from the lists.
  enum class ListStep : std::uint8_t { splitters, count, scatter, move, buckets };

  /// Uploads the first level's lists.
  void begin(const Level& level);
  /// Lists the work that follows step 3 of `level`. `next` is the expected next level.
  void plan(const Level& level, const Level& next);
  /// Waits for the last plan() and returns its result.
  Ahead read(const gpu::ReadBack& through);
  /// Reads the parents of the last executed level from the device.
  void read_level(Level& level) const;
  /// Returns one sentence about the first difference between the lists of the device and of the host. Null if there is
  /// none.
  std::optional<std::string> find_difference(const Level& level) const;
  std::optional<std::string> find_difference(std::vector<Bucket> small) const;
  std::vector<Bucket> read_small(std::uint64_t count) const;

  const GuardedBuffer& parents(const Level& level) const { return *buffers_.parents[level.number % 2]; }
  const GuardedBuffer& tiles(const Level& level, ListStep step) const;
  const GuardedBuffer& control() const { return *buffers_.control; }
  /// Return the place in control() of a step's numbers of workgroups, and the index of the word with the number of
  /// workgroups or invocations that have work.
  gpu::BufferBinding workgroups(const Level& level, ListStep step) const;
  std::uint64_t work(const Level& level, ListStep step) const;
  /// Returns the place of the numbers of workgroups for sorting small buckets, after an even or an odd number of
  /// scatters.
  gpu::BufferBinding sorting_workgroups(bool odd) const;
  std::uint64_t sorting_work() const;
  ExclusiveScan::Counted scanning(const Level& level) const;

 private:
  class Program : public gpu::ComputeProgram<Program> {
   public:
    using ComputeProgram::bind;
    using ComputeProgram::ComputeProgram;
    using ComputeProgram::set;
  };
  gpu::BufferBinding control_from(std::uint64_t word) const;
  std::vector<std::uint32_t> read_words() const;

  Buffers buffers_;
  std::uint64_t n_;
  Settings settings_;
  Capacities most_;
  std::uint64_t chunk_, chunks_each_, widest_;
  std::uint32_t workgroup_;
  Program plan_;
};

}  // namespace texelsort::algorithms::randomized
