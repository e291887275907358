#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/primitives/step_schedule.h"
#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

/// Consecutive steps on a coset of keys in registers; see shaders/primitives/coset_round.glsl. The places of a coset
/// differ only in some bits.
struct Round {
  struct RegisterStep {
    std::uint32_t dimension = 0;  ///< position in `bits` of the step's bit
    bool reversal = false;
    bool operator==(const RegisterStep&) const = default;
  };
  std::vector<std::uint32_t> bits;  ///< positions of the coset's bits in an index, in descending order
  std::uint32_t reversed = 0;       ///< other bits that the first step flips if it is a reversal by bits[0], else 0
  std::uint64_t flip = 0;           ///< direction of all comparators, see network::Pattern::flip
  bool down = false;                ///< direction of all comparators, see network::Pattern::reversed
  std::vector<RegisterStep> steps;
};

/// One pattern of a step, or the step's listed comparators, on tiles in shared memory; see shaders/networks/sweep.comp.
struct Sweep {
  network::Pattern pattern;
  std::shared_ptr<const network::Step> listed;  ///< step with listed comparators; null if the pattern is used
};

/// Way in which a compute pass executes its steps.
enum class ComputeForm : std::uint8_t {
  step,   ///< one invocation per comparator, for any step
  coset,  ///< one round in global memory, one invocation per coset
  tile,   ///< one workgroup per tile in shared memory, round by round
  sweep   ///< one workgroup per tile in shared memory, step by step, for any steps that stay within tiles
};

struct ComputePass {
  ComputeForm form = ComputeForm::step;
  std::size_t first_round = 0;
  std::size_t rounds = 0;
  std::size_t first_sweep = 0;
  std::size_t sweeps = 0;
  std::uint64_t loop_rounds = 0;  ///< maximum of all loop iterations of an invocation together, with tiles
};

struct ComputeLimits {
  std::uint32_t log2_tile = 0;   ///< log2 of the keys per tile. Tiles are not used if one invocation holds as many.
  std::uint32_t log2_keys = 1;   ///< log2 of the keys per invocation
  std::uint64_t steps = 1;       ///< Maximum number of steps per pass. 1: every step is a separate pass.
  std::uint32_t log2_sweep = 0;  ///< log2 of the keys per tile of passes that sweep
  std::uint64_t sweepers = 1;    ///< number of invocations that share such a tile
  /// Maximum number of loop iterations of an invocation in one pass. A pass of one step may exceed it.
  std::uint64_t loop_rounds = ~std::uint64_t{0};
};

/// The steps of a schedule, grouped into passes.
struct ComputePlan {
  std::shared_ptr<const Schedule> schedule;  ///< a schedule with the passes of `passes`
  std::vector<ComputePass> passes;
  std::vector<Round> rounds;
  std::vector<Sweep> sweeps;
};

/// Returns the number of slots per tile of a sweep, one for each comparator that a tile may contain.
std::uint64_t slots_of(const Sweep& sweep, std::uint64_t tile);

/// Returns the number of invocations per block of a pattern, a power of two.
std::uint64_t lanes_of(const network::Pattern& pattern);

/// Maximum number of steps per round. Two words have 4 bits for each step.
inline constexpr std::size_t max_round_steps = 16;

/// Groups the steps into as few passes as the limits allow. Steps within a tile share a pass. Steps that go beyond a
/// tile share a pass as far as the number of keys per invocation allows.
ComputePlan plan_compute(const Schedule& schedule, const ComputeLimits& limits);

/// Returns the base-2 logarithm of a power of two.
std::uint32_t log2_of(std::int64_t power);

/// Returns the bytes of a key together with any payload.
std::uint64_t element_bytes(data::KeyType type, data::PayloadKind payload);

/// Returns the bytes of shared memory for a tile, with the padding of shaders/primitives/tile.comp.
std::uint64_t tile_bytes(std::uint64_t tile, data::KeyType type, data::PayloadKind payload);

/// Returns the bits of a round as powers of two.
std::vector<std::uint32_t> bit_words(const Round& round);

/// Returns the rounds, encoded for shaders/primitives/tile.comp.
std::vector<std::uint32_t> round_words(const std::vector<Round>& rounds);

/// Returns the source code of a round's steps, which is compiled into shaders/primitives/coset.comp.
std::string round_source(const Round& round);

/// Returns the size of the aligned blocks that a round's cosets divide: twice the place value of its highest bit.
std::uint64_t block_of(const Round& round);

/// Returns the number of work units of a pass of rounds that cover n places: tiles, or cosets in whole blocks. Requires
/// n > 0.
std::uint64_t parts_of(const ComputePlan& plan, const ComputePass& pass, std::uint64_t n, const ComputeLimits& limits);

}  // namespace texelsort::algorithms
