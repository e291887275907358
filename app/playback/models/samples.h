#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// The sublists of a sample sort and what is drawn of them, as views show it. Knows neither ImGui nor OpenGL.
namespace texelsort::app {

struct SampleState {
  using Range = algorithms::BucketPass::Range;

  algorithms::BucketPass pass;
  std::vector<std::uint64_t> ranks, places;            ///< of the samples as they stand; empty until they are drawn
  std::vector<std::uint64_t> splitters, split_places;  ///< of the samples that were chosen of them
  std::vector<std::uint64_t> locations;                ///< a row a sublist: how many of its keys each splitter cuts off

  /// The sublist that holds a place.
  std::uint64_t sublist_of(std::uint64_t place) const;
  /// Whether sample i was chosen: the number of the splitter.
  std::optional<std::uint64_t> splitter_of(std::size_t sample) const;
};

/// Null while the present pass says of no sublists, once its buckets' sizes are known, or if the keys are too many.
const SampleState* sample_state(const Player& player);

/// The sublist of each key, as long as there are no splitters.
std::optional<KeyGroups> sublist_groups(const Player& player);

}  // namespace texelsort::app
