#include "compute/algorithms/merge/claims.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/merge/cpu.h"
#include "compute/algorithms/merge/reference.h"

namespace texelsort::algorithms::merge {
namespace {

using Found = std::optional<Violation>;

Found find_unsorted(const Observation& seen, const Numbers& starts) {
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const auto own = seen.after.subspan(starts[i], starts[i + 1] - starts[i]);
    const auto wrong = std::ranges::is_sorted_until(own);
    if (wrong == own.end()) continue;
    return Violation{fmt::format("is smaller than its predecessor in sequence {}", i),
                     starts[i] + static_cast<std::uint64_t>(wrong - own.begin()),
                     {}};
  }
  const Numbers expected = sort_sequences(seen.before, starts);
  const auto different = std::ranges::mismatch(seen.after, expected).in1;
  if (different == seen.after.end()) return std::nullopt;
  const auto place = static_cast<std::uint64_t>(different - seen.after.begin());
  const auto sequence = std::ranges::upper_bound(starts, place) - starts.begin() - 1;
  return Violation{fmt::format("is not the key that sorting puts here in sequence {}", sequence), place, {}};
}

Found find_wrong_splitter(const Observation& seen, const Round& round, const TableKind& table) {
  const Numbers right = select_splitters(seen.after, round), found = seen.table(table);
  const std::uint64_t columns = round.once ? round.sequences : round.row();
  for (std::uint64_t cell = 0; cell < right.size(); ++cell) {
    if (found.at(cell) == right[cell]) continue;
    return Violation{fmt::format("part {}, sequence {} of its group: {} keys come before, found {}", cell / columns,
                                 cell % columns, right[cell], found[cell]),
                     cell,
                     {}};
  }
  return std::nullopt;
}

Found find_wrong_bounds(const Observation& seen, const Round& round) {
  const Numbers lower = seen.table(tables::LeastPartStarts{}), upper = seen.table(tables::MostPartStarts{});
  const Numbers right = select_splitters(seen.after, round);
  for (std::uint64_t cell = 0; cell < right.size(); ++cell) {
    if (lower[cell] <= right[cell] && right[cell] <= upper[cell]) continue;
    return Violation{fmt::format("sequence {}, part {}: {} keys of it are selected, which is not from {} to {}",
                                 cell % round.sequences, cell / round.sequences, right[cell], lower[cell], upper[cell]),
                     cell,
                     {}};
  }
  return std::nullopt;
}

/// Output of one part of a merge within one group of sequences, for checking.
class PartOutput {
 public:
  PartOutput(std::span<const std::uint64_t> ranks, const Numbers& output, const Round& round, std::uint64_t part,
             std::uint64_t group)
      : ranks_(ranks), ranges_(round.ranges(part, group)), place_(round.output(part, group)) {
    places_ = std::span(output).subspan(place_.first, place_.length());
    written_ = static_cast<std::uint64_t>(std::ranges::find(places_, no_place) - places_.begin());
  }

  std::optional<Violation> find_wrong(bool stable) const {
    for (std::uint64_t i = 0; i < places_.size(); ++i) {
      if (i >= written_ && places_[i] != no_place)
        return Violation{"is written before its predecessor", place_.first + i, {}};
      if (i == 0 || i >= written_) continue;
      if (before(places_[i], places_[i - 1], stable)) return Violation{"is not in order", place_.first + i, {}};
    }
    return find_stranger(stable);
  }

  std::span<const std::uint64_t> places() const { return places_; }
  std::uint64_t first() const { return place_.first; }

  /// Finds an error in a sorted output. This is a key written twice, a key of another part, or a missing key that
  /// precedes the last written key.
  std::optional<Violation> find_stranger(bool stable) const {
    Numbers sorted(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(written_));
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) return Violation{"a key occurs twice", place_.first, {}};
    auto taken = sorted.begin();
    for (const IndexRange& range : ranges_) {
      for (std::uint64_t place = range.first; place < range.last; ++place) {
        if (taken != sorted.end() && *taken == place) {
          ++taken;
        } else if (written_ > 0 && before(place, places_[written_ - 1], stable)) {
          return Violation{
              fmt::format("the key of place {} must come before it", place), place_.first + written_ - 1, {}};
        }
      }
    }
    if (taken != sorted.end())
      return Violation{fmt::format("the key of place {} belongs to another part", *taken), place_.first, {}};
    return std::nullopt;
  }

 private:
  bool before(std::uint64_t one, std::uint64_t other, bool stable) const {
    return ranks_[one] < ranks_[other] || (stable && ranks_[one] == ranks_[other] && one < other);
  }

  std::span<const std::uint64_t> ranks_;
  std::vector<IndexRange> ranges_;
  IndexRange place_;
  std::span<const std::uint64_t> places_;
  std::uint64_t written_ = 0;
};

template <typename Test>
std::optional<Violation> find_in_parts(const Observation& seen, const Round& round, Test test) {
  const Numbers output = seen.table(tables::OutputPlaces{});
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
        return Violation{fmt::format("is smaller than one of the {} keys before", distance), part.first() + i, {}};
      }
    }
  }
  return std::nullopt;
}

std::optional<Violation> find_wrong_turn(const Observation& seen, const PartOutput& part) {
  bool rising = false;
  for (std::uint64_t i = 1; i < part.places().size(); ++i) {
    const std::uint64_t one = seen.after[part.places()[i - 1]], two = seen.after[part.places()[i]];
    if (rising && two < one)
      return Violation{
          "is smaller than its predecessor, although the keys have already begun to rise", part.first() + i, {}};
    rising = rising || one < two;
  }
  return std::nullopt;
}

}  // namespace

Claim sorted_sequences_claim(const SharedNumbers& starts, std::string_view what) {
  return {fmt::format("there are {} sorted {}", starts->size() - 1, what),
          [starts](const Observation& seen) { return find_unsorted(seen, *starts); }};
}

Claim splitters_claim(const Round& round, const TableKind& table) {
  return {"every part has its share of the keys, and all of them come before the keys of the next part",
          [round, table](const Observation& seen) { return find_wrong_splitter(seen, round, table); }};
}

Claim selection_claim(const Round& round, bool finished) {
  if (finished) {
    return {fmt::format("every part has n/{} keys, and all of them come before the keys of the next part", round.parts),
            [round](const Observation& seen) -> Found {
              if (Found found = find_wrong_bounds(seen, round)) return found;
              return find_wrong_splitter(seen, round, tables::PartStarts{});
            }};
  }
  return {"every splitter lies within its current bounds",
          [round](const Observation& seen) { return find_wrong_bounds(seen, round); }};
}

Claim blocks_claim(const Round& round, bool stable) {
  return {fmt::format("the output of each part of each {} holds its smallest keys, in order{}",
                      round.ways == 2 ? "pair" : "group",
                      stable ? ", with equal keys in the order of their sequences" : ""),
          [round, stable](const Observation& seen) {
            return find_in_parts(seen, round, [&](const PartOutput& part) { return part.find_wrong(stable); });
          }};
}

Claim bitonic_claim(const Round& round, std::uint64_t distance) {
  if (distance == 0) {
    return {"the first half of each part is reversed: its keys fall, then rise", [round](const Observation& seen) {
              return find_in_parts(seen, round, [&](const PartOutput& part) { return find_wrong_turn(seen, part); });
            }};
  }
  return {fmt::format("in every block of {} keys of a part, none of the first {} keys exceeds one of the others",
                      2 * distance, distance),
          [round, distance](const Observation& seen) {
            return find_in_parts(seen, round,
                                 [&](const PartOutput& part) { return find_wrong_half(seen, part, distance); });
          }};
}

}  // namespace texelsort::algorithms::merge
