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

/// How the views share their area: two beside each other over the third, the first over the other two, one below the
/// other, side by side.
enum class Arrangement : std::uint8_t { two_over_one, one_over_two, rows, columns };

struct ViewsLayout {
  Arrangement arrangement = Arrangement::two_over_one;
  std::array<Focus, 3> order{Focus::texture, Focus::bars, Focus::diagram};
  float across = 0.5f;        ///< the left one's share of two beside each other
  std::optional<float> down;  ///< the share of what is above; none: as much as the diagram leaves
  bool operator==(const ViewsLayout&) const = default;
};

/// What is beside the views: the problem and the algorithm at the left, pass and inspector at the right.
enum class Side : std::uint8_t { left, right };

struct SidePanels {
  bool left = true, right = true;  ///< wanted
  Side front = Side::right;        ///< where only one of them has room
  bool page = false;               ///< where none has room beside the views: that one takes their place
};

/// Pictures of kernels whose threads can be watched: the algorithm's own, a block's threads in time, or the words a
/// warp touches.
enum class KernelView : std::uint8_t { none, threads, words };

/// The words of --kernels and --follow.
constexpr std::string_view name(KernelView view) {
  return view == KernelView::threads ? "threads" : view == KernelView::words ? "words" : "none";
}
constexpr std::string_view name(Follow follow) {
  return follow == Follow::place ? "place" : "key";
}

/// What is shown of a run. A view state has all of it, and so have command lines, session files and links:
/// add_look_options() has a line for each member.
struct RunLook {
  std::string diagram{};  ///< of several diagrams the one that is shown where there is room for one; empty: the first
  bool source = false;    ///< the pass's program, in the place of the bars
  bool trail = false;     ///< of the pinned key
  Follow follow = Follow::place;  ///< what of it stays pinned
  double fold = 1;                ///< from line, 0, to texture, 1: the keys' way into its rows
  bool value_colours = false;     ///< keys by their values where they could be by digit, bucket or part
  bool own_picture = false;       ///< of records: what goes with the algorithm, instead of their memory
  KernelView kernels = KernelView::none;
};

/// How the window looks; kept between sessions.
struct Look : RunLook {
  ThemeName theme = ThemeName::dark;
  ColormapName colormap = ColormapName::viridis;
  Focus focus = Focus::none;
  ViewsLayout views;
  SidePanels panels;
  std::string stage;  ///< what takes the place of the run's views; empty: nothing
  bool presenter = false;
};

}  // namespace texelsort::app
