#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

/// Menus of the available algorithms, which are built from each algorithm's own description. Independent of ImGui and
/// OpenGL.
namespace texelsort::app {

using AlgorithmList = std::vector<const algorithms::Algorithm*>;

/// Table of comparator networks (rows) and methods that execute them (columns).
struct NetworkMatrix {
  std::vector<const network::Family*> networks;    ///< networks, one per row
  std::vector<const algorithms::Method*> methods;  ///< methods, one per column
  AlgorithmList cells;  ///< algorithms row by row; null if the column's method does not execute the row's network
  const algorithms::Algorithm* at(std::size_t row, std::size_t column) const {
    return cells[row * methods.size() + column];
  }
};

/// Heading of the user's own sorts in all lists of algorithms.
inline constexpr std::string_view own_sorts_heading = "Your sorts";

/// Algorithms under one heading. The heading is their family, or the reason why they cannot run on this machine.
struct AlgorithmGroup {
  std::string heading;
  AlgorithmList algorithms;
};

/// The algorithms for one task, in the registry's order.
struct AlgorithmMenu {
  AlgorithmList own;     ///< the user's own sorts that this process has opened, including those that cannot run here
  NetworkMatrix matrix;  ///< networks and methods, including algorithms that cannot run on this machine
  /// Algorithms without a network that can run on this machine, grouped by family.
  std::vector<AlgorithmGroup> families;
  std::vector<AlgorithmGroup> absent;  ///< all algorithms that cannot run on this machine, grouped by reason
};

/// Builds the menu of the algorithms for one task, such as sorting. `device` is null if the machine has no OpenGL
/// device.
AlgorithmMenu algorithm_menu(std::span<const algorithms::Algorithm* const> algorithms, algorithms::Task task,
                             const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution);

/// Returns the text with ASCII capitals in lower case.
std::string lower(std::string_view text);
/// Splits the text at white space.
std::vector<std::string> words_of(const std::string& text);

struct FoundAlgorithm {
  const algorithms::Algorithm* algorithm = nullptr;
  std::string reason;  ///< reason why the algorithm cannot run on this machine; empty if it can run
  std::string source;  ///< cited source in which a search word was found; empty if all words were found elsewhere
};

/// Returns the algorithms whose id, title, family or sources contain all words of a text, ignoring case. They are
/// ordered by the quality of the match. Ids that equal or begin with the text are first. Then come algorithms in which
/// each word begins a word of the id or title. Algorithms that match only by their sources come after these, and
/// algorithms that cannot run on this machine are last.
std::vector<FoundAlgorithm> search_algorithms(std::span<const algorithms::Algorithm* const> algorithms,
                                              std::string_view text, const gpu::DeviceInfo* device,
                                              const cuda::ExecutionOptions& execution);

}  // namespace texelsort::app
