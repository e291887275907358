#pragma once

#include <chrono>

#include "app/gui/panels/panels.h"

namespace texelsort::app {

/// Mark of an algorithm in the chooser, which shows whether the algorithm can be chosen.
enum class ChoiceMark : std::uint8_t {
  present,  ///< the present algorithm
  runs,
  refuses,  ///< an algorithm that rejects the present problem
  absent    ///< an algorithm that cannot run on this machine
};

/// One frame of the algorithm chooser. Its entries, called stops, are in rows. A user chooses a stop by a mouse click
/// or by the arrow keys.
class ChooserFrame {
 public:
  ChooserFrame(Ui& with, Session& of) : ui(with), session(of), state(with.chooser) {}

  Ui& ui;
  Session& session;
  AlgorithmChooser& state;

  ChoiceMark mark_of(const algorithms::Algorithm& algorithm);
  /// Returns the reason why an algorithm cannot be chosen, or the algorithm's description if it can.
  std::string said_of(const algorithms::Algorithm& algorithm);
  /// Draws the symbol of a mark: a tick on a disc, a circle, a dash or a cross.
  void draw_mark(ChoiceMark mark, ImVec2 middle, float radius) const;

  /// Starts a new row of entries.
  void begin_row() { rows_.emplace_back(); }
  /// Adds an entry at the end of the last row. Returns whether the mouse is over the entry.
  bool stop(const ChooserPlace& place, const Box& box, std::string_view name);
  /// Adds the entry of an algorithm, with a tooltip. Returns whether the mouse is over the entry.
  bool stop(const algorithms::Algorithm& algorithm, const Box& box);

  /// Returns the entry that was clicked in this frame, or nothing if none was clicked.
  const std::optional<ChooserPlace>& clicked() const { return clicked_; }
  /// Returns the algorithm under the mouse, or otherwise the algorithm with the keyboard focus. Returns null if there
  /// is neither.
  const algorithms::Algorithm* looked_at() const;
  /// Returns the entry that is `down` rows below and `right` entries to the right of the present entry. Returns the
  /// present entry if there is no such entry.
  ChooserPlace moved(int right, int down) const;
  /// Returns the first entry that is an algorithm. Returns the present entry if no entry is an algorithm.
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
  /// Deadline of this frame for computing why algorithms reject the problem. The next frame continues, because large
  /// networks need a long time.
  std::chrono::steady_clock::time_point enough_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(4);
};

/// Draws the matrix of networks (rows) and methods (columns), with an entry for each algorithm.
void chooser_matrix(ChooserFrame& frame);

/// Draws all entries below the search field. They are the previous algorithm, the tasks, the matrix, other algorithms
/// by family, and algorithms that cannot run on this machine.
void chooser_rows(ChooserFrame& frame);

/// Draws the search results as rows, with the best match first.
void found_rows(ChooserFrame& frame);

}  // namespace texelsort::app
