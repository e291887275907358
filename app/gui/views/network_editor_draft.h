#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/network_editor.h"
#include "compute/gpu/objects.h"

namespace texelsort::app {

/// State of the views and of the mouse in the network editor, apart from the network itself.
struct NetworkEditorDraft {
  std::uint64_t revision = 0;  ///< revision of the network editor to which this state belongs
  std::optional<NetworkEditor::Spot> selected;
  std::optional<std::uint32_t> pinned;   ///< input whose bits the wires show; unset if none is chosen
  std::optional<std::uint32_t> hovered;  ///< input under the mouse

  /// The dragged object: a comparator, one of its ends, or a new comparator from a wire.
  struct Drag {
    NetworkEditor::Target from;
    std::uint64_t wire = 0;                   ///< wire on which the drag started
    std::optional<NetworkEditor::Spot> spot;  ///< dragged comparator; nothing for a new one
    std::optional<std::uint64_t> fixed{};     ///< end that stays, if only the other one moves
    float x = 0, y = 0;                       ///< position of the mouse at the start, in pixels
    bool moved = false;
  };
  std::optional<Drag> drag;

  std::string path;
  int notation = 0;
  gpu::Texture failing, outputs;
  std::string pictures_of;  ///< description of what the textures show, to detect changes
};

}  // namespace texelsort::app
