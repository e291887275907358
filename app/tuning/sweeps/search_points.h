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

/// The place of a value on each axis.
using SearchPoint = std::vector<std::size_t>;

/// Which combination a search looks at next; what came of earlier ones, a batch at a time, leads a local search.
class SearchPoints {
 public:
  SearchPoints(std::vector<Axis> axes, const algorithms::Prepared& own, Strategy strategy, std::uint64_t seed);

  /// One that was not there before; nothing once there is none, or none is found in many draws.
  std::optional<SearchPoint> next();
  std::map<std::string, std::string> values(const SearchPoint& point) const;

  /// A point's time. The fastest of a batch is where a local search goes on.
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
  std::vector<std::uint64_t> order_;  ///< all of them, shuffled, the next last; empty of a space too large for that
  bool small_ = false;
  std::vector<SearchPoint> frontier_;  ///< neighbours of the centre that are still to be seen, the next last
  std::optional<SearchPoint> best_;
  double centre_ms_, best_ms_, batch_ms_;
  SearchPoint batch_best_;
  std::uint64_t starts_ = 0;
};

}  // namespace texelsort::app
