#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/algorithm_menu.h"

namespace texelsort::app {

struct Box;
struct Ui;
class Session;

/// An entry of the chooser that can have the keyboard focus.
struct ChooserPlace {
  enum class Kind : std::uint8_t { back, task, algorithm, absent };
  Kind kind = Kind::algorithm;
  algorithms::Task task = algorithms::Task::sort;
  const algorithms::Algorithm* algorithm = nullptr;
  bool operator==(const ChooserPlace&) const = default;
};

/// State of the algorithm chooser.
struct AlgorithmChooser {
  bool open = false;
  bool stays_open = false;  ///< after a choice
  std::string search;
  algorithms::Task task = algorithms::Task::sort;
  bool absent_open = false;  ///< the group of algorithms that cannot run here is open
  ChooserPlace place;
  bool wants_keys = false;        ///< the search field gets the keyboard focus in the next frame
  bool has_keys = false;          ///< the search field has the keyboard focus
  bool brings_into_view = false;  ///< scroll to `place` after it has changed
  int field = 0;                  ///< serial number of the search field, increased for each new empty one

  AlgorithmList all;   ///< the registry's algorithms and the present one
  AlgorithmMenu menu;  ///< algorithms for `task`
  std::string searched;
  std::vector<FoundAlgorithm> found;  ///< results for `searched`
};

/// Opens the chooser at the present algorithm with the search field active. If it is open, only activates the field.
void open_chooser(AlgorithmChooser& chooser, const Session& session);

/// Draws the chooser: tasks, networks by methods, other algorithms by family, and algorithms that cannot run here. With
/// a search text, draws the results instead.
void algorithm_chooser(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
