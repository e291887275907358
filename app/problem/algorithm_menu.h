#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

/// Menus of the available algorithms, built from each algorithm's own description. Independent of ImGui and OpenGL.
namespace texelsort::app {

using AlgorithmList = std::vector<const algorithms::Algorithm*>;

/// Comparator networks (rows) and the methods that execute them (columns).
struct NetworkMatrix {
  std::vector<const network::Family*> networks;    ///< networks, one per row
  std::vector<const algorithms::Method*> methods;  ///< methods, one per column
  AlgorithmList cells;                             ///< algorithms row by row; null if not executed by the method
  const algorithms::Algorithm* at(std::size_t row, std::size_t column) const {
    return cells[row * methods.size() + column];
  }
};

/// Algorithms under one heading: a family, or the reason why they cannot run here.
struct AlgorithmGroup {
  std::string heading;
  AlgorithmList algorithms;
};

/// The algorithms for one task, in the registry's order.
struct AlgorithmMenu {
  NetworkMatrix matrix;                  ///< includes algorithms that cannot run here
  std::vector<AlgorithmGroup> families;  ///< algorithms without a network that can run here, grouped by family
  std::vector<AlgorithmGroup> absent;    ///< algorithms that cannot run here, including networks, grouped by reason
};

/// Builds the menu for one task. `device` is null if there is no OpenGL device.
AlgorithmMenu algorithm_menu(std::span<const algorithms::Algorithm* const> algorithms, algorithms::Task task,
                             const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution);

/// Returns the text with ASCII capitals in lower case.
std::string lower(std::string_view text);
/// Splits the text at white space.
std::vector<std::string> words_of(const std::string& text);

/// An algorithm that a search found.
struct FoundAlgorithm {
  const algorithms::Algorithm* algorithm = nullptr;
  std::string reason;  ///< reason why the algorithm cannot run here; empty if it can
  std::string source;  ///< the cited source that matches; empty unless a search word occurs only in sources
};

/// Returns the algorithms whose id, title, family or sources contain all words of a text, ignoring case. Best matches
/// first: id equals the text, id begins with it, each word begins a word of the id or title, all words occur, words
/// occur only in the sources. Algorithms that cannot run here come last.
std::vector<FoundAlgorithm> search_algorithms(std::span<const algorithms::Algorithm* const> algorithms,
                                              std::string_view text, const gpu::DeviceInfo* device,
                                              const cuda::ExecutionOptions& execution);

}  // namespace texelsort::app
