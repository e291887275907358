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

/// A view that can be enlarged.
enum class Focus : std::uint8_t { none, texture, bars, diagram, timing };

/// Layouts of the three views: two side by side above the third, the first above the other two, all stacked, all side
/// by side.
enum class Arrangement : std::uint8_t { two_over_one, one_over_two, rows, columns };

struct ViewsLayout {
  Arrangement arrangement = Arrangement::two_over_one;
  std::array<Focus, 3> order{Focus::texture, Focus::bars, Focus::diagram};
  float across = 0.5f;  ///< width of the left one of two views side by side, as a fraction
  std::optional<float>
      down;  ///< height of the upper row as a fraction; if unset, it gets all that the diagram does not need
  bool operator==(const ViewsLayout&) const = default;
};

/// Panels next to the views: problem and algorithm on the left, pass and inspector on the right.
enum class Side : std::uint8_t { left, right };

struct SidePanels {
  bool left = true, right = true;  ///< true if the user wants the panel
  Side front = Side::right;        ///< panel that is shown if there is space for only one
  bool page = false;               ///< true if that panel replaces the views where there is no space next to them
};

/// Views of a kernel's threads: none (the algorithm's own view), the threads of a block over time, or the words that a
/// warp touches.
enum class KernelView : std::uint8_t { none, threads, words };

/// Returns the view's name, as in the options --kernels and --follow.
constexpr std::string_view name(KernelView view) {
  return view == KernelView::threads ? "threads" : view == KernelView::words ? "words" : "none";
}
constexpr std::string_view name(Follow follow) {
  return follow == Follow::place ? "place" : "key";
}

/// Display options of a run. Command lines, session files and links contain all of them: add_look_options() has a line
/// per member.
struct RunLook {
  std::string diagram{};          ///< diagram that is shown if there is space for only one; the first one if empty
  bool source = false;            ///< true if the source of the pass replaces the bars
  bool trail = false;             ///< true if the path of the pinned key is drawn
  Follow follow = Follow::place;  ///< pin's target: the key itself, or an index
  double fold = 1;                ///< layout of the keys, from a line (0) to the rows of the texture (1)
  bool value_colours = false;     ///< true if keys are coloured by value instead of by digit, bucket or part
  bool own_picture = false;       ///< true if the algorithm's view replaces the memory view of records
  KernelView kernels = KernelView::none;
};

/// Appearance of the window, kept between sessions.
struct Look : RunLook {
  ThemeName theme = ThemeName::dark;
  ColormapName colormap = ColormapName::viridis;
  Focus focus = Focus::none;
  ViewsLayout views;
  SidePanels panels;
  std::string workspace;  ///< name of the workspace that replaces the run's views; empty if there is none
  bool presenter = false;
};

}  // namespace texelsort::app
