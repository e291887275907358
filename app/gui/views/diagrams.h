#pragma once

#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/key_groups.h"
#include "app/session/session.h"

/// Diagrams that an algorithm has in addition to texture and bars. Each declares the tables that it draws. The
/// declaration decides where the diagram applies: in the area for diagrams, the inspector, the colours of keys and
/// `render --view`.
namespace texelsort::app {

struct Diagram {
  const char* name;                             ///< name of the diagram for `render --view`
  const char* title;                            ///< title of the card while there is nothing to draw
  const char* absent = nullptr;                 ///< text for algorithms that lack the tables: " has no buckets."
  std::vector<algorithms::TableKind> tables{};  ///< the diagram applies to algorithms with one of these tables
  bool (*goes_with)(const Session&) = nullptr;  ///< the diagram also applies if this returns true
  /// Returns why there is nothing to draw now. Empty if there is something.
  std::string (*reason)(const Session&) = [](const Session&) { return std::string(); };
  void (*draw)(Ui&, Session&, const Box&);  ///< draws header and picture into a card
  const char* pointing = nullptr;           ///< help text: where users can point, and what is shown then
  float share = 0.66f;                      ///< fraction of the height of all views
  bool alone = false;                       ///< true if it replaces all other diagrams
};

/// Returns all diagrams.
const std::vector<Diagram>& diagrams();

/// Returns the diagrams that apply to the session's run, from top to bottom.
std::vector<const Diagram*> diagrams_of(const Session& session);

/// Returns the diagrams of the session's run that have content. If none has, returns the first one, which shows the
/// reason.
std::vector<const Diagram*> drawn_diagrams(const Session& session);

/// Draws a diagram in its own card, or the reason why it is empty.
void draw_diagram(Ui& ui, Session& session, const Diagram& diagram, const Box& box);

/// Returns the height of the session's diagrams and of the margin above them, if all views have the height `height`, in
/// pixels. It is 0 without diagrams, and small if they have no content yet.
float diagrams_height(const Ui& ui, const Session& session, float height);
/// Draws the diagrams one below the other. If the space is too low, draws one, with tabs for the others above it.
void draw_diagrams(Ui& ui, Session& session, const Box& box);

// Functions for views of the present keys, which every algorithm has. A selection in one view applies to all.

/// Draws keys as coloured texels, with the quads of the present pass.
void texture_view(Ui& ui, Session& session, const Box& box);

/// Draws keys as bars.
void bars_view(Ui& ui, Session& session, const Box& box);

/// Draws a view of the keys in a card. If there are no keys, draws a message instead of calling `draw`.
void keys_card(Ui& ui, Session& session, const Box& box, const char* id, const char* title,
               void (*draw)(Ui&, Session&, const algorithms::View&, const Box&));
void draw_picture(const gpu::Texture& picture, ImVec2 at);

/// Draws the source of the present pass's program and its includes, with the values of constants and uniforms. The
/// lines that find the chosen key's partner and that read, compare or write the key are marked and show values.
void source_view(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
