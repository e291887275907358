#include "app/session/view_names.h"

#include <array>

namespace texelsort::app {

std::span<const DiagramName> diagram_names() {
  static constexpr auto names = std::to_array<DiagramName>({
      {"threads", "kernels on the CPU"},
      {"words", "kernels on the CPU"},
      {"records", "records"},
      {"network", "networks"},
      {"bits", "selections"},
      {"histogram", "selections"},
      {"buffers", "your own sorts"},
      {"digits", "radix sorts"},
      {"samples", "sample sorts"},
      {"splitters", "sample sorts"},
      {"buckets", "sample sorts"},
      {"parts", "quicksort, merge sorts, radix sort by prefixes"},
      {"sequences", "merges"},
      {"exchange", "sorts across ranks"},
  });
  return names;
}

std::span<const char* const> workspace_names() {
  static constexpr std::array names{"external", "fold", "network-editor", "race", "shader", "start", "tuning"};
  return names;
}

bool hides_run(std::string_view workspace) {
  return !workspace.empty() && workspace != "fold" && workspace != "shader";
}

std::vector<std::string> part_names() {
  std::vector<std::string> names{"window",  "texture", "bars",       "source", "pseudocode",
                                 "history", "timing",  "algorithms", "teacher"};
  for (const DiagramName& diagram : diagram_names()) names.emplace_back(diagram.name);
  for (const char* stage : workspace_names()) names.emplace_back(stage);
  return names;
}

}  // namespace texelsort::app
