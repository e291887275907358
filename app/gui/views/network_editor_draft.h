#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/network_editor.h"
#include "compute/gpu/objects.h"

namespace texelsort::app {

/// State of the network editor's views and of the mouse. The network itself is in NetworkEditor.
struct NetworkEditorDraft {
  std::uint64_t revision = 0;  ///< revision of the network editor to which this state belongs
  std::optional<NetworkEditor::Spot> selected;
  /// Number of the clicked input, whose bits the wires show; unset if none was clicked.
  std::optional<std::uint32_t> pinned;
  std::optional<std::uint32_t> hovered;  ///< number of the input under the mouse; unset if there is none

  /// Drag of a comparator, of one of its ends, or of a new comparator that starts on a wire.
  struct Drag {
    NetworkEditor::Target from;
    std::uint64_t wire = 0;                   ///< wire on which the drag started
    std::optional<NetworkEditor::Spot> spot;  ///< comparator that is dragged; unset for a new comparator
    /// Place of the end that stays, if only the other end moves; unset otherwise.
    std::optional<std::uint64_t> fixed{};
    float x = 0, y = 0;  ///< position of the mouse at the start, in pixels
    bool moved = false;
  };
  std::optional<Drag> drag;

  std::string path;
  int notation = 0;
  gpu::Texture failing, outputs;
  std::string pictures_of;  ///< description of the textures' contents, from which changes are detected
};

}  // namespace texelsort::app
