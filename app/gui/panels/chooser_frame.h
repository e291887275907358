#pragma once

#include <chrono>

#include "app/gui/panels/panels.h"

namespace texelsort::app {

/// Whether an algorithm can be chosen.
enum class ChoiceMark : std::uint8_t {
  present,  ///< it is the one that runs
  runs,
  refuses,  ///< it does not take the present problem
  absent    ///< it cannot run here
};

/// One frame of the chooser: stops, which the mouse clicks on and arrow keys walk, row by row.
class ChooserFrame {
 public:
  ChooserFrame(Ui& with, Session& of) : ui(with), session(of), state(with.chooser) {}

  Ui& ui;
  Session& session;
  AlgorithmChooser& state;

  ChoiceMark mark_of(const algorithms::Algorithm& algorithm);
  /// Why it cannot be chosen, or what it is.
  std::string said_of(const algorithms::Algorithm& algorithm);
  /// The mark's shape: a tick on a disc, a circle, a dash, a cross.
  void draw_mark(ChoiceMark mark, ImVec2 middle, float radius) const;

  /// The next stops are side by side.
  void begin_row() { rows_.emplace_back(); }
  /// A place to go to; true while the mouse is on it.
  bool stop(const ChooserPlace& place, const Box& box, std::string_view name);
  /// That of an algorithm, which tells what it is.
  bool stop(const algorithms::Algorithm& algorithm, const Box& box);

  /// The stop that has been clicked on.
  const std::optional<ChooserPlace>& clicked() const { return clicked_; }
  /// The algorithm that the mouse is at, or else the keyboard; null if neither is at one.
  const algorithms::Algorithm* looked_at() const;
  /// The place that is `down` rows further and `right` stops; the present one where there is none.
  ChooserPlace moved(int right, int down) const;
  /// The first one of an algorithm; the present place if there is none.
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
  /// Refusals are found out as long as this lasts, the others in the next frame: schedules of many keys take a while.
  std::chrono::steady_clock::time_point enough_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(4);
};

/// Networks as rows, methods as columns: a stop for each algorithm.
void chooser_matrix(ChooserFrame& frame);

/// The way back, tasks, the matrix, the other algorithms by family, and what cannot run here.
void chooser_rows(ChooserFrame& frame);

/// What the search has found, the best first.
void found_rows(ChooserFrame& frame);

}  // namespace texelsort::app
