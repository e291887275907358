#pragma once

#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/models/key_groups.h"
#include "app/session/session.h"

/// What goes with an algorithm besides texture and bars. A diagram says which tables it draws; the area for diagrams,
/// the inspector, the colours of keys and `render --view` take it from there.
namespace texelsort::app {

struct Diagram {
  const char* name;                             ///< as `render --view` has it
  const char* title;                            ///< of its card while there is nothing to draw
  const char* absent = nullptr;                 ///< an algorithm without them: " has no buckets."
  std::vector<algorithms::TableKind> tables{};  ///< that it draws: it goes with algorithms that have one of them
  bool (*goes_with)(const Session&) = nullptr;  ///< and with these
  /// Why there is nothing to draw now; empty: there is.
  std::string (*reason)(const Session&) = [](const Session&) { return std::string(); };
  void (*draw)(Ui&, Session&, const Box&);  ///< header and picture, in a card
  const char* pointing = nullptr;           ///< what to point at, and what is seen then
  float share = 0.66f;                      ///< of the height of all views
  bool alone = false;                       ///< takes the place of all others
};

/// All there are.
const std::vector<Diagram>& diagrams();

/// The diagrams that go with the session's run, from top to bottom.
std::vector<const Diagram*> diagrams_of(const Session& session);

/// Those of them that have something to show; as long as none has, the first one, which says why.
std::vector<const Diagram*> drawn_diagrams(const Session& session);

/// One of them in a card of its own: the picture, or why there is none.
void draw_diagram(Ui& ui, Session& session, const Diagram& diagram, const Box& box);

/// The pixels that diagrams_of() want of this height, the margin above included: 0 if there are none, and few if they
/// have nothing to show yet.
float diagrams_height(const Ui& ui, const Session& session, float height);
/// One below the other, or where that is too narrow one of them, with the names of the others above it.
void draw_diagrams(Ui& ui, Session& session, const Box& box);

// Pictures of the present keys, whatever the algorithm. Selecting in one selects in all.

/// Keys as coloured texels, with what the present pass draws.
void texture_view(Ui& ui, Session& session, const Box& box);

/// Keys as bars.
void bars_view(Ui& ui, Session& session, const Box& box);

/// The card of one of them: what `draw` draws, or that there are no keys.
void keys_card(Ui& ui, Session& session, const Box& box, const char* id, const char* title,
               void (*draw)(Ui&, Session&, const algorithms::View&, const Box&));
void draw_picture(const gpu::Texture& picture, ImVec2 at);

}  // namespace texelsort::app
