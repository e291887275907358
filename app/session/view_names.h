#pragma once

#include <span>
#include <string>
#include <vector>

/// The names of the window's views, as --view, --focus and --diagram accept them. A test compares them with the views.
namespace texelsort::app {

struct DiagramName {
  const char* name;
  const char* subject;  ///< algorithms that have such diagrams: "radix sorts"
};

/// Diagrams, in the order in which the window draws them.
std::span<const DiagramName> diagram_names();

/// Workspaces that take the place of a run's views.
std::span<const char* const> stage_names();

/// Everything that `render --view` can draw alone, "window" first.
std::vector<std::string> part_names();

}  // namespace texelsort::app
