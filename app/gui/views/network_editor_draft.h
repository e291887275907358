#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/network_editor.h"
#include "compute/gpu/objects.h"

namespace texelsort::app {

/// The state of the network editor's views and of the mouse: no part of the network.
struct NetworkEditorDraft {
  std::uint64_t revision = 0;  ///< of the network editor that the rest was taken from
  std::optional<NetworkEditor::Spot> selected;
  std::optional<std::uint32_t> pinned;   ///< the input that the wires show
  std::optional<std::uint32_t> hovered;  ///< the same while the mouse is at it

  /// What is being dragged: a comparator, one of its ends, or a new comparator from a wire.
  struct Drag {
    NetworkEditor::Target from;
    std::uint64_t wire = 0;                   ///< where the button went down
    std::optional<NetworkEditor::Spot> spot;  ///< nothing: a new comparator
    std::optional<std::uint64_t> fixed{};     ///< the end that stays, if only the other one moves
    float x = 0, y = 0;                       ///< pixels
    bool moved = false;
  };
  std::optional<Drag> drag;

  std::string path;
  int notation = 0;
  gpu::Texture failing, outputs;
  std::string pictures_of;  ///< what the textures show, in words
};

}  // namespace texelsort::app
