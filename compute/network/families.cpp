#include <array>

#include "compute/data/error.h"
#include "compute/data/nearest.h"
#include "compute/network/generators.h"

namespace texelsort::network {

std::span<const Family> families() {
  static const std::array registry{
      Family{"bitonic", "Bitonic merge sort",
             Citation{"Naga Govindaraju", "Sorting and Searching", "slides, Microsoft Corporation", 0,
                      "Bitonic Merge Sort, after Batcher 1968"},
             bitonic},
  };
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
