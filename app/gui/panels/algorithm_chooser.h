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
  bool stays_open = false;  ///< true if the chooser stays open after a choice
  std::string search;
  algorithms::Task task = algorithms::Task::sort;
  bool absent_open = false;  ///< true if the group of algorithms that cannot run here is open
  ChooserPlace place;
  bool wants_keys = false;        ///< true if the search field gets the keyboard focus in the next frame
  bool has_keys = false;          ///< true if the search field has the keyboard focus
  bool brings_into_view = false;  ///< true if the list scrolls to `place`, because it has changed
  int field = 0;                  ///< serial number of the search field; each new, empty field gets the next number

  AlgorithmList all;   ///< all algorithms of the registry, and the present one
  AlgorithmMenu menu;  ///< menu of the algorithms for `task`
  std::string searched;
  std::vector<FoundAlgorithm> found;  ///< results of the search for the text `searched`
};

/// Opens the chooser at the present algorithm with the search field active. If it is open, only activates the field.
void open_chooser(AlgorithmChooser& chooser, const Session& session);

/// Draws the chooser: tasks, networks by methods, other algorithms by family, and algorithms that cannot run here. With
/// a search text, draws the results instead.
void algorithm_chooser(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
