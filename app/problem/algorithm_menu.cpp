#include "app/problem/algorithm_menu.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>
#include <tuple>

#include "compute/algorithms/scripted/scripted_sort.h"

namespace texelsort::app {

namespace {

using algorithms::Algorithm;

/// Returns the group with a heading. Appends an empty group first if no group has this heading.
AlgorithmList& group_of(std::vector<AlgorithmGroup>& groups, const std::string& heading) {
  const auto known = std::ranges::find(groups, heading, &AlgorithmGroup::heading);
  return (known != groups.end() ? *known : groups.emplace_back(AlgorithmGroup{heading, {}})).algorithms;
}

/// Returns the index of the item in `all` that has the same projection as `one`. Appends `one` if there is none.
template <class Item, class Projection>
std::size_t place_of(std::vector<Item>& all, Item one, Projection projection) {
  const auto known = std::ranges::find(all, projection(one), projection) - all.begin();
  if (known == std::ssize(all)) all.push_back(one);
  return static_cast<std::size_t>(known);
}

NetworkMatrix matrix_of(const AlgorithmList& algorithms) {
  NetworkMatrix matrix;
  struct Cell {
    std::size_t row, column;
    const Algorithm* algorithm;
  };
  std::vector<Cell> cells;
  for (const Algorithm* algorithm : algorithms) {
    const std::size_t row = place_of(matrix.networks, algorithm->network(), [](const auto* one) { return one; });
    const std::size_t column = place_of(matrix.methods, algorithm->method(), [](const auto* one) { return one->id; });
    cells.push_back({row, column, algorithm});
  }
  matrix.cells.resize(matrix.networks.size() * matrix.methods.size());
  for (const Cell& cell : cells) matrix.cells[cell.row * matrix.methods.size() + cell.column] = cell.algorithm;
  return matrix;
}

/// Returns whether one of the words of `text` begins with `word`.
bool has_word(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if (at == 0 || !std::isalnum(static_cast<unsigned char>(text[at - 1]))) return true;
  }
  return false;
}

bool has(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

std::string sources_of(const Algorithm& algorithm) {
  std::string sources = network::text(algorithm.info().citation);
  if (algorithm.network() == nullptr) return sources;
  const std::string own = network::text(algorithm.network()->citation);
  if (sources.empty() || sources == own) return own;
  return own + "; " + sources;
}

/// Returns a number for the quality with which an algorithm matches the words of a search, from 0 for the best. Returns
/// nothing if the algorithm does not match.
std::optional<int> rank_of(const Algorithm& algorithm, const std::string& text, const std::vector<std::string>& words) {
  const algorithms::AlgorithmInfo& info = algorithm.info();
  const std::string id = lower(info.id);
  const std::string name = id + "\n" + lower(info.title) + "\n" + lower(info.family);
  const auto all = [&words](const auto& matches) { return std::ranges::all_of(words, matches); };
  if (id == text) return 0;
  if (id.starts_with(text)) return 1;
  if (all([&](const std::string& word) { return has_word(name, word); })) return 2;
  if (all([&](const std::string& word) { return has(name, word); })) return 3;
  const std::string whole = name + "\n" + lower(sources_of(algorithm));
  if (all([&](const std::string& word) { return has(whole, word); })) return 4;
  return std::nullopt;
}

}  // namespace

std::string lower(std::string_view text) {
  std::string low(text);
  for (char& letter : low) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return low;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

AlgorithmMenu algorithm_menu(std::span<const Algorithm* const> algorithms, algorithms::Task task,
                             const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution) {
  AlgorithmMenu menu;
  AlgorithmList by_network;
  for (const Algorithm* algorithm : algorithms) {
    if (algorithm->info().task != task) continue;
    if (algorithms::script_of(*algorithm)) {
      // A user's own sort may show a network, but no method of texelsort executes it.
      menu.own.push_back(algorithm);
      continue;
    }
    const algorithms::Availability availability = algorithm->availability(device, execution);
    if (algorithm->network() != nullptr) by_network.push_back(algorithm);
    if (!availability.available) {
      group_of(menu.absent, availability.reason).push_back(algorithm);
    } else if (algorithm->network() == nullptr) {
      group_of(menu.families, algorithm->info().family).push_back(algorithm);
    }
  }
  menu.matrix = matrix_of(by_network);
  return menu;
}

std::vector<FoundAlgorithm> search_algorithms(std::span<const Algorithm* const> algorithms, std::string_view text,
                                              const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution) {
  const std::vector<std::string> words = words_of(lower(text));
  if (words.empty()) return {};
  std::string joined = words.front();
  for (std::size_t i = 1; i < words.size(); ++i) joined += " " + words[i];
  struct Match {
    bool absent;
    int rank;
    FoundAlgorithm found;
  };
  std::vector<Match> matches;
  for (const Algorithm* algorithm : algorithms) {
    const std::optional<int> rank = rank_of(*algorithm, joined, words);
    if (!rank) continue;
    const algorithms::Availability availability = algorithm->availability(device, execution);
    matches.push_back({!availability.available,
                       *rank,
                       {algorithm, availability.reason, *rank == 4 ? sources_of(*algorithm) : std::string()}});
  }
  std::ranges::stable_sort(matches, {}, [](const Match& match) { return std::tuple(match.absent, match.rank); });
  std::vector<FoundAlgorithm> found;
  for (Match& match : matches) found.push_back(std::move(match.found));
  return found;
}

}  // namespace texelsort::app
