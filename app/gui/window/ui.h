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

/// Zoom and position of a view's content. Zoom 1 shows everything.
struct Camera {
  float zoom = 1;
  glm::vec2 pan{0, 0};  ///< offset of the content in pixels
};

/// Moves the camera by mouse input on the item drawn last: the wheel zooms at the mouse, dragging pans, a double click
/// shows everything.
void move_camera(Camera& camera, const Box& view, float largest_zoom);

/// The buttons in the header of the next view, and the one that was pressed.
struct ViewTools {
  bool moves = false;     ///< true if the view can swap places with another
  bool enlarged = false;  ///< true if the view is alone in the area
  bool drawn = false, move = false, enlarge = false;
};

struct RacePanelState;
struct TuningPanelState;
struct ExternalPanelState;
struct LessonPictures;

/// The start page's fields and its keyboard focus.
struct StartPanelState {
  std::string numbers, path;
  std::size_t lesson = 0;   ///< index of the chosen lesson
  std::size_t columns = 1;  ///< number of columns of lessons in the last frame
  bool brings_into_view = false;
  bool to_fields = false;                    ///< true to move the keyboard focus to the first field
  std::shared_ptr<LessonPictures> pictures;  ///< null before the first drawing
};

/// State of the shader editor.
struct EditorPanelState {
  std::string file;
  int caret = 0;                       ///< byte offset of the caret in the last frame
  std::optional<std::uint32_t> go_to;  ///< number of the line to show next
};

/// Contents of the source view in the last frame. If they change, it scrolls to the marked lines.
struct SourceShown {
  std::uint64_t revision = 0;
  std::size_t program = 0;
  std::uint64_t key = 0;
  bool operator==(const SourceShown&) const = default;
};

/// Drawing state that all panels and views share: fonts, colours, the device, and view settings that are not part of
/// the session.
struct Ui {
  explicit Ui(gpu::Device& owner) : device(&owner), keys(owner) {}

  gpu::Device* device;
  HostPage* page = nullptr;  ///< page that contains the window; null for a desktop window
  Theme theme{};
  Fonts fonts;
  float scale = 1;
  bool help_open = false;
  CommandPalette palette;
  AlgorithmChooser chooser;
  bool full_screen = false;         ///< true if the user wants the window to fill the screen
  bool closes = false;              ///< true if the user has closed the window
  bool one_view = false;            ///< true if one view is visible, in a small area or in presenter mode
  bool still = false;               ///< true without controls, for print and films
  ImVec2 window{1600, 900};         ///< size of the window in pixels at scale 1
  std::string notice;               ///< message about the window itself; empty if there is none
  std::string said;                 ///< confirmation of the last action until the next key or click; may be empty
  ViewTools* view_tools = nullptr;  ///< tools of the view that is being drawn; null outside a view
  bool close_popups = false;        ///< true for one frame if Esc was pressed while a list was open
  Camera texture_camera, network_camera;
  std::uint64_t network_shown = 0;  ///< revision of the problem to which the network's camera belongs
  EditorPanelState editor;
  std::shared_ptr<RacePanelState> race;          ///< view settings of a race; null before the first race is drawn
  std::shared_ptr<TuningPanelState> tuning;      ///< input fields of the tuning workspace; null before it is drawn
  std::shared_ptr<ExternalPanelState> external;  ///< input fields for sorting files; null before they are drawn
  SourceShown source_shown;
  /// Revisions of problem and player at the last automatic scroll of the table of bits to its end.
  std::pair<std::uint64_t, std::uint64_t> bits_shown{};
  NetworkEditorDraft network_editor;
  StartPanelState start;
  float quiz_height = 0;      ///< height of the question in the last frame in pixels
  float panels_width = 1600;  ///< width for panels in pixels at scale 1, without the lesson's width
  KeySource keys;
  gpu::Texture texture_picture, texture_tint, bars_picture, bars_ranges, bars_tint;

  float px(float length) const { return length * scale; }
};

/// Makes `texture` an rgba8 texture of this size, unless it already is one.
void fit_picture(gpu::Texture& texture, gpu::Extent extent, gpu::TexelFormat format, const char* label);

/// Returns a number of keys in words: "1 key", "4 096 keys".
std::string keys_text(std::uint64_t count);

using data::counted;
using data::duration_text;
using data::grouped;

}  // namespace texelsort::app
