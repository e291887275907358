#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "app/tuning/sweeps/axis.h"
#include "app/tuning/sweeps/search.h"

namespace texelsort::app {

/// A combination of parameter values, stored as the index of the value on each axis.
using SearchPoint = std::vector<std::size_t>;

/// Chooses the combinations of parameter values that a search tries. A local search uses the results of earlier
/// batches.
class SearchPoints {
 public:
  SearchPoints(std::vector<Axis> axes, const algorithms::Prepared& own, Strategy strategy, std::uint64_t seed);

  /// Returns a combination of values that was not returned before. Returns nothing if none remains, or if many random
  /// draws find none.
  std::optional<SearchPoint> next();
  std::map<std::string, std::string> values(const SearchPoint& point) const;

  /// Marks a combination as tried in an earlier part of the search, and returns it. Axes without a value in `values`
  /// have the value of the start. Returns nothing if an axis does not have the value.
  std::optional<SearchPoint> cover(const std::map<std::string, std::string>& values);

  /// Records the measured time of a combination. A local search continues from the fastest combination of a batch.
  void tell(const SearchPoint& point, double ms);
  void end_batch();

  std::uint64_t combinations() const { return combinations_; }
  std::uint64_t covered() const { return covered_.size(); }

 private:
  std::optional<SearchPoint> drawn();
  SearchPoint at(std::uint64_t index) const;
  SearchPoint shaken(SearchPoint point);
  void look_around(const SearchPoint& centre);

  std::vector<Axis> axes_;
  SearchPoint start_;
  Strategy strategy_;
  std::mt19937_64 random_;
  std::uint64_t combinations_ = 1;
  std::set<SearchPoint> covered_;
  /// Shuffled indices of all combinations; the last index is the next to try. Empty if there are too many combinations.
  std::vector<std::uint64_t> order_;
  bool small_ = false;
  std::vector<SearchPoint> frontier_;  ///< untried neighbours of the centre; the last one is the next to try
  std::optional<SearchPoint> best_;
  double centre_ms_, best_ms_, batch_ms_;
  SearchPoint batch_best_;
  std::uint64_t starts_ = 0;
};

}  // namespace texelsort::app
