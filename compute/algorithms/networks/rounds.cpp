#include "compute/algorithms/networks/rounds.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace texelsort::algorithms {

std::uint32_t log2_of(std::int64_t power) {
  return static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(power)));
}

std::uint64_t element_bytes(data::KeyType type, data::PayloadKind payload) {
  return data::key_bytes(type) + data::payload_bytes(payload);
}

std::uint64_t tile_bytes(std::uint64_t tile, data::KeyType type, data::PayloadKind payload) {
  return (tile + tile / 32) * element_bytes(type, payload);
}

std::vector<std::uint32_t> round_words(const std::vector<Round>& rounds) {
  std::vector<std::uint32_t> words;
  for (const Round& round : rounds) {
    for (const std::uint32_t bit : round.bits) words.push_back(1u << bit);
    std::uint64_t steps = 0;
    for (std::size_t s = 0; s < round.steps.size(); ++s) {
      steps |= std::uint64_t{round.steps[s].dimension + (round.steps[s].reversal ? 8u : 0u)} << (4 * s);
    }
    words.push_back(round.reversed);
    words.push_back(static_cast<std::uint32_t>(round.flip));
    words.push_back(round.down ? 1 : 0);
    words.push_back(static_cast<std::uint32_t>(round.steps.size()));
    words.push_back(static_cast<std::uint32_t>(steps));
    words.push_back(static_cast<std::uint32_t>(steps >> 32));
  }
  return words;
}

std::string round_source(const Round& round) {
  std::string source;
  for (const Round::Step& step : round.steps) {
    source += fmt::format("{}({}) ", step.reversal ? "REVERSAL" : "SHIFT", step.dimension);
  }
  return source;
}

std::optional<std::string> common_round_source(const ComputePlan& plan, const ComputePass& pass) {
  const auto first = plan.rounds.begin() + static_cast<std::ptrdiff_t>(pass.first_round);
  const auto last = first + static_cast<std::ptrdiff_t>(pass.rounds);
  if (!std::all_of(first, last, [&](const Round& round) { return round.steps == first->steps; })) return std::nullopt;
  return round_source(*first);
}

std::uint64_t block_of(const Round& round) {
  return std::uint64_t{2} << round.bits.front();
}

std::uint64_t cosets_of(const Round& round, std::uint64_t n, std::uint32_t log2_keys) {
  return ((n + block_of(round) - 1) / block_of(round) * block_of(round)) >> log2_keys;
}

}  // namespace texelsort::algorithms
