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

/// Zoom and position of the picture in a view. At zoom 1, the whole picture is visible.
struct Camera {
  float zoom = 1;
  glm::vec2 pan{0, 0};  ///< offset of the content in pixels
};

/// Moves a camera by mouse input on ImGui's last item. The wheel zooms at the mouse, dragging pans, and a double click
/// shows all content.
void move_camera(Camera& camera, const Box& view, float largest_zoom);

/// Buttons that the next view draws in its header, for moving and enlarging it. Also the button that the user pressed.
struct ViewTools {
  bool moves = false;     ///< true if the view can swap places with another view
  bool enlarged = false;  ///< true if the view is enlarged, so that it alone is visible
  bool drawn = false, move = false, enlarge = false;
};

struct RacePanelState;
struct TuningPanelState;
struct ExternalPanelState;
struct LessonPictures;

/// Text fields of the start page and its keyboard focus.
struct StartPanelState {
  std::string numbers, path;
  std::size_t lesson = 0;   ///< index of the chosen lesson
  std::size_t columns = 1;  ///< number of columns in which the start page last drew the lessons
  bool brings_into_view = false;
  bool to_fields = false;                    ///< true to move the keyboard focus to the first field
  std::shared_ptr<LessonPictures> pictures;  ///< small pictures of the lessons; null until the start page is drawn
};

/// State of the shader editor.
struct EditorPanelState {
  std::string file;
  int caret = 0;  ///< position of the caret in the last frame, as a byte offset
  /// Number of the line to which the editor will scroll. Unset if it need not scroll.
  std::optional<std::uint32_t> go_to;
  std::uint32_t wrong = 0;  ///< number of the first line with an error in the last frame; 0 without errors
};

/// Identifies the source that the source view showed in the last frame. If it changes, the view scrolls to the marked
/// lines.
struct SourceShown {
  std::uint64_t revision = 0;
  std::size_t program = 0;
  std::uint64_t key = 0;
  bool operator==(const SourceShown&) const = default;
};

/// Scales of text and widgets, 1 for a screen of 1080 rows.
struct UiScale {
  float asked = 1;  ///< scale that the user or the screen asks for; a small window may have a smaller one
  float usual = 1;  ///< scale that the screen asks for
};

/// Greatest heights in pixels of parts whose texts change from pass to pass. The parts keep them, so that the views do
/// not move. They hold for one problem, algorithm and window.
struct KeptHeights {
  std::uint64_t revision = 0;
  std::size_t lesson_step = 0;
  glm::vec2 window{0, 0};
  float scale = 0, quiz = 0, pass = 0;
};

/// Data for drawing that all panels and views share: fonts, colours, the device, and view settings that are not part of
/// the session.
struct Ui {
  explicit Ui(gpu::Device& owner) : device(&owner), keys(owner) {}

  gpu::Device* device;
  HostPage* page = nullptr;  ///< web page that contains the window; null for a desktop window
  Theme theme{};
  Fonts fonts;
  float scale = 1;
  UiScale wanted_scale;
  bool help_open = false;
  std::size_t help_page = 0;  ///< page of the help that is shown, from 0; a page that does not exist closes the help
  CommandPalette palette;
  AlgorithmChooser chooser;
  bool full_screen = false;  ///< true if the user wants the window to fill the screen
  bool closes = false;       ///< true if the user has closed the window
  bool one_view = false;     ///< true if there is only one view, because the area is small or in presenter mode
  bool still = false;        ///< true to omit controls, for print and films
  bool bare = false;         ///< true to omit the headers of views, for the pictures in the lanes of a race
  ImVec2 window{1600, 900};  ///< size of the window in pixels at scale 1
  std::string notice;        ///< message about the window itself; empty if there is none
  std::string said;  ///< confirmation of the user's last action, until the next key or click; empty if there is none
  ViewTools* view_tools = nullptr;  ///< buttons in the header of the view that is being drawn; null outside a view
  /// True for one frame after the user pressed Esc in a drop-down list, which closes the list.
  bool close_popups = false;
  Camera texture_camera, network_camera, time_camera;
  bool time_line = false;           ///< true if a low timing panel shows the time line instead of bars
  std::uint64_t network_shown = 0;  ///< revision of the problem for which the camera of the network view was set
  EditorPanelState editor;
  std::shared_ptr<RacePanelState> race;      ///< view settings of the race; null until a race is drawn
  std::shared_ptr<TuningPanelState> tuning;  ///< text fields of the tuning workspace; null until it is drawn
  /// Text fields of the workspace for external sorts; null until it is drawn.
  std::shared_ptr<ExternalPanelState> external;
  SourceShown source_shown;
  /// Revisions of problem and player for which the table of bits has scrolled to its end. Each new pass scrolls it
  /// again.
  std::pair<std::uint64_t, std::uint64_t> bits_shown{};
  std::pair<std::uint64_t, std::uint64_t> history_shown{};  ///< the same for the history of an index
  std::uint64_t code_shown = 0;  ///< revision of the player for which the pseudocode has scrolled to its marked line
  NetworkEditorDraft network_editor;
  StartPanelState start;
  float quiz_height = 0;  ///< height in pixels of the question's card in the last frame
  float pass_height = 0;  ///< height in pixels of the pass panel's content in the last frame
  KeptHeights kept;
  float panels_width = 1600;  ///< width of the window without the lesson's panel, in pixels at scale 1
  KeySource keys;
  gpu::Texture texture_picture, texture_tint, bars_picture, bars_ranges, bars_tint;
  gpu::Texture moves;  ///< moves of the keys that travel, for shaders/display/moves.glsl
  std::uint32_t moving_keys = 0;
  std::pair<const Motion*, std::uint64_t> moves_of{};  ///< motion whose moves are in the texture

  float px(float length) const { return length * scale; }
};

/// Replaces `texture` by a texture of size `extent` and format `format`, unless it already has both.
void fit_picture(gpu::Texture& texture, gpu::Extent extent, gpu::TexelFormat format, const char* label);

/// Returns a number of keys as text: "1 key", "4 096 keys".
std::string keys_text(std::uint64_t count);

using data::counted;
using data::duration_text;
using data::grouped;

}  // namespace texelsort::app
