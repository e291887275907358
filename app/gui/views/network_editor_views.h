#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// The parts of the network editor. Each fills a box of the workspace.
namespace texelsort::app {

/// Returns the input that the wires show: the one under the mouse, the clicked one, or the smallest that stays
/// unsorted.
std::optional<std::uint32_t> shown_input(const Ui& ui, Session& session);

/// Draws the network for editing. Dragging from wire to wire adds a comparator, dragging a comparator or its end moves
/// it, dragging it out removes it.
void network_editor_diagram(Ui& ui, Session& session, const Box& box);

/// Draws one cell per input, with unsorted inputs marked, and the outputs of the shader for all inputs, place by place.
void network_editor_pictures(Ui& ui, Session& session, const Box& box);

/// Draws the verdict, the counterexample and the actions on the whole network.
void network_editor_panel(Ui& ui, Session& session, const Box& box);

/// Returns the bits of an input as text, "1 0 1 0", place 0 first.
std::string zero_one_text(std::uint32_t bits, std::uint64_t n);

}  // namespace texelsort::app
