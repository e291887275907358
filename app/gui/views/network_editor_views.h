#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Functions that draw the parts of the network editor. Each part fills a box of the workspace.
namespace texelsort::app {

/// Returns the input whose bits the wires show: the input under the mouse, otherwise the clicked input, otherwise the
/// smallest input that stays unsorted.
std::optional<std::uint32_t> shown_input(const Ui& ui, Session& session);

/// Draws the network for editing. A drag from wire to wire adds a comparator. A drag of a comparator or of its end
/// moves it, or removes it if the drag ends outside the network.
void network_editor_diagram(Ui& ui, Session& session, const Box& box);

/// Draws two pictures of the test of all inputs. In the first, each cell is an input, and unsorted inputs are marked.
/// The second shows all outputs, place by place.
void network_editor_pictures(Ui& ui, Session& session, const Box& box);

/// Draws the verdict of the test, a counterexample, and the actions for the whole network.
void network_editor_panel(Ui& ui, Session& session, const Box& box);

/// Returns the bits of an input as text: "1 0 1 0", with place 0 first.
std::string zero_one_text(std::uint32_t bits, std::uint64_t n);

}  // namespace texelsort::app
