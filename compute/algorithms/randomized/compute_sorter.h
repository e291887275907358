#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/randomized/levels.h"

namespace texelsort::algorithms::randomized {

/// Batcher's odd-even merge sort of a power of two places as shaders/sample/randomized_network.glsl wants it compiled
/// in.
std::string network_source(std::uint64_t places);

/// Sorts buckets each by itself: a workgroup a bucket, by quicksort and then odd-even merge in shared memory, larger
/// buckets first; or an invocation a bucket, by a network in registers.
class BucketSorter {
 public:
  /// Compiles.
  BucketSorter(gpu::Device& device, const Problem& problem, const Settings& settings);

  /// Up to Settings::limit() keys each, which stand in the front array; the back one is the spare.
  void sort(const PingPongBuffers& arrays, std::vector<Bucket> buckets) const;

  std::optional<std::string> find_guard_damage() const;

  /// The sizes of networks in registers, up to `small` keys.
  static std::vector<std::uint32_t> capacities(std::uint32_t small);

 private:
  const gpu::Program& registers_program(std::uint32_t capacity) const;
  void dispatch(const gpu::Program& program, const PingPongBuffers& arrays, std::span<const Bucket> buckets) const;

  gpu::Device& device_;
  data::KeyType type_;
  data::Order order_;
  data::PayloadKind payload_;
  Settings settings_;
  std::uint64_t most_;  ///< buckets a dispatch
  mutable GuardedBuffer list_;
  std::vector<const gpu::Program*> programs_;  ///< one for each capacity, or the one of workgroups
};

}  // namespace texelsort::algorithms::randomized
