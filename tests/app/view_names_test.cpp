#include "app/session/view_names.h"

#include <gtest/gtest.h>

#include "app/gui/views/diagrams.h"
#include "app/gui/views/workspaces.h"

namespace texelsort::app {
namespace {

TEST(ViewNames, ListEveryDiagramInOrder) {
  std::vector<std::string> drawn, named;
  for (const Diagram& diagram : diagrams()) drawn.emplace_back(diagram.name);
  for (const DiagramName& diagram : diagram_names()) named.emplace_back(diagram.name);
  EXPECT_EQ(named, drawn);
}

TEST(ViewNames, ListEveryWorkspace) {
  std::vector<std::string> drawn, named(workspace_names().begin(), workspace_names().end());
  for (const WorkspaceView& view : workspace_views()) drawn.emplace_back(view.name);
  EXPECT_EQ(named, drawn);
}

}  // namespace
}  // namespace texelsort::app
