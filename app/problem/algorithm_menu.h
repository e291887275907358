#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

/// The algorithms as people choose among them, made of what each says of itself. Knows neither ImGui nor OpenGL.
namespace texelsort::app {

using AlgorithmList = std::vector<const algorithms::Algorithm*>;

/// Networks by methods.
struct NetworkMatrix {
  std::vector<const network::Family*> networks;    ///< a row each
  std::vector<const algorithms::Method*> methods;  ///< a column each
  AlgorithmList cells;                             ///< row by row; null where a network has no such method
  const algorithms::Algorithm* at(std::size_t row, std::size_t column) const {
    return cells[row * methods.size() + column];
  }
};

/// Algorithms under one heading: of one family, or what cannot run here for one reason.
struct AlgorithmGroup {
  std::string heading;
  AlgorithmList algorithms;
};

/// What there is for one task, in the registry's order.
struct AlgorithmMenu {
  NetworkMatrix matrix;                  ///< those that cannot run here, too
  std::vector<AlgorithmGroup> families;  ///< of those without a network that can run here
  std::vector<AlgorithmGroup> absent;    ///< a group a reason, networks included
};

/// `device` may be null: there is none.
AlgorithmMenu algorithm_menu(std::span<const algorithms::Algorithm* const> algorithms, algorithms::Task task,
                             const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution);

/// The text with small letters instead of capitals of ASCII.
std::string lower(std::string_view text);
/// The words between the text's spaces.
std::vector<std::string> words_of(const std::string& text);

/// An algorithm that a search found.
struct FoundAlgorithm {
  const algorithms::Algorithm* algorithm = nullptr;
  std::string reason;  ///< why it cannot run here; empty if it can
  std::string source;  ///< where only this has one of the words: "K. E. Batcher, Sorting Networks ..."
};

/// The algorithms whose id, title, family or sources have all the words of a text, in any case: first those whose id it
/// is, then those whose id begins with it, those whose id or title has each word at the start of a word, all others
/// with the words there, and those of whose sources they are. What cannot run here comes last.
std::vector<FoundAlgorithm> search_algorithms(std::span<const algorithms::Algorithm* const> algorithms,
                                              std::string_view text, const gpu::DeviceInfo* device,
                                              const cuda::ExecutionOptions& execution);

}  // namespace texelsort::app
