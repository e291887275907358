#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace texelsort::app {

class Player;

/// What a pass tells keys apart by, and the group of each key of the present state.
struct KeyGroups {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  const char* name = "";  ///< of a group: "digit", "bucket", "part"
  bool scale = false;     ///< their order matters more than to tell neighbours apart
  std::uint64_t count = 0;
  std::vector<std::uint32_t> of_key{};
  std::function<std::string(std::uint64_t group)> text{};  ///< what one of them is
};

/// Groups by which the present pass distinguishes keys. Null without groups, or with too many keys to read back.
const KeyGroups* key_groups(const Player& player);

}  // namespace texelsort::app
