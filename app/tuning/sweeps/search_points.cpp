#include "app/tuning/sweeps/search_points.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace texelsort::app {

namespace {

constexpr double unknown_ms = std::numeric_limits<double>::infinity();
constexpr int most_draws = 1000;

template <class Item>
void shuffle_items(std::vector<Item>& items, std::mt19937_64& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random() % i]);
}

/// Length of a range of integers up to which a search tries every integer. In longer ranges, the steps grow.
constexpr std::int64_t most_single_steps = 32;

std::vector<std::int64_t> numbers_of(const algorithms::Domain& domain) {
  std::vector<std::int64_t> numbers;
  if (const auto* range = std::get_if<algorithms::IntegerRange>(&domain)) {
    if (range->high - range->low < most_single_steps) {
      for (std::int64_t value = range->low; value <= range->high; ++value) numbers.push_back(value);
      return numbers;
    }
    numbers.push_back(range->low);
    for (std::int64_t value = 1; value <= range->high / 2 * 2 && value > 0; value *= 2) {
      if (value > range->low && value <= range->high) numbers.push_back(value);
      const std::int64_t between = value / 2 * 3;
      if (value >= 2 && between > range->low && between <= range->high) numbers.push_back(between);
      if (value > range->high / 2) break;
    }
    numbers.push_back(range->high);
  } else if (const auto* powers = std::get_if<algorithms::PowersOfTwo>(&domain)) {
    for (std::int64_t value = powers->low; value <= powers->high; value *= 2) numbers.push_back(value);
  }
  return numbers;
}

}  // namespace

std::vector<std::string> search_values(const algorithms::ParameterSpec& spec, const std::string& own) {
  if (const auto* choices = std::get_if<algorithms::Choices>(&spec.domain)) return choices->names;
  if (std::holds_alternative<algorithms::Flag>(spec.domain)) return {"false", "true"};
  std::vector<std::int64_t> numbers = numbers_of(spec.domain);
  numbers.push_back(std::stoll(own));
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<std::string> values;
  for (const std::int64_t number : numbers) values.push_back(std::to_string(number));
  return values;
}

SearchPoints::SearchPoints(std::vector<Axis> axes, const algorithms::Prepared& own, Strategy strategy,
                           std::uint64_t seed)
    : axes_(std::move(axes)),
      strategy_(strategy),
      random_(seed),
      centre_ms_(unknown_ms),
      best_ms_(unknown_ms),
      batch_ms_(unknown_ms) {
  SearchPoint centre;
  for (const Axis& axis : axes_) {
    const std::uint64_t count = axis.values.size();
    combinations_ = combinations_ > std::numeric_limits<std::uint64_t>::max() / count
                        ? std::numeric_limits<std::uint64_t>::max()
                        : combinations_ * count;
    const auto& value = own.parameters().text(axis.name);
    const auto place = std::ranges::find(axis.values, value);
    centre.push_back(static_cast<std::size_t>(place - axis.values.begin()) % axis.values.size());
  }
  small_ = combinations_ <= most_trials;
  if (small_) {
    order_.resize(combinations_);
    std::iota(order_.begin(), order_.end(), std::uint64_t{0});
    shuffle_items(order_, random_);
  }
  start_ = centre;
  // A local search tries its centre first. The centre differs from the default if the requested values exclude the
  // default.
  if (strategy_ == Strategy::local) {
    look_around(centre);
    frontier_.push_back(centre);
  }
}

SearchPoint SearchPoints::at(std::uint64_t index) const {
  SearchPoint point;
  for (const Axis& axis : axes_) {
    point.push_back(index % axis.values.size());
    index /= axis.values.size();
  }
  return point;
}

std::map<std::string, std::string> SearchPoints::values(const SearchPoint& point) const {
  std::map<std::string, std::string> values;
  for (std::size_t i = 0; i < axes_.size(); ++i) values[axes_[i].name] = axes_[i].values[point[i]];
  return values;
}

std::optional<SearchPoint> SearchPoints::cover(const std::map<std::string, std::string>& values) {
  SearchPoint point = start_;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const auto value = values.find(axes_[i].name);
    if (value == values.end()) continue;
    const auto place = std::ranges::find(axes_[i].values, value->second);
    if (place == axes_[i].values.end()) return std::nullopt;
    point[i] = static_cast<std::size_t>(place - axes_[i].values.begin());
  }
  covered_.insert(point);
  return point;
}

std::optional<SearchPoint> SearchPoints::drawn() {
  while (small_ && !order_.empty()) {
    const SearchPoint point = at(order_.back());
    order_.pop_back();
    if (!covered_.contains(point)) return point;
  }
  for (int draw = 0; !small_ && draw < most_draws; ++draw) {
    SearchPoint point;
    for (const Axis& axis : axes_) point.push_back(random_() % axis.values.size());
    if (!covered_.contains(point)) return point;
  }
  return std::nullopt;
}

/// Returns a copy of a point in which two or three values were redrawn at random.
SearchPoint SearchPoints::shaken(SearchPoint point) {
  for (std::uint64_t changes = 2 + random_() % 2; changes > 0; --changes) {
    const std::size_t axis = random_() % axes_.size();
    point[axis] = random_() % axes_[axis].values.size();
  }
  return point;
}

/// Collects the untried neighbours of the centre. A neighbour differs on one axis. Numbers differ by one or two steps,
/// and words may be any other word.
void SearchPoints::look_around(const SearchPoint& centre) {
  frontier_.clear();
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const bool numbers = std::ranges::all_of(
        axes_[i].values, [](const std::string& value) { return value.find_first_not_of("0123456789") > value.size(); });
    for (std::size_t place = 0; place < axes_[i].values.size(); ++place) {
      const std::size_t distance = place > centre[i] ? place - centre[i] : centre[i] - place;
      if (distance == 0 || (numbers && distance > 2)) continue;
      SearchPoint neighbour = centre;
      neighbour[i] = place;
      if (!covered_.contains(neighbour)) frontier_.push_back(std::move(neighbour));
    }
  }
  shuffle_items(frontier_, random_);
}

std::optional<SearchPoint> SearchPoints::next() {
  std::optional<SearchPoint> point;
  while (!frontier_.empty() && !point) {
    if (!covered_.contains(frontier_.back())) point = std::move(frontier_.back());
    frontier_.pop_back();
  }
  if (!point && strategy_ == Strategy::local) {
    // No neighbour is faster, so restart the search: alternately at a random point and near the best point.
    centre_ms_ = unknown_ms;
    if (best_ && ++starts_ % 2 == 0) {
      for (int draw = 0; draw < most_draws && !point; ++draw) {
        SearchPoint near = shaken(*best_);
        if (!covered_.contains(near)) point = std::move(near);
      }
    }
  }
  if (!point) point = drawn();
  if (point) covered_.insert(*point);
  return point;
}

void SearchPoints::tell(const SearchPoint& point, double ms) {
  if (ms < batch_ms_) {
    batch_ms_ = ms;
    batch_best_ = point;
  }
  if (ms < best_ms_) {
    best_ms_ = ms;
    best_ = point;
  }
}

void SearchPoints::end_batch() {
  if (strategy_ == Strategy::local && batch_ms_ < centre_ms_) {
    centre_ms_ = batch_ms_;
    look_around(batch_best_);
  }
  batch_ms_ = unknown_ms;
}

}  // namespace texelsort::app
