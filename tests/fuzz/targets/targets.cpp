#include "tests/fuzz/targets/targets.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace texelsort::fuzz {
namespace {

constexpr std::array all_targets{
    Target{"numbers", fuzz_numbers},   Target{"csv", fuzz_csv},
    Target{"binary", fuzz_binary},     Target{"pictures", fuzz_pictures},
    Target{"networks", fuzz_networks}, Target{"settings", fuzz_settings},
    Target{"words", fuzz_words},       Target{"parameters", fuzz_parameters},
    Target{"json", fuzz_json},         Target{"lessons", fuzz_lessons},
    Target{"links", fuzz_links},
};

}  // namespace

std::span<const Target> targets() {
  return all_targets;
}

const Target& find_target(std::string_view name) {
  const auto found = std::ranges::find(all_targets, name, &Target::name);
  if (found == all_targets.end()) throw std::out_of_range("no fuzz target '" + std::string(name) + "'");
  return *found;
}

}  // namespace texelsort::fuzz
