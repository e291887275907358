#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/network_editor.h"
#include "compute/gpu/objects.h"

namespace texelsort::app {

/// State of the network editor's views and of the mouse, apart from the network.
struct NetworkEditorDraft {
  std::uint64_t revision = 0;  ///< revision of the network editor that this state belongs to
  std::optional<NetworkEditor::Spot> selected;
  std::optional<std::uint32_t> pinned;   ///< input that the wires show
  std::optional<std::uint32_t> hovered;  ///< input under the mouse

  /// The dragged object: a comparator, one of its ends, or a new comparator from a wire.
  struct Drag {
    NetworkEditor::Target from;
    std::uint64_t wire = 0;                   ///< wire where the drag started
    std::optional<NetworkEditor::Spot> spot;  ///< nothing for a new comparator
    std::optional<std::uint64_t> fixed{};     ///< end that stays, if only the other one moves
    float x = 0, y = 0;                       ///< start of the drag, pixels
    bool moved = false;
  };
  std::optional<Drag> drag;

  std::string path;
  int notation = 0;
  gpu::Texture failing, outputs;
  std::string pictures_of;  ///< description of the textures' contents
};

}  // namespace texelsort::app
