#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// Sublists of a sample sort and the samples drawn from them, as data for views. Independent of ImGui and OpenGL.
namespace texelsort::app {

struct SampleState {
  using Range = algorithms::BucketPass::Range;

  algorithms::BucketPass pass;
  /// Rank and array index of each sample, in the samples' present order. Empty before samples are drawn.
  std::vector<std::uint64_t> ranks, places;
  std::vector<std::uint64_t> splitters, split_places;  ///< rank and array index of each sample that became a splitter
  /// For each sublist, the numbers of its keys below each splitter; one row per sublist.
  std::vector<std::uint64_t> locations;

  /// Returns the sublist that contains a place of the array.
  std::uint64_t sublist_of(std::uint64_t place) const;
  /// Returns the number of the splitter that sample i became, or nothing if it did not become a splitter.
  std::optional<std::uint64_t> splitter_of(std::size_t sample) const;
};

/// Returns the samples of the present pass. Returns null if the pass has no sublists or too many keys, or if the bucket
/// sizes are already known.
const SampleState* sample_state(const Player& player);

/// Returns the sublist of each key, or nothing once splitters are known.
std::optional<KeyGroups> sublist_groups(const Player& player);

}  // namespace texelsort::app
