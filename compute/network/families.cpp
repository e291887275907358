#include <array>

#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/network/generators.h"

namespace texelsort::network {

// All families of networks, in the order of lists. A new family needs a file NAME.cpp in this folder and its name here.
// clang-format off
#define TEXELSORT_NETWORKS(ONE) \
  ONE(bitonic) \
  ONE(bitonic_alternating) \
  ONE(odd_even_merge) \
  ONE(odd_even_transposition) \
  ONE(periodic_balanced) \
  ONE(pairwise) \
  ONE(best_known)
// clang-format on

#define DECLARE(name) Family name##_family();
TEXELSORT_NETWORKS(DECLARE)
#undef DECLARE

std::span<const Family> families() {
#define FAMILY(name) name##_family(),
  static const std::array registry{TEXELSORT_NETWORKS(FAMILY)};
#undef FAMILY
  return registry;
}

const Family& find_family(std::string_view id) {
  std::vector<std::string> ids;
  for (const Family& family : families()) {
    if (family.id == id) return family;
    ids.push_back(family.id);
  }
  std::string message = "unknown network '" + std::string(id) + "'";
  const std::string near = data::nearest(id, ids);
  if (!near.empty()) message += "; did you mean '" + near + "'?";
  message += " (networks:";
  for (const std::string& known : ids) message += " " + known;
  throw UsageError(message + ")");
}

}  // namespace texelsort::network
