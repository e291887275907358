#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/playback/key_path.h"

namespace texelsort::app {

enum class ThemeName : std::uint8_t { dark, light };
enum class ColormapName : std::uint8_t { viridis, cividis };

/// View that is enlarged, if any.
enum class Focus : std::uint8_t { none, texture, bars, diagram, timing };

/// Arrangements of the window's three views. two_over_one and one_over_two have two rows. rows puts one view in each
/// row, and columns puts all three side by side.
enum class Arrangement : std::uint8_t { two_over_one, one_over_two, rows, columns };

struct ViewsLayout {
  Arrangement arrangement = Arrangement::two_over_one;
  std::array<Focus, 3> order{Focus::texture, Focus::bars, Focus::diagram};
  float across = 0.5f;  ///< width of the left view of two views side by side, as a fraction
  std::optional<float>
      down;  ///< height of the upper row as a fraction; if unset, the diagram gets the height that it needs
  bool operator==(const ViewsLayout&) const = default;
};

/// Side of the views on which panels are: problem and algorithm on the left, pass and inspector on the right.
enum class Side : std::uint8_t { left, right };

struct SidePanels {
  bool left = true, right = true;  ///< true if the user has opened the panels on the left, or on the right
  Side front = Side::right;        ///< side whose panels are shown if there is space for only one side
  bool page = false;  ///< true if the panels of `front` replace the views in a window that is too small for both
};

/// View of the threads of a kernel. threads: the threads of a block over time. words: the words that a warp accesses.
/// none: the view of the algorithm instead.
enum class KernelView : std::uint8_t { none, threads, words };

/// Return the name of a kernel view, and of the target of the pin, as in the options --kernels and --follow.
constexpr std::string_view name(KernelView view) {
  return view == KernelView::threads ? "threads" : view == KernelView::words ? "words" : "none";
}
constexpr std::string_view name(Follow follow) {
  return follow == Follow::place ? "place" : "key";
}

/// Display options of a run, which command lines, session files and links contain. For each member, add_look_options()
/// adds an option.
struct RunLook {
  std::string diagram{};    ///< name of the diagram to show if there is space for only one; if empty, the first diagram
  std::string buffer{};     ///< name of the buffer of a user's sort to show; if empty, the first buffer
  bool source = false;      ///< true to show the source of the pass instead of the bars
  bool pseudocode = false;  ///< true to show the pseudocode of the algorithm instead of the bars
  bool history = false;     ///< true to show the history of the pinned index or key instead of the bars
  bool history_of_key = false;    ///< true if the history is that of the pinned key, false if that of its index
  bool trail = false;             ///< true to draw the path of the pinned key
  Follow follow = Follow::value;  ///< target of the pin: the key itself, or an array index
  double fold = 1;                ///< progress of folding: 0 shows the keys in one line, 1 in the rows of the texture
  bool value_colours = false;     ///< true to colour keys by value instead of by digit, bucket or part
  bool own_picture = false;       ///< true to show the algorithm's own diagram instead of the memory of the records
  KernelView kernels = KernelView::none;
};

/// Returns what stays pinned from pass to pass. While the history of an index is shown, this is the index.
constexpr Follow pin_target(const RunLook& look) {
  return look.history && !look.history_of_key ? Follow::place : look.follow;
}

/// Returns the subject of the history.
constexpr Follow history_subject(const RunLook& look) {
  return look.history_of_key ? Follow::value : Follow::place;
}

/// Shows one of the texts that replace the bars, or the bars again if it is shown. `text` is the text's member of
/// RunLook.
inline void toggle_text(RunLook& look, bool RunLook::*text) {
  const bool shown = look.*text;
  look.source = look.pseudocode = look.history = false;
  look.*text = !shown;
}

/// Appearance of the window, which is kept between starts.
struct Look : RunLook {
  ThemeName theme = ThemeName::dark;
  ColormapName colormap = ColormapName::viridis;
  Focus focus = Focus::none;
  ViewsLayout views;
  SidePanels panels;
  std::string workspace;  ///< name of the workspace that replaces the views of the run; empty if the views are shown
  bool presenter = false;
  bool motion = false;          ///< true if keys travel to their new places when a single pass runs
  double motion_seconds = 0.5;  ///< duration of the motion when the user steps, in seconds
};

}  // namespace texelsort::app
