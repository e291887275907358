#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/primitives/step_schedule.h"
#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

/// Consecutive steps on a coset of keys, which one invocation holds in registers; see
/// shaders/primitives/coset_round.glsl. The places of a coset differ only in the bits `bits`.
struct Round {
  struct RegisterStep {
    std::uint32_t dimension = 0;  ///< the step compares places that differ in the bit bits[dimension]
    bool reversal = false;
    bool operator==(const RegisterStep&) const = default;
  };
  /// numbers of the index bits in which the places of a coset differ, in descending order
  std::vector<std::uint32_t> bits;
  /// Mask for a first step that is a reversal by bits[0]: the index bits outside the coset that it flips. Otherwise 0.
  std::uint32_t reversed = 0;
  std::uint64_t flip = 0;  ///< direction of all comparators; see network::Pattern::flip
  bool down = false;       ///< direction of all comparators; see network::Pattern::reversed
  std::vector<RegisterStep> steps;
};

/// One pattern of a step, or the step's listed comparators, executed on tiles in shared memory; see
/// shaders/networks/sweep.comp.
struct Sweep {
  network::Pattern pattern;
  /// step with listed comparators, which the sweep executes; null if it executes `pattern`
  std::shared_ptr<const network::Step> listed;
};

/// Execution of the steps of a compute pass by shader invocations.
enum class ComputeForm : std::uint8_t {
  step,   ///< one invocation per comparator, for any step
  coset,  ///< one round in global memory, with one invocation per coset
  tile,   ///< rounds on tiles in shared memory, with one workgroup per tile
  /// Single steps on tiles in shared memory, with one workgroup per tile. Supports all steps that stay within tiles.
  sweep
};

struct ComputePass {
  ComputeForm form = ComputeForm::step;
  std::size_t first_round = 0;
  std::size_t rounds = 0;
  std::size_t first_sweep = 0;
  std::size_t sweeps = 0;
  std::uint64_t loop_rounds = 0;  ///< maximum total number of loop iterations of one invocation, for passes on tiles
};

struct ComputeLimits {
  std::uint32_t log2_tile = 0;   ///< log2 of the keys per tile; tiles are unused if one invocation holds as many keys
  std::uint32_t log2_keys = 1;   ///< log2 of the keys that an invocation holds
  std::uint64_t steps = 1;       ///< Maximum number of steps per pass. If it is 1, every step is a separate pass.
  std::uint32_t log2_sweep = 0;  ///< log2 of the keys per tile in passes that sweep
  std::uint64_t sweepers = 1;    ///< number of invocations that share the tile of a sweep
  /// Maximum number of loop iterations of an invocation in one pass. A pass of a single step may exceed the maximum.
  std::uint64_t loop_rounds = ~std::uint64_t{0};
};

/// The steps of a schedule, grouped into passes.
struct ComputePlan {
  std::shared_ptr<const Schedule> schedule;  ///< schedule of the network, with the same passes as `passes`
  std::vector<ComputePass> passes;
  std::vector<Round> rounds;
  std::vector<Sweep> sweeps;
};

/// Returns the number of slots per tile of a sweep: one slot for each comparator that a tile may contain.
std::uint64_t slots_of(const Sweep& sweep, std::uint64_t tile);

/// Returns the number of invocations for one block of a pattern, a power of two.
std::uint64_t lanes_of(const network::Pattern& pattern);

/// Maximum number of steps per round. Shaders store the steps in two words, with 4 bits per step.
inline constexpr std::size_t max_round_steps = 16;

/// Groups the steps of a schedule into as few passes as the limits allow. Steps within a tile share a pass. Steps
/// beyond a tile share a pass if the keys per invocation suffice.
ComputePlan plan_compute(const Schedule& schedule, const ComputeLimits& limits);

/// Returns the base-2 logarithm of a power of two.
std::uint32_t log2_of(std::int64_t power);

/// Returns the bytes of a key plus the bytes of its payload, if there is one.
std::uint64_t element_bytes(data::KeyType type, data::PayloadKind payload);

/// Returns the bytes of shared memory for a tile, with the padding of shaders/primitives/tile.comp.
std::uint64_t tile_bytes(std::uint64_t tile, data::KeyType type, data::PayloadKind payload);

/// Returns the bits of a round's coset as powers of two.
std::vector<std::uint32_t> bit_words(const Round& round);

/// Returns the rounds, encoded for shaders/primitives/tile.comp.
std::vector<std::uint32_t> round_words(const std::vector<Round>& rounds);

/// Returns the source code of a round's steps. The program compiles the code into shaders/primitives/coset.comp.
std::string round_source(const Round& round);

/// Returns the number of keys per aligned block. The cosets of a round divide such blocks among themselves. A block is
/// twice the value of the highest bit of the coset.
std::uint64_t block_of(const Round& round);

/// Returns the number of tiles or cosets of a pass of rounds on n places. Cosets cover whole blocks. Requires n > 0.
std::uint64_t parts_of(const ComputePlan& plan, const ComputePass& pass, std::uint64_t n, const ComputeLimits& limits);

}  // namespace texelsort::algorithms
