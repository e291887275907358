#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/export/theme.h"
#include "app/gui/panels/algorithm_chooser.h"
#include "app/gui/panels/command_palette.h"
#include "app/gui/views/key_source.h"
#include "app/gui/views/network_editor_draft.h"
#include "app/gui/window/fonts.h"
#include "app/gui/window/host_page.h"
#include "app/gui/window/text.h"
#include "app/session/session.h"
#include "compute/data/text/number_format.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// Where a view looks: zoom 1 shows everything.
struct Camera {
  float zoom = 1;
  glm::vec2 pan{0, 0};  ///< pixels
};

/// Moves the camera of the item drawn last: the wheel zooms in on the mouse, dragging pans, a double click shows all.
void move_camera(Camera& camera, const Box& view, float largest_zoom);

/// The buttons in the header of the view that is drawn next, and which of them was pressed.
struct ViewTools {
  bool moves = false;     ///< it can change places with another
  bool enlarged = false;  ///< alone in the area; else among others
  bool drawn = false, move = false, enlarge = false;
};

struct RacePanelState;
struct TuningPanelState;
struct ExternalPanelState;
struct LessonPictures;

/// The start page's fields, and what the keyboard is at.
struct StartPanelState {
  std::string numbers, path;
  std::size_t lesson = 0;   ///< the chosen one
  std::size_t columns = 1;  ///< of lessons, as they were drawn last
  bool brings_into_view = false;
  bool to_fields = false;                    ///< the keyboard goes to the first field
  std::shared_ptr<LessonPictures> pictures;  ///< null before they are drawn
};

/// Where the editor of shaders looks.
struct EditorPanelState {
  std::string file;
  int caret = 0;                       ///< the byte that it stood before in the last frame
  std::optional<std::uint32_t> go_to;  ///< the line to show next
};

/// What the source view showed last: it scrolls to the marked lines when that changes.
struct SourceShown {
  std::uint64_t revision = 0;
  std::size_t program = 0;
  std::uint64_t key = 0;
  bool operator==(const SourceShown&) const = default;
};

/// What every panel and view draws with: type, colours, the device, and what the eye has set that is no part of the
/// session.
struct Ui {
  explicit Ui(gpu::Device& owner) : device(&owner), keys(owner) {}

  gpu::Device* device;
  HostPage* page = nullptr;  ///< that the window stands on; null: it stands by itself
  Theme theme{};
  Fonts fonts;
  float scale = 1;
  bool help_open = false;
  CommandPalette palette;
  AlgorithmChooser chooser;
  bool full_screen = false;         ///< asked for
  bool closes = false;              ///< asked for
  bool one_view = false;            ///< the area for views has room for one, or presenter mode shows one
  bool still = false;               ///< nobody can press anything: on paper, in a film
  ImVec2 window{1600, 900};         ///< before scaling
  std::string notice;               ///< about the window itself; empty: nothing
  std::string said;                 ///< what has just been done, until the next key or click; empty: nothing
  ViewTools* view_tools = nullptr;  ///< of the view that is drawn; null: none
  bool close_popups = false;        ///< Esc was pressed while a list was open; for one frame
  Camera texture_camera, network_camera;
  std::uint64_t network_shown = 0;  ///< the problem's revision that the network's camera looks at
  EditorPanelState editor;
  std::shared_ptr<RacePanelState> race;  ///< what the eye has set of a race; null before one is drawn
  std::shared_ptr<TuningPanelState>
      tuning;  ///< what is typed and set in the workspace for tuning; null before it is drawn
  std::shared_ptr<ExternalPanelState> external;  ///< the same of the workspace for sorts of files
  SourceShown source_shown;
  /// Revisions of problem and player when the table of bits last scrolled to its end.
  std::pair<std::uint64_t, std::uint64_t> bits_shown{};
  NetworkEditorDraft network_editor;
  StartPanelState start;
  float quiz_height = 0;      ///< pixels, of the question as it was drawn last
  float panels_width = 1600;  ///< before scaling: what a lesson leaves of the window's width
  KeySource keys;
  gpu::Texture texture_picture, texture_tint, bars_picture, bars_ranges, bars_tint;

  float px(float length) const { return length * scale; }
};

/// Makes `texture` an rgba8 picture of that many pixels, if it is not yet.
void fit_picture(gpu::Texture& texture, gpu::Extent extent, gpu::TexelFormat format, const char* label);

/// "1 key", "4,096 keys".
std::string keys_text(std::uint64_t count);

using data::counted;
using data::duration_text;
using data::grouped;

}  // namespace texelsort::app
