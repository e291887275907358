#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace texelsort::app {

class Player;

/// Groups into which a pass divides the keys, and the group of each key of the present state.
struct KeyGroups {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  const char* name = "";  ///< name of one group: "digit", "bucket", "part"
  bool scale = false;     ///< true if the groups' order matters more than the contrast between neighbours
  std::uint64_t count = 0;
  std::vector<std::uint32_t> of_key{};
  std::function<std::string(std::uint64_t group)> text{};  ///< function that describes one group
};

/// Returns the groups of the present pass. Null if it has none, or if there are too many keys to read back.
const KeyGroups* key_groups(const Player& player);

}  // namespace texelsort::app
