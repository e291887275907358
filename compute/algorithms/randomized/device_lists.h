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

/// Work lists for the steps of a level. The shader shaders/sample/randomized_plan.comp makes the lists, so that the
/// host can queue all levels before the lists are known. Levels alternate between two sets of lists.
class DeviceLists {
 public:
  /// Buffers of the work lists. There are two lists of parents, tiles and moved tiles, for even and for odd levels. The
  /// owner of the buffers checks their guard words.
  struct Buffers {
    std::array<GuardedBuffer*, 2> parents, tiles, moved;
    GuardedBuffer *small, *control;
    const GuardedBuffer* found;
  };
  static constexpr std::uint64_t control_bytes = 80 * sizeof(std::uint32_t);

  DeviceLists(gpu::Device& device, const Buffers& buffers, std::uint64_t n, const Settings& settings,
              const ExclusiveScan& scan);

  /// Steps whose number of workgroups the device reads from the lists.
  enum class ListStep : std::uint8_t { splitters, count, scatter, move, buckets };

  /// Uploads the work lists of the first level.
  void begin(const Level& level);
  /// Makes the lists for the work after step 3 of `level`, on the device. `next` has the expected parameters of the
  /// next level.
  void plan(const Level& level, const Level& next);
  /// Waits until the device has executed the last plan(). Returns how far the device has come.
  Ahead read(const gpu::ReadBack& through);
  /// Reads the parents of the last executed level from the device.
  void read_level(Level& level) const;
  /// Returns one sentence about the first difference between the lists of the device and the lists of the host. Returns
  /// null if the lists are equal.
  std::optional<std::string> find_difference(const Level& level) const;
  std::optional<std::string> find_difference(std::vector<Bucket> small) const;
  std::vector<Bucket> read_small(std::uint64_t count) const;

  const GuardedBuffer& parents(const Level& level) const { return *buffers_.parents[level.number % 2]; }
  const GuardedBuffer& tiles(const Level& level, ListStep step) const;
  const GuardedBuffer& control() const { return *buffers_.control; }
  /// Describe where a step finds its amount of work in the device's control buffer. workgroups() binds the sizes for an
  /// indirect dispatch. work() returns the index of the word with the number of workgroups or invocations that have
  /// work.
  gpu::BufferBinding workgroups(const Level& level, ListStep step) const;
  std::uint64_t work(const Level& level, ListStep step) const;
  /// Returns the binding of the numbers of workgroups that sort small buckets. `odd` is true after an odd number of
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
