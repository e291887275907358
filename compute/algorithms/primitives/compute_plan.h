#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/primitives/step_schedule.h"
#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

/// Consecutive steps on a coset of keys in registers; see shaders/primitives/coset_round.glsl.
struct Round {
  struct RegisterStep {
    std::uint32_t dimension = 0;  ///< position in `bits`
    bool reversal = false;
    bool operator==(const RegisterStep&) const = default;
  };
  std::vector<std::uint32_t> bits;  ///< positions of the coset's bits in an index, descending
  std::uint32_t reversed = 0;       ///< other bits that the first step flips, if it is a reversal by bits[0]
  std::uint64_t flip = 0;           ///< direction of all comparators, see network::Pattern
  bool down = false;                ///< Pattern::reversed
  std::vector<RegisterStep> steps;
};

/// One pattern of a step, or its listed comparators, on tiles in shared memory; see shaders/networks/sweep.comp.
struct Sweep {
  network::Pattern pattern;
  std::shared_ptr<const network::Step> listed;  ///< null: use the pattern
};

/// Way in which a compute pass executes its steps.
enum class ComputeForm : std::uint8_t {
  step,   ///< one invocation per comparator; any step
  coset,  ///< one round on global memory, one invocation per coset
  tile,   ///< one workgroup per tile in shared memory, round by round
  sweep   ///< one workgroup per tile in shared memory, step by step; any steps that stay within tiles
};

struct ComputePass {
  ComputeForm form = ComputeForm::step;
  std::size_t first_round = 0;
  std::size_t rounds = 0;
  std::size_t first_sweep = 0;
  std::size_t sweeps = 0;
  std::uint64_t loop_rounds = 0;  ///< upper bound over all loops of an invocation, with tiles
};

struct ComputeLimits {
  std::uint32_t log2_tile = 0;   ///< Keys per tile. Tiles are not used if one invocation holds as many.
  std::uint32_t log2_keys = 1;   ///< keys per invocation
  std::uint64_t steps = 1;       ///< Steps per pass. 1: every step is a separate pass.
  std::uint32_t log2_sweep = 0;  ///< keys per tile of passes that sweep
  std::uint64_t sweepers = 1;    ///< invocations that share such a tile
  /// Maximum loop rounds of an invocation in one pass. A pass of one step may exceed it.
  std::uint64_t loop_rounds = ~std::uint64_t{0};
};

/// A schedule grouped into passes.
struct ComputePlan {
  std::shared_ptr<const Schedule> schedule;  ///< schedule with the same passes as `passes`
  std::vector<ComputePass> passes;
  std::vector<Round> rounds;
  std::vector<Sweep> sweeps;
};

/// Returns the slots per tile of a sweep, one per comparator that a tile may contain.
std::uint64_t slots_of(const Sweep& sweep, std::uint64_t tile);

/// Returns the invocations per block of a pattern, a power of two.
std::uint64_t lanes_of(const network::Pattern& pattern);

/// Maximum steps per round: two words hold 4 bits for each.
inline constexpr std::size_t max_round_steps = 16;

/// Groups the steps into as few passes as the limits allow. Steps within a tile share a pass. Steps beyond it share one
/// as far as the keys of an invocation allow.
ComputePlan plan_compute(const Schedule& schedule, const ComputeLimits& limits);

/// Returns the exponent of a power of two.
std::uint32_t log2_of(std::int64_t power);

/// Returns the bytes of a key and its payload, if it has one.
std::uint64_t element_bytes(data::KeyType type, data::PayloadKind payload);

/// Returns the bytes of shared memory of a tile with the padding of shaders/primitives/tile.comp.
std::uint64_t tile_bytes(std::uint64_t tile, data::KeyType type, data::PayloadKind payload);

/// Returns a round's bits as powers of two.
std::vector<std::uint32_t> bit_words(const Round& round);

/// Encodes the rounds for shaders/primitives/tile.comp.
std::vector<std::uint32_t> round_words(const std::vector<Round>& rounds);

/// Returns the source of the steps that is compiled into shaders/primitives/coset.comp.
std::string round_source(const Round& round);

/// Returns the size of the aligned blocks that a round's cosets divide: twice the place value of its highest bit.
std::uint64_t block_of(const Round& round);

/// Returns the number of tiles, or of cosets in whole blocks, that cover n places. They are the units of work of a pass
/// of rounds. n > 0.
std::uint64_t parts_of(const ComputePlan& plan, const ComputePass& pass, std::uint64_t n, const ComputeLimits& limits);

}  // namespace texelsort::algorithms
