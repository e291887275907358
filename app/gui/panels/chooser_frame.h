#pragma once

#include <chrono>

#include "app/gui/panels/panels.h"

namespace texelsort::app {

/// State of an algorithm in the chooser.
enum class ChoiceMark : std::uint8_t {
  present,  ///< it is the present algorithm
  runs,
  refuses,  ///< it rejects the present problem
  absent    ///< it cannot run here
};

/// One frame of the chooser. Its entries ("stops") are in rows. Users choose a stop by a mouse click or by the arrow
/// keys.
class ChooserFrame {
 public:
  ChooserFrame(Ui& with, Session& of) : ui(with), session(of), state(with.chooser) {}

  Ui& ui;
  Session& session;
  AlgorithmChooser& state;

  ChoiceMark mark_of(const algorithms::Algorithm& algorithm);
  /// Returns the text about an algorithm: why it cannot be chosen, or its description.
  std::string said_of(const algorithms::Algorithm& algorithm);
  /// Draws the mark of a state: a tick on a disc, a circle, a dash or a cross.
  void draw_mark(ChoiceMark mark, ImVec2 middle, float radius) const;

  /// Starts a new row of stops.
  void begin_row() { rows_.emplace_back(); }
  /// Adds a stop at the end of the last row. Returns whether the mouse is over it.
  bool stop(const ChooserPlace& place, const Box& box, std::string_view name);
  /// Adds the stop of an algorithm, with a tooltip.
  bool stop(const algorithms::Algorithm& algorithm, const Box& box);

  /// Returns the stop that was clicked in this frame.
  const std::optional<ChooserPlace>& clicked() const { return clicked_; }
  /// Returns the algorithm under the mouse, otherwise the one with the keyboard focus. Null if there is none.
  const algorithms::Algorithm* looked_at() const;
  /// Returns the stop that is `down` rows below and `right` stops to the right of the present one. Returns the present
  /// one if there is no such stop.
  ChooserPlace moved(int right, int down) const;
  /// Returns the first stop of an algorithm. Returns the present stop if there is none.
  ChooserPlace first_algorithm() const;
  bool has(const ChooserPlace& place) const;

 private:
  struct Stop {
    ChooserPlace place;
    float x;
  };
  std::vector<std::vector<Stop>> rows_;
  std::optional<ChooserPlace> clicked_;
  const algorithms::Algorithm* pointed_ = nullptr;
  /// Time at which this frame stops computing why algorithms reject the problem. The next frame continues, because
  /// large networks take long.
  std::chrono::steady_clock::time_point enough_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(4);
};

/// Draws a matrix of networks (rows) and methods (columns), with a stop for each algorithm.
void chooser_matrix(ChooserFrame& frame);

/// Draws a stop for the previous algorithm, the tasks, the matrix, the other algorithms by family, and algorithms that
/// cannot run here.
void chooser_rows(ChooserFrame& frame);

/// Draws the search results, best match first.
void found_rows(ChooserFrame& frame);

}  // namespace texelsort::app
