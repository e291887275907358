#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/network_editor.h"
#include "compute/gpu/objects.h"

namespace texelsort::app {

/// State of the network editor's views, and of a drag by the mouse. The network itself is in NetworkEditor.
struct NetworkEditorDraft {
  /// Revision of the network to which this state belongs; if it differs, the state is reset.
  std::uint64_t revision = 0;
  std::optional<NetworkEditor::Spot> selected;
  /// Number of the input that the user clicked. The wires show its bits. Unset if no input was clicked.
  std::optional<std::uint32_t> pinned;
  std::optional<std::uint32_t> hovered;  ///< number of the input under the mouse; unset if there is none

  /// A drag that is in progress. It moves a comparator or one end of it, or draws a new comparator from wire to wire.
  struct Drag {
    NetworkEditor::Target from;
    std::uint64_t wire = 0;                   ///< wire on which the drag started
    std::optional<NetworkEditor::Spot> spot;  ///< comparator that is dragged; unset for a new comparator
    /// Wire of the comparator's end that stays while the other end is dragged. Unset if the whole comparator moves.
    std::optional<std::uint64_t> fixed{};
    float x = 0, y = 0;  ///< position of the mouse at the start, in pixels
    bool moved = false;
  };
  std::optional<Drag> drag;

  std::string path;
  int notation = 0;
  gpu::Texture failing, outputs;
  std::string pictures_of;  ///< text that identifies the contents of the pictures; if it changes, they are drawn again
};

}  // namespace texelsort::app
