#include "app/cli/options/output_ending.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "app/problem/algorithm_menu.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

std::string output_ending(const std::string& path, const std::vector<Ending>& endings, const std::string& hint) {
  const std::string ending = lower(std::filesystem::path(path).extension().string());
  if (std::ranges::find(endings, ending, &Ending::ending) != endings.end()) {
    data::require_writable(path);
    return ending;
  }
  std::string choices;
  for (const Ending& one : endings) {
    choices += fmt::format("{}{} ({})", choices.empty() ? "" : ", ", one.ending, one.what);
  }
  throw UsageError(fmt::format("-o {}: choose from {}{}{}", path, choices, hint.empty() ? "" : "; ", hint));
}

}  // namespace texelsort::app
