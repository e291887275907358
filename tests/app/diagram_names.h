#pragma once

#include <string>
#include <vector>

#include "app/gui/views/diagrams.h"

namespace texelsort::app {

/// Returns the names of all diagrams of the session's run, in their order.
inline std::vector<std::string> names_of_diagrams(const Session& session) {
  std::vector<std::string> names;
  for (const Diagram* one : diagrams_of(session)) names.emplace_back(one->name);
  return names;
}

}  // namespace texelsort::app
