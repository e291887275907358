#pragma once

#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/key_groups.h"
#include "app/session/session.h"

/// Diagrams that an algorithm has in addition to the texture view and the bars view. Each diagram declares the tables
/// of a run that it draws. It applies to all runs that have such tables, in the window, the inspector, the colours of
/// keys and `render --view`.
namespace texelsort::app {

struct Diagram {
  const char* name;              ///< name of the diagram for `render --view`
  const char* title;             ///< title of the diagram's card if there is nothing to draw
  const char* absent = nullptr;  ///< end of the sentence about an algorithm without such tables: " has no buckets."
  /// Tables that the diagram can draw. It applies to algorithms that have at least one of them.
  std::vector<algorithms::TableKind> tables{};
  /// Function that returns whether the diagram also applies to a run without these tables. If null, it does not.
  bool (*goes_with)(const Session&) = nullptr;
  /// Function that returns the reason why there is nothing to draw now. It returns an empty string if there is
  /// something.
  std::string (*reason)(const Session&) = [](const Session&) { return std::string(); };
  void (*draw)(Ui&, Session&, const Box&);  ///< function that draws the header and the picture into a card
  /// Help text that explains where the mouse can point in the diagram, and what the diagram then shows.
  const char* pointing = nullptr;
  float share = 0.66f;  ///< wanted fraction of the height that all views have together
  bool alone = false;   ///< true if the diagram replaces all other diagrams
};

const std::vector<Diagram>& diagrams();

/// Returns the diagrams that apply to the session's run, in order from top to bottom.
std::vector<const Diagram*> diagrams_of(const Session& session);

/// Returns the diagrams of the session's run that have content. If none has content, returns the first diagram, which
/// shows the reason.
std::vector<const Diagram*> drawn_diagrams(const Session& session);

/// Draws a diagram in its own card. If the diagram has no content, draws the reason.
void draw_diagram(Ui& ui, Session& session, const Diagram& diagram, const Box& box);

/// Returns the height in pixels of all diagrams of the run and of the margin above them, if all views together have the
/// height `height`. Returns 0 if there is no diagram. Returns a small height if the diagrams have nothing to draw yet.
float diagrams_height(const Ui& ui, const Session& session, float height);
/// Draws the diagrams one below the other. If the area is too low, draws one diagram, with tabs for the other diagrams
/// above it.
void draw_diagrams(Ui& ui, Session& session, const Box& box);

// Functions that draw views of the present keys. Every algorithm has these views, and keys that are selected in one
// view are selected in all.

/// Draws the keys as coloured texels, with the quads of the present pass.
void texture_view(Ui& ui, Session& session, const Box& box);

/// Draws the keys as bars.
void bars_view(Ui& ui, Session& session, const Box& box);

/// Begins the card of a view of the keys and calls `draw` to fill it. If there are no keys to show, writes a message
/// instead.
void keys_card(Ui& ui, Session& session, const Box& box, const char* id, const char* title,
               void (*draw)(Ui&, Session&, const algorithms::View&, const Box&));
void draw_picture(const gpu::Texture& picture, ImVec2 at);

/// Draws the source of the program that the present pass executes, with its includes. Shows the values of constants and
/// uniforms. If a key is chosen, marks the lines that find its partner, or read, compare or write the key, and shows
/// the values there.
void source_view(Ui& ui, Session& session, const Box& box);

/// Draws the pseudocode of the algorithm. Marks the lines that the present pass executes, with the values of their
/// variables.
void pseudocode_view(Ui& ui, Session& session, const Box& box);

/// Draws a table of the executed passes and of their effects on the pinned index or key. A click on a row goes to its
/// pass.
void history_view(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
