#include "compute/algorithms/merge/merge_claims.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/merge/merge_run.h"
#include "compute/algorithms/merge/violation.h"

namespace texelsort::algorithms::merge {
namespace {

using Table = std::vector<std::uint64_t>;

std::string ways_text(std::uint64_t ways) {
  return ways == 2 ? "pair" : "group";
}

std::optional<Violation> find_wrong_bounds(const Observation& seen, const Round& round, bool finished) {
  const Table lower = seen.table(tables::LeastPartStarts{}), splitters = seen.table(tables::PartStarts{}),
              upper = seen.table(tables::MostPartStarts{});
  const std::uint64_t k = round.sequences(), n = round.starts.back();
  std::vector<std::uint64_t> targets;
  for (std::uint64_t j = 0; j <= round.parts; ++j) targets.push_back(part_start(n, round.parts, j));
  const Table right = selections_by_definition({seen.after, round.starts}, targets);
  for (std::uint64_t cell = 0; cell < right.size(); ++cell) {
    const auto where = fmt::format("sequence {}, part {}", cell % k, cell / k);
    if (right[cell] < lower[cell] || right[cell] > upper[cell]) {
      return violation(fmt::format("{}: {} keys of it are selected, which is not from {} to {}", where, right[cell],
                                   lower[cell], upper[cell]),
                       cell);
    }
    if (finished && splitters[cell] != right[cell]) {
      return violation(fmt::format("{}: {} keys of it are selected, found {}", where, right[cell], splitters[cell]),
                       cell);
    }
  }
  return std::nullopt;
}

/// One part of one group.
class PartOutput {
 public:
  PartOutput(std::span<const std::uint64_t> ranks, const Table& output, const Round& round, std::uint64_t part,
             std::uint64_t group)
      : ranks_(ranks), ranges_(round.ranges(part, group)), place_(round.output(part, group)) {
    places_ = std::span(output).subspan(place_.next, place_.left());
    written_ = static_cast<std::uint64_t>(std::ranges::find(places_, no_place) - places_.begin());
  }

  std::optional<Violation> find_wrong(bool stable) const {
    for (std::uint64_t i = 0; i < places_.size(); ++i) {
      if (i >= written_ && places_[i] != no_place)
        return violation("is written before its predecessor", place_.next + i);
      if (i == 0 || i >= written_) continue;
      if (before(places_[i], places_[i - 1], stable)) return violation("is not in order", place_.next + i);
    }
    return find_stranger(stable);
  }

  std::span<const std::uint64_t> places() const { return places_; }
  std::uint64_t first() const { return place_.next; }

  /// The places written are different ones of the part, and none left out comes before the last of them.
  std::optional<Violation> find_stranger(bool stable) const {
    Table sorted(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(written_));
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) return violation("a key is there twice", place_.next);
    auto taken = sorted.begin();
    for (const Range& range : ranges_) {
      for (std::uint64_t place = range.next; place < range.last; ++place) {
        if (taken != sorted.end() && *taken == place) {
          ++taken;
        } else if (written_ > 0 && before(place, places_[written_ - 1], stable)) {
          return violation(fmt::format("the key of place {} would come before", place), place_.next + written_ - 1);
        }
      }
    }
    if (taken != sorted.end())
      return violation(fmt::format("the key of place {} is of another part", *taken), place_.next);
    return std::nullopt;
  }

 private:
  bool before(std::uint64_t one, std::uint64_t other, bool stable) const {
    return ranks_[one] < ranks_[other] || (stable && ranks_[one] == ranks_[other] && one < other);
  }

  std::span<const std::uint64_t> ranks_;
  std::vector<Range> ranges_;
  Range place_;
  std::span<const std::uint64_t> places_;
  std::uint64_t written_ = 0;
};

template <typename Test>
std::optional<Violation> find_in_parts(const Observation& seen, const Round& round, Test test) {
  const Table output = seen.table(tables::OutputPlaces{});
  for (std::uint64_t part = 0; part < round.parts; ++part) {
    for (std::uint64_t group = 0; group < round.groups(); ++group) {
      if (auto wrong = test(PartOutput(seen.after, output, round, part, group))) return wrong;
    }
  }
  return std::nullopt;
}

std::optional<Violation> find_wrong_half(const Observation& seen, const PartOutput& part, std::uint64_t distance) {
  const auto rank = [&](std::uint64_t i) { return seen.after[part.places()[i]]; };
  for (std::uint64_t start = 0; start < part.places().size(); start += 2 * distance) {
    std::uint64_t greatest = 0;
    for (std::uint64_t i = start; i < std::min<std::uint64_t>(start + 2 * distance, part.places().size()); ++i) {
      if (i < start + distance) {
        greatest = std::max(greatest, rank(i));
      } else if (rank(i) < greatest) {
        return violation(fmt::format("is below a key of the {} before", distance), part.first() + i);
      }
    }
  }
  return std::nullopt;
}

std::optional<Violation> find_wrong_turn(const Observation& seen, const PartOutput& part) {
  bool rising = false;
  for (std::uint64_t i = 1; i < part.places().size(); ++i) {
    const std::uint64_t one = seen.after[part.places()[i - 1]], two = seen.after[part.places()[i]];
    if (rising && two < one) return violation("falls after the keys before have risen", part.first() + i);
    rising = rising || one < two;
  }
  return std::nullopt;
}

std::optional<Violation> find_wrong_merge(const Observation& seen, const Round& round, bool stable) {
  Table places(seen.before.size());
  std::iota(places.begin(), places.end(), 0);
  for (std::uint64_t group = 0; group < round.groups(); ++group) {
    const std::uint64_t first = round.starts[group * round.ways];
    const std::uint64_t last = round.starts[std::min((group + 1) * round.ways, round.sequences())];
    const std::span own = std::span(places).subspan(first, last - first);
    std::ranges::stable_sort(own, {}, [&](std::uint64_t place) { return seen.before[place]; });
  }
  for (std::uint64_t i = 0; i < places.size(); ++i) {
    if (seen.after[i] != seen.before[places[i]]) return violation("is not the key that merging puts here", i);
    if (stable && !seen.payload_before.empty() && seen.payload_after[i] != seen.payload_before[places[i]]) {
      return violation("equal keys have changed their order", i);
    }
  }
  return std::nullopt;
}

}  // namespace

Claim selection_claim(std::shared_ptr<const Round> round, bool finished) {
  return {finished ? fmt::format("every part has n/{} keys: all that come before those of the next part", round->parts)
                   : "every splitter is between its bounds, and so is what is selected now",
          [round, finished](const Observation& seen) { return find_wrong_bounds(seen, *round, finished); }};
}

Claim blocks_claim(std::shared_ptr<const Round> round, bool stable) {
  return {fmt::format("what is put out of each part of each {} are its smallest keys, in order{}",
                      ways_text(round->ways), stable ? ", equal ones as their sequences stand" : ""),
          [round, stable](const Observation& seen) {
            return find_in_parts(seen, *round, [&](const PartOutput& part) { return part.find_wrong(stable); });
          }};
}

Claim bitonic_claim(std::shared_ptr<const Round> round, std::uint64_t distance) {
  if (distance == 0) {
    return {"the first half of each part is turned round: keys fall, then rise", [round](const Observation& seen) {
              return find_in_parts(seen, *round, [&](const PartOutput& part) { return find_wrong_turn(seen, part); });
            }};
  }
  return {fmt::format("in blocks of {} keys of a part, none of the first {} is above one of the others", 2 * distance,
                      distance),
          [round, distance](const Observation& seen) {
            return find_in_parts(seen, *round,
                                 [&](const PartOutput& part) { return find_wrong_half(seen, part, distance); });
          }};
}

Claim merged_claim(std::shared_ptr<const Round> round, bool stable) {
  const std::uint64_t groups = round->groups();
  return {groups == 1 ? fmt::format("all keys are one sorted sequence{}", stable ? ", merged stably" : "")
                      : fmt::format("there are {} sorted sequences{}", groups, stable ? ", merged stably" : ""),
          [round, stable](const Observation& seen) { return find_wrong_merge(seen, *round, stable); }};
}

}  // namespace texelsort::algorithms::merge
