#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/primitives/step_schedule.h"
#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

/// Successive steps on a coset of keys in registers; see shaders/primitives/coset_round.glsl.
struct Round {
  struct RegisterStep {
    std::uint32_t dimension = 0;  ///< position in `bits`
    bool reversal = false;
    bool operator==(const RegisterStep&) const = default;
  };
  std::vector<std::uint32_t> bits;  ///< positions of the coset's bits in an index, descending
  std::uint32_t reversed = 0;       ///< the other bits that the first step flips, if it is a reversal by bits[0]
  std::uint64_t flip = 0;           ///< which way all steps' comparators point, see network::Pattern
  bool down = false;                ///< Pattern::reversed
  std::vector<RegisterStep> steps;
};

/// One pattern of a step, or its listed comparators, on tiles in shared memory; see shaders/networks/sweep.comp.
struct Sweep {
  network::Pattern pattern;
  std::shared_ptr<const network::Step> listed;  ///< null: the pattern
};

/// How a compute pass executes its steps.
enum class ComputeForm : std::uint8_t {
  step,   ///< an invocation a comparator; any step
  coset,  ///< one round on global memory, an invocation a coset
  tile,   ///< a workgroup a tile in shared memory, round after round
  sweep   ///< a workgroup a tile in shared memory, step after step; any steps that stay within tiles
};

struct ComputePass {
  ComputeForm form = ComputeForm::step;
  std::size_t first_round = 0;
  std::size_t rounds = 0;
  std::size_t first_sweep = 0;
  std::size_t sweeps = 0;
  std::uint64_t loop_rounds = 0;  ///< of all loops of an invocation, at the most, with tiles
};

struct ComputeLimits {
  std::uint32_t log2_tile = 0;   ///< keys of a tile; tiles are not used when an invocation holds as many
  std::uint32_t log2_keys = 1;   ///< keys of an invocation
  std::uint64_t steps = 1;       ///< steps a pass; 1: every step is a pass of its own
  std::uint32_t log2_sweep = 0;  ///< keys of a tile of passes that sweep
  std::uint64_t sweepers = 1;    ///< invocations that share such a tile
  /// Rounds of an invocation's loops that a pass may not go beyond; a pass of one step does if it has to.
  std::uint64_t loop_rounds = ~std::uint64_t{0};
};

/// A schedule grouped into passes.
struct ComputePlan {
  std::shared_ptr<const Schedule> schedule;  ///< a pass each for `passes`
  std::vector<ComputePass> passes;
  std::vector<Round> rounds;
  std::vector<Sweep> sweeps;
};

/// A tile's slots of a sweep: one for each comparator that it may have there.
std::uint64_t slots_of(const Sweep& sweep, std::uint64_t tile);

/// Invocations for each block of a pattern: a power of two.
std::uint64_t lanes_of(const network::Pattern& pattern);

/// Steps of one round at most: what two words of 4 bits each hold.
inline constexpr std::size_t max_round_steps = 16;

/// As few passes as the limits allow: steps within a tile together, those beyond it as many as an invocation's keys
/// allow.
ComputePlan plan_compute(const Schedule& schedule, const ComputeLimits& limits);

/// The exponent of a power of two.
std::uint32_t log2_of(std::int64_t power);

/// Bytes of a key with its payload, if it has one.
std::uint64_t element_bytes(data::KeyType type, data::PayloadKind payload);

/// Shared memory of a tile with the holes of shaders/primitives/tile.comp.
std::uint64_t tile_bytes(std::uint64_t tile, data::KeyType type, data::PayloadKind payload);

/// A round's bits as powers of two.
std::vector<std::uint32_t> bit_words(const Round& round);

/// The rounds as shaders/primitives/tile.comp reads them.
std::vector<std::uint32_t> round_words(const std::vector<Round>& rounds);

/// The steps as shaders/primitives/coset.comp wants them compiled in.
std::string round_source(const Round& round);

/// Places that the cosets of a round's highest bit tile.
std::uint64_t block_of(const Round& round);

/// Tiles, or cosets of the whole blocks, that n places begin: what a pass of rounds is divided into. n > 0.
std::uint64_t parts_of(const ComputePlan& plan, const ComputePass& pass, std::uint64_t n, const ComputeLimits& limits);

}  // namespace texelsort::algorithms
