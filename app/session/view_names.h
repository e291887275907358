#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Names of the window's views for --view, --focus and --diagram. A test compares these names with the views.
namespace texelsort::app {

struct DiagramName {
  const char* name;
  const char* subject;  ///< algorithms to which the diagram applies, in words: "radix sorts"
};

/// Returns the diagrams in the order in which the window draws them.
std::span<const DiagramName> diagram_names();

/// Returns the names of the workspaces that can replace the run's views.
std::span<const char* const> workspace_names();

/// Returns whether a workspace shows something else than the run, so that nothing of the run is visible. Other
/// workspaces, such as the shader editor, show a part of the run.
bool hides_run(std::string_view workspace);

/// Returns all names that `render --view` accepts, with "window" first.
std::vector<std::string> part_names();

}  // namespace texelsort::app
