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

/// A combination of values, as the index of the value on each axis.
using SearchPoint = std::vector<std::size_t>;

/// Chooses the combinations that a search tries. A local search depends on the results of earlier batches.
class SearchPoints {
 public:
  SearchPoints(std::vector<Axis> axes, const algorithms::Prepared& own, Strategy strategy, std::uint64_t seed);

  /// Returns a combination that was not returned before. Nothing if none remains, or if many random draws find none.
  std::optional<SearchPoint> next();
  std::map<std::string, std::string> values(const SearchPoint& point) const;

  /// Records the measured time of a point. A local search continues from the fastest point of a batch.
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
  Strategy strategy_;
  std::mt19937_64 random_;
  std::uint64_t combinations_ = 1;
  std::set<SearchPoint> covered_;
  std::vector<std::uint64_t> order_;  ///< all points, shuffled, the next one last; empty if the space is too large
  bool small_ = false;
  std::vector<SearchPoint> frontier_;  ///< untried neighbours of the centre, the next one last
  std::optional<SearchPoint> best_;
  double centre_ms_, best_ms_, batch_ms_;
  SearchPoint batch_best_;
  std::uint64_t starts_ = 0;
};

}  // namespace texelsort::app
