#include "compute/algorithms/registry.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include "compute/algorithms/networks/method.h"
#include "compute/algorithms/reference/std_sort.h"
#include "compute/data/error.h"
#include "compute/data/nearest.h"

namespace texelsort::algorithms {

const std::vector<std::unique_ptr<Algorithm>>& registry() {
  static const std::vector<std::unique_ptr<Algorithm>> all = [] {
    std::vector<std::unique_ptr<Algorithm>> list;
    list.push_back(make_std_sort());
    list.push_back(make_std_stable_sort());
    for (const network::Family& family : network::families()) {
      for (const auto& method : methods()) list.push_back(make_network_algorithm(family, *method));
    }
    return list;
  }();
  return all;
}

const Algorithm& find_algorithm(std::string_view id) {
  std::vector<std::string> ids;
  for (const auto& algorithm : registry()) {
    if (algorithm->info().id == id) return *algorithm;
    ids.push_back(algorithm->info().id);
  }
  const std::string nearest = data::nearest(id, ids);
  throw UsageError(fmt::format("no algorithm '{}'{}; see 'texelsort list algorithms'", id,
                               nearest.empty() ? "" : fmt::format(", did you mean '{}'?", nearest)));
}

std::vector<const Algorithm*> match_algorithms(std::string_view pattern) {
  const std::string glob = pattern.empty() ? "*" : std::string(pattern);
  std::vector<const Algorithm*> matching;
  for (const auto& algorithm : registry()) {
    if (fnmatch(glob.c_str(), algorithm->info().id.c_str(), 0) == 0) matching.push_back(algorithm.get());
  }
  if (matching.empty()) {
    find_algorithm(pattern);  // throws with the nearest name
  }
  return matching;
}

}  // namespace texelsort::algorithms
