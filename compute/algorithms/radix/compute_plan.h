#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/radix/schedule.h"
#include "compute/algorithms/radix/settings.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::algorithms {

/// The passes of shaders/radix/ that work on the array.
enum class RadixKernel : std::uint8_t {
  count,    ///< digits of each column
  scatter,  ///< ranks each tile again while it moves it
  rank,     ///< digits of each column, and ranks
  move      ///< by those ranks
};

/// How a radix sort by shaders cuts an array, and what its shaders need.
struct ComputeRadixPlan : DigitPlan {
  ComputeRadixPlan(RadixSort sort, const ProblemForm& form, const ComputeRadixSettings& settings);

  bool serial = false;          ///< an invocation a column, instead of a workgroup
  bool matching = false;        ///< how a workgroup ranks a tile: by masks, instead of counters of each invocation
  std::uint32_t workgroup = 1;  ///< invocations
  std::uint64_t tile = 1;       ///< keys

  std::uint64_t items() const { return tile / workgroup; }  ///< keys an invocation
  /// One a key, up to whole groups of four, see shaders/radix/serial.glsl.
  std::uint64_t rank_words() const { return ranks ? (n + 3) / 4 * 4 : 0; }

  RadixKernel counting() const { return ranks ? RadixKernel::rank : RadixKernel::count; }
  RadixKernel moving() const { return ranks ? RadixKernel::move : RadixKernel::scatter; }
  std::uint32_t workgroups() const;  ///< that a dispatch takes
  std::uint64_t shared_bytes(RadixKernel kernel) const;
  /// The most rounds that all loops of an invocation take together.
  std::uint64_t rounds() const;
  std::string shader(RadixKernel kernel) const;
  gpu::Defines defines(RadixKernel kernel, data::Order order) const;

  /// Bytes on the device beside twice the keys and the payload: table, ranks, sums of the scan, guards.
  std::uint64_t table_bytes() const;

  std::optional<std::string> refusal(const gpu::DeviceInfo& device) const;

 private:
  std::uint64_t pool_words(RadixKernel kernel) const;
};

/// Settings that suit the form; tile and workgroup suit one another.
ComputeRadixSettings tuned_radix(RadixSort sort, const gpu::DeviceInfo& device, const ProblemForm& form,
                                 const Given<ComputeRadixSettings>& given);

}  // namespace texelsort::algorithms
