#pragma once

#include <chrono>

#include "app/gui/panels/panels.h"

namespace texelsort::app {

/// State of an algorithm in the chooser.
enum class ChoiceMark : std::uint8_t {
  present,  ///< is the present algorithm
  runs,
  refuses,  ///< rejects the present problem
  absent    ///< cannot run here
};

/// One frame of the chooser. Its entries ("stops") are in rows. The mouse clicks on them and the arrow keys move
/// between them.
class ChooserFrame {
 public:
  ChooserFrame(Ui& with, Session& of) : ui(with), session(of), state(with.chooser) {}

  Ui& ui;
  Session& session;
  AlgorithmChooser& state;

  ChoiceMark mark_of(const algorithms::Algorithm& algorithm);
  /// Returns why the algorithm cannot be chosen, or its description.
  std::string said_of(const algorithms::Algorithm& algorithm);
  /// Draws the mark of a state: a tick on a disc, a circle, a dash or a cross.
  void draw_mark(ChoiceMark mark, ImVec2 middle, float radius) const;

  /// Starts a new row of stops.
  void begin_row() { rows_.emplace_back(); }
  /// Adds a stop. Returns whether the mouse is over it.
  bool stop(const ChooserPlace& place, const Box& box, std::string_view name);
  /// Adds an algorithm's stop, with a tooltip.
  bool stop(const algorithms::Algorithm& algorithm, const Box& box);

  /// Returns the stop that was clicked in this frame.
  const std::optional<ChooserPlace>& clicked() const { return clicked_; }
  /// Returns the algorithm under the mouse, otherwise the one with the keyboard focus; null if there is none.
  const algorithms::Algorithm* looked_at() const;
  /// Returns the place `down` rows further or `right` stops further; the present place if there is none.
  ChooserPlace moved(int right, int down) const;
  /// Returns the first algorithm's place; the present place if there is none.
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
  /// Deadline for computing refusals in this frame; the next frame continues. Large schedules take long.
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
