#pragma once

#include <chrono>
#include <optional>

#include "app/gui/panels/panels.h"

namespace texelsort::app {

/// Symbol next to an algorithm in the chooser. It shows whether the user can choose the algorithm.
enum class ChoiceMark : std::uint8_t {
  present,
  runs,
  refuses,  ///< an algorithm that rejects the present problem
  absent    ///< an algorithm that cannot run on this machine
};

/// One frame of the algorithm chooser. The chooser has rows of entries, called stops. The user selects an entry by a
/// click or by the arrow keys.
class ChooserFrame {
 public:
  ChooserFrame(Ui& with, Session& of) : ui(with), session(of), state(with.chooser) {}

  Ui& ui;
  Session& session;
  AlgorithmChooser& state;
  /// Height in pixels of the column names of the next entries, which stay at the upper end of the list when it scrolls.
  float names_height = 0;

  ChoiceMark mark_of(const algorithms::Algorithm& algorithm);
  /// Returns the text that explains an algorithm: its description, or the reason why it cannot be chosen.
  std::string said_of(const algorithms::Algorithm& algorithm);
  /// Draws the symbol of a mark: a tick on a disc, a circle, a dash or a cross.
  void draw_mark(ChoiceMark mark, ImVec2 middle, float radius) const;

  /// Starts a new row, to which stop() adds entries.
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
  /// Returns the entry that the arrow keys reach from the present entry: `down` rows below and `right` entries to the
  /// right. Returns the present entry if there is no such entry.
  ChooserPlace moved(int right, int down) const;
  /// Returns the first entry that represents an algorithm. Returns the present entry if there is none.
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
  /// large networks need a long time.
  std::chrono::steady_clock::time_point enough_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(4);
};

/// Draws the matrix of networks (rows) and methods (columns), with an entry for each algorithm.
void chooser_matrix(ChooserFrame& frame);

/// Draws all entries below the search field. They are the previous algorithm, the tasks, the matrix, the user's
/// own sorts, other algorithms by family, and algorithms that cannot run on this machine.
void chooser_rows(ChooserFrame& frame);

/// Draws the search results as rows, with the best match first.
void found_rows(ChooserFrame& frame);

}  // namespace texelsort::app
