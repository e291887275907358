#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace texelsort::app {

class Player;

/// Groups into which a pass divides the keys, such as digits or buckets, and the group of each present key.
struct KeyGroups {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  const char* name = "";  ///< word for one group: "digit", "bucket", "part"
  /// True if the colours should show the order of the groups. False if neighbouring groups should contrast.
  bool scale = false;
  std::uint64_t count = 0;
  std::vector<std::uint32_t> of_key{};
  std::function<std::string(std::uint64_t group)> text{};  ///< function that returns a description of one group
};

/// Returns the key groups of the present pass. Returns null if the pass has no groups, or if the keys are too many to
/// read back.
const KeyGroups* key_groups(const Player& player);

}  // namespace texelsort::app
