#pragma once

#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/key_groups.h"
#include "app/session/session.h"

/// Diagrams that an algorithm has in addition to the views of texture and bars. Each diagram declares the tables that
/// it draws. This declaration determines whether the diagram applies to a run: in the diagrams' area, the inspector,
/// the colours of keys and `render --view`.
namespace texelsort::app {

struct Diagram {
  const char* name;              ///< name of the diagram for `render --view`
  const char* title;             ///< title of the diagram's card while there is nothing to draw
  const char* absent = nullptr;  ///< text about algorithms that lack the tables: " has no buckets."
  /// Tables of the run; the diagram applies to algorithms that have at least one of them.
  std::vector<algorithms::TableKind> tables{};
  /// Function with which the diagram also applies to runs without its tables, if it returns true.
  bool (*goes_with)(const Session&) = nullptr;
  /// Returns the reason why there is nothing to draw now, or an empty string if there is something.
  std::string (*reason)(const Session&) = [](const Session&) { return std::string(); };
  void (*draw)(Ui&, Session&, const Box&);  ///< function that draws the header and the picture into a card
  /// Help text about pointing: where the mouse can point, and what the diagram then shows.
  const char* pointing = nullptr;
  float share = 0.66f;  ///< wanted fraction of the height of all views
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

/// Returns the height in pixels of the session's diagrams with the margin above them, if all views have the height
/// `height`. Returns 0 without diagrams, and a small height if the diagrams have no content yet.
float diagrams_height(const Ui& ui, const Session& session, float height);
/// Draws the diagrams one below the other. If the area is too low, draws one diagram, with tabs for the other diagrams
/// above it.
void draw_diagrams(Ui& ui, Session& session, const Box& box);

// Functions that draw views of the present keys, which every algorithm has. A selection in one view applies to all
// views.

/// Draws the keys as coloured texels, with the quads of the present pass.
void texture_view(Ui& ui, Session& session, const Box& box);

/// Draws the keys as bars.
void bars_view(Ui& ui, Session& session, const Box& box);

/// Draws a view of the keys in a card. If there are no keys, draws a message instead of calling `draw`.
void keys_card(Ui& ui, Session& session, const Box& box, const char* id, const char* title,
               void (*draw)(Ui&, Session&, const algorithms::View&, const Box&));
void draw_picture(const gpu::Texture& picture, ImVec2 at);

/// Draws the source of the present pass's program and of its includes, with the values of constants and uniforms. Marks
/// the lines that find the chosen key's partner, or that read, compare or write the key. The marked lines show values.
void source_view(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
