#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/algorithm_menu.h"

namespace texelsort::app {

struct Box;
struct Ui;
class Session;

/// An entry of the algorithm chooser to which the arrow keys can move the keyboard focus.
struct ChooserPlace {
  enum class Kind : std::uint8_t { back, task, algorithm, absent };
  Kind kind = Kind::algorithm;
  algorithms::Task task = algorithms::Task::sort;
  const algorithms::Algorithm* algorithm = nullptr;
  bool operator==(const ChooserPlace&) const = default;
};

struct AlgorithmChooser {
  bool open = false;
  bool stays_open = false;  ///< true to keep the chooser open after a choice
  std::string search;
  algorithms::Task task = algorithms::Task::sort;
  bool absent_open = false;  ///< true if the group of algorithms that cannot run on this machine is open
  ChooserPlace place;
  bool wants_keys = false;        ///< true to give the search field the keyboard focus in the next frame
  bool has_keys = false;          ///< true if the search field has the keyboard focus
  bool brings_into_view = false;  ///< true to scroll the list to `place`, because `place` has changed
  int field = 0;                  ///< serial number of the search field, which increases whenever the field is cleared

  AlgorithmList all;   ///< all algorithms of the registry, and the present algorithm
  AlgorithmMenu menu;  ///< menu of the algorithms for the chosen task
  std::string searched;
  std::vector<FoundAlgorithm> found;  ///< algorithms that the last search has found
};

/// Opens the algorithm chooser at the present algorithm, and activates its search field. If the chooser is already
/// open, only activates the search field.
void open_chooser(AlgorithmChooser& chooser, const Session& session);

/// Draws the algorithm chooser: tasks, a matrix of networks and methods, other algorithms by family, and algorithms
/// that cannot run on this machine. With a search text, draws the search results instead.
void algorithm_chooser(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
