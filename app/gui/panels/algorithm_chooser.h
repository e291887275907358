#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/algorithm_menu.h"

namespace texelsort::app {

struct Box;
struct Ui;
class Session;

/// What the keyboard can be at in the chooser.
struct ChooserPlace {
  enum class Kind : std::uint8_t { back, task, algorithm, absent };
  Kind kind = Kind::algorithm;
  algorithms::Task task = algorithms::Task::sort;
  const algorithms::Algorithm* algorithm = nullptr;
  bool operator==(const ChooserPlace&) const = default;
};

/// What the chooser of algorithms shows, and where the keyboard is in it.
struct AlgorithmChooser {
  bool open = false;
  bool stays_open = false;  ///< after a choice
  std::string search;
  algorithms::Task task = algorithms::Task::sort;
  bool absent_open = false;  ///< the group of what cannot run here
  ChooserPlace place;
  bool wants_keys = false;        ///< the search field is to be typed in from the next frame on
  bool has_keys = false;          ///< it is typed in
  bool brings_into_view = false;  ///< the place has been moved
  int field = 0;                  ///< of several search fields after one another, each of which begins empty

  AlgorithmList all;   ///< those of the registry, and the present one
  AlgorithmMenu menu;  ///< of `task`
  std::string searched;
  std::vector<FoundAlgorithm> found;  ///< by `searched`
};

/// Opens it at the present algorithm, ready to type; where it is open, puts the keyboard into it.
void open_chooser(AlgorithmChooser& chooser, const Session& session);

/// Tasks; networks by methods; the other algorithms by family; what cannot run here. Or what a search finds.
void algorithm_chooser(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
