#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// Sublists of a sample sort and the samples drawn from them, as views show them. Independent of ImGui and OpenGL.
namespace texelsort::app {

struct SampleState {
  using Range = algorithms::BucketPass::Range;

  algorithms::BucketPass pass;
  std::vector<std::uint64_t> ranks, places;            ///< samples in their present order; empty until drawn
  std::vector<std::uint64_t> splitters, split_places;  ///< samples that became splitters
  std::vector<std::uint64_t> locations;                ///< one row per sublist: number of its keys below each splitter

  /// Returns the sublist that contains a place.
  std::uint64_t sublist_of(std::uint64_t place) const;
  /// Returns the number of the splitter that sample i became. Nothing if it became none.
  std::optional<std::uint64_t> splitter_of(std::size_t sample) const;
};

/// Returns the samples. Null if the present pass has no sublists or already knows the bucket sizes, or if there are too
/// many keys.
const SampleState* sample_state(const Player& player);

/// Returns the sublist of each key. Nothing once there are splitters.
std::optional<KeyGroups> sublist_groups(const Player& player);

}  // namespace texelsort::app
