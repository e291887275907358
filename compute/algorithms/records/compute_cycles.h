#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/data/records.h"

namespace texelsort::algorithms {

/// Where a sorter's payload stands, for shaders with records/order.glsl.
struct SortedOrder {
  View view{};

  void append(gpu::DispatchCall& call) const;
};

/// The defines of records/order.glsl for a backend's payloads.
gpu::Defines order_defines(const View& order);

/// Rearranges records in place on the device, as CycleTwin says: 8 words a record for tables, however wide records are.
class ComputeCycles {
 public:
  ComputeCycles(gpu::Device& device, std::shared_ptr<const Problem> problem, const GuardedBuffer& words,
                const SortedOrder& order);

  static constexpr std::uint64_t walk_bytes = 3 * sizeof(std::uint32_t);

  std::vector<Pass> passes();
  std::vector<View> views(std::uint64_t moved) const;
  std::optional<std::string> find_guard_damage() const;
  std::vector<std::vector<std::byte>> save(std::uint64_t moved) const;
  void restore(std::uint64_t moved, std::span<const std::vector<std::byte>> tables);

 private:
  Pass table_pass(std::string label, std::string shader, gpu::Defines defines, std::vector<gpu::Uniform> uniforms,
                  std::uint64_t bytes, Claim claim, std::uint32_t walks);
  Pass scan_pass();
  Pass reflection(std::uint32_t first, Claim claim);
  void dispatch(const std::string& shader, gpu::Defines defines, std::vector<gpu::Uniform> uniforms,
                std::uint32_t walks);
  /// The side of walks_ that holds what is known after `moved` passes.
  unsigned side(std::uint64_t moved) const;

  gpu::Device& device_;
  std::shared_ptr<const Problem> problem_;
  data::RecordMemory memory_;
  const GuardedBuffer& words_;
  const SortedOrder& order_;
  std::uint32_t rounds_;
  std::array<GuardedBuffer, 2> walks_;
  GuardedBuffer table_, members_;
  ExclusiveScan scan_;
};

}  // namespace texelsort::algorithms
