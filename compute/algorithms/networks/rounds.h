#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/networks/compute_plan.h"
#include "compute/data/keys.h"

/// What whoever dispatches a plan's rounds has to know; see shaders/networks/coset_round.glsl.
namespace texelsort::algorithms {

/// The exponent of a power of two.
std::uint32_t log2_of(std::int64_t power);

/// Bytes of a key with its payload, if it has one.
std::uint64_t element_bytes(data::KeyType type, data::PayloadKind payload);

/// Shared memory of a tile with the holes of shaders/networks/tile.comp.
std::uint64_t tile_bytes(std::uint64_t tile, data::KeyType type, data::PayloadKind payload);

/// The rounds as shaders/networks/tile.comp reads them.
std::vector<std::uint32_t> round_words(const std::vector<Round>& rounds);

/// The steps as shaders/networks/coset.comp wants them compiled in.
std::string round_source(const Round& round);

/// The steps' source if all rounds of a pass have the same, as merges within tiles do; then no branch picks the steps.
std::optional<std::string> common_round_source(const ComputePlan& plan, const ComputePass& pass);

/// Places that the cosets of a round's highest bit tile.
std::uint64_t block_of(const Round& round);

/// Cosets of the whole blocks that n places begin.
std::uint64_t cosets_of(const Round& round, std::uint64_t n, std::uint32_t log2_keys);

}  // namespace texelsort::algorithms
