#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// The parts of the 0-1 network editor. Each fills a box of the stage.
namespace texelsort::app {

/// The input that the wires show: what the mouse is at, what was clicked, or the smallest that stays unsorted.
std::optional<std::uint32_t> shown_input(const Ui& ui, Session& session);

/// The network to work on: draw from wire to wire for a comparator, drag one or its ends, drag it away.
void network_editor_diagram(Ui& ui, Session& session, const Box& box);

/// A cell for each input, those that fail marked; and what the shader has made of all of them, place by place.
void network_editor_pictures(Ui& ui, Session& session, const Box& box);

/// The verdict, the counterexample and what changes the network as a whole.
void network_editor_panel(Ui& ui, Session& session, const Box& box);

/// "1 0 1 0": place 0 first.
std::string zero_one_text(std::uint32_t bits, std::uint64_t n);

}  // namespace texelsort::app
